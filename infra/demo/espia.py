"""Five phones play two scripted rounds of `espia`, and show what each of them sees."""

from collections.abc import Mapping
from typing import Any, Final

from infra.demo.print import bold, dim, red, title
from infra.phone import PATIENCE_S, Json, Phone, Service, seconds_left

NICKNAMES: Final = ("Lucía", "Mateo", "Carmen", "Hugo", "Sofía")
OPTIONS: Final = {"minutes": 10, "vote_seconds": None, "guess_seconds": None}
SCRIPT: Final = ["spy_accused", "spy_last_chance_right"]

OUTCOMES: Final = {
    "spy_accused": "The spy was accused by all. The residents win.",
    "spy_last_chance_right": "The caught spy knew the place. The spies win.",
}
REASONS: Final = {
    "team_win": "won",
    "right_accusation": "accused rightly",
    "right_vote": "pointed rightly",
}


def play(service: Service) -> str | None:
    """Play; what went otherwise than the script has it, None if nothing."""
    outcomes = Evening(service).play()
    return None if outcomes == SCRIPT else f"espia: {', '.join(outcomes)}"


class Evening:
    """The five, their room and the two rounds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._host = service.open_room(NICKNAMES[0], options=OPTIONS)
        self._phones = [self._host, *(service.join(self._host.code, name) for name in NICKNAMES[1:])]
        for phone in self._phones:
            phone.connect()
        deck = service.http.get(f"/v1/decks/{self._host.view['room']['deck']['id']}").json()
        self._places = {entry["id"]: entry["name"] for entry in deck["entries"]}

    def play(self) -> list[str]:
        """How the two rounds ended."""
        self._show(f"Lucía opens room {self._host.code}, the others type the code.", "The lobby")
        outcomes = [self._round_of_an_accusation(), self._round_of_a_last_chance()]
        self._do(self._host, "finish")
        self._show("Lucía ends the match.", "The standings")
        return outcomes

    def _round_of_an_accusation(self) -> str:
        self._deal("The first round")
        self._do(self._host, "start")
        self._question()
        asker = self._question()
        self._show(f"The clock runs. Two questions were asked aloud; it is {asker.nickname}'s turn.")

        accuser, *voters = self._residents
        self._do(accuser, "accuse", suspect=self._spy.player)
        self._do(voters[0], "vote", guilty=True)
        self._show(f"{accuser.nickname} accuses {self._spy.nickname}. The clock stands, the others vote.")
        for voter in voters[1:]:
            self._do(voter, "vote", guilty=True)
        return self._reveal(f"Everybody says guilty, and {self._spy.nickname}'s card is opened.")

    def _round_of_a_last_chance(self) -> str:
        self._do(self._host, "configure", options={"minutes": 5})
        self._deal("The second round, of five minutes")
        self._do(self._host, "start")
        self._question()
        patience = seconds_left(self._host.view) + PATIENCE_S
        self._show(f"Nobody accuses anybody. In {seconds_left(self._host.view):.0f} s time is up …")

        for phone in self._phones:
            phone.until(lambda view: view["room"]["phase"] == "pointing", patience)
        first, second, *others = self._residents
        self._do(first, "point", suspect=second.player)
        self._do(second, "point", suspect=self._spy.player)
        self._show("… which the server tells all phones by itself. Two have pointed already.")
        for phone in (first, *others):
            self._do(phone, "point", suspect=self._spy.player)
        self._do(self._spy, "point", suspect=first.player)
        self._show(f"{first.nickname} has thought better of it: {self._spy.nickname} is singled out.")
        self._do(self._spy, "guess", place=self._place["id"])
        return self._reveal(f"{self._spy.nickname} has listened well and names the place.")

    def _deal(self, title: str) -> None:
        self._do(self._host, "deal")
        for phone in self._phones:
            self._do(phone, "seen")
        self._show("Lucía deals, and everybody looks at their own card.", title)

    def _question(self) -> Phone:
        """The asker asks whoever may be asked first; the one who answered asks next."""
        asker = next(p for p in self._phones if p.player == p.view["round"]["asker"])
        offer = asker.may("pass_turn")
        assert offer
        self._do(asker, "pass_turn", answered_by=offer["answered_by"][0])
        return next(p for p in self._phones if p.player == p.view["round"]["asker"])

    def _reveal(self, told: str) -> str:
        result = self._host.view["result"]
        self._show(told)
        place = result["reveal"]["place"]["name"]
        print(f"  {bold(OUTCOMES.get(result['outcome'], result['outcome']))} They were at: {place}.\n")
        return str(result["outcome"])

    def _do(self, phone: Phone, kind: str, **fields: Any) -> None:
        """One phone acts; the change comes to all of them over their sockets."""
        phone.tell(kind, **fields)
        for other in self._phones:
            other.sync()

    @property
    def _spy(self) -> Phone:
        return next(p for p in self._phones if p.card and p.card["kind"] == "spy")

    @property
    def _residents(self) -> list[Phone]:
        return [p for p in self._phones if p is not self._spy]

    @property
    def _place(self) -> Json:
        card = self._residents[0].card
        assert card
        place: Json = card["place"]
        return place

    def _show(self, told: str, heading: str | None = None) -> None:
        """What has happened, and what each phone shows now."""
        if heading:
            title(heading)
        print(f"  {told}\n")
        screens = [screen(phone.view, self._places) for phone in self._phones]
        width = max(len(large) for large, _ in screens)
        for phone, (large, small) in zip(self._phones, screens, strict=True):
            name = f"{phone.nickname}{' ★' if phone.player == phone.view['room']['host'] else ''}"
            shown = (red if _is_spys_own(phone.view) else str)(large.ljust(width))
            print(f"    {bold(name.ljust(9))}{dim('│')} {shown}   {dim(small)}".rstrip())
        print(flush=True)


Screen = tuple[str, str]
"""What is written large, and what small."""


def screen(view: Json, places: Mapping[str, str]) -> Screen:
    """One view, and nothing else, made into a screen as a frontend does."""
    names = {p["id"]: p["nickname"] for p in view["room"]["players"]}
    names[view["me"]["player"]] = "you"
    return _SCREENS[view["room"]["phase"]](view, names, places)


def _lobby(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    host = names[view["room"]["host"]]
    return f"{len(names)} at the table", "you may deal" if _may(view, "deal") else f"waiting for {host}"


def _dealt(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    card = view["me"]["card"]
    if card["kind"] == "resident":
        return card["place"]["name"], card["role"]
    some = ", ".join(places[c] for c in view["candidates"][:3])
    return "you are the spy", f"one of {len(view['candidates'])} places: {some} …"


def _questions(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    asker, asked_by = view["round"]["asker"], view["round"]["asked_by"]
    is_mine = asker == view["me"]["player"]
    turn = "you ask" if is_mine else f"{names[asker]} asks"
    not_back = [f"anybody but {names[asked_by]}"] if is_mine and asked_by else []
    buttons = [f"[{name}]" for name in ("accuse", "guess") if _may(view, name)]
    return f"{_time(view['round']['clock'])}  {turn}", "  ".join([*not_back, *buttons])


def _accusation(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    ballot, mine = view["round"]["accusation"], view["me"]["vote"]
    if ballot["suspect"] == view["me"]["player"]:
        own = f"{names[ballot['accuser']]} accuses you"
    else:
        own = "guilty?" if mine is None else f"you say {'guilty' if mine else 'innocent'}"
    voted = ", ".join(names[p] for p in ballot["voted"])
    return f"{_time(view['round']['clock'])}  {own}", f"have voted: {voted}"


def _pointing(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    mine = view["me"]["point"]
    pointed = ", ".join(names[p] for p in view["round"]["pointing"]["pointed"])
    return f"you point at {names[mine]}" if mine else "who is the spy?", f"have pointed: {pointed}"


def _last_chance(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    caught = view["round"]["last_chance"]["player"]
    votes = view["round"]["pointing"]["votes"].items()
    fingers = ", ".join(f"{names[p]} → {names[suspect]}" for p, suspect in votes)
    return "which place is it?" if _may(view, "guess") else f"{names[caught]} is caught", fingers


def _round_over(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    me, result = view["me"]["player"], view["result"]
    award = next(a for a in result["points"] if a["player"] == me)
    because = ", ".join(REASONS[why] for why in award["because"])
    return f"+{award['points']}  {result['reveal']['cards'][me]['role'] or 'the spy'}", because


def _match_over(view: Json, names: Mapping[str, str], places: Mapping[str, str]) -> Screen:
    mine = next(s for s in view["room"]["standings"] if s["player"] == view["me"]["player"])
    return f"{mine['place']}.", f"{mine['score']} point{'' if mine['score'] == 1 else 's'}"


_SCREENS: Final = {
    "lobby": _lobby,
    "dealt": _dealt,
    "questions": _questions,
    "accusation": _accusation,
    "pointing": _pointing,
    "last_chance": _last_chance,
    "round_over": _round_over,
    "match_over": _match_over,
}


def _may(view: Json, kind: str) -> bool:
    return any(entry["type"] == kind for entry in view["actions"])


def _is_spys_own(view: Json) -> bool:
    card = view["me"]["card"]
    return view["room"]["phase"] != "match_over" and card is not None and card["kind"] == "spy"


def _time(clock: Json) -> str:
    minutes, seconds = divmod(clock["remaining_ms"] // 1000, 60)
    return f"{minutes}:{seconds:02}{'  ' if clock['state'] == 'running' else ' ‖'}"
