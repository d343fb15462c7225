"""`make bench`: the engine's figures, then the web's, each beside its target. Names narrow it down: engine, web.

A number is how many hands the engine is measured with: `make bench ARGS="engine 2000"`.
"""

import sys

from benchmarks import engine, web


def main() -> None:
    """Measure what was asked for; without a word, everything."""
    wanted = sys.argv[1:]
    hands = next((int(one) for one in wanted if one.isdigit()), 20_000)
    names = {one for one in wanted if not one.isdigit()} or {"engine", "web"}
    if unknown := names - {"engine", "web"}:
        raise SystemExit(f"{', '.join(sorted(unknown))}: only engine and web can be measured")
    if "engine" in names:
        print(f"The engine, medians over {hands} hands\n")
        for what, median, target in engine.measures(hands):
            print(web.Figure(what, median, "µs", target), flush=True)
    if "web" in names:
        print("\nThe web, medians\n")
        web.main()


if __name__ == "__main__":
    main()
