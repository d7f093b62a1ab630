"""Calls to the servers of others: where they go, how long they take, and what is believed of an answer."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from chalicelib.adapters import webhooks
from chalicelib.adapters.webhooks import REST_S, TOTAL_S, HttpSender
from chalicelib.tenants.webhooks import Answer, Trouble
from tests.adapters.receiver import OK, Receiver, answering, receiving, status

NOT_ALLOWED = Answer(trouble=Trouble.ADDRESS_NOT_ALLOWED)
PUBLIC = "8.8.8.8"
HEADERS = {"content-type": "application/json", "webhook-id": "evt_1"}


class Names:
    """A resolver that answers one thing after the other, and the last for ever."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.asked = list(answers), 0

    def __call__(self, host: str, port: int) -> list[str]:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class Net:
    """Where sockets were asked to go; in truth all of them go to one receiver."""

    def __init__(self, receiver: Receiver) -> None:
        self.receiver, self.called = receiver, list[str]()

    def connect(self, address: tuple[str, int], timeout: float) -> socket.socket:
        self.called.append(address[0])
        wire = socket.socket()
        wire.settimeout(timeout)
        wire.connect(("127.0.0.1", self.receiver.port))
        return wire


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def post(sender: HttpSender, url: str, body: bytes = b"{}") -> Answer:
    return sender.post(url, HEADERS, body)


def local(receiver: Receiver, path: str = "/", total_s: float = TOTAL_S) -> Answer:
    return post(HttpSender(local=True, total_s=total_s), f"http://{receiver.address}{path}")


def test_the_body_and_the_headers_arrive_as_they_are(receiver: Receiver):
    assert Answer(204) == local(receiver, "/in?a=b%20c")

    (request,) = receiver.requests
    assert ("POST /in?a=b%20c HTTP/1.1", b"{}") == (request.line, request.body)
    assert {**HEADERS, "host": receiver.address}.items() <= request.headers.items()


@pytest.mark.parametrize("code", [200, 299, 400, 404, 410, 429, 500, 503])
def test_the_status_is_told_whatever_it_is(receiver: Receiver, code: int):
    receiver.behave = answering(status(code))

    assert Answer(code) == local(receiver)


def test_nothing_is_followed(receiver: Receiver):
    with receiving() as inside:
        receiver.behave = answering(status(307, f"Location: http://{inside.address}/"))

        assert Answer(307) == local(receiver)
        assert [] == inside.requests


def test_a_large_answer_is_not_read(receiver: Receiver):
    sent: list[int] = []

    def flood(wire: socket.socket) -> None:
        wire.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        while True:
            sent.append(wire.send(b"x" * 65536))

    receiver.behave = flood

    assert Answer(200) == local(receiver)
    assert sum(sent) < 50_000_000


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 1000,
        b"\xff" * 99,
    ],
    ids=["nothing", "another protocol", "no status", "endless headers", "bytes"],
)
def test_what_is_no_answer_is_none(receiver: Receiver, answer: bytes):
    receiver.behave = answering(answer)

    assert Answer(trouble=Trouble.UNREACHABLE) == local(receiver)


def test_a_status_counts_even_if_the_rest_breaks_off(receiver: Receiver):
    receiver.behave = answering(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf")

    assert Answer(200) == local(receiver)


def silence(wire: socket.socket) -> None:
    wire.recv(1)


def drip(wire: socket.socket) -> None:
    for byte in b"HTTP/1.1 200 OK\r\nx: " + b"x" * 1000:
        wire.sendall(bytes([byte]))
        time.sleep(0.05)


@pytest.mark.parametrize("slow", [silence, drip])
def test_a_slow_answer_ends_with_the_time_however_it_comes(
    receiver: Receiver, slow: Callable[[socket.socket], None]
):
    receiver.behave = slow
    began = time.monotonic()

    assert Answer(trouble=Trouble.TIMEOUT) == local(receiver, total_s=0.4)
    assert time.monotonic() - began < 2


def test_a_url_that_let_us_wait_is_left_alone_for_a_while_and_no_other_is(
    monkeypatch: pytest.MonkeyPatch,
):
    sender = HttpSender(local=True, total_s=0.2)
    with receiving(silence) as slow:
        url = f"http://{slow.address}/"
        assert [Trouble.TIMEOUT, Trouble.RESTING] == [post(sender, url).trouble for _ in range(2)]
        assert 1 == len(slow.requests)
        slow.behave = answering(OK)
        assert Answer(204) == post(sender, f"{url}other")

        now = time.monotonic() + REST_S
        monkeypatch.setattr(webhooks.time, "monotonic", lambda: now)
        assert Answer(204) == post(sender, url)


def test_nobody_there_is_told_at_once():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"

    assert Answer(trouble=Trouble.UNREACHABLE) == post(HttpSender(local=True), f"http://{address}/")


def test_a_name_that_takes_too_long_to_look_up_or_is_none_is_not_waited_for():
    def slow(host: str, port: int) -> list[str]:
        time.sleep(1)
        return [PUBLIC]

    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    assert Answer(trouble=Trouble.TIMEOUT) == post(
        HttpSender(resolve=slow, connect_s=0.05), "https://hooks.example/"
    )
    assert Answer(trouble=Trouble.UNREACHABLE) == post(HttpSender(resolve=unknown), "https://hooks.example/")


@pytest.fixture
def net(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Net:
    net = Net(receiver)
    monkeypatch.setattr(webhooks.socket, "create_connection", net.connect)
    return net


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:169.254.169.254]/",
        "https://ana@hooks.example/",
        "nonsense",
    ],
)
def test_a_url_that_may_not_be_called_is_not_looked_up(net: Net, url: str):
    names = Names([PUBLIC])

    assert NOT_ALLOWED == post(HttpSender(resolve=names), url)
    assert (0, []) == (names.asked, net.called)


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["0.0.0.0"],
        ["::1"],
        ["169.254.169.254"],
        ["::ffff:10.0.0.1"],
        ["fd00::1"],
        ["fe80::1%eth0"],
        [PUBLIC, "10.0.0.1"],
        ["2001:4860:4860::8888", "::"],
    ],
)
def test_a_name_with_one_address_that_is_not_public_is_not_called_at_all(net: Net, addresses: list[str]):
    assert NOT_ALLOWED == post(HttpSender(resolve=Names(addresses)), "https://hooks.example/")
    assert [] == net.called


