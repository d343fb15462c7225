"""The forms about links, codes, names and the whole game. None of them books an event."""

from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import BooleanField, IntegerField, StringField
from wtforms.validators import ValidationError
from wtforms.widgets import HiddenInput


class LinkForm(FlaskForm):
    """A change of one link. It names the generation that it saw, so that a second tap changes nothing more."""

    role = StringField(widget=HiddenInput())
    generation = IntegerField(default=0, widget=HiddenInput())

    def validate_role(self, field: Any) -> None:
        if field.data not in ("view", "score"):
            raise ValidationError(_("There is no such link."))


class RevokeForm(LinkForm):
    """Closing a link. For the score link, which shuts out whoever sends it, the box must be ticked."""

    sure = BooleanField(_l("I know that nobody can score this game any more, not even this phone"))

    def validate_sure(self, field: Any) -> None:
        if self.role.data == "score" and not field.data:
            raise ValidationError(_("Tick the box first: this cannot be taken back."))


class CodeForm(FlaskForm):
    """A short code, typed from another phone's screen."""

    code = StringField(
        _l("Code"),
        render_kw={
            "maxlength": 12,
            "autocapitalize": "characters",
            "spellcheck": "false",
            "enterkeyhint": "go",
            "required": True,
        },
    )


class PersonForm(FlaskForm):
    """The person whose name is to be erased."""

    person = IntegerField(default=0, widget=HiddenInput())


class DeleteForm(FlaskForm):
    """Deleting a game for good: a word must be typed, so that no slip of a thumb does it."""

    word = StringField(
        _l("Type the word"), render_kw={"autocapitalize": "none", "spellcheck": "false", "maxlength": 20}
    )

    @staticmethod
    def wanted() -> str:
        """The word in the person's language."""
        return _("delete")

    def validate_word(self, field: Any) -> None:
        if (field.data or "").strip().casefold() != self.wanted().casefold():
            raise ValidationError(_("Type “%(word)s” to delete the game.", word=self.wanted()))
