"""`make bench`: every measurement beside its target. Names narrow it down: engine, web, live, growth.

A number is how many hands the engine is measured with: `make bench ARGS="engine 2000"`.
"""

import sys

from benchmarks import engine, growth, live, web
from benchmarks.figures import Figure, show

MEASURES = {
    "engine": "The engine, medians over many hands",
    "web": "The web, medians",
    "live": "Many who watch",
    "growth": "As there is more, ratios in one run",
}


def main() -> None:
    """Measure what was asked for; without a word, everything."""
    hands = next((int(one) for one in sys.argv[1:] if one.isdigit()), 20_000)
    names = [one for one in sys.argv[1:] if not one.isdigit()] or list(MEASURES)
    if unknown := set(names) - MEASURES.keys():
        raise SystemExit(f"{', '.join(sorted(unknown))}: only {', '.join(MEASURES)} can be measured")
    figures = {
        "engine": lambda: (Figure(what, median, "µs", target) for what, median, target in engine.measures(hands)),
        "web": web.measures,
        "live": live.measures,
        "growth": growth.measures,
    }
    for name in names:
        print(f"\n{MEASURES[name]}\n")
        show(figures[name]())


if __name__ == "__main__":
    main()
