"""Who may see and who may score: both links, who holds them, and what a scorer may do with them."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.service import Link

from .. import access
from ..forms.share import LinkForm, RevokeForm
from ..qr import qr
from ..view import here
from ..writes import Answer

blueprint = Blueprint("share", __name__)


@blueprint.get("/g/<token>/share")
@access.viewer
def show() -> str:
    service.remember(access.browser(), access.current_link())
    return _page()


@blueprint.post("/g/<token>/share/renew")
@access.scorer
def renew() -> Answer:
    form, link = LinkForm(), access.current_link()
    if not form.validate():
        return redirect(here("share.show"), 303)
    new = service.renew(access.keyring(), link, form.role.data, form.generation.data, access.browser())
    if new is None:
        return _was_changed()
    flash(_("There is a new link. The old one opens nothing from now on."), "success")
    mine = new if new.role == "score" else link
    return redirect(url_for("share.show", token=access.keyring().token_of(mine)), 303)


@blueprint.post("/g/<token>/share/revoke")
@access.scorer
def revoke() -> Answer:
    form, link = RevokeForm(), access.current_link()
    if not form.validate():
        return _page(form), 422
    if not service.revoke(access.keyring(), link, form.role.data, form.generation.data, access.browser()):
        return _was_changed()
    flash(_("The link is closed. It opens nothing from now on."), "success")
    if form.role.data == "view":
        return redirect(here("share.show"), 303)
    view = service.links_of(link.game_id).get("view")
    return redirect(_board(view) if view else url_for("home.show"), 303)


@blueprint.post("/g/<token>/share/code")
@access.scorer
def code() -> Answer:
    form = LinkForm()
    link = service.links_of(access.current_link().game_id).get(form.role.data) if form.validate() else None
    if link is not None and link.generation == form.generation.data:
        service.new_code(access.keyring(), link)
    return redirect(here("share.show", _anchor=form.role.data if link else None), 303)


@blueprint.post("/g/<token>/handover")
@access.scorer
def hand_over() -> Answer:
    """From here on this browser looks on. Its next page shows the new score link until another phone has opened it."""
    if not service.hand_over(access.keyring(), access.current_link(), access.browser()):
        flash(_("This cannot be handed over now: without a view link this phone would be shut out."), "error")
        return redirect(here("share.show"), 303)
    view = service.links_of(access.current_link().game_id).get("view")
    if view is None:
        return redirect(url_for("home.show"), 303)
    return redirect(url_for("share.handed", token=access.keyring().token_of(view)), 303)


@blueprint.get("/g/<token>/handover")
@access.viewer
def handed() -> Answer:
    link = None if access.may_score() else service.handed_over(access.browser(), access.current_link().game_id)
    if link is None:
        return redirect(here("board.show"), 303)
    way = service.ways_of(access.keyring(), link.game_id)["score"]
    address = _address(access.keyring().token_of(link))
    code = way.code if way.generation == link.generation else None
    return render_template("handover.html", address=address, drawing=qr(address), code=code, local=_is_local())


def _was_changed() -> Response:
    flash(_("This link was changed already, perhaps from another phone. Nothing more was done."), "warning")
    # With the link that opened this page: if it is dead by now, it must not lead to the new one.
    return redirect(here("share.show"), 303)


def _page(tried: RevokeForm | None = None) -> str:
    ways = service.ways_of(access.keyring(), access.current_link().game_id)
    if not access.may_score():
        ways.pop("score")
    shown = []
    for role in ("view", "score"):
        way = ways.get(role)
        if way is not None:
            address = _address(way.token) if way.token else ""
            shown.append({"way": way, "address": address, "drawing": qr(address) if address else ""})
    holders = service.holders(access.current_link().game_id)
    return render_template("share.html", shown=shown, holders=holders, tried=tried, local=_is_local())


def _board(link: Link) -> str:
    return url_for("board.show", token=access.keyring().token_of(link))


def _address(token: str) -> str:
    return url_for("board.show", token=token, _external=True)


def _is_local() -> bool:
    """Whether this page was opened under a name that means another machine on every other phone."""
    name = request.host.rpartition(":")[0] if request.host.rpartition(":")[2].isdigit() else request.host
    return name in ("localhost", "[::1]") or name.startswith("127.")
