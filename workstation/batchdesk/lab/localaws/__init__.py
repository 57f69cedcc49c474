"""moto as the lab needs it: its server, its time, its queues and its bus."""
