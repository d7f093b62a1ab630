"""Twenty clients in the rooms of any game over HTTP: of its rules they know what their last view offers."""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any

import httpx

from infra.phone import Json, Service

CLIENTS, ROOMS = 20, 5
AT_ONCE_MS, PATIENCE_S = 50, 5.0
MOST_RETRIES = 5
SELDOM = {
    "leave": 0.01,
    "remove": 0.02,
    "interrupt": 0.1,
    "finish": 0.1,
    "make_host": 0.05,
    "configure": 0.2,
    "add_bot": 0.05,
    "tick": 0.1,
    "cross_out": 0.2,
}
"""How often, beside 1 for all the others, a client takes what would end play or is no play."""
SEVERAL = {"cross_out"}
"""Where a list of cards is given; elsewhere it is one of them."""
NOT_TO_BE_EXPECTED = {
    "action_id_reused",
    "idempotency_key_reused",
    "invalid_token",
    "malformed_json",
    "malformed_request",
    "unknown_action",
    "unknown_field",
}
"""Refusals of what no client here does."""
GONE = {"token_revoked", "room_closed"}


@dataclass
class Tally:
    """How everything was answered that was ever asked."""

    told: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Seat:
    """What a client knows: its token, and its views from the newest that came to the one before."""

    room: "Place"
    player: str
    token: str
    views: list[Json]
    lock: Lock = field(default_factory=Lock)

    @property
    def newest(self) -> int:
        return int(self.views[-1]["version"])

    def shown(self, view: Json, at_least: int) -> None:
        """Keep a view that was asked for when this much had been seen."""
        assert view["version"] >= at_least, "a view that goes back"
        with self.lock:
            if view["version"] > self.newest:
                self.views = [self.views[-1], view]
        self.room.note(view)


@dataclass
class Place:
    """A room, and what its clients were told that must still be true in the end."""

    code: str
    lock: Lock = field(default_factory=Lock)
    ended: dict[tuple[int, int], Json] = field(default_factory=dict)
    deals: int = 0
    said: dict[str, str] = field(default_factory=dict)

    def note(self, view: Json) -> None:
        """Remember a finished round."""
        if view["result"] is not None:
            number = (view["room"]["match"], view["round"]["number"])
            with self.lock:
                assert self.ended.setdefault(number, view["result"]) == view["result"], "another end"


