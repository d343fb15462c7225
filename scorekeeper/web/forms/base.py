"""What all forms that write have in common: the version they show, and a key that makes them count once."""

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField
from wtforms.widgets import HiddenInput

from scorekeeper.service import Request, digest_of, new_key

_NOT_TYPED = ("csrf_token", "key", "version")


class WriteForm(FlaskForm):
    """A form that books something in a game. Render its hidden fields with the macro `write`."""

    key = HiddenField(default=new_key)
    version = IntegerField(_l("Version"), default=0, widget=HiddenInput())

    def typed(self) -> dict[str, Any]:
        """Everything the person typed, for telling one request from another."""
        return {name: field.data for name, field in self._fields.items() if name not in _NOT_TYPED}

    def request(self) -> Request:
        """This submission as the service wants it."""
        return Request(self.key.data or new_key(), self.version.data or 0, digest_of(self.typed()))
