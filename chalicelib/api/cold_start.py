"""What is done before the first call, while Lambda lends a whole processor."""

import os

from chalicelib.api import logs
from chalicelib.api.server import server


def prepare() -> None:
    """On AWS, make the clients now and not in the first call, which gets half a processor."""
    if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
        logs.as_lines()
        server()
