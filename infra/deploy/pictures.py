"""Copies the pictures of the decks into their bucket. Nothing is removed: an old deck may still show it."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Any, Final

PICTURES: Final = Path(__file__).parents[2] / "decks" / "pictures"


def sync(client: Any, bucket: str, folder: Path = PICTURES) -> int:
    """Upload what is new or has changed; how many files that were. `client` is boto3's for S3."""
    pages = client.get_paginator("list_objects_v2").paginate(Bucket=bucket)
    there = {item["Key"]: item["ETag"].strip('"') for page in pages for item in page.get("Contents", [])}
    uploaded = 0
    for path in sorted(folder.rglob("*.*")):
        key, content = path.relative_to(folder).as_posix(), path.read_bytes()
        if there.get(key) == hashlib.md5(content, usedforsecurity=False).hexdigest():
            continue
        client.put_object(
            Bucket=bucket,
            Key=key,
            Body=content,
            ContentType=mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            CacheControl="public, max-age=31536000, immutable",
        )
        uploaded += 1
    return uploaded
