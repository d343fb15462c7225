"""Check a hand, without any game: best arrangement, deadwood, whether and how it may close."""

from flask import Blueprint, render_template, request, session

from scorekeeper import service
from scorekeeper.engine import DEFAULT_PRESET, PRESETS, EngineError

from .. import access, limits
from ..texts.errors import sentence
from ..texts.history import close_name
from ..texts.rules import PRESET_TEXTS

blueprint = Blueprint("hand", __name__)
_REMEMBERED = "hand_rules"
_REMEMBERED_PACKS = "hand_packs"
_LONGEST = 200


@blueprint.get("/hand")
@access.public
@limits.checking
def show() -> str | tuple[str, int]:
    preset = _preset()
    packs = _packs()
    text = request.args.get("cards", "")[:_LONGEST]
    decks = {name: rules.deck for name, rules in PRESETS.items()}
    page = {"preset": preset, "presets": PRESET_TEXTS, "decks": decks, "packs": packs, "text": text,
            "rules": PRESETS[preset]}  # fmt: skip
    if "cards" not in request.args:
        return render_template("hand.html", **page)
    try:
        check = service.check_hand(text, PRESETS[preset], packs)
    except EngineError as error:
        return render_template("hand.html", **page, error=sentence(error, {})), 422
    kinds = {kind: close_name(kind, PRESETS[preset]) for kind in ("plain", "clean", "chinchon", "joker-chinchon")}
    problems = [sentence(problem, {}) for problem in _problems(check)]
    return render_template("hand.html", **page, check=check, kinds=kinds, problems=problems)


def _preset() -> str:
    """The rule set asked for, else the one this browser asked for last."""
    wanted = request.args.get("rules", "")
    if wanted in PRESETS:
        session[_REMEMBERED] = wanted
        session.permanent = True
        return wanted
    remembered = session.get(_REMEMBERED, DEFAULT_PRESET)
    return remembered if remembered in PRESETS else DEFAULT_PRESET


def _packs() -> int:
    """The packs asked for, else as many as this browser asked for last."""
    wanted = request.args.get("packs", "")
    if wanted in ("1", "2"):
        session[_REMEMBERED_PACKS] = int(wanted)
    return 2 if session.get(_REMEMBERED_PACKS) == 2 else 1


def _problems(check: service.HandCheck) -> list[EngineError]:
    """Why the hand may not close, or why the claim is wrong, each reason once."""
    found = list(check.claim.problems) if check.claim else []
    found += list(check.close.problems) if check.close else []
    return list(dict.fromkeys(found))