class Evening:
    """Rooms of one game, and twenty clients that are set on them at every `go_on`."""

    def __init__(self, service: Service, game: Json, tally: Tally, dice: Random) -> None:
        self._http, self._game, self._tally, self._dice = service.http, game, tally, dice
        documents = service.http.get("/v1/openapi.json").json()
        self._paths: Json = documents["paths"]
        problem = documents["components"]["schemas"]["Problem"]["properties"]
        self._codes = {*problem["code"]["enum"]} - NOT_TO_BE_EXPECTED
        self._lock, self._number, self._evening = Lock(), 0, dice.getrandbits(40)
        self.rooms: list[Place] = []
        self.seats: list[Seat] = []
        for n in range(CLIENTS):
            name = self._name()
            self.seats.append(self._opens(name) if n < ROOMS else self._joins(self.rooms[n % ROOMS], name))

    def go_on(self) -> None:
        """Every client does something that its last view offers; who has no seat any more takes one."""
        begins = time.monotonic() + 0.02
        seeds = [self._dice.getrandbits(64) for _ in self.seats]
        with ThreadPoolExecutor(2 * CLIENTS) as clients:
            turns = [
                clients.submit(self._turn, seat, Random(seed), begins, clients)
                for seat, seed in zip(self.seats, seeds, strict=True)
            ]
            self.seats = [turn.result() for turn in turns]

    # What a client does

    def _turn(self, seat: Seat, dice: Random, begins: float, clients: ThreadPoolExecutor) -> Seat:
        time.sleep(max(0.0, begins + dice.randrange(AT_ONCE_MS) / 1000 - time.monotonic()))
        name, chance = self._name(), dice.random()
        if chance < 0.15:
            answers = [self._looks(seat)]
        elif chance < 0.2 and self._game["chat"]:
            answers = self._says(seat, f"¿Y ahora, {name}?", name, dice, clients)
        else:
            answers = self._acts(seat, name, dice, clients)
        if any(answer.json().get("code") in GONE for answer in answers):
            return self._joins(seat.room, name, dice.choice([1, 2]))
        return seat

    def _looks(self, seat: Seat) -> httpx.Response:
        seen = seat.newest
        answer = self._asks("look", "get", "/v1/rooms/{code}", seat)
        if answer.is_success:
            seat.shown(answer.json(), seen)
        return answer

    def _acts(self, seat: Seat, id: str, dice: Random, clients: ThreadPoolExecutor) -> list[httpx.Response]:
        """What the newest view offers, or at times the one before."""
        view = seat.views[0 if dice.random() < 0.1 else -1]
        entries = view["actions"]
        weights = [_likelihood(entry["type"], seat) for entry in entries]
        if dice.random() > sum(weights):
            return []
        (entry,) = dice.choices(entries, weights)
        action = {**self._filled(entry, view, dice), "action_id": id}
        path = "/v1/rooms/{code}/actions"

        def once(_: int) -> httpx.Response:
            seen = seat.newest
            answer = self._asks(action["type"], "post", path, seat, json=action)
            if answer.is_success and "view" in answer.json():
                seat.shown(answer.json()["view"], seen)
            return answer

        answers = self._repeated(once, dice, clients)
        if action["type"] == "deal" and any(answer.is_success for answer in answers):
            with seat.room.lock:
                seat.room.deals += 1
        return answers

    def _says(
        self, seat: Seat, text: str, key: str, dice: Random, clients: ThreadPoolExecutor
    ) -> list[httpx.Response]:
        def once(_: int) -> httpx.Response:
            path, headers = "/v1/rooms/{code}/messages", {"Idempotency-Key": key}
            return self._asks("say", "post", path, seat, json={"text": text}, headers=headers)

        answers = self._repeated(once, dice, clients)
        ids = {answer.json()["id"] for answer in answers if answer.is_success}
        assert len(ids) <= 1, "said twice"
        with seat.room.lock:
            seat.room.said |= dict.fromkeys(ids, text)
        return answers

    def _repeated(self, once: Any, dice: Random, clients: ThreadPoolExecutor) -> list[httpx.Response]:
        """Once, or twice under one id; of what is acknowledged twice, one is told to be a repeat."""
        chance = dice.random()
        if chance < 0.2:
            second = clients.submit(once, 2)
            answers = [once(1), second.result()]
        else:
            answers = [once(n) for n in range(1 if chance < 0.7 else 2)]
        done = [answer for answer in answers if answer.is_success]
        first = [answer for answer in done if "Idempotency-Replayed" not in answer.headers]
        assert len(first) <= 1, "applied twice"
        return answers

    def _filled(self, entry: Json, view: Json, dice: Random) -> Json:
        """The offered action with a value for each of its members."""
        kind, fixed = entry["type"], {k: v for k, v in entry.items() if k in ("type", "phase_seq")}
        choices = {k: v for k, v in entry.items() if k not in fixed}
        if kind == "configure":
            name = dice.choice([*choices["options"]])
            return {**fixed, "options": {name: _of_schema(choices["options"][name], dice)}}
        return {**fixed, **{name: _value(choice, kind, view, dice) for name, choice in choices.items()}}

    # Coming

    def _opens(self, name: str) -> Seat:
        body, key = {"game": self._game["id"], "nickname": name}, f"{name} opens"
        answer = self._asks("open", "post", "/v1/rooms", None, json=body, headers={"Idempotency-Key": key})
        assert answer.status_code == 201, answer.text
        place = Place(answer.json()["view"]["room"]["code"])
        with self._lock:
            self.rooms.append(place)
        return self._seat(place, answer)

    def _joins(self, room: Place, name: str, times: int = 1) -> Seat:
        """A seat in that room, once however often it is asked for; if that is full or closed, a new room."""
        path, headers = "/v1/rooms/{code}/players", {"Idempotency-Key": name}
        answers = [
            self._asks("join", "post", path, room, json={"nickname": name}, headers=headers)
            for _ in range(times)
        ]
        if not answers[0].is_success:
            assert answers[0].json()["code"] in ("room_full", "room_closed"), answers[0].text
            return self._opens(name)
        assert len({answer.json().get("token") for answer in answers}) == 1, "two seats for one"
        return self._seat(room, answers[0])

    def _seat(self, room: Place, answer: httpx.Response) -> Seat:
        body = answer.json()
        return Seat(room, body["player"], body["token"], [body["view"]])

    def _name(self) -> str:
        with self._lock:
            self._number += 1
            return f"{self._number} {self._evening:x}"

    # Asking

    def _asks(
        self, kind: str, method: str, path: str, by: Seat | Place | None, **more: Any
    ) -> httpx.Response:
        """One request, again under its own id while the store is busy; the answer is one that may come."""
        headers, room = {**more.pop("headers", {})}, by
        if isinstance(by, Seat):
            headers["Authorization"], room = f"Bearer {by.token}", by.room
        url = path.format(code=room.code) if isinstance(room, Place) else path
        for _ in range(MOST_RETRIES):
            answer = self._http.request(method, url, headers=headers, **more)
            with self._lock:
                self._check(kind, method, path, answer)
            if answer.status_code != 503:
                return answer
        raise AssertionError(f"busy for all of {MOST_RETRIES} times")

    def _check(self, kind: str, method: str, path: str, answer: httpx.Response) -> None:
        self._tally.kinds[kind] += 1
        if answer.is_success:
            self._tally.told["done"] += 1
            return
        code = answer.json().get("code")
        self._tally.codes[code] += 1
        if answer.status_code == 503:
            assert code == "store_busy", answer.text
            self._tally.told["busy"] += 1
            return
        self._tally.told["refused"] += 1
        assert 400 <= answer.status_code < 500, answer.text
        assert code in self._codes, answer.text
        assert str(answer.status_code) in self._paths[path][method]["responses"], f"{kind}: {answer.text}"

    # In the end

    def account(self) -> None:
        """In every room people can go on, and all that was told of it is kept, once."""
        by_room: dict[str, list[Seat]] = defaultdict(list)
        for seat in self.seats:
            by_room[seat.room.code].append(seat)
        for room in self.rooms:
            seats = [seat for seat in by_room[room.code] if self._looks(seat).is_success]
            if seats:
                self._account_for(room, seats[0])

    def _account_for(self, room: Place, seat: Seat) -> None:
        with httpx.Client(base_url=self._http.base_url, timeout=PATIENCE_S) as fresh:
            path, headers = f"/v1/rooms/{room.code}", {"Authorization": f"Bearer {seat.token}"}
            assert fresh.get(path, headers=headers).json()["me"]["player"] == seat.player
            if self._game["chat"]:
                heard = {m["id"]: m["text"] for m in _messages(fresh, f"{path}/messages", headers)}
                oldest = min(map(int, heard), default=0)
                said = {id: text for id, text in room.said.items() if int(id) >= oldest}
                assert said.items() <= heard.items(), "a message is lost"
                assert len(set(heard.values())) == len(heard), "said twice"
            # Nobody plays any more, but time does: the round that is on may end meanwhile.
            for _ in range(20):
                listed = fresh.get(f"{path}/rounds", headers=headers).json()["rounds"]
                view = fresh.get(path, headers=headers).json()
                room.note(view)
                is_on = view["round"] is not None and view["result"] is None
                if len(listed) + is_on == room.deals:
                    break
                time.sleep(PATIENCE_S / 20)
        told = {(r["match"], r["number"]): r["result"] for r in listed}
        assert len(told) == len(listed), "kept twice"
        assert len(listed) + is_on == room.deals, "every deal that was acknowledged is one round"
        assert {number: told.get(number) for number in room.ended} == room.ended


