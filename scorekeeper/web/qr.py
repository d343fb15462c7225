"""Addresses as QR codes that a phone's own camera opens."""

import segno
from markupsafe import Markup


def qr(address: str) -> Markup:
    """A drawing of the code, dark on a light ground with its quiet zone, whatever the page's colours are."""
    code = segno.make(address, error="m", micro=False)
    drawing = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawing)
