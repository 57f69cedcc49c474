"""How things reach functions: bus, queues, schedules, invocations."""
