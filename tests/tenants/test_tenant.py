import pytest

from chalicelib.tenants.tenant import Key, Tenant, bad_origins, digested, make_key, tenant_of_key

SECRET = "0123456789abcdef" * 4
KEY = make_key("sk", "acme", SECRET)
NOW = 1_800_000_000_000


def test_a_key_says_what_it_is_and_whose():
    assert f"sk_acme.{SECRET}" == KEY
    assert "acme" == tenant_of_key(KEY)


@pytest.mark.parametrize(
    "text",
    ["", "acme", "sk_acme", f"xk_acme.{SECRET}", f"sk_acme.{SECRET}0", f"sk_Acme.{SECRET}", f"sk_.{SECRET}",
     f"sk_-a.{SECRET}", f"sk_acme.{SECRET}\n", f"pt_acme.{SECRET}", f"sk_acme.{SECRET.upper()}", "é" * 80],
)  # fmt: skip
def test_what_is_no_key_names_nobody(text: str):
    assert tenant_of_key(text) is None


def test_a_key_is_not_kept_and_is_known_again():
    tenant = Tenant("acme", "free", NOW, keys=(Key("key_1", "sk", digested(KEY), NOW),))

    assert SECRET not in repr(tenant)
    assert "key_1" == getattr(tenant.key(KEY, NOW), "id", None)
    assert tenant.key(make_key("sk", "acme", "0" * 64), NOW) is None


def test_an_old_key_works_until_its_grace_is_over():
    tenant = Tenant("acme", "free", NOW, keys=(Key("key_1", "sk", digested(KEY), NOW, ends_at=NOW + 60_000),))

    assert tenant.key(KEY, NOW + 59_999) is not None
    assert tenant.key(KEY, NOW + 60_000) is None


@pytest.mark.parametrize(
    "origin",
    ["https://acme.example", "http://localhost:5173", "http://127.0.0.1:8080", "capacitor://localhost",
     "https://acme.example:80", "http://acme.example:443", "https://acme.example:65535"],
)  # fmt: skip
def test_origins_are_written_as_browsers_write_them(origin: str):
    assert [] == bad_origins([origin])


@pytest.mark.parametrize(
    "origin",
    ["*", "null", "", "acme.example", "https://acme.example/", "https://Acme.example", "https://*.acme.example",
     "https://acme.example/play", "ftp://acme.example", "https://", "https://a b", "https://acme.example:443",
     "http://acme.example:80", "https://acme.example:", "https://acme.example:0443", "https://acme.example:65536"],
)  # fmt: skip
def test_what_no_browser_sends_is_no_origin(origin: str):
    assert [origin] == bad_origins([origin])
