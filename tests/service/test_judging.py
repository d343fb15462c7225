"""A round as it was typed, judged before it is booked."""

import pytest
from ledgers import played, start

from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import format_cards, parse_groups
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.state import GameState
from scorekeeper.service import ImpossibleRound, Judged, RoundInput, Typed
from scorekeeper.service.judging import judge

# One round of three, worked out by hand in tests/nights/fournier.txt: seat 3 closes.
ANA, LUIS = "3o 12c 12e 12b 10c 1e 5b", "7o 11e 11b 6c 2e 1o 4b"
EVA = "4o 5o 6o / 7c 7e 7b / 2c"


def state(preset: str = "fournier", seats: int = 3, **more: object) -> GameState:
    """A table before its first round."""
    return played(start(seats, preset=preset, **more))


def typed(*hands: int | str | tuple[int, str], closer: int | None = 1, **more: object) -> RoundInput:
    """A round: for each seat points, cards, or both."""
    entries = []
    for seat, hand in enumerate(hands, start=1):
        points, cards = hand if isinstance(hand, tuple) else (hand, "") if isinstance(hand, int) else (None, hand)
        entries.append(Typed(seat, points, parse_groups(cards)))
    return RoundInput(tuple(entries), closer, **more)  # type: ignore[arg-type]


def points(judged: Judged) -> list[int]:
    """The points by seat as they would be booked."""
    return [entry.points for entry in judged.event.entries]


def objections(judged: Judged) -> list[tuple[int, str]]:
    """Seat and code of everything the engine objects to."""
    return [(found.seat, found.reason.code) for found in judged.objections]


def test_by_points():
    """Typed points are final, and a close without a kind is a plain one."""
    judged = judge(state(), typed(3, 12, 7))
    entries = (ev.Entry(1, 3), ev.Entry(2, 12), ev.Entry(3, 7))
    assert judged.event == ev.RoundScored(entries, 1, "plain")
    assert (judged.objections, judged.hands, judged.close, judged.lay_offs, judged.applied) == (
        (),
        {},
        None,
        None,
        False,
    )


@pytest.mark.parametrize("kind", ["clean", "chinchon"])
def test_a_declared_kind_by_points(kind):
    """The kind that was typed is booked as typed."""
    assert judge(state(), typed(0, 12, 7, kind=kind)).event.kind == kind


def test_nobody_closed():
    """No kind, no objections, no lay-offs; cards are arranged best."""
    judged = judge(state(), typed(ANA, 12, LUIS, closer=None))
    assert (judged.event.closer, judged.event.kind, judged.lay_offs) == (None, None, None)
    assert points(judged) == [3 + 8 + 1 + 5, 12, 7 + 9 + 9 + 6 + 2 + 1 + 4]


def test_over_the_closing_limit_by_points():
    """Said with the facts; the table lets it stand, which is noted, or it is no objection at all."""
    judged = judge(state(), typed(6, 12, 7))
    assert [found.reason for found in judged.objections] == [RuleViolation("over_limit", points=6, limit=5)]
    assert (judged.event.ruling, judged.event.objections) == ("agreed", ())
    judged = judge(state(), typed(6, 12, 7, ruling="stands"))
    assert (judged.event.ruling, judged.event.objections, points(judged)) == ("stands", ("over_limit",), [6, 12, 7])
    assert judge(state(), typed(5, 12, 7)).objections == ()
    assert judge(state(scoring="cards"), typed(6, 7, 7)).objections == (), "cards were counted, not points"


def test_ruled_false():
    """Loose points, no bonus, whatever was declared; it needs no objection of the engine."""
    judged = judge(state(), typed(6, 12, 7, kind="clean", ruling="false-close"))
    assert (judged.event.kind, judged.event.ruling, points(judged)) == ("plain", "false-close", [6, 12, 7])
    judged = judge(state(), typed(2, 12, 7, ruling="false-close"))
    assert (judged.event.ruling, judged.event.objections) == ("false-close", ())


def test_a_ruling_without_objections_is_agreed():
    """What nobody objects to need not be let stand."""
    assert judge(state(), typed(2, 12, 7, ruling="stands")).event.ruling == "agreed"


def test_by_cards_with_lay_offs():
    """All hands known: lay-offs are worked out in turn order from the closer, applied, and kept as evidence."""
    judged = judge(state(), typed(ANA, LUIS, EVA, closer=3))
    assert (points(judged), objections(judged), judged.applied) == ([14, 31, 2], [], True)
    assert judged.lay_off_seats == (3, 1, 2)
    ana, luis, eva = judged.event.entries
    assert (ana.cards, ana.laid) == (ANA, (ev.LaidOff("3o", 3, "3o 4o 5o 6o 7o"),))
    assert [(laid.cards, laid.owner) for laid in luis.laid] == [("7o", 3)]
    assert (eva.cards, eva.laid) == (EVA, ())
    assert judged.event.kind == "plain"
    assert judged.close is not None
    assert (judged.close.legal, judged.close.points) == (True, 2)


