"""Two people and three bots play a round of `shpion`, in Russian, and print what there is to see."""

from itertools import cycle
from typing import Final

from infra.demo.print import bold, dim, red, title
from infra.phone import PATIENCE_S, Json, Phone, Refused, Service

NICKNAMES: Final = ("Аня", "Боря")
OPTIONS: Final = {"rounds": 1, "minutes": 5, "themes": "classic"}
BOTS: Final = 3
ANSWERS: Final = ("yes", "no")
"""What the two answer in turn: they are in a hurry."""
OUTCOMES: Final = {
    "spy_guessed": "Шпион назвал слово и победил.",
    "spy_guess_wrong": "Шпион назвал не то слово. Победили мирные.",
    "innocent_accused": "Обвинили мирного. Победил шпион.",
    "spy_accused": "Шпиона разоблачили. Победили мирные.",
    "spy_hidden": "Время вышло, шпиона не нашли.",
    "spy_pointed": "Все показали на шпиона. Победили мирные.",
    "innocent_pointed": "Все показали на мирного. Победил шпион.",
}


def play(service: Service) -> str | None:
    """Play; what went wrong, None if nothing."""
    host = service.open_room(NICKNAMES[0], "shpion", bots=BOTS, options=OPTIONS)
    phones = [host.connect(), service.join(host.code, NICKNAMES[1]).connect()]
    title("shpion: two people and three bots")
    host.tell("deal")
    for phone in phones:
        phone.tell("seen")
    host.tell("start")
    names = {p["id"]: p["nickname"] for p in host.view["room"]["players"]}
    print(f"  {', '.join(names.values())}; тема: {host.view['round']['theme']['title']}\n")
    for phone in phones:
        print(f"  {names[phone.player]}: {_card(phone.view)}")
    print()
    _play_a_round(phones, names)
    result = host.view["result"]
    spy = next(p for p, card in result["reveal"]["cards"].items() if card["kind"] == "spy")
    print(f"\n  {bold(OUTCOMES.get(result['outcome'], result['outcome']))}")
    print(f"  Слово: {bold(result['reveal']['word']['name'])}; шпион: {names[spy]}.\n")
    return None if result["outcome"] in OUTCOMES else f"shpion: {result['outcome']}"


def _play_a_round(phones: list[Phone], names: dict[str, str]) -> None:
    answers, told, accused = cycle(ANSWERS), 0, 0
    host = phones[0]
    while host.view["result"] is None:
        for phone in phones:
            try:
                _take_part(phone, next(answers))
            except Refused as refused:
                if refused.code not in ("stale_phase", "wrong_phase", "not_your_turn", "not_asker"):
                    raise
            phone.sync()
        told, accused = _tell(host.view, names, told, accused)
        if not any(_is_waited_for(phone) for phone in phones) and host.view["result"] is None:
            host.hear(PATIENCE_S)


def _is_waited_for(phone: Phone) -> bool:
    return any(phone.may(kind) for kind in ("ask", "answer", "vote")) or _may_point(phone)


def _may_point(phone: Phone) -> bool:
    return phone.may("point") is not None and phone.view["me"]["point"] is None


def _take_part(phone: Phone, answer: str) -> None:
    if ask := phone.may("ask"):
        asked = {each.get("question") for each in phone.view["round"]["questions"]}
        fresh = [each for each in ask["question"] if each not in asked]
        phone.tell("ask", to=ask["to"][0], question=(fresh or ask["question"])[0])
    elif phone.may("answer"):
        phone.tell("answer", option=answer)
    elif phone.may("vote"):
        phone.tell("vote", guilty=True)
    elif _may_point(phone):
        point = phone.may("point")
        phone.tell("point", suspect=point["suspect"][0] if point else None)


def _tell(view: Json, names: dict[str, str], told: int, accused: int) -> tuple[int, int]:
    """Print the answered questions and closed accusations that are new; how many there are now."""
    round_ = view["round"]
    texts = {each["id"]: each["text"] for kind in ("questions", "options") for each in round_["theme"][kind]}
    answered = [each for each in round_["questions"] if each["answer"]]
    for each in answered[told:]:
        question, option = texts[each["question"]], texts[each["answer"]["option"]]
        print(f"    {names[each['asker']]} → {names[each['to']]}: {question} {bold(option)}", flush=True)
    for past in round_["accusations"][accused:]:
        ended = {"failed": "не все согласны", "dropped": "снято", "succeeded": "единогласно"}[past["result"]]
        accused_of = f"{names[past['accuser']]} обвиняет: {names[past['suspect']]} — {ended}"
        print(f"    {dim(accused_of)}", flush=True)
    return len(answered), len(round_["accusations"])


def _card(view: Json) -> str:
    card = view["me"]["card"]
    if card["kind"] == "spy":
        return red("шпион")
    return f"{bold(card['word']['name'])}, {card['role']}"
