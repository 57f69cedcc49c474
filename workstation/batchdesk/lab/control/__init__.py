"""The pages over which a running lab is controlled: clock, faults, Slack."""