def test_mixed_lay_offs_are_proposed_and_never_applied_silently():
    """With one hand by points the others' lay-offs are shown; the table says whether they count."""
    proposed = judge(state(), typed(ANA, 31, EVA, closer=3))
    assert (points(proposed), proposed.applied, proposed.lay_off_seats) == ([17, 31, 2], False, (3, 1))
    assert proposed.lay_offs is not None
    assert [player.points for player in proposed.lay_offs.players] == [2, 14]
    assert proposed.event.entries[0].laid == ()
    applied = judge(state(), typed(ANA, 31, EVA, closer=3, lay_off=True))
    assert (points(applied), applied.applied) == ([14, 31, 2], True)
    refused = judge(state(), typed(ANA, LUIS, EVA, closer=3, lay_off=False))
    assert (points(refused), refused.applied) == ([17, 38, 2], False)


def test_typed_points_beside_cards_are_final():
    """Where both are given the points count; more than the cards make is objected to, fewer may be lay-offs."""
    judged = judge(state(), typed((10, ANA), LUIS, EVA, closer=3))
    assert (points(judged), objections(judged)) == ([10, 31, 2], [])
    judged = judge(state(), typed((18, ANA), LUIS, EVA, closer=3))
    assert [found.reason for found in judged.objections] == [RuleViolation("points_differ", typed=18, cards=17)]
    assert points(judged) == [18, 31, 2]


def test_the_closers_cards_alone():
    """Only the closer showed: the kind comes from the cards, the others' points are final."""
    judged = judge(state(), typed(12, 7, EVA, closer=3))
    assert (points(judged), judged.event.kind, judged.lay_offs) == ([12, 7, 2], "plain", None)


@pytest.mark.parametrize(
    ("preset", "cards", "kind", "left"),
    [
        ("fournier", "4o 5o 6o 7c 7e 7b 5c", "plain", 5),
        ("fournier", "4o 5o 6o 7o 7c 7e 7b", "clean", 0),
        ("fournier", "4o 5o 6o 7o 10o 11o 12o", "chinchon", 0),
        ("fournier", "4o 5o 6o 7o / 10o 11o 12o", "clean", 0),
        ("home", "1o 2o 3o 5o 6o 7o 10o", "joker-chinchon", 0),
        ("home", "1o 2o 3o 4o 5o 6o 7o", "chinchon", 0),
        ("home", "5b 2b 2e 1e 1o 1b 3b", "plain", 5),
        ("conga", "8o 9o JK 11o 3c 3e 3b", "clean", 0),
        ("duel-52", "AD 2D 3D 5D 6D 7D 8D", "joker-chinchon", 0),
    ],
)
def test_the_kind_of_close_from_the_cards(preset, cards, kind, left):
    """Any arrangement may qualify, the best for the closer counts, and what is laid down stands as laid."""
    judged = judge(state(preset, seats=2), typed(cards, 20))
    assert (judged.event.kind, points(judged), objections(judged)) == (kind, [left, 20], [])


def test_a_chinchon_is_shown_to_be_blocked():
    """Nobody lays off on the melds of a closer with a chinchón, though a loose 3o would fit."""
    judged = judge(state(seats=2), typed("4o 5o 6o 7o 10o 11o 12o", "3o 12c 11e 10b 1e 5b 7c"))
    assert (points(judged), judged.event.entries[1].laid) == ([0, 3 + 10 + 9 + 8 + 1 + 5 + 7], ())


def test_a_claim_stands_as_it_was_laid():
    """A better arrangement is mentioned, and not counted."""
    judged = judge(state(), typed(3, "1o 2o 3o / 4o / 12c / 12e / 12b", 9))
    view = judged.hands[2]
    assert (points(judged), objections(judged)) == ([3, 4 + 10 + 10 + 10, 9], [])
    assert [format_cards(meld) for meld in view.melds] == ["1o 2o 3o"]
    assert (format_cards(view.loose), view.points) == ("4o 12c 12e 12b", 34)
    assert view.better is not None
    assert view.better.deadwood == 0
    assert judge(state(), typed(3, "1o 2o 3o 4o / 12c 12e 12b", 9)).hands[2].better is None


def test_a_meld_that_is_none():
    """The objection says which rule and which cards; by the table's word it scores as declared."""
    hand = "10o 12o 1o / 7c 7e 7b / 2c"
    judged = judge(state(), typed(3, hand, 9))
    (found,) = judged.objections
    assert (found.seat, found.reason.facts["meld"]) == (2, 0)
    stands = judge(state(), typed(3, hand, 9, ruling="stands"))
    assert (points(stands), stands.event.ruling) == ([3, 2, 9], "stands")
    assert stands.event.objections == (found.reason.code,)


