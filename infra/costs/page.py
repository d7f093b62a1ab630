"""The page `infra/costs.md`."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from infra.costs import prices
from infra.costs.evening import NAMES, ROUNDS, Counted, a_sweep, evening
from infra.costs.prices import Price
from infra.package.staging import memory_mb
from infra.template.watch import watch

TIME_MS: Final = {
    "api_handler": 60,
    "websocket_message": 60,
    "alarms": 80,
    "websocket_connect": 20,
    "websocket_disconnect": 40,
    "sweep": 200,
}
"""How long a function is taken to run, cold starts aside. Assumed: only AWS can tell."""
FRAME_BYTES: Final = 300
"""What Lambda itself writes into the log for each call: its beginning, its end, its report. Assumed."""
ACCESS_BYTES: Final = 250
"""An access log line of the gateways. Assumed."""
MINUTES_A_MONTH: Final = 30 * 24 * 60

Line = tuple[str, Decimal, Price]


def page() -> str:
    """The whole page; the same each time until the service or the prices change."""
    over_rest, over_sockets, sweep = evening(by_socket=False), evening(by_socket=True), a_sweep()
    tables = [_lines(each) for each in (over_rest, over_sockets)]
    standing = _standing(over_rest, sweep)
    rest, sockets = (sum((price.of(units) for _, units, price in lines), Decimal(0)) for lines in tables)
    month = sum((price.of(units) for _, units, price in standing), Decimal(0))
    return f"""\
# What it costs

Written by `make costs`; a test compares. An evening was played through the deployed functions on a local
store, and everything that it asked of AWS was counted: {len(NAMES)} friends, {ROUNDS} rounds of eight minutes
of `espia`, each with a socket that pings once a minute. Prices are list prices of us-east-1 in US dollars,
without free tiers and taxes. **Assumed, not counted**, are the times of the functions
({_assumed()})
and the lines of the log that AWS adds itself ({FRAME_BYTES} bytes a call, {ACCESS_BYTES} bytes a request).

## An evening

| | acting over REST | US$ | acting over sockets | US$ |
|---|--:|--:|--:|--:|
{_side_by_side(*tables)}
| **together** | | **{rest:.5f}** | | **{sockets:.5f}** |
| a round | | {rest / ROUNDS:.5f} | | {sockets / ROUNDS:.5f} |
| a thousand rounds | | {1000 * rest / ROUNDS:.2f} | | {1000 * sockets / ROUNDS:.2f} |

What is written depends on what happens; over sockets, the answers are messages too, and each message reads
whose socket it came from.

## A month in which nobody plays

| | | US$ |
|---|--:|--:|
{_rows(standing)}
| **together** | | **{month:.2f}** |

The metrics are those of this evening: each further type of action, and each further way in which one ends,
adds one in the hours in which it occurs. Not in here are Lambda's own requests to an empty queue (AWS does
not say how many there are), the rooms as they are kept (a few kilobytes for a day), CloudFront and domains.

## Prices

| US$ | for | seen at | on |
|--:|---|---|---|
{_price_list()}
"""


def _lines(counted: Counted) -> list[Line]:
    of = counted.of
    seconds = sum(
        Decimal(of[f"calls of {name}"]) * ms / 1000 * _gigabytes(name) for name, ms in TIME_MS.items()
    )
    requests = of["rest"] + of["messages in"]
    logs = of["bytes of logs"] + of["calls"] * FRAME_BYTES + requests * ACCESS_BYTES
    return [
        ("REST requests", Decimal(of["rest"]), prices.REST),
        ("messages from phones", Decimal(of["messages in"]), prices.MESSAGES),
        ("messages to phones", Decimal(of["pushes"]), prices.MESSAGES),
        ("socket minutes", Decimal(of["socket minutes"]), prices.MINUTES),
        ("calls of functions", Decimal(of["calls"]), prices.CALLS),
        ("GB-seconds", Decimal(seconds), prices.GB_SECONDS),
        ("write units", Decimal(of["writes"]), prices.WRITES),
        ("read units", Decimal(of["half reads"]) / 2, prices.READS),
        ("requests to the queue", Decimal(of["queue requests"]), prices.QUEUE),
        ("bytes to phones", _rough(of["bytes out"]), prices.TRANSFER),
        ("bytes of logs", _rough(logs), prices.LOGS),
    ]


def _standing(played: Counted, sweep: Counted) -> list[Line]:
    """What is paid for being there."""
    resources: Mapping[str, Any] = watch()["Resources"]
    alarms = [each["Properties"] for each in resources.values() if each["Type"] == "AWS::CloudWatch::Alarm"]
    watched = sum(sum("MetricStat" in m for m in alarm.get("Metrics", ())) or 1 for alarm in alarms)
    times = Decimal(MINUTES_A_MONTH)
    seconds = Decimal(TIME_MS["sweep"]) / 1000 * _gigabytes("sweep")
    return [
        ("read units of the sweep", times * sweep.of["half reads"] / 2, prices.READS),
        ("calls of the sweep", times * sweep.of["calls"], prices.CALLS),
        ("GB-seconds of the sweep", times * seconds, prices.GB_SECONDS),
        ("bytes of its log", times * (sweep.of["bytes of logs"] + FRAME_BYTES), prices.LOGS),
        ("metrics watched by alarms", Decimal(watched), prices.ALARMS),
        ("secrets", Decimal(1), prices.SECRETS),
        ("metrics, if somebody plays at every hour", Decimal(len(played.metrics)), prices.METRICS),
    ]


def _rough(n_bytes: int) -> Decimal:
    """To a tenth of a megabyte: the page need not be written anew for every word in a view."""
    return Decimal(round(n_bytes, -5))


def _gigabytes(function: str) -> Decimal:
    return Decimal(memory_mb(function)) / 1024


def _assumed() -> str:
    return ", ".join(f"`{name}` {ms} ms" for name, ms in TIME_MS.items())


def _side_by_side(one: list[Line], other: list[Line]) -> str:
    return "\n".join(
        f"| {name} | {units:,.0f} | {price.of(units):.5f} | {others:,.0f} | {price.of(others):.5f} |"
        for (name, units, price), (_, others, _) in zip(one, other, strict=True)
    )


def _rows(lines: list[Line]) -> str:
    return "\n".join(f"| {name} | {units:,.0f} | {price.of(units):.2f} |" for name, units, price in lines)


def _price_list() -> str:
    return "\n".join(
        f"| {price.dollars} | {f'{price.units:,} ' if price.units > 1 else ''}{price.unit} | {price.source} "
        f"| {price.seen} |"
        for price in prices.ALL
    )
