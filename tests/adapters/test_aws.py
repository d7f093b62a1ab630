"""The clients are shared by threads."""

from chalicelib.adapters import aws


def test_the_exceptions_of_a_client_are_made_before_threads_share_it(monkeypatch):
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")

    assert aws.dynamodb("http://127.0.0.1:1")._exceptions is not None
