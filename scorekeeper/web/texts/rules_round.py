"""The part of the rules that decides a round, in plain sentences: closing, its worth, laying off."""

from flask_babel import gettext, ngettext

from scorekeeper.engine.rules import CloseKind, Rules

from .facts import points_text


def closing(rules: Rules) -> list[str]:
    """When a player may close, and what happens after a false close."""
    said = [gettext("You close with a face-down discard; the other seven cards decide, and one meld is needed.")]
    if rules.close_limit:
        said.append(gettext("Your loose cards may make at most %(points)s.", points=points_text(rules.close_limit)))
    else:
        said.append(gettext("You may close only without any loose points."))
    most = rules.close_max_cards
    if most is None:
        said.append(gettext("The number of loose cards does not matter."))
    elif most == 0:
        said.append(gettext("No card may be loose."))
    else:
        said.append(
            ngettext("At most %(most)s card may be loose.", "At most %(most)s cards may be loose.", most, most=most)
        )
    if rules.false_close_penalty:
        penalty = points_text(rules.false_close_penalty)
        said.append(gettext("A false close costs the closer %(penalty)s on top of the loose cards.", penalty=penalty))
    else:
        said.append(gettext("A false close has no penalty: the closer scores the loose cards like everybody else."))
    if rules.tell_better:
        said.append(gettext("Melds are scored as they were laid; if less could have been left, the app says so."))
    else:
        said.append(gettext("Melds are scored as they were laid; whether less could have been left is not said."))
    return said


def bonuses(rules: Rules) -> list[str]:
    """What each kind of close is worth."""
    said = [
        _worth_clean(rules),
        gettext("A chinchón, a run of all seven cards, wins the whole game.")
        if rules.wins("chinchon")
        else gettext("A chinchón, a run of all seven cards, counts %(points)s.", points=_bonus(rules, "chinchon")),
    ]
    if rules.has_jokers:
        said.append(_worth_joker(rules))
    said.append(
        gettext("With two packs, seven cards of one rank are a chinchón too.")
        if rules.chinchon_of_a_kind
        else gettext("Seven cards of one rank are no chinchón.")
    )
    return said


def _worth_clean(rules: Rules) -> str:
    if not rules.clean_close_points:
        return gettext("A clean close, with all seven cards in melds, counts 0.")
    points = _bonus(rules, "clean")
    return gettext("A clean close, with all seven cards in melds, counts %(points)s.", points=points)


def _worth_joker(rules: Rules) -> str:
    if rules.joker_chinchon == "wins":
        return gettext("A chinchón with a joker in it wins the whole game too.")
    if rules.joker_chinchon == "points":
        return gettext("A chinchón with a joker in it counts %(points)s.", points=_bonus(rules, "joker-chinchon"))
    return gettext("A chinchón with a joker in it counts like a clean close.")


def _bonus(rules: Rules, kind: CloseKind) -> str:
    return points_text(rules.bonus(kind))


def laying_off(rules: Rules) -> list[str]:
    """Who lays off where, in which turns, and after which close nobody does."""
    if rules.lay_off_on == "nobody":
        return [gettext("Nobody lays off cards on melds of others.")]
    said = [
        gettext("You may lay off your loose cards on the closer's melds only.")
        if rules.lay_off_on == "closer"
        else gettext("You may lay off your loose cards on the melds of everybody who has shown a hand."),
        gettext("After each hand that is shown, the others have one go at it, in turn.")
        if rules.lay_off_rounds == "once"
        else gettext("Laying off goes round and round until nobody can lay off any more."),
    ]
    if rules.lay_off_on == "everyone":
        said.append(
            gettext("The closer lays off too, on the melds that others show.")
            if rules.closer_lays_off
            else gettext("The closer does not lay off.")
        )
    if rules.lay_off_one_per_run:
        said.append(gettext("Each player may add only one card to a run."))
    return [*said, _blocked(rules)]


def _blocked(rules: Rules) -> str:
    if rules.lay_off_blocked_by == "nothing":
        return gettext("Laying off is allowed after every kind of close.")
    closer_only = rules.lay_off_block == "closer"
    if rules.lay_off_blocked_by == "chinchon":
        if closer_only:
            return gettext("After a chinchón nobody lays off on the closer's melds.")
        return gettext("After a chinchón nobody lays off at all.")
    if closer_only:
        return gettext("After a clean close or a chinchón nobody lays off on the closer's melds.")
    return gettext("After a clean close or a chinchón nobody lays off at all.")
