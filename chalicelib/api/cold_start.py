"""What is done before the first call, while Lambda lends a whole processor."""

import os

from chalicelib.api import logs
from chalicelib.api.server import server


def prepare() -> None:
    """On AWS, make the clients now and not in the first call, which gets half a processor.

    A log that somebody keeps, there or of the local server (LOG), is lines of JSON.
    """
    is_lambda = "AWS_LAMBDA_FUNCTION_NAME" in os.environ
    if is_lambda or os.environ.get("LOG"):
        logs.as_lines()
    if is_lambda:
        server()
