"""Is it alive? For whatever watches over the server."""

from flask import Blueprint, Response

from scorekeeper import service

from .. import access

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
@access.public
def show() -> Response:
    """200 while the database can be read; the page about a database that is away has 503."""
    service.pulse(0)  # no game has this number: what matters is that the database answers
    return Response("ok\n", mimetype="text/plain", headers={"Cache-Control": "no-store"})
