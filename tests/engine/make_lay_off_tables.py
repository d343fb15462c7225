"""Work out the reference's answers for many random lay-off tables, and store them beside this file.

Run it as `python -m tests.engine.make_lay_off_tables`; the same program writes the same file.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.engine.cards import Deck, format_cards, parse_cards, parse_groups
from scorekeeper.engine.rules import Rules

from .deals import Deal, House, lay_off_deal
from .reference_lay_offs import Player, Round

TABLES = 5000
FILE = Path(__file__).with_name("lay_off_tables.jsonl.gz")

# For each player, the closer first: points, and the loose cards in order.
Answer = tuple[tuple[int, str], ...]


class Stored(NamedTuple):
    """One table and all its right outcomes; more than one where the rules leave a tie open."""

    seed: int
    deal: Deal
    answers: frozenset[Answer]


def solve(deal: Deal) -> frozenset[Answer]:
    """The reference's answers for a table."""
    outcomes = Round([deal.closer, *deal.others], *deal.house, deal.kind).outcomes()
    return frozenset(tuple((points, format_cards(loose)) for points, loose in one) for one in outcomes)


def stored_tables(file: Path = FILE) -> Iterator[Stored]:
    """Read what is stored."""
    with gzip.open(file, "rt", encoding="ascii") as lines:
        for line in lines:
            yield _decode(json.loads(line))


def write(seeds: Iterable[int], file: Path = FILE) -> None:
    """Solve the tables of these seeds and store them."""
    lines = [json.dumps(_encode(seed, lay_off_deal(seed)), separators=(",", ":")) for seed in seeds]
    # No name and no time in the header, so that the same tables give the same bytes.
    file.write_bytes(gzip.compress("\n".join(lines).encode("ascii") + b"\n", mtime=0))


def _encode(seed: int, deal: Deal) -> dict[str, Any]:
    rules = deal.house.rules
    changed = {f.name: getattr(rules, f.name) for f in fields(rules) if getattr(rules, f.name) != f.default}
    return {
        "seed": seed,
        "rules": changed,
        "packs": deal.house.packs,
        "kind": deal.kind,
        "players": [_encode_player(player) for player in (deal.closer, *deal.others)],
        "answers": sorted(solve(deal)),
    }


def _encode_player(player: Player) -> dict[str, str]:
    cards = {"cards": format_cards(player.cards)}
    if player.melds is None:
        return cards
    return {**cards, "melds": " / ".join(map(format_cards, player.melds))}


def _decode(line: dict[str, Any]) -> Stored:
    rules = Rules(**line["rules"])
    closer, *others = (_decode_player(player, rules.pack) for player in line["players"])
    answers = frozenset(tuple((points, loose) for points, loose in answer) for answer in line["answers"])
    return Stored(line["seed"], Deal(House(rules, line["packs"]), line["kind"], closer, tuple(others)), answers)


def _decode_player(player: dict[str, str], deck: Deck) -> Player:
    melds = parse_groups(player["melds"], deck) if "melds" in player else None
    return Player(parse_cards(player["cards"], deck), melds)


if __name__ == "__main__":
    write(range(TABLES))
