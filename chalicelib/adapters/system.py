"""The real clock and real dice."""

import secrets
import time


class SystemClock:
    """The machine's time."""

    def now(self) -> int:
        """Epoch milliseconds."""
        return time.time_ns() // 1_000_000


class SystemEntropy:
    """The operating system's randomness."""

    def hexadecimal(self, n_bytes: int) -> str:
        """So many random bytes in hexadecimal."""
        return secrets.token_hex(n_bytes)

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""
        return secrets.randbelow(n)
