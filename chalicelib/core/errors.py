"""Bugs of ours; expected refusals are a `Reason`, outside trouble is raised by the adapters."""


class InvariantBroken(Exception):
    """The rules contradict themselves; the message never carries state."""
