"""What DynamoDB's troubles mean here."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from botocore.exceptions import ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from chalicelib.rooms.errors import StoreBusy

log = logging.getLogger(__name__)

BUSY: Final = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingException",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)


@contextmanager
def store_trouble() -> Iterator[None]:
    """Trouble that passes by itself is `StoreBusy`; all other is ours."""
    try:
        yield
    except ClientError as error:
        code, status = error.response["Error"]["Code"], error.response["ResponseMetadata"]["HTTPStatusCode"]
        if code not in BUSY and status < 500:
            raise
        log.warning("the store is busy: %s", code)
        raise StoreBusy from error
    except (NoConnection, HTTPClientError) as error:
        log.warning("the store does not answer: %s", type(error).__name__)
        raise StoreBusy from error


def present(failed: ClientError) -> Mapping[str, Any]:
    """The item on which a condition failed; empty if there is none."""
    item: Mapping[str, Any] = failed.response.get("Item", {})  # type: ignore[assignment]
    return item
