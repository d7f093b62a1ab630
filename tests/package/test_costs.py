"""The page about costs."""

from infra.costs.page import page
from infra.package.staging import ROOT


def test_the_page_says_what_an_evening_costs_today() -> None:
    assert (ROOT / "infra" / "costs.md").read_text() == page(), "make costs"
