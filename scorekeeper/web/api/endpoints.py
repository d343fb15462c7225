"""All endpoints, in the order in which the document lists them: each module declares its own when it is imported."""

from . import rules, hands, layoffs, games, links, game, previews, rounds, table, history, people, document  # noqa: F401, I001
from .registry import ENDPOINTS

__all__ = ["ENDPOINTS"]
