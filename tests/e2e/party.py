"""Friends around one room, each with a phone; every other one acts over HTTP, the rest over their socket."""

import json
from collections.abc import Iterator
from typing import Any, Self

from infra.phone import Json, Phone, Service

NAMES = ("Ana", "Bea", "Eva", "Leo", "Sol", "Max", "Paz", "Luz", "Gil", "Iris")


class Party:
    """The phones of one room in seat order, the host's first; `play` begins a round in it."""

    def __init__(self, service: Service, size: int, **options: Any) -> None:
        self.service = service
        self.phones = [service.open_room(NAMES[0], options=options)]
        self.phones += [service.join(self.host.code, name) for name in NAMES[1:size]]

    def connect(self) -> Self:
        """All open their sockets."""
        for phone in self:
            phone.connect()
        return self

    def __iter__(self) -> Iterator[Phone]:
        return iter(self.phones)

    @property
    def host(self) -> Phone:
        return self.phones[0]

    @property
    def code(self) -> str:
        return self.host.code

    @property
    def spies(self) -> list[Phone]:
        return [p for p in self if p.card and p.card["kind"] == "spy"]

    @property
    def spy(self) -> Phone:
        (spy,) = self.spies
        return spy

    @property
    def residents(self) -> list[Phone]:
        return [p for p in self if p.card and p.card["kind"] == "resident"]

    @property
    def place(self) -> Json:
        """Where the residents are; they all hold the same."""
        (place,) = {json.dumps(p.card["place"], sort_keys=True) for p in self.residents if p.card}
        found: Json = json.loads(place)
        return found

    @property
    def elsewhere(self) -> str:
        """A place where they are not."""
        candidates: list[str] = self.spies[0].view["candidates"]
        return next(c for c in candidates if c != self.place["id"])

    def named(self, player: str) -> Phone:
        return next(p for p in self if p.player == player)

    def others(self, *those: Phone) -> list[Phone]:
        return [p for p in self if p not in those]

    def do(self, who: Phone, kind: str, **fields: Any) -> None:
        """Somebody acts, and everybody who has a socket comes to see the same."""
        act = who.post if self.phones.index(who) % 2 else who.act
        act(kind, **fields)
        self._all_see_what_is_seen_by(who)

    def sync(self) -> None:
        """Everybody comes to see the present."""
        first = next(p for p in self if p.socket is not None)
        first.sync()
        self._all_see_what_is_seen_by(first)

    def _all_see_what_is_seen_by(self, first: Phone) -> None:
        present = for_all(first.view)
        for phone in self:
            if phone.socket is not None:
                phone.until(lambda view: present == for_all(view))

    def deal(self) -> None:
        """The host deals, everybody looks at their card."""
        self.do(self.host, "deal")
        for phone in self:
            self.do(phone, "seen")

    def play(self) -> Self:
        self.deal()
        self.do(self.host, "start")
        return self

    def accuse(self, accuser: Phone, suspect: Phone, no: tuple[Phone, ...] = ()) -> None:
        """An accusation on which everybody votes: yes, but for those named."""
        self.do(accuser, "accuse", suspect=suspect.player)
        for voter in self.others(accuser, suspect):
            self.do(voter, "vote", guilty=voter not in no)

    def point_at(self, suspect: Phone) -> None:
        """Everybody points at the same one, who points at somebody."""
        for phone in self.others(suspect):
            self.do(phone, "point", suspect=suspect.player)
        self.do(suspect, "point", suspect=self.others(suspect)[0].player)

    @property
    def result(self) -> Json:
        """How the round ended; every phone is told the same."""
        told = {json.dumps(p.view["result"], sort_keys=True) for p in self if p.socket is not None}
        (result,) = told
        found: Json = json.loads(result)
        return found

    @property
    def ending(self) -> tuple[str, str | None]:
        return self.result["outcome"], self.result["winners"]

    @property
    def points(self) -> dict[str, int]:
        return {award["player"]: award["points"] for award in self.result["points"]}

    def score(self) -> dict[str, int]:
        return {p["id"]: p["score"] for p in self.host.view["room"]["players"]}


def for_all(view: Json) -> Json:
    """What every phone is shown alike, whatever moment it is."""
    players = [{k: v for k, v in p.items() if "connected" != k} for p in view["room"]["players"]]
    round_ = dict(view["round"] or {})
    for name in ("clock", "timer"):
        if (running := round_.get(name)) and running["deadline"]:
            round_[name] = {**running, "remaining_ms": None}
    return {
        "phase_seq": view["phase_seq"],
        "room": {**view["room"], "players": players},
        "round": round_,
        "result": view["result"],
    }