def _messages(http: httpx.Client, path: str, headers: dict[str, str]) -> Sequence[Json]:
    answer = http.get(path, headers=headers)
    assert answer.is_success, answer.text
    messages: Sequence[Json] = answer.json()["messages"]
    return messages


def _likelihood(kind: str, seat: Seat) -> float:
    """How often an offered action is taken; who has looked at their card need not look again."""
    seen = next(p["seen"] for p in seat.views[-1]["room"]["players"] if p["id"] == seat.player)
    return 0.02 if kind == "seen" and seen else SELDOM.get(kind, 1)


def _value(choice: Any, kind: str, view: Json, dice: Random) -> Any:
    """A value that the entry allows: mostly the first, so that people agree at times."""
    if isinstance(choice, dict) and "max_length" in choice:
        words = [f"zz{dice.randrange(1_000)}"] * min(2, choice.get("max_words") or 2)
        return " ".join(words)[: choice["max_length"]]
    values = view[choice["from"]] if isinstance(choice, dict) else choice
    if kind in SEVERAL:
        return dice.sample(values, dice.randint(0, min(3, len(values))))
    return values[0] if dice.random() < 0.5 else dice.choice(values)


def _of_schema(schema: Json, dice: Random) -> Any:
    """A value that a schema of one option allows."""
    if "anyOf" in schema:
        return _of_schema(dice.choice(schema["anyOf"]), dice)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    if schema["type"] == "array":
        listed = schema["items"]["enum"]
        return dice.sample(listed, dice.randint(1, len(listed)))
    return dice.randint(schema["minimum"], min(schema["maximum"], 60))
