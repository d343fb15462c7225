"""The style sheets keep to the tokens of docs/design.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = sorted((ROOT / "static/css").glob("*.css"))
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch)a?\(", re.IGNORECASE)
# The cards are printed in their own ink; paper is white.
FREE = re.compile(r":root \{.*?\}|^\.card[ .].*?\}", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_colour_but_the_tokens(sheet: Path) -> None:
    assert COLOUR.findall(FREE.sub("", sheet.read_text())) == []


def test_every_token_is_explained() -> None:
    tokens = set(re.findall(r"^ +(--[\w-]+):", (ROOT / "static/css/app.css").read_text(), re.MULTILINE))
    explained = set(re.findall(r"`(--[\w-]+)`", (ROOT / "docs/design.md").read_text()))
    assert tokens - explained == {"--serif"}  # rule 4 has it
