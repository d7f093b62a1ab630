"""The operator's command makes tenants, but never one in the place of another."""

from typing import Any

import pytest

from chalicelib.adapters.memory import Memory, MemoryTenants
from infra.tenants import __main__ as command
from infra.tenants import stores


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryTenants:
    """The tenants of a server on this machine, and of a stack."""
    kept = MemoryTenants(Memory())
    monkeypatch.setattr(command, "of_server", lambda url: kept)
    monkeypatch.setattr(command, "open_of_server", lambda url: "demo")
    monkeypatch.setattr(command, "of_stack", lambda name: kept)
    return kept


def stack_with(monkeypatch: pytest.MonkeyPatch, open_tenant: str) -> None:
    described = {"Parameters": [{"ParameterKey": "OpenTenant", "ParameterValue": open_tenant}]}

    class CloudFormation:
        def describe_stacks(self, StackName: str) -> dict[str, Any]:
            return {"Stacks": [described]}

    monkeypatch.setattr(stores.boto3, "client", lambda service: CloudFormation())


def test_a_new_tenant_is_shown_with_its_keys(store: MemoryTenants, capsys: pytest.CaptureFixture[str]):
    assert 0 == command.main(["create", "acme", "--plan", "studio"])

    told = capsys.readouterr().out
    assert "pk_acme." in told and "sk_acme." in told and "acme: plan studio" in told


def test_an_id_is_given_once(store: MemoryTenants, capsys: pytest.CaptureFixture[str]):
    command.main(["create", "acme"])

    assert 1 == command.main(["create", "acme", "--plan", "studio"])
    assert "error: tenant_exists\n" == capsys.readouterr().err


def test_nobody_takes_the_id_of_the_tenant_that_needs_no_key(
    store: MemoryTenants, capsys: pytest.CaptureFixture[str]
):
    assert 1 == command.main(["create", "demo"])

    assert "error: tenant_exists\n" == capsys.readouterr().err
    assert store.get("demo") is None


def test_on_a_stack_it_is_the_one_that_the_stack_has(store: MemoryTenants, monkeypatch: pytest.MonkeyPatch):
    stack_with(monkeypatch, "club")

    assert 1 == command.main(["--stack", "tapadillo-dev", "create", "club"])
    assert store.get("club") is None
    assert 0 == command.main(["--stack", "tapadillo-dev", "create", "demo"])


def test_a_stack_without_one_takes_any_id(store: MemoryTenants, monkeypatch: pytest.MonkeyPatch):
    stack_with(monkeypatch, "")

    assert 0 == command.main(["--stack", "tapadillo-prod", "create", "demo"])
