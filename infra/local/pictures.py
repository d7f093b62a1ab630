"""Serves the pictures of the decks, as the content network does in front of their bucket."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from infra.local import answers
from infra.local.wire import Scope, Send, raw_path, reply, reply_answer

PATH: Final = "/pictures/"
ROOT: Final = Path(__file__).parents[2] / "decks" / "pictures"
NAME: Final = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.svg")
HEADERS: Final = {
    **answers.CORS,
    "Content-Type": "image/svg+xml",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Pictures:
    """Answers with SVG files below one folder, and with nothing else."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root.resolve()

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Answer one request."""
        if scope["method"] not in ("GET", "HEAD"):
            return await reply_answer(
                send, answers.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD, OPTIONS"}
            )
        content = self._read(unquote(raw_path(scope).removeprefix(PATH)))
        if content is None:
            return await reply_answer(send, answers.NOT_FOUND)
        await reply(send, 200, HEADERS, content)

    def _read(self, name: str) -> bytes | None:
        if not NAME.fullmatch(name):
            return None
        try:
            path = (self._root / name).resolve(strict=True)
            return path.read_bytes() if path.is_relative_to(self._root) else None
        except OSError:
            return None
