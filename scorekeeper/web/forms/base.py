"""What all forms that write have in common: the version they show, and a key that makes them count once."""

import re
from collections.abc import Iterator
from typing import cast

from flask import request
from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField
from wtforms.widgets import HiddenInput

from scorekeeper.service import Answers, Request, digest_of, is_key, new_key

_NOT_TYPED = frozenset({"csrf_token", "key", "version", "confirmed", "ruled", "action"})
_ANSWER = re.compile(r"answer-(rebuy|entry)-(\d{1,3})-(\d{1,5})")


class WriteForm(FlaskForm):
    """A form that books something in a game. Render its hidden fields with the macro `write`."""

    key = HiddenField(default=new_key)
    version = IntegerField(default=0, widget=HiddenInput())
    confirmed = HiddenField(default="")

    def request(self) -> Request:
        """This submission as the service wants it; a key that is none of ours is replaced."""
        key = self.key.data if is_key(self.key.data or "") else new_key()
        typed = {name: values for name, values in request.form.lists() if name not in _NOT_TYPED}
        return Request(key, self.version.data or 0, digest_of(typed))

    def answers(self) -> Answers:
        """What the person said to the questions of a plan."""
        found = ((_ANSWER.fullmatch(name), value) for name, value in request.form.items())
        return cast(Answers, {(m[1], int(m[2]), int(m[3])): value.strip() for m, value in found if m})

    def show_again(self, version: int) -> None:
        """Make the form, as typed, one that writes on top of `version`: with a fresh key, nothing confirmed."""
        self.key.data, self.version.data, self.confirmed.data = new_key(), version, ""
        self.version.raw_data = None  # a number field shows what was sent, not what it is set to

    @staticmethod
    def typed_pairs() -> Iterator[tuple[str, str]]:
        """Everything that was typed, for a page that carries it along in hidden fields."""
        for name, values in request.form.lists():
            if name not in _NOT_TYPED - {"action"}:
                yield from ((name, value) for value in values)


def typed_fields() -> Iterator[tuple[str, str, bool]]:
    """Everything that this request sent, so that a page can send it again: name, value, and whether a person typed
    it. The key stays the same, so that nothing is booked twice."""
    for name, values in request.form.lists():
        if name != "csrf_token":
            yield from ((name, value, name not in _NOT_TYPED) for value in values)
