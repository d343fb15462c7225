"""A write as a form made it: which version it saw, and the key that makes it count only once."""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

KEY_PATTERN = r"[A-Za-z0-9_-]{16,64}"


@dataclass(frozen=True)
class Request:
    """`key` is made when the form is rendered, `version` is what it showed, `digest` tells what was typed."""

    key: str
    version: int
    digest: str


def new_key() -> str:
    """A fresh idempotency key."""
    return secrets.token_urlsafe(18)


def is_key(text: str) -> bool:
    """Whether this may be an idempotency key."""
    return re.fullmatch(KEY_PATTERN, text) is not None


def digest_of(typed: Mapping[str, object]) -> str:
    """A digest of what was typed, the same for the same content in any order."""
    return hashlib.sha256(json.dumps(typed, sort_keys=True, default=str).encode()).hexdigest()
