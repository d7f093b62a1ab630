"""The pages for people: whole, at home on any phone, and asking nobody for anything."""

from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest

from infra.documents.problems import CODES, CURES
from tests.api.wire import Wire


class Page(HTMLParser):
    """The ids and links of a page, whose elements are all closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids, self.links, self.tags = set[str](), list[str](), set[str]()
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        named = dict(attrs)
        self.ids |= {id for id in [named.get("id")] if id}
        self.links += [url for url in [named.get("href"), named.get("src")] if url]
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self._open.pop()


@pytest.fixture(params=["/docs", "/docs/problems"])
def page(wire: Wire, request: pytest.FixtureRequest) -> Page:
    answer = wire.get(request.param)
    assert (200, "text/html; charset=utf-8") == (answer.status, answer.headers["content-type"])
    return Page(answer.text)


def test_a_page_loads_nothing_and_runs_nothing(page: Page):
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "video"})


def test_every_link_of_a_page_leads_somewhere(page: Page, wire: Wire):
    served = {"docs", "../docs", "v1/openapi.json", "../v1/openapi.json", "v1/asyncapi.json"}
    served |= {"../v1/asyncapi.json", "docs/problems"}
    problems = Page(wire.get("/docs/problems").text).ids

    for link in page.links:
        place, _, anchor = link.partition("#")
        assert place in served or not place or place.startswith("https://"), link
        assert not anchor or anchor in (problems if place == "docs/problems" else page.ids), link


@pytest.mark.parametrize("page", ["/docs", "/docs/problems"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("stage", ["", "/api"])
def test_whoever_types_a_slash_behind_a_page_is_sent_to_it(wire: Wire, page: str, method: str, stage: str):
    of_no_document = Wire(wire.backstage)
    moved = of_no_document.call(method, f"{page}/")
    typed = f"https://play.example{stage}{page}/"

    assert (301, "") == (moved.status, moved.text)
    assert f"https://play.example{stage}{page}" == urljoin(typed, moved.headers["location"])


def test_every_problem_has_a_place_of_its_own_with_its_cure(wire: Wire):
    page = wire.get("/docs/problems").text

    assert set(CODES) <= Page(page).ids
    assert set(CODES) == set(CURES)


def test_a_document_that_one_has_is_not_sent_again(wire: Wire):
    first = wire.get("/v1/openapi.json")
    again = wire.get("/v1/openapi.json", if_none_match=first.headers["etag"])

    assert (304, "") == (again.status, again.text)
