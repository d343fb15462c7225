"""All endpoints, in the order in which the document lists them."""

from . import document, game, games, hands, history, layoffs, links, people, previews, rounds, rules, table
from .registry import ENDPOINTS

_ORDER = (games, game, previews, rounds, table, rules, history, people, links, hands, layoffs, document)

# Each module declared its own when it was imported, in whatever order that happened.
ENDPOINTS.sort(key=lambda found: [module.__name__ for module in _ORDER].index(found.view.__module__))

__all__ = ["ENDPOINTS"]
