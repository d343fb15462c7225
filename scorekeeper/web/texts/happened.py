"""Each kind of event as a few short sentences."""

from collections.abc import Callable

from flask_babel import gettext

from scorekeeper.engine import events as ev
from scorekeeper.engine.rounds import scored_points
from scorekeeper.engine.rules import RANGES, Rules
from scorekeeper.engine.state import Change
from scorekeeper.service import StoredGame

from .errors import label
from .facts import kind_name, listed, number, points_text
from .money import format_money
from .parameters import choice_text, parameter_title
from .rules import payout_text
from .seating import person_name, seated, terms_at, terms_before

Who = Callable[[int], str]


def happened(event_number: int, event: ev.Event, game: StoredGame) -> str:
    """What the event with this number was, undone or not. An `Undone` is told by `history.describe`."""
    who = seated(game, event_number)
    match event:
        case ev.GameStarted():
            return _started(event, who)
        case ev.RoundScored():
            return " ".join([headline(event_number, event, game), *_scored(event, event_number, game)])
        case ev.RoundVoided(reason=reason):
            return " ".join([headline(event_number, event, game), *_void(reason)])
        case ev.RoundCorrected():
            said = _scored(event.now, event.round, game) if event.now else _void("")
            return " ".join([headline(event_number, event, game), *said])
        case ev.RebuyTaken(seat=seat):
            return _rebuy(who(seat), _change(game, event_number), terms_at(game, event_number))
        case ev.RebuyDeclined(seat=seat):
            return gettext("%(name)s stays out.", name=who(seat))
        case ev.PointsAdjusted():
            return _adjusted(event, who)
        case ev.PlayerJoined(seat=seat):
            return _joined(who(seat), _change(game, event_number))
        case ev.PlayerLeft(seat=seat):
            return gettext("%(name)s left the game.", name=who(seat))
        case ev.SubstituteSeated(seat=seat, person=person):
            before = seated(game, event_number - 1)(seat)
            return gettext("%(name)s took over the seat of %(other)s.", name=person_name(game, person), other=before)
        case ev.Paid():
            return _paid(event, who, terms_at(game, event_number).currency)
        case ev.RulesCorrected():
            return " ".join([_where_corrected(event), _differences(terms_before(game, event_number), event.terms)])
        case ev.RulesChanged(terms=terms):
            said = gettext("New rules from the next round on.")
            return " ".join([said, _differences(terms_before(game, event_number), terms)])
        case ev.SeatsReordered(order=order):
            return gettext("New order at the table: %(names)s.", names=listed(map(who, order)))
        case ev.GameEnded():
            return gettext("The table agreed to end the game.")
        case ev.Undone():
            raise AssertionError("told by describe")


def headline(event_number: int, event: ev.Event, game: StoredGame) -> str:
    """The same without the figures of a round, which the board shows."""
    match event:
        case ev.RoundScored() | ev.RoundVoided():
            return gettext("Round %(number)s.", number=_place(game, event_number))
        case ev.RoundCorrected(round=corrected):
            return gettext("Round %(number)s was corrected.", number=_place(game, corrected))
        case _:
            return happened(event_number, event, game)


def round_number(game: StoredGame, event_number: int) -> int | None:
    """The number of the round that this event is, if it is one that counts."""
    return next((played.number for played in game.state.rounds if played.event == event_number), None)


def _place(game: StoredGame, event_number: int) -> int:
    """The number of a round; of one that was undone, the number that it would have among those that count."""
    before = sum(not played.void for played in game.state.rounds if played.event < event_number)
    return round_number(game, event_number) or before + 1


def _started(event: ev.GameStarted, who: Who) -> str:
    terms = event.terms
    said = [
        gettext("The game began: %(names)s.", names=listed(map(who, range(1, event.seats + 1)))),
        gettext("%(name)s deals first.", name=who(event.first_dealer)),
        gettext("Limit %(limit)s.", limit=number(terms.rules.limit)),
    ]
    if terms.stake:
        said.append(gettext("Stake %(stake)s.", stake=format_money(terms.stake, terms.currency)))
    return " ".join(said)


