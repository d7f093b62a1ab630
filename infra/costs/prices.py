"""List prices of us-east-1 in US dollars, without free tiers; each with where and when it was seen."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final


@dataclass(frozen=True, slots=True)
class Price:
    """So many dollars for so many units."""

    dollars: str
    units: int
    unit: str
    source: str
    seen: str

    def of(self, units: Decimal | int) -> Decimal:
        """What these units cost."""
        return Decimal(self.dollars) * units / self.units


MILLION: Final = 1_000_000
GATEWAY: Final = "aws.amazon.com/api-gateway/pricing, copied by api-evangelist"
WATCH: Final = "aws.amazon.com/cloudwatch/pricing, by cloudburn.io and signoz.io"

REST: Final = Price("3.50", MILLION, "REST requests", GATEWAY, "2026-09-20")
MESSAGES: Final = Price("1.00", MILLION, "socket messages of 32 KB, either way", GATEWAY, "2026-09-20")
MINUTES: Final = Price("0.25", MILLION, "socket minutes", GATEWAY, "2026-09-20")
CALLS: Final = Price("0.20", MILLION, "calls of functions", "api-evangelist/aws-lambda", "2026-05")
GB_SECONDS: Final = Price("13.3334", MILLION, "GB-seconds on arm64", "api-evangelist/aws-lambda", "2026-05")
WRITES: Final = Price("0.625", MILLION, "write units on demand", "airbyte.com", "2025-07-21")
READS: Final = Price("0.125", MILLION, "read units on demand", "airbyte.com", "2025-07-21")
QUEUE: Final = Price("0.40", MILLION, "requests to a standard queue", "factualminds.com", "2026-06-13")
TRANSFER: Final = Price("0.09", 10**9, "bytes to the internet", GATEWAY, "2026-09-20")
LOGS: Final = Price("0.50", 10**9, "bytes of logs taken in", WATCH, "2026-02")
METRICS: Final = Price("0.30", 1, "metrics a month", WATCH, "2026-02")
ALARMS: Final = Price("0.10", 1, "metrics watched by alarms a month", WATCH, "2026-02")
SECRETS: Final = Price("0.40", 1, "secrets a month", "hivebook.wiki, sofaas.co", "2026-11-30")

ALL: Final = (
    REST, MESSAGES, MINUTES, CALLS, GB_SECONDS, WRITES, READS, QUEUE, TRANSFER, LOGS,
    METRICS, ALARMS, SECRETS,
)  # fmt: skip
