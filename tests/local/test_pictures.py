"""Pictures: SVG files of one folder, kept for ever by who fetched them, and nothing outside it."""

import httpx
import pytest

from tests.local.conftest import Local


def test_a_picture_comes_ready_to_be_kept_and_unable_to_do_harm(local: Local) -> None:
    answer = local.http.get("/pictures/om/1F3CA.svg")

    assert (answer.status_code, answer.text) == (200, "<svg/>")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert local.http.head("/pictures/om/1F3CA.svg").headers["content-length"] == "6"


@pytest.mark.parametrize(
    "path",
    [
        "om/none.svg",
        "om",
        "om/",
        "",
        "om/LICENSE.txt",
        "om/way-out.svg",
        "../secret.svg",
        "om/../../secret.svg",
        "%2e%2e/secret.svg",
        "om%2f..%2f..%2fsecret.svg",
        "..%5csecret.svg",
        "/etc/passwd",
        "%2fetc/passwd",
        "om/1F3CA.svg%00",
        "om/1F3CA.svg/",
        "om//1F3CA.svg",
        "om/" + "a" * 5000 + ".svg",
        "%ff.svg",
    ],
)
def test_nothing_else_is_served(local: Local, path: str) -> None:
    request = httpx.Request("GET", local.http.base_url)
    request.url = request.url.copy_with(raw_path=b"/pictures/" + path.encode())
    answer = local.http.send(request)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_pictures_are_only_read(local: Local) -> None:
    answer = local.http.put("/pictures/om/1F3CA.svg", content=b"x")

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
