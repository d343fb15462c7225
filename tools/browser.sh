#!/bin/sh
# Makes sure that the browser tests have a Chromium. Installs Debian's where it may; otherwise says what to install.
# Where there is none: failure in CI (CI is set), a plain warning elsewhere, and the browser tests are then left out.
# SCOREKEEPER_CHROMIUM names another one.
set -eu

found() {
    if [ -n "${SCOREKEEPER_CHROMIUM:-}" ]; then
        [ -x "$SCOREKEEPER_CHROMIUM" ]
        return
    fi
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

found && exit 0

if [ -n "${SCOREKEEPER_CHROMIUM:-}" ]; then
    echo "SCOREKEEPER_CHROMIUM is '$SCOREKEEPER_CHROMIUM', which is no program. Unset it or name a Chromium." >&2
    exit 1
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "The browser tests need a Chromium; installing it with apt-get ..."
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; then
        found && exit 0
    fi
    echo "apt-get could not install chromium." >&2
fi

cat >&2 <<'TEXT'
The browser tests need a Chromium, and there is none here. Install one:
    Debian:  sudo apt-get install chromium
    Fedora:  sudo dnf install chromium
    Arch:    sudo pacman -S chromium
or name one that you have:  SCOREKEEPER_CHROMIUM=/path/to/chromium make test
TEXT
if [ -n "${CI:-}" ]; then
    echo "In CI a missing browser is a failure." >&2
    exit 1
fi
echo "Going on without the browser tests." >&2
