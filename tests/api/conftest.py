from collections.abc import Iterator

import pytest

from chalicelib.api.server import serve_with
from tests.api.documents import DocumentedWire
from tests.api.wire import Wire
from tests.rooms.backstage import Backstage


@pytest.fixture
def backstage() -> Backstage:
    return Backstage()


@pytest.fixture
def wire(backstage: Backstage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """The service, with its outside in the test's hands."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    serve_with(backstage.server)
    yield DocumentedWire(backstage)
    serve_with(None)
