import pytest

from tests.rooms.backstage import Backstage, Evening


@pytest.fixture
def backstage() -> Backstage:
    return Backstage()


@pytest.fixture
def evening(backstage: Backstage) -> Evening:
    """Three people in the lobby."""
    return Evening(backstage, "Ana", "Bea", "Eva")
