#!/bin/sh
# Lighthouse on every page: three times each, the median of performance, accessibility and best practices.
#
# Needs, besides `make test` having run once: Node 18 or newer with npx (Lighthouse 13 wants Node 22), and a Chromium.
# Lighthouse 12.2.3 comes from npm and is no part of the project's own dependencies; npx fetches it for this run.
# Names of pages narrow it down, TIMES says how often: TIMES=1 benchmarks/lighthouse.sh board round
set -eu

cd "$(dirname "$0")/.."
command -v npx >/dev/null 2>&1 || { echo "npx is missing: install Node 18 or newer." >&2; exit 1; }
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 18 ] || { echo "Node $major is too old: Lighthouse 12.2.3 runs on Node 18 or newer." >&2; exit 1; }
[ -x .venv/bin/python ] || { echo "There is no .venv: run make test first." >&2; exit 1; }

exec .venv/bin/python -m benchmarks.lighthouse "$@"
