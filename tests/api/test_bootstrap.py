"""What the environment must say, and what is made of it."""

import pytest

from chalicelib.api.language import explain
from chalicelib.api.server import serve_with, server
from chalicelib.bootstrap import Settings, build
from tests.rooms.backstage import Backstage

ENVIRONMENT = {
    "ROOMS_TABLE": "rooms",
    "ALARM_QUEUE_URL": "https://queue.example/1",
    "WEBHOOK_QUEUE_URL": "https://queue.example/2",
    "TOKEN_SECRET": "not to be told",
    "WS_URL": "wss://play.example/ws",
    "WS_ENDPOINT": "https://push.example",
    "JOIN_URL": "https://play.example/{code}",
    "ASSET_BASE": "https://play.example/pictures",
}


def test_the_least_that_is_needed_is_enough():
    settings = Settings.read(ENVIRONMENT)

    assert (None, 1) == (settings.open_tenant, settings.time_scale)


@pytest.mark.parametrize("name", ENVIRONMENT)
def test_what_is_missing_is_named_at_once(name: str):
    with pytest.raises(KeyError, match=name):
        Settings.read({key: value for key, value in ENVIRONMENT.items() if key != name})


@pytest.mark.parametrize("scale", ["0", "-1", "1.5", "fast"])
def test_a_clock_that_stands_or_stutters_is_refused(scale: str):
    with pytest.raises(ValueError):
        Settings.read({**ENVIRONMENT, "TIME_SCALE": scale})


@pytest.mark.parametrize(("value", "read"), [(None, False), ("", False), ("0", False), ("1", True)])
def test_ones_own_network_is_called_only_where_that_is_asked_for(value: str | None, read: bool):
    given = {} if value is None else {"WEBHOOKS_LOCAL": value}

    assert read == Settings.read({**ENVIRONMENT, **given}).webhooks_local


def test_a_deployed_stack_that_would_call_its_own_network_does_not_start():
    with pytest.raises(ValueError, match="WEBHOOKS_LOCAL"):
        Settings.read({**ENVIRONMENT, "WEBHOOKS_LOCAL": "1", "STACK": "tapadillo-prod"})


@pytest.mark.parametrize(("scale", "read"), [("", 1), ("1", 1), ("60", 60)])
def test_the_clock_runs_as_told(scale: str, read: int):
    assert read == Settings.read({**ENVIRONMENT, "TIME_SCALE": scale}).time_scale


def test_the_secret_is_not_in_the_words_of_the_settings():
    assert "not to be told" not in repr(Settings.read(ENVIRONMENT))


def test_a_server_is_built_from_the_environment_without_asking_anything_of_it(
    monkeypatch: pytest.MonkeyPatch,
):
    for name, value in {**ENVIRONMENT, "AWS_DEFAULT_REGION": "eu-west-1", "OPEN_TENANT": "demo"}.items():
        monkeypatch.setenv(name, value)

    house = build(explain).house("demo")

    assert "demo" == house.tenant
    assert "not to be told" not in repr(house)


def test_a_process_has_one_server_until_it_is_given_another():
    one, other = Backstage().server, Backstage().server
    serve_with(one)
    assert one is server() is server()

    serve_with(other)
    assert other is server()
    serve_with(None)
