"""The refusals that only this game knows."""

from chalicelib.core.reason import Kind, Refusal


class ShpionReason(Refusal):
    """The game's own codes, beside `core.reason.Reason`."""

    BOT_NEEDS_READY_QUESTION = "bot_needs_ready_question", Kind.INVALID
