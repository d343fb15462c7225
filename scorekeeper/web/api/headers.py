"""The headers of a write: which version of the game it was made for, and the key that makes it count only once."""

import re

from flask import request
from flask_babel import gettext as _

from scorekeeper.service import is_key

from .problems import Refused

# Only the version in a tag counts: a name that was changed meanwhile makes no write stale.
TAG = r'(?:W/)?"([0-9]{1,9})(?:[-:][^"]*)?"'


def check_headers(versioned: bool, keyed: bool) -> None:
    """Refuse a request without the headers that it needs."""
    if versioned:
        expected_version()
    if keyed:
        key()


def expected_version() -> int:
    """The version that `If-Match` names."""
    found = re.fullmatch(TAG, request.headers.get("If-Match", "").strip())
    if found is None:
        raise Refused(428, "version_needed", _("The header If-Match must name the version of the game that this was "
                                               "made for, as the ETag of an answer gave it."))  # fmt: skip
    return int(found[1])


def key() -> str:
    """What `Idempotency-Key` says; the quotes of a structured field may be there or not."""
    given = request.headers.get("Idempotency-Key", "").strip()
    given = given[1:-1] if len(given) > 2 and given[0] == given[-1] == '"' else given
    if not is_key(given):
        raise Refused(400, "key_needed", _("The header Idempotency-Key must carry a new random key: 16 to 64 letters, "
                                           "digits, hyphens or underscores."))  # fmt: skip
    return given