@pytest.mark.parametrize(
    ("cards", "codes"),
    [
        ("1o 3c 5e 7b 10o 12c 2e", ["no_meld", "over_limit"]),
        ("4o 5o 6o 7c 7e 7b 10c", ["over_limit"]),
        ("4o 5o 6o 7c 7e 7b 1c 2c", ["hand_size"]),
        ("4o 5o 6o 7c 7e 7b", ["hand_size"]),
        ("4o 5o 6o / 7c 7e 7b / 6c", ["over_limit"]),
    ],
)
def test_a_close_against_the_rules(cards, codes):
    """Every reason is said; the table may let it stand."""
    judged = judge(state(), typed(cards, 9, 9))
    assert objections(judged) == [(1, code) for code in codes]
    assert judged.close is not None
    assert not judged.close.legal
    stands = judge(state(), typed(cards, 9, 9, ruling="stands"))
    assert stands.event.objections == tuple(codes)


def test_too_many_loose_cards():
    """fournier-under-5 allows two loose cards."""
    judged = judge(state("fournier-under-5", seats=2), typed("4o 5o 6o 7o / 1c / 1e / 2b", 9))
    assert objections(judged) == [(1, "too_many_loose")]


def test_a_declared_kind_against_the_cards():
    """A chinchón that is none is objected to; if it stands it scores as declared, without loose points."""
    judged = judge(state(), typed(EVA, 9, 9, kind="chinchon"))
    assert [found.reason for found in judged.objections] == [
        RuleViolation("kind_differs", declared="chinchon", cards="plain")
    ]
    stands = judge(state(), typed(EVA, 9, 9, kind="chinchon", ruling="stands"))
    assert (stands.event.kind, points(stands), stands.event.objections) == ("chinchon", [0, 9, 9], ("kind_differs",))


def test_a_false_close_by_cards():
    """The closer scores loose points, arranged best; the others score theirs, and nobody lays off."""
    judged = judge(state(), typed(ANA, LUIS, "4o 5o 6o 7c 7e 7b 10e", closer=3, ruling="false-close"))
    assert (points(judged), judged.lay_offs) == ([17, 38, 8], None)
    assert (judged.event.kind, judged.event.ruling, judged.event.objections) == (
        "plain",
        "false-close",
        ("over_limit",),
    )


@pytest.mark.parametrize(
    ("hands", "faults"),
    [
        (("4o 5o 6o 7c 7e 7b 7b", 9, 9), [(1, "too_many_copies")]),
        (("8o 5o 6o 7c 7e 7b 2c", 9, 9), [(1, "card_not_in_deck")]),
        (("4o 5o 6o 7c 7e", 9, 9), [(1, "cards_six_to_eight")]),
        (("4o 5o 6o 7c 7e 7b 1c 2c 3c", 9, 9), [(1, "cards_six_to_eight")]),
        (("4o 5o 6o 7c 7e 7b 2c", "4o 1c 2e 3b 5c 6e 10b", 9), [(None, "too_many_copies")]),
        ((EVA, "", ""), [(2, "entry_missing"), (3, "entry_missing")]),
        (
            ("8o 5o 6o 7c 7e 7b 2c", "1o", ""),
            [(1, "card_not_in_deck"), (2, "cards_six_to_eight"), (3, "entry_missing")],
        ),
    ],
)  # fmt: skip
def test_what_cannot_be(hands, faults):
    """Impossible input is refused, all faults at once, each at its seat."""
    with pytest.raises(ImpossibleRound) as caught:
        judge(state(), typed(*hands))
    assert [(seat, fault.code) for seat, fault in caught.value.faults] == faults


def test_two_packs_hold_two_of_a_card():
    """With five players the same card may be in two hands, and three of it may not."""
    hands = ["4o 5o 6o 7c 7e 7b 2c", "4o 1c 2e 3b 5c 6e 10b", 9, 9, 9]
    assert judge(state(seats=5), typed(*hands)).objections == ()
    hands[2] = "4o 1e 2b 3c 5e 6b 10c"
    with pytest.raises(ImpossibleRound, match="too_many_copies"):
        judge(state(seats=5), typed(*hands))


def test_the_fingerprint_stands_for_the_objections():
    """It changes with what is objected to, and only with that."""
    six, seven = judge(state(), typed(6, 12, 7)), judge(state(), typed(7, 12, 7))
    assert six.fingerprint != seven.fingerprint
    assert six.fingerprint == judge(state(), typed(6, 20, 7, ruling="stands")).fingerprint
