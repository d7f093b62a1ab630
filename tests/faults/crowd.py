"""Twenty clients in one room over HTTP, who do everything at the same moment, and the account of it."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from infra.phone import ANY_TIME, Json, Service
from tests.faults.contests import AT_ONCE_MS, NOT_NOW

CLIENTS = 20
PATIENCE_MS = 2_000
MOST = 10
LEFT = {"token_revoked", "unknown_player", "not_in_round"}
DECISIVE = ("accuse", "guess", "interrupt")


@dataclass(frozen=True)
class Ask:
    """One request: an action of a seat, or of somebody at the door who wants one."""

    player: str | None
    body: Json
    after_ms: int = 0
    key: str | None = None

    @property
    def kind(self) -> str:
        return str(self.body.get("type", "join"))


@dataclass(frozen=True)
class Reply:
    """What became of it."""

    ask: Ask
    status: int
    body: Json
    took_ms: float

    @property
    def is_done(self) -> bool:
        return self.status < 300

    @property
    def view(self) -> Json:
        view: Json = self.body["view"]
        return view


@dataclass
class Account:
    """How everything ended that was ever asked."""

    told: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    took_ms: list[float] = field(default_factory=list)

    def add(self, reply: Reply, codes: Iterable[str]) -> None:
        """Every answer is one that may come: done, refused with the reason, or busy when time ran out."""
        self.took_ms.append(reply.took_ms)
        code = reply.body.get("code")
        if reply.is_done:
            self.told["done"] += 1
        elif code == "store_busy":
            assert reply.status == 503 and reply.took_ms >= PATIENCE_MS
            self.told["busy"] += 1
        else:
            assert 400 <= reply.status < 500, reply
            assert code in set(codes), reply
            self.told["refused"] += 1
            self.codes[str(code)] += 1


class Evening:
    """One room, from a lobby with free seats on; `go_on` sets the clients on whatever phase there is."""

    def __init__(self, service: Service, account: Account, dice: Random) -> None:
        self.dice, self.account, self._http = dice, account, service.http
        self.is_quick = dice.random() < 0.5
        options = {"minutes": 10, "vote_seconds": 10 if self.is_quick else None, "guess_seconds": None}
        host = service.open_room("Ana", options=options)
        self.code, self._url = host.code, host.ws_url
        self.tokens = {host.player: host.token}
        self.points: Counter[str] = Counter()
        self.ballots: dict[str, Json] = {}
        self.fingers: dict[str, str] = {}
        self.ended = self.dealt = self.newcomers = 0

    # What the room says

    def look(self, player: str) -> Json:
        answer = self._http.get(f"/v1/rooms/{self.code}", headers=self._bearer(player))
        assert answer.status_code == 200, answer.text
        view: Json = answer.json()
        return view

    def view(self) -> Json:
        """As the host sees it; somebody is always host, and has a seat."""
        view = self.look(next(iter(self.tokens)))
        seated = {p["id"] for p in view["room"]["players"] if p["status"] != "left"}
        assert seated == set(self.tokens) and len(seated) <= MOST
        assert view["room"]["host"] in seated
        return self.look(view["room"]["host"])

    def _bearer(self, player: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[player]}"}

    # What is asked

    def at_once(self, asks: Sequence[Ask], codes: Iterable[str]) -> list[Reply]:
        """All of them together, each from a client of its own; the answers in the order of the asking."""
        begins = time.monotonic() + 0.03
        tokens = dict(self.tokens)
        with ThreadPoolExecutor(CLIENTS) as clients:
            replies = list(clients.map(lambda ask: self._ask(ask, tokens, begins), asks))
        for reply in replies:
            self.account.add(reply, codes)
        return replies

    def _ask(self, ask: Ask, tokens: dict[str, str], begins: float) -> Reply:
        time.sleep(max(0.0, begins + ask.after_ms / 1000 - time.monotonic()))
        headers = {"Idempotency-Key": ask.key} if ask.key else {}
        if ask.player is not None:
            headers["Authorization"] = f"Bearer {tokens[ask.player]}"
        path = f"/v1/rooms/{self.code}/" + ("players" if ask.player is None else "actions")
        began = time.monotonic()
        answer = self._http.post(path, json=ask.body, headers=headers)
        return Reply(ask, answer.status_code, answer.json(), (time.monotonic() - began) * 1000)

    def asks(self, view: Json, player: str, kind: str, id: str | None = None, /, **fields: Any) -> Ask:
        about = {} if kind in ANY_TIME else {"phase_seq": view["phase_seq"]}
        named = {} if id is None else {"action_id": f"{id} {view['phase_seq']}"}
        return Ask(player, {"type": kind, **about, **named, **fields}, self.dice.randrange(AT_ONCE_MS))

    # The contests

    def go_on(self) -> None:
        """The contest of the phase that there is."""
        view = self.view()
        match view["room"]["phase"]:
            case "lobby" | "round_over":
                if len(self.tokens) < MOST:
                    self._seats(view)
                elif self.dice.random() < 0.3:
                    self._hosts(view)
                else:
                    self._deals(view)
            case "dealt":
                self._looks(view)
            case "questions":
                self._questions(view)
            case "accusation":
                self._votes(view)
            case "pointing":
                self._points(view)
            case "last_chance":
                self._last_chance(view)
        self._account_for_rounds()

    def _seats(self, view: Json) -> None:
        """More come than there are seats; two of one name, two requests twice."""
        self.newcomers += 1
        free, n = MOST - len(self.tokens), self.newcomers
        asks = [
            Ask(None, {"nickname": f"Nueva {n}.{k}"}, self.dice.randrange(AT_ONCE_MS))
            for k in range(free + 4)
        ]
        asks += [Ask(None, {"nickname": name}) for name in (f"Gemela {n}", f"GEMELA {n}")]
        for k in range(2):
            asks += [
                Ask(None, {"nickname": f"Insiste {n}.{k}"}, key=f"{self.code} {n} {k}") for _ in range(2)
            ]
        replies = self.at_once(asks, {"room_full", "nickname_taken"})

        came = {r.body["player"]: r.body["token"] for r in replies if r.is_done}
        assert all(came[r.body["player"]] == r.body["token"] for r in replies if r.is_done)
        seats = [r.body["player"] for r in replies if r.is_done and r.ask.key is None]
        assert len(set(seats)) == len(seats) and not set(came) & set(self.tokens)
        self.tokens |= came
        assert len(self.view()["room"]["players"]) >= len(self.tokens) == MOST

    def _deals(self, view: Json) -> None:
        """Ten deals at once, and others who may not."""
        host = view["room"]["host"]
        others = [p for p in self.tokens if p != host]
        asks = [self.asks(view, host, "deal") for _ in range(10)]
        asks += [self.asks(view, p, "deal") for p in others[:3]]
        asks += [self.asks(view, host, "configure", options={"deck": "completa"})]
        replies = self.at_once(asks, {"stale_phase", "host_only"})

        (deal,) = [r for r in replies if r.is_done and r.ask.kind == "deal"]
        self.dealt += 1
        assert deal.ask.player == host
        assert deal.view["round"]["number"] == self.dealt
        kinds = Counter(self.look(p)["me"]["card"]["kind"] for p in self.tokens)
        assert kinds == {"spy": 1, "resident": MOST - 1}
        self.ballots, self.fingers = {}, {}

    def _looks(self, view: Json) -> None:
        """Everybody looks at their card while the host starts; in the end it is started."""
        asks = [self.asks(view, p, "seen") for p in self.tokens]
        asks += [self.asks(view, view["room"]["host"], "start") for _ in range(3)]
        replies = self.at_once(asks, {"not_all_seen", "stale_phase", "wrong_phase"})

        seen = {r.ask.player for r in replies if r.is_done and r.ask.kind == "seen"}
        starts = sum(r.is_done for r in replies if r.ask.kind == "start")
        after = self.view()
        assert starts == (after["room"]["phase"] != "dealt") and starts <= 1
        assert seen == {p["id"] for p in after["room"]["players"] if p["seen"] and p["status"] == "playing"}
        if not starts:
            self.at_once([self.asks(view, view["room"]["host"], "start")], ())

    def _questions(self, view: Json) -> None:
        """Accusations, guesses, turns and an end to all of it; one of them counts."""
        have = {past["accuser"] for past in view["round"]["accusations"]}
        free = [p for p in self._playing(view) if p not in have]
        asks = [self.asks(view, p, "accuse", suspect=self._other(view, p)) for p in free[:6]]
        asker, host = view["round"]["asker"], view["room"]["host"]
        asks += [
            self.asks(view, p, "pass_turn", answered_by=self._other(view, p)) for p in (asker, asker, host)
        ]
        if have or not free:
            spy = next(p for p in self._playing(view) if self.look(p)["me"]["card"]["kind"] == "spy")
            places = self.dice.sample(self.look(spy)["candidates"], 2)
            asks += [self.asks(view, spy, "guess", place=place) for place in places]
        if self.dice.random() < 0.2:
            asks += [self.asks(view, host, "interrupt") for _ in range(2)]
        replies = self.at_once(asks, NOT_NOW | {"cannot_choose_self"})

        counted = [r for r in replies if r.is_done and r.ask.kind in DECISIVE]
        phase = self.view()["room"]["phase"]
        assert len(counted) <= 1
        assert counted or phase in ("questions", "pointing"), "nobody ended it but time"

    def _votes(self, view: Json) -> None:
        """All vote at once, each twice; sometimes some go, or the host removes one, or time runs out."""
        open_ = view["round"]["accusation"]
        voters, host = open_["missing"], view["room"]["host"]
        yes = self.dice.choice([0.8, 1.0])
        asks = []
        for voter in voters:
            guilty, id = self.dice.random() < yes, self.dice.choice(["ballot", None])
            asks += [self.asks(view, voter, "vote", id, guilty=guilty) for _ in range(2)]
        asks += [self.asks(view, open_["suspect"], "vote", guilty=False)]
        if self.dice.random() < 0.3:
            asks += [self.asks(view, p, "leave") for p in self.dice.sample(voters, min(2, len(voters)))]
            asks += [self.asks(view, host, "remove", player=self._other(view, host)) for _ in range(2)]
        if self.is_quick:
            late = int(view["round"]["timer"]["remaining_ms"] / view["time_scale"])
            asks = [Ask(a.player, a.body, max(0, late + self.dice.randrange(-80, 40)), a.key) for a in asks]
        replies = self.at_once(asks, NOT_NOW | LEFT | {"cannot_choose_self"})

        cast: dict[str, bool] = {}
        for reply in replies:
            if reply.is_done and reply.ask.kind == "vote":
                player, guilty = str(reply.ask.player), reply.ask.body["guilty"]
                assert cast.get(player) is None or "action_id" in reply.ask.body, "counted twice"
                cast[player] = guilty
        assert open_["suspect"] not in cast
        gone = self._take_away(replies)
        self.ballots[open_["accuser"]] = {**open_, "cast": cast, "gone": gone}
        if self.is_quick and not gone:
            self._nothing_was_early(view, replies, set(cast) == set(voters))

    def _nothing_was_early(self, view: Json, replies: list[Reply], all_voted: bool) -> None:
        """A ballot on which somebody did not vote is open until its deadline."""
        deadline = view["round"]["timer"]["deadline"]
        for seen in (r.view for r in replies if r.is_done):
            if not all_voted and seen["room"]["phase"] != "accusation":
                assert seen["server_time"] >= deadline
        for reply in replies:
            if reply.is_done and reply.view["room"]["phase"] == "accusation":
                assert reply.view["server_time"] < deadline

    def _take_away(self, replies: list[Reply]) -> set[str]:
        gone = {str(r.ask.player) for r in replies if r.is_done and r.ask.kind == "leave"}
        gone |= {r.ask.body["player"] for r in replies if r.is_done and r.ask.kind == "remove"}
        for player in gone:
            del self.tokens[player]
        return gone

    def _points(self, view: Json) -> None:
        """All point at once, some twice."""
        asks = []
        for player in self._playing(view):
            for _ in range(self.dice.choice([1, 2])):
                asks.append(self.asks(view, player, "point", suspect=self._other(view, player)))
        replies = self.at_once(asks, {"stale_phase"})

        once = Counter(r.ask.player for r in replies if r.is_done)
        assert set(once) == set(self._playing(view)), "everybody's finger counted"
        pointed = {str(a.player): str(a.body["suspect"]) for a in asks if once[a.player] == 1}
        sent = Counter(a.player for a in asks)
        self.fingers = {p: suspect for p, suspect in pointed.items() if sent[p] == 1}
        assert self.view()["room"]["phase"] in ("last_chance", "round_over")

    def _last_chance(self, view: Json) -> None:
        """The caught spy guesses three times at once, and everybody else tries too."""
        spy = view["round"]["last_chance"]["player"]
        places = self.dice.sample(self.look(spy)["candidates"], 3)
        asks = [self.asks(view, spy, "guess", place=place) for place in places]
        asks += [self.asks(view, p, "guess", place=places[0]) for p in self._playing(view) if p != spy]
        replies = self.at_once(asks, {"stale_phase", "spy_only"})

        (guess,) = [r for r in replies if r.is_done]
        assert guess.ask.player == spy

    def _hosts(self, view: Json) -> None:
        """The host hands over to three at once and goes, others want to deal; one is host."""
        host = view["room"]["host"]
        others = [p for p in self.tokens if p != host]
        chosen = self.dice.sample(others, 3)
        asks = [self.asks(view, host, "make_host", player=p) for p in chosen]
        asks += [self.asks(view, p, "claim_host") for p in others]
        asks += [self.asks(view, host, "leave")] * (self.dice.random() < 0.5)
        asks += [self.asks(view, p, "leave") for p in self.dice.sample(others, 1)]
        replies = self.at_once(asks, {"host_only", "host_present", "already_host"} | LEFT)

        handed = [r.ask.body["player"] for r in replies if r.is_done and r.ask.kind == "make_host"]
        gone = self._take_away(replies)
        assert len(handed) <= 1, "whoever has handed over is host no more"
        after = self.view()["room"]["host"]
        assert not handed or after == handed[0] or handed[0] in gone

    def _playing(self, view: Json) -> list[str]:
        return [p["id"] for p in view["room"]["players"] if p["status"] == "playing"]

    def _other(self, view: Json, player: str) -> str:
        return self.dice.choice([p for p in self._playing(view) if p != player])

    # The account

    def _account_for_rounds(self) -> None:
        """Every round that ended was kept once, with every vote that was accepted, and counted once."""
        view = self.view()
        if view["room"]["phase"] != "round_over" or self.ended == self.dealt:
            return
        answer = self._http.get(f"/v1/rooms/{self.code}/rounds", headers=self._bearer(view["room"]["host"]))
        rounds = answer.json()["rounds"]
        assert [r["number"] for r in rounds] == list(range(1, self.dealt + 1))
        self.ended = self.dealt
        result = rounds[-1]["result"]
        assert result == view["result"]
        reveal = result["reveal"]
        told = {past["accuser"]: past for past in reveal["accusations"]}
        assert len(told) == len(reveal["accusations"])
        # A quick ballot may be over before anybody has come to see it.
        assert set(told) >= set(self.ballots) and (self.is_quick or set(told) == set(self.ballots))
        for accuser, ballot in self.ballots.items():
            assert told[accuser]["suspect"] == ballot["suspect"]
            for voter in set(ballot["missing"]) - ballot["gone"]:
                said = told[accuser]["votes"].get(voter, False)
                assert said == ballot["cast"].get(voter, False), "a vote was lost"
        for player, suspect in self.fingers.items():
            assert reveal["pointing"][player] == suspect
        for award in result["points"]:
            self.points[award["player"]] += award["points"]
        for player in view["room"]["players"]:
            assert player["score"] == self.points[player["id"]], "counted otherwise than once"
