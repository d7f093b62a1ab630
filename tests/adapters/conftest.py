"""What the tests of adapters share."""

from collections.abc import Iterator

import pytest

from tests.adapters.credentials import AWS_OF_NOBODY


@pytest.fixture(scope="session")
def aws_environment() -> Iterator[None]:
    """No real credentials, no proxies, no look for a machine's role."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AWS_OF_NOBODY.items():
            patch.setenv(name, value)
        yield
