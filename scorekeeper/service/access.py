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
# Characters of a short code that are not taken for one another, read aloud or from a screen.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY23456789"
CODE_LENGTH = 6
_ALIKE = str.maketrans("BSZ", "852")


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

    def code(self, link: Link, nonce: str) -> str:
        """The short code for a link that is made with this nonce."""
        message = f"code:{link.role}:{link.public_id}:{link.generation}:{nonce}".encode()
        # 256 bits for 28.8: what the remainder favours cannot be noticed.
        number = int.from_bytes(hmac.digest(self.key, message, "sha256"))
        characters = []
        for _ in range(CODE_LENGTH):
            number, place = divmod(number, len(CODE_ALPHABET))
            characters.append(CODE_ALPHABET[place])
        return "".join(characters)

    def code_digest(self, code: str) -> str:
        """What is stored instead of a code. It needs the key: codes are too short for a plain digest."""
        return hmac.new(self.key, f"code-digest:{code}".encode(), "sha256").hexdigest()

    def digest_of(self, public_id: str, role: str, generation: int) -> str:
        """What the database keeps of a link."""
        return digest(self.token(public_id, role, generation))

    def open(self, token: str) -> Link | None:
        """The link that this secret opens, or None."""
        return store.find_link(digest(token))

    def new_links(self, public_id: str) -> dict[str, str]:
        """The digests of the first links of a new game, by role."""
        return {role: digest(self.token(public_id, role, 1)) for role in ROLES}


def digest(secret: str) -> str:
    """What is stored instead of a secret of enough entropy."""
    return hashlib.sha256(secret.encode()).hexdigest()


def tidy_code(typed: str) -> str:
    """A code as it was meant: spaces, hyphens and small letters do not matter, nor a B for an 8."""
    return "".join(typed.split()).replace("-", "").upper().translate(_ALIKE)


def new_browser() -> str:
    """A random name for a browser."""
    return secrets.token_urlsafe(_SECRET_BYTES)
