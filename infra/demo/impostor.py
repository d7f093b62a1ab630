"""One person plays a word of `impostor` against four bots, and prints what there is to see."""

from itertools import cycle
from typing import Final

from infra.demo.print import bold, dim, red, title
from infra.phone import PATIENCE_S, Json, Phone, Refused, Service

NICKNAME: Final = "Lucía"
OPTIONS: Final = {"words": 1, "laps": 1, "clue_seconds": 600}
BOTS: Final = 4
SAYINGS: Final = ("me gusta", "lo conozco", "de siempre", "quién sabe")
"""What she says, whatever the word is: nobody can tell anything from it."""
GUESS: Final = "perro"
OUTCOMES: Final = {
    "impostors_out": "The impostor is out and does not know the word. The civilians win.",
    "impostor_guessed": "The impostor is out, but knows the word. The impostor wins.",
    "impostors_parity": "As many impostors as civilians are left. The impostor wins.",
    "ballots_exhausted": "The last ballot is over and the impostor still there. The impostor wins.",
}


def play(service: Service) -> str | None:
    """Play; what went wrong, None if nothing."""
    phone = service.open_room(NICKNAME, "impostor", bots=BOTS, options=OPTIONS).connect()
    title("impostor: one person against four bots")
    print(f"  {NICKNAME} opens room {phone.code} with {_names(phone, _bots(phone))}.\n")
    phone.tell("deal")
    phone.tell("seen")
    phone.tell("start")
    print(f"  Her card: {_card(phone.view)}\n")
    _play_a_word(phone)
    result = phone.view["result"]
    word = result["reveal"]["word"]
    impostors = [p for p, card in result["reveal"]["cards"].items() if card["kind"] == "impostor"]
    print(f"\n  {bold(OUTCOMES.get(result['outcome'], result['outcome']))}")
    print(f"  The word was {bold(word['es'])}; the impostor was {_names(phone, impostors)}.")
    print(f"  {dim(', '.join(_place(phone, standing) for standing in phone.view['room']['standings']))}\n")
    return None if result["outcome"] in OUTCOMES else f"impostor: {result['outcome']}"


def _play_a_word(phone: Phone) -> None:
    sayings, told = cycle(SAYINGS), (0, 0)
    while phone.view["result"] is None:
        told = _tell(phone, *told)
        try:
            if phone.may("clue"):
                phone.tell("clue", text=next(sayings))
            elif phone.may("vote") and phone.player not in phone.view["round"]["voted"]:
                phone.tell("vote", suspect=None)
            elif phone.may("guess"):
                phone.tell("guess", word=GUESS)
            else:
                phone.hear(PATIENCE_S)
        except Refused as refused:
            if refused.code != "stale_phase":
                raise
            phone.sync()  # her time was over a moment before
    _tell(phone, *told)


def _tell(phone: Phone, clues: int, ballots: int) -> tuple[int, int]:
    """Print the clues and closed ballots that are new; how many there are now."""
    round_ = phone.view["round"]
    for clue in round_["clues"][clues:]:
        said = f"«{clue['text']}»" if clue["text"] else dim("says nothing")
        print(f"    {_names(phone, [clue['player']]):12} {said}", flush=True)
    for ballot in round_["ballots"][ballots:]:
        votes = ", ".join(
            f"{_names(phone, [voter])} → {_names(phone, [suspect]) if suspect else 'nobody'}"
            for voter, suspect in ballot["votes"].items()
        )
        print(f"    {dim(votes)}")
        out = (
            f"{_names(phone, [ballot['out']])} is out: {ballot['was']}"
            if ballot["out"]
            else "nobody goes out"
        )
        print(f"    {bold(out)}", flush=True)
    return len(round_["clues"]), len(round_["ballots"])


def _card(view: Json) -> str:
    card = view["me"]["card"]
    if card["kind"] == "civilian":
        return bold(card["word"]["es"])
    return red(f"you are the impostor ({card['help']['category_name']})")


def _bots(phone: Phone) -> list[str]:
    return [p["id"] for p in phone.view["room"]["players"] if p["kind"] == "bot"]


def _names(phone: Phone, players: list[str]) -> str:
    names = {p["id"]: p["nickname"] for p in phone.view["room"]["players"]}
    return ", ".join(names[p] for p in players)


def _place(phone: Phone, standing: Json) -> str:
    return f"{standing['place']}. {_names(phone, [standing['player']])} {standing['score']}"
