"""How answers tell of a limit: as draft-ietf-httpapi-ratelimit-headers-11 has it."""

from chalicelib.tenants.pace import Rate


def left(name: str, count: int, full_ms: int) -> str:
    """An item of `RateLimit`: so many are left of that limit, and all of it is there again in that time."""
    return f'"{name}";r={count};t={seconds(full_ms)}'


def policy(name: str, rate: Rate) -> str:
    """An item of `RateLimit-Policy`: what that limit is, whatever was used of it."""
    return f'"{name}";q={rate.burst};w={seconds(rate.window_ms)}'


def seconds(ms: int) -> int:
    """Whole seconds, in which that time has passed."""
    return -(-ms // 1000)
