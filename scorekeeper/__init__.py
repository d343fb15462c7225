"""The Chinchón scorekeeper: keeps the score of a real card table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .config import Settings


def create_app(settings: Settings | None = None, **overrides: object) -> Flask:
    """Build the app. `overrides` are Flask settings (tests use them); without `settings` the environment decides.

    Raises `ConfigError` for a setting that cannot be used.
    """
    from .web.factory import build

    return build(settings, overrides)
