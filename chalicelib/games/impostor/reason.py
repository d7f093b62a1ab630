"""The refusals that only this game knows."""

from chalicelib.core.reason import Kind, Refusal


class ImpostorReason(Refusal):
    """The game's own codes, beside `core.reason.Reason`."""

    CLUE_CONTAINS_WORD = "clue_contains_word", Kind.INVALID
    MESSAGE_CONTAINS_WORD = "message_contains_word", Kind.INVALID
