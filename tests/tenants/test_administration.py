"""Keys that are made and ended once, and told, though others change the tenant at the same moment."""

import pytest

from chalicelib.tenants.administration import (
    NewKey,
    TenantTrouble,
    add_key,
    create,
    lend_key,
    revoke_key,
    rotate_key,
)
from chalicelib.tenants.tenant import Key
from tests.tenants.unheard import Hasty, Unheard, another_plan

NOW = 1_800_000_000_000
AFTER_THE_FIRST_KEYS = 4
"""Which save is the first that a test makes: the tenant and two keys are there by then."""


class Office:
    """A tenant with two secret keys; nobody hears of the next change before there is another one."""

    def __init__(self) -> None:
        self.store = Unheard(AFTER_THE_FIRST_KEYS, another_plan)
        create(self.store, "acme", "free", (), NOW)
        self.first, self.second = (add_key(self.store, "acme", "sk", digit * 64, NOW) for digit in "12")

    @property
    def keys(self) -> tuple[Key, ...]:
        tenant = self.store.get("acme")
        assert tenant is not None and tenant.plan == "studio"
        return tenant.keys

    def opens(self, made: NewKey) -> bool:
        tenant = self.store.get("acme")
        return tenant is not None and tenant.key(made.text, NOW) == made.key


@pytest.fixture
def office() -> Office:
    return Office()


def test_a_tenant_is_made_though_nobody_heard_of_it():
    store = Unheard(1, another_plan)

    assert "acme" == create(store, "acme", "free", (), NOW).id

    standing = store.get("acme")
    assert standing is not None and standing.plan == "studio"


def test_of_two_who_make_a_tenant_at_the_same_moment_one_is_told_that_it_exists():
    store = Hasty(lambda: create(store, "acme", "studio", (), NOW - 1))

    with pytest.raises(TenantTrouble, match="tenant_exists"):
        create(store, "acme", "free", (), NOW)

    standing = store.get("acme")
    assert standing is not None and standing.plan == "studio"


def test_a_key_is_added_once_though_nobody_heard_of_it(office: Office):
    made = add_key(office.store, "acme", "pk", "3" * 64, NOW)

    assert (office.first.key, office.second.key, made.key) == office.keys
    assert office.opens(made)


def test_a_key_is_lent_once_though_nobody_heard_of_it(office: Office):
    made = lend_key(office.store, "acme", "3" * 64, NOW)

    assert (office.first.key, office.second.key, made.key) == office.keys
    assert office.opens(made)


@pytest.mark.parametrize("grace_s", [0, 60])
def test_the_successor_of_a_key_is_told_though_nobody_heard_of_it(office: Office, grace_s: int):
    made = rotate_key(office.store, "acme", office.first.key.id, grace_s, "3" * 64, NOW)

    assert [made.key] == [
        key for key in office.keys if key.id not in (office.first.key.id, office.second.key.id)
    ]
    assert office.opens(made)
    with pytest.raises(TenantTrouble, match="already_rotated" if grace_s else "key_not_found"):
        rotate_key(office.store, "acme", office.first.key.id, grace_s, "4" * 64, NOW)


def test_a_key_is_ended_once_though_nobody_heard_of_it(office: Office):
    revoke_key(office.store, "acme", office.first.key.id, NOW)

    assert (office.second.key,) == office.keys
    with pytest.raises(TenantTrouble, match="key_not_found"):
        revoke_key(office.store, "acme", office.first.key.id, NOW)