def _scored(event: ev.RoundScored, event_number: int, game: StoredGame) -> list[str]:
    """What a round was like; `event_number` is that of the round itself, also for a correction of it."""
    who, rules = seated(game, event_number), terms_at(game, event_number).rules
    said = [_close(event, who), gettext("Points: %(points)s.", points=_points(event, who, rules))]
    if event.ruling == "stands" and event.objections:
        objections = "; ".join(map(label, event.objections))
        said.append(gettext("The table let it stand: %(objections)s.", objections=objections))
    return said


def _close(event: ev.RoundScored, who: Who) -> str:
    if event.closer is None or event.kind is None:
        return gettext("Nobody closed.")
    if event.ruling == "false-close":
        return gettext("%(name)s closed, and it was ruled a false close.", name=who(event.closer))
    return gettext("%(name)s closed: %(kind)s.", name=who(event.closer), kind=kind_name(event.kind))


def _points(event: ev.RoundScored, who: Who, rules: Rules) -> str:
    """What the round adds to each total, bonus and penalty included."""
    return ", ".join(f"{who(entry.seat)} {number(scored_points(event, entry, rules))}" for entry in event.entries)


def _void(reason: str) -> list[str]:
    said = [gettext("It was void (a misdeal): no points, and the same dealer deals again.")]
    return [*said, gettext("Reason: %(reason)s.", reason=reason.rstrip("."))] if reason else said


def _change(game: StoredGame, event_number: int) -> Change | None:
    return next((change for change in game.state.changes if change.event == event_number), None)


def _rebuy(name: str, change: Change | None, terms: ev.Terms) -> str:
    if change is None:
        return gettext("%(name)s took a rebuy.", name=name)
    points = points_text(change.points)
    if not terms.rebuy_price:
        return gettext("%(name)s came back at %(points)s.", name=name, points=points)
    price = format_money(terms.rebuy_price, terms.currency)
    return gettext("%(name)s came back at %(points)s for %(price)s.", name=name, points=points, price=price)


def _joined(name: str, change: Change | None) -> str:
    if change is None:
        return gettext("%(name)s joined late.", name=name)
    return gettext("%(name)s joined late at %(points)s.", name=name, points=points_text(change.points))


def _adjusted(event: ev.PointsAdjusted, who: Who) -> str:
    name, reason = who(event.seat), event.reason.rstrip(".")
    points = points_text(abs(event.points))
    if event.points > 0:
        return gettext("%(name)s got %(points)s more. Reason: %(reason)s.", name=name, points=points, reason=reason)
    return gettext("%(name)s got %(points)s taken off. Reason: %(reason)s.", name=name, points=points, reason=reason)


def _paid(event: ev.Paid, who: Who, currency: str) -> str:
    name, amount = who(event.seat), format_money(abs(event.amount), currency)
    if event.amount < 0:
        return gettext("%(name)s took %(amount)s back from the plate.", name=name, amount=amount)
    return gettext("%(name)s put %(amount)s on the plate.", name=name, amount=amount)


def _where_corrected(event: ev.RulesCorrected) -> str:
    if event.event == 1:
        return gettext("The rules had been set wrong and were corrected from the start.")
    return gettext("The rules had been set wrong and were corrected from where they were changed.")


def _differences(before: ev.Terms, after: ev.Terms) -> str:
    """What is different, each as `title: new (was old)`."""
    said = [
        _became(parameter_title(name), choice_text(name, old), choice_text(name, new))
        for name in RANGES
        if (old := getattr(before.rules, name)) != (new := getattr(after.rules, name))
    ]
    for title, old_money, new_money in (
        (gettext("Stake"), (before.stake, before.currency), (after.stake, after.currency)),
        (gettext("Price of a rebuy"), (before.rebuy_price, before.currency), (after.rebuy_price, after.currency)),
    ):
        if old_money != new_money:
            said.append(_became(title, format_money(*old_money), format_money(*new_money)))
    if before.payout != after.payout:
        said.append(payout_text(after.payout).rstrip("."))
    return "; ".join(said) + "." if said else gettext("Nothing is different.")


def _became(title: str, old: str, new: str) -> str:
    return gettext("%(title)s: %(new)s (was %(old)s)", title=title, new=new, old=old)
