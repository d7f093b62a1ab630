"""The refusals that only this game knows."""

from chalicelib.core.reason import Kind, Refusal


class EspiaReason(Refusal):
    """The game's own codes, beside `core.reason.Reason`."""

    TWO_SPIES_NEED_SEVEN = "two_spies_need_seven", Kind.NOT_NOW, True
