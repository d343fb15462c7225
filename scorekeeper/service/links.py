"""What a scorer does with the links of a game: shows, renews and revokes them, makes codes, hands the scoring over."""

import secrets
from dataclasses import dataclass

from scorekeeper import store
from scorekeeper.store import Link, LinkChange

from .access import CODE_ALPHABET, CODE_LENGTH, Keyring, Role, digest, tidy_code

# So many codes are tried: there are hundreds of millions, and another game hardly ever has the same.
_TRIES = 10


@dataclass(frozen=True)
class ShortCode:
    """A short code that opens a link, and for how many minutes it still does."""

    text: str
    minutes: int


@dataclass(frozen=True)
class Way:
    """One way into a game. `token` and `code` are None where there is none now."""

    role: Role
    generation: int
    token: str | None
    code: ShortCode | None


def ways_of(keyring: Keyring, game_id: int) -> dict[Role, Way]:
    """Both ways into a game, also those that were revoked."""
    links, codes = store.links_of(game_id), store.codes_of(game_id)
    found: dict[Role, Way] = {}
    for role, generation in store.generations(game_id).items():
        known: Role = "score" if role == "score" else "view"
        link, code = links.get(role), codes.get(role)
        found[known] = Way(
            known,
            generation,
            keyring.token_of(link) if link else None,
            ShortCode(keyring.code(code.link, code.nonce), _minutes(code.expires_at)) if code else None,
        )
    return found


def _minutes(until: int) -> int:
    return max(1, -(-(until - store.now_ms()) // 60_000))


def renew(keyring: Keyring, scorer: Link, role: Role, generation: int, browser: str) -> Link | None:
    """Replace the link of this generation by a new one, and return it; the old one opens nothing from now on.

    None, and nothing done, if it was changed meanwhile. A scorer who renews the score link keeps scoring.
    """
    return _change(keyring, scorer, role, generation, browser)


def revoke(keyring: Keyring, scorer: Link, role: Role, generation: int, browser: str) -> bool:
    """Let the link of this generation open nothing, with no new one in its place, until it is renewed.

    False, and nothing done, if it was changed meanwhile.
    """
    return _change(keyring, scorer, role, generation, browser, revoked=True) is not None


def hand_over(keyring: Keyring, scorer: Link, browser: str) -> bool:
    """Renew the score link for another phone, and make this browser a viewer.

    Until the other one has opened the new link, `store.handed_over` tells it to this browser. False, and nothing
    done, if nobody may look on (this browser would be shut out) or the link was changed meanwhile.
    """
    if "view" not in store.links_of(scorer.game_id):
        return False
    new = _change(keyring, scorer, "score", scorer.generation, browser, hands_over=True)
    if new is not None:
        new_code(keyring, new)
    return new is not None


def _change(
    keyring: Keyring,
    scorer: Link,
    role: Role,
    generation: int,
    browser: str,
    revoked: bool = False,
    hands_over: bool = False,
) -> Link | None:
    """The next generation of a link, or None if this one is not the present one or the scorer's link is dead."""
    store.remember(browser, scorer)
    new = Link(scorer.game_id, scorer.public_id, role, generation + 1)
    change = LinkChange(new, digest(keyring.token_of(new)), scorer.generation, revoked)
    return new if store.change_link(change, browser, hands_over) else None


def renew_all(keyring: Keyring, game_id: int) -> dict[str, str]:
    """New secrets for both links, by role, for whoever runs the server: after a lost key, or a score link that was
    closed. The old ones open nothing from now on. Raises `NoSuchGame`."""
    return {role: keyring.token_of(link) for role, link in store.renew_links(game_id, keyring.digest_of).items()}


def new_code(keyring: Keyring, link: Link) -> None:
    """Make a short code for this link, in the place of the one it may have. Raises `NoSuchGame`."""
    for _ in range(_TRIES):
        nonce = secrets.token_hex(16)
        if store.keep_code(link, nonce, keyring.code_digest(keyring.code(link, nonce))):
            return
    raise RuntimeError("every code that was tried is another game's")


def open_code(keyring: Keyring, typed: str) -> Link | None:
    """The link that a typed code leads to, or None. A code for the score link works once."""
    code = tidy_code(typed)
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        return None
    return store.use_code(keyring.code_digest(code))
