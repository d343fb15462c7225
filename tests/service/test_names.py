"""What people type: kept as they mean it, with nothing hidden in it."""

import pytest

from scorekeeper.service import is_name, tidy_reason

FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
COOK = "\N{MAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\N{ZERO WIDTH JOINER}\N{COOKING}"
PRIDE = "\N{WAVING WHITE FLAG}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}\N{RAINBOW}"


@pytest.mark.parametrize("name", ["Ana", "Ñoño", "Ana María", "👍", FAMILY, COOK, PRIDE, f"Los {FAMILY}", "x" * 60])
def test_a_name(name: str) -> None:
    """Whatever can be seen is a name, pictures that are joined from several as well."""
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "x" * 61, "\N{COMBINING TILDE}", "\N{HANGUL FILLER}",
        "Lu\N{ZERO WIDTH SPACE}is", "Lu\N{ZERO WIDTH JOINER}is", "Lu\x00is", "Lu\nis",
        "\N{RIGHT-TO-LEFT OVERRIDE}Ana", "Ana\N{LEFT-TO-RIGHT ISOLATE}", "Ana\N{ZERO WIDTH NON-JOINER}",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH JOINER}\N{WOMAN}", "\N{ZERO WIDTH JOINER}",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ZERO WIDTH JOINER}\N{WOMAN}",
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{RIGHT-TO-LEFT OVERRIDE}\N{WOMAN}", "Ana\N{ZERO WIDTH JOINER}\N{WOMAN}",
    ],
)  # fmt: skip
def test_no_name(name: str) -> None:
    """Nothing that is empty, hidden, or turns around what stands beside it; a joiner only where it joins pictures."""
    assert not is_name(name)


def test_a_reason_loses_what_is_hidden() -> None:
    """It is no reason to refuse the penalty."""
    assert tidy_reason("  looked \N{RIGHT-TO-LEFT OVERRIDE} at\ta card\x00") == "looked at a card"
    assert tidy_reason(f"cheered {FAMILY}") == f"cheered {FAMILY}"