def test_this_machines_own_names_are_not_called(net: Net):
    assert NOT_ALLOWED == post(HttpSender(), "https://localhost/")
    assert [] == net.called


class Authority:
    """Somebody whom everybody believes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._certificate = self._signed("authority", self._key, is_authority=True)

    def trust(self) -> ssl.SSLContext:
        pem = self._certificate.public_bytes(serialization.Encoding.PEM).decode()
        return ssl.create_default_context(cadata=pem)

    def server(self, name: str, asked: list[str | None]) -> ssl.SSLContext:
        """Who is called so; notes as whom each client addressed it."""
        key = ec.generate_private_key(ec.SECP256R1())
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        certificate = self._signed(name, key).public_bytes(serialization.Encoding.PEM)
        path = self._folder / f"{name}.pem"
        path.write_bytes(private + certificate)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(path)
        context.sni_callback = lambda _, name, __: asked.append(name)
        return context

    def _signed(
        self, name: str, key: ec.EllipticCurvePrivateKey, is_authority: bool = False
    ) -> x509.Certificate:
        def named(name: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])

        now = datetime.now(UTC)
        own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        theirs = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        return (
            x509.CertificateBuilder()
            .subject_name(named(name))
            .issuer_name(named("authority"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(hours=1))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(own, critical=False)
            .add_extension(theirs, critical=False)
            .sign(self._key, hashes.SHA256())
        )


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    made = Authority(tmp_path)
    monkeypatch.setattr(webhooks, "_trust", made.trust)
    return made


def test_the_address_that_was_judged_is_the_one_that_is_called_under_the_hosts_name(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str | None] = []
    with receiving(trust=authority.server("hooks.example", asked)) as receiver:
        net = Net(receiver)
        monkeypatch.setattr(webhooks.socket, "create_connection", net.connect)
        rebinding = Names([PUBLIC], ["127.0.0.1"])

        assert Answer(204) == post(HttpSender(resolve=rebinding), "https://hooks.example/in")

    assert (1, [PUBLIC]) == (rebinding.asked, net.called), "looked up once, and no second time"
    assert ["hooks.example"] == asked
    assert "hooks.example" == receiver.requests[0].headers["host"]


def test_a_name_that_leads_inside_the_next_time_is_judged_the_next_time(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    with receiving(trust=authority.server("hooks.example", [])) as receiver:
        net = Net(receiver)
        monkeypatch.setattr(webhooks.socket, "create_connection", net.connect)
        sender = HttpSender(resolve=Names([PUBLIC], ["10.0.0.1"]))

        answers = [post(sender, "https://hooks.example:8443/") for _ in range(2)]

    assert [Answer(204), NOT_ALLOWED] == answers and [PUBLIC] == net.called
    assert "hooks.example:8443" == receiver.requests[0].headers["host"]


def test_whoever_cannot_prove_the_hosts_name_is_told_nothing(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    with receiving(trust=authority.server("other.example", [])) as receiver:
        monkeypatch.setattr(webhooks.socket, "create_connection", Net(receiver).connect)

        answer = post(HttpSender(resolve=Names([PUBLIC])), "https://hooks.example/")

    assert Answer(trouble=Trouble.NOT_TRUSTED) == answer and [] == receiver.requests


@pytest.mark.parametrize("slow", [silence, drip])
def test_an_answer_that_drips_in_under_the_hosts_name_ends_with_the_time_too(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, slow: Callable[[socket.socket], None]
):
    with receiving(slow, authority.server("hooks.example", [])) as receiver:
        monkeypatch.setattr(webhooks.socket, "create_connection", Net(receiver).connect)
        began = time.monotonic()
        sender = HttpSender(resolve=Names([PUBLIC]), total_s=0.5)

        assert Answer(trouble=Trouble.TIMEOUT) == post(sender, "https://hooks.example/")
    assert time.monotonic() - began < 2


def test_where_one_address_does_not_answer_the_next_is_called(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
):
    with receiving(trust=authority.server("hooks.example", [])) as receiver:
        net = Net(receiver)

        def connect(address: tuple[str, int], timeout: float) -> socket.socket:
            if ":" in address[0]:
                raise OSError("no way there")
            return net.connect(address, timeout)

        monkeypatch.setattr(webhooks.socket, "create_connection", connect)
        names = Names(["2001:4860:4860::8888", PUBLIC])

        assert Answer(204) == post(HttpSender(resolve=names), "https://hooks.example/")
