"""Which addresses of others may be called, and which never."""

import pytest

from chalicelib.tenants.addresses import LONGEST_URL, Target, is_public, read_url

OURS = """
0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.8.9.10 169.254.169.254 172.16.0.1 192.0.0.8 192.0.2.1 192.88.99.1
192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
:: ::1 ::10.0.0.1 ::8.8.8.8 100::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd00::1 fd00:ec2::254 ff02::1
2001::1 2001:db8::1 3fff::1 5f00::1 64:ff9b:1::1
"""
EMBEDDED = """
::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
2002:a00:1:: 2002:7f00:1:: 2002:a9fe:a9fe:: 2001:0:7f00:1:: 2001:0:808:808:0:0:80ff:fffe
"""
EVERYBODYS = """
1.1.1.1 8.8.8.8 172.32.0.1 192.0.1.1 223.255.255.254 2001:4860:4860::8888 2a00:1450:4003::200e
::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::
"""


@pytest.mark.parametrize("address", OURS.split())
def test_what_is_of_one_machine_network_or_purpose_is_not_called(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", EMBEDDED.split())
def test_what_stands_for_another_address_is_judged_by_that(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", EVERYBODYS.split())
def test_what_is_of_the_open_internet_may_be_called(address: str):
    assert is_public(address)


@pytest.mark.parametrize("address", ["", "localhost", "127.1", "0177.0.0.1", "2130706433", "[::1]"])
def test_what_is_no_address_is_none(address: str):
    with pytest.raises(ValueError):
        is_public(address)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://hooks.example", Target("https", "hooks.example", 443, "/")),
        ("https://hooks.example/a/b?c=d&e", Target("https", "hooks.example", 443, "/a/b?c=d&e")),
        ("HTTPS://Hooks.Example:8443/A", Target("https", "hooks.example", 8443, "/A")),
        ("https://xn--caf-dma.example./", Target("https", "xn--caf-dma.example.", 443, "/")),
        ("https://8.8.8.8/", Target("https", "8.8.8.8", 443, "/")),
        ("https://[2001:4860:4860::8888]:444/", Target("https", "2001:4860:4860::8888", 444, "/")),
        ("https://a_b.example/%2e%2e/", Target("https", "a_b.example", 443, "/%2e%2e/")),
    ],
)
def test_a_url_is_read_into_what_is_connected_to(url: str, target: Target):
    assert target == read_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example",
        "//hooks.example/",
        "http://hooks.example/",
        "ftp://hooks.example/",
        "file:///etc/passwd",
        "https:///x",
        "https://",
        "https://?x",
        "https://hooks.example/#part",
        "https://ana@hooks.example/",
        "https://ana:secret@hooks.example/",
        "https://hooks.example:0/",
        "https://hooks.example:65536/",
        "https://hooks.example:x/",
        "https://hooks.example\\@10.0.0.1/",
        "https://hooks.example/ HTTP/1.1\r\nHost: x",
        "https://hooks\t.example/",
        "https://hooks.example/\x00",
        "https://café.example/",
        "https://⑧.⑧.⑧.⑧/",
        "https://a..example/",
        "https://-a.example/",
        f"https://{'a' * 64}.example/",
        f"https://hooks.example/{'a' * LONGEST_URL}",
        "https://127.0.0.1/",
        "https://127.0.0.1./",
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://8.8.8.8.8/",
        "https://0x/",
        "https://[::1]/",
        "https://[::1",
        "https://[::ffff:10.0.0.1]/",
        "https://[fd00::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[hooks.example]/",
        "https://[v1.hooks]/",
    ],
)
def test_what_is_oddly_written_or_leads_inside_is_refused_before_anything_is_looked_up(url: str):
    with pytest.raises(ValueError):
        read_url(url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "http://localhost:9/", "https://[::1]:9/"])
def test_in_development_ones_own_machine_may_be_called(url: str):
    assert 9 == read_url(url, local=True).port


@pytest.mark.parametrize("url", ["http://127.1/", "ftp://localhost/", "http://a@localhost/", "http://[x]/"])
def test_even_there_what_is_oddly_written_is_refused(url: str):
    with pytest.raises(ValueError):
        read_url(url, local=True)
