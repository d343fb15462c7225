"""Secret links. The database keeps digests only; the secrets are derived with the server's key.

So a stolen database opens no game, and a scorer can be shown the links again at any time. A lost key closes
every link: keep it with the backups, but apart from them.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal

from scorekeeper import store
from scorekeeper.store import Link

Role = Literal["score", "view"]
ROLES: tuple[Role, ...] = ("score", "view")
_SECRET_BYTES = 20  # 160 bits


@dataclass(frozen=True)
class Keyring:
    """Makes and opens links with the server's secret key."""

    key: bytes

    def token(self, public_id: str, role: str, generation: int) -> str:
        """The secret of a link: the role's first letter, then 32 characters that nobody can guess."""
        message = f"link:{role}:{public_id}:{generation}".encode()
        secret = hmac.digest(self.key, message, "sha256")[:_SECRET_BYTES]
        return role[0] + base64.b32encode(secret).decode().lower()

    def token_of(self, link: Link) -> str:
        """The secret of a stored link."""
        return self.token(link.public_id, link.role, link.generation)

    def open(self, token: str) -> Link | None:
        """The link that this secret opens, or None."""
        return store.find_link(digest(token))

    def new_links(self, public_id: str) -> dict[str, str]:
        """The digests of the first links of a new game, by role."""
        return {role: digest(self.token(public_id, role, 1)) for role in ROLES}


def digest(secret: str) -> str:
    """What is stored instead of a secret of enough entropy."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_browser() -> str:
    """A random name for a browser."""
    return secrets.token_urlsafe(_SECRET_BYTES)
