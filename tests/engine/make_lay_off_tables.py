"""Work out the reference's answers for many random lay-off tables, and store them beside this file.

Run it as `python -m tests.engine.make_lay_off_tables`; the same program writes the same file.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.engine.cards import Deck, format_cards, parse_cards
from scorekeeper.engine.rules import Rules

from .deals import Deal, House, lay_off_deal
from .reference import Cards
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
    closer = {"cards": format_cards(deal.closer.cards)}
    if deal.closer.melds is not None:
        closer["melds"] = " / ".join(format_cards(meld) for meld in deal.closer.melds)
    return {
        "seed": seed,
        "rules": changed,
        "packs": deal.house.packs,
        "kind": deal.kind,
        "closer": closer,
        "others": [format_cards(player.cards) for player in deal.others],
        "answers": sorted(solve(deal)),
    }


def _decode(line: dict[str, Any]) -> Stored:
    rules = Rules(**line["rules"])
    melds = line["closer"].get("melds")
    closer = Player(
        _cards(line["closer"]["cards"], rules.pack),
        None if melds is None else tuple(_cards(meld, rules.pack) for meld in melds.split("/")),
    )
    others = tuple(Player(_cards(cards, rules.pack)) for cards in line["others"])
    answers = frozenset(tuple((points, loose) for points, loose in answer) for answer in line["answers"])
    return Stored(line["seed"], Deal(House(rules, line["packs"]), line["kind"], closer, others), answers)


def _cards(text: str, deck: Deck) -> Cards:
    return parse_cards(text, deck)


if __name__ == "__main__":
    write(range(TABLES))
