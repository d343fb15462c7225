"""The table in motion: the mutable inside of the fold. Nothing outside `game.py` may hold one."""

from collections.abc import Sequence

from . import events as ev
from .errors import RuleViolation
from .ledger import Step
from .rounds import check_round, scored_points
from .rules import deal
from .seats import Seat, lowest
from .state import Change, ChangeKind, Ending, Phase, Round, SeatState

MAX_ROUNDS = 1000


class Table:
    """Applies one event after another, and settles who is out, who may come back and who has won.

    `rules` are those of the last round; changed ones wait in `terms` and count from the next round on.
    """

    def __init__(self) -> None:
        self.seats: dict[int, Seat] = {}
        self.order: list[int] = []
        self.rounds: list[Round] = []
        self.changes: list[Change] = []
        self.played = 0
        self.pot = 0
        self.packs = 1
        self.ending: Ending | None = None
        self.winners: tuple[int, ...] = ()
        self.last_dealer: int | None = None
        self.last_closer: int | None = None

    # What happens

    def start(self, event: ev.GameStarted) -> None:
        if self.seats:
            raise RuleViolation("already_started")
        self.terms = event.terms
        self.rules = event.terms.rules
        self.first_dealer = event.first_dealer
        self.packs = deal(self.terms.rules, event.seats).packs
        if not 1 <= event.first_dealer <= event.seats:
            raise RuleViolation("no_such_seat", seat=event.first_dealer)
        for number in range(1, event.seats + 1):
            self._sit_down(number, person=number, total=0)

    def score(self, event: ev.RoundScored, step: Step) -> None:
        self._must_be_playing()
        if self.played >= MAX_ROUNDS:
            raise RuleViolation("too_many_rounds", allowed=MAX_ROUNDS)
        rules = self.terms.rules
        check_round(event, [seat.seat for seat in self.alive()], rules, self.packs)
        self.rules = rules
        self.played += 1
        scored = {entry.seat: scored_points(event, entry, rules) for entry in event.entries}
        for seat in self.seats.values():
            seat.declined = seat.fresh = False
            if seat.seat in scored:
                seat.total = self._floored(seat.total + scored[seat.seat])
        dealer = self.next_dealer()
        self.last_dealer, self.last_closer = dealer, event.closer
        won = event.kind is not None and event.ruling != "false-close" and rules.wins(event.kind)
        if won and event.closer is not None:
            self._end("chinchon", (event.closer,))
        else:
            self._settle()
        self._note_round(event, step, dealer, scored)

    def void(self, step: Step) -> None:
        self._must_be_playing()
        self._note_round(ev.RoundScored(()), step, self.next_dealer(), {})

    def rebuy(self, number: int, step: Step) -> None:
        seat = self._seat(number)
        if not self._may_rebuy(seat):
            raise RuleViolation("rebuy_not_possible", seat=number)
        seat.total = self.rebuy_points()
        seat.status, seat.fresh, seat.declined, seat.out_in_round = "in", True, False, None
        seat.rebuys += 1
        self._charge(seat, self.terms.rebuy_price)
        self._settle()
        self._note("rebuy", step, seat)

    def decline(self, number: int, step: Step) -> None:
        seat = self._seat(number)
        if seat.status != "deciding":
            raise RuleViolation("nothing_to_decline", seat=number)
        seat.declined = True
        self._settle()
        self._note("declined", step, seat)

    def adjust(self, event: ev.PointsAdjusted, step: Step) -> None:
        seat = self._seat(event.seat)
        self._must_not_be_over()
        if seat.status == "left" or (seat.status == "out" and seat.out_in_round != self.played):
            raise RuleViolation("out_of_game", seat=event.seat)
        if event.points == 0 or abs(event.points) > ev.MAX_ADJUSTMENT:
            raise RuleViolation("adjustment_out_of_range", points=event.points, allowed=ev.MAX_ADJUSTMENT)
        if not event.reason.strip() or len(event.reason) > ev.MAX_REASON:
            raise RuleViolation("reason_needed", allowed=ev.MAX_REASON)
        seat.total = self._floored(seat.total + event.points)
        self._settle()
        self.changes.append(
            Change(step.number, self.played, "adjusted", seat.seat, points=event.points, reason=event.reason)
        )

    def join(self, event: ev.PlayerJoined, step: Step) -> None:
        self._must_be_playing()
        if event.seat != len(self.seats) + 1:
            raise RuleViolation("seat_taken", seat=event.seat)
        self.packs = max(self.packs, deal(self.terms.rules, len(self.alive()) + 1).packs)
        self._sit_down(event.seat, event.person, total=max(seat.total for seat in self.alive()))
        self._note("joined", step, self.seats[event.seat])

    def leave(self, number: int, step: Step) -> None:
        seat = self._seat(number)
        self._must_not_be_over()
        if seat.status == "left":
            raise RuleViolation("out_of_game", seat=number)
        if seat.status == "in" and len(self.alive()) == 1:
            raise RuleViolation("last_player", seat=number)
        seat.status = "left"
        self._settle()
        self._note("left", step, seat)

    def substitute(self, event: ev.SubstituteSeated, step: Step) -> None:
        seat = self._seat(event.seat)
        self._must_not_be_over()
        if seat.status == "left":
            raise RuleViolation("out_of_game", seat=event.seat)
        seat.person = event.person
        self._note("substitute", step, seat)

    def pay(self, event: ev.Paid) -> None:
        seat = self._seat(event.seat)
        if event.amount == 0 or not 0 <= seat.paid + event.amount <= ev.MAX_MONEY:
            raise RuleViolation("payment_out_of_range", seat=event.seat, amount=event.amount, paid=seat.paid)
        seat.paid += event.amount

    def change_terms(self, terms: ev.Terms, step: Step) -> None:
        self._must_be_playing()
        if terms.currency != self.terms.currency:
            raise RuleViolation("currency_fixed", currency=self.terms.currency)
        self.packs = max(self.packs, deal(terms.rules, len(self.alive())).packs)
        self.terms = terms
        self._note("rules", step)

    def reorder(self, order: Sequence[int], step: Step) -> None:
        self._must_not_be_over()
        if sorted(order) != sorted(self.seats):
            raise RuleViolation("order_incomplete", seats=tuple(sorted(self.seats)))
        self.order = list(order)
        self._note("reordered", step)

    def end_by_agreement(self) -> None:
        self._must_not_be_over()
        self._end("agreement", lowest(self.alive()))

    # What can be known

    @property
    def phase(self) -> Phase:
        if self.ending:
            return "over"
        return "rebuy-decision" if any(s.status == "deciding" for s in self.seats.values()) else "playing"

    def alive(self) -> list[Seat]:
        """The seats that are in, in turn order."""
        return [self.seats[n] for n in self.order if self.seats[n].status == "in"]

    def survivors(self) -> list[Seat]:
        """Those still in after the last round, without the ones who came back since (reading 9)."""
        return [seat for seat in self.alive() if not seat.fresh]

    def rebuy_points(self) -> int:
        """The total a rebuy comes in at: the highest (or second highest) among the survivors."""
        totals = sorted((seat.total for seat in self.survivors()), reverse=True)
        second = self.rules.rebuy_score == "second-highest" and len(totals) > 1
        return totals[1 if second else 0] if totals else 0

    def next_dealer(self) -> int:
        """Who deals next: the first dealer, or the next one still in after whoever dealt last (reading 18)."""
        if self.last_dealer is None:
            start = self.order.index(self.first_dealer)
        else:
            start = self.order.index(self.last_dealer) + 1
        turns = self.order[start:] + self.order[:start]
        return next((n for n in turns if self.seats[n].status == "in"), turns[0])

    def seat_states(self) -> tuple[SeatState, ...]:
        return tuple(seat.snapshot(self._may_rebuy(seat)) for seat in self.seats.values())

    # Settling

    def _settle(self) -> None:
        """Who is out, who decides and who has won, from the totals alone. May be repeated between rounds."""
        rules = self.rules
        self._put_out()
        alive, outs = self.alive(), [seat for seat in self.seats.values() if self._just_out(seat)]
        if rules.win_at is not None and any(seat.total <= rules.win_at for seat in alive):
            self._end("win-at", lowest(alive))
        elif rules.ends == "rounds" and self.played >= (rules.rounds or 0):
            self._end("rounds", lowest(alive))
        elif rules.ends == "first-out" and outs:
            self._end("first-out", lowest(alive + outs))
        elif not alive and outs:
            others = [seat for seat in outs if seat.seat != self.last_closer]
            not_closer = rules.all_out == "not-the-closer" and others
            self._end("all-out", lowest(others if not_closer else outs))
        elif len(alive) == 1 and self.phase == "playing":
            self._end("last-standing", (alive[0].seat,))

    def _put_out(self) -> None:
        open_seats = [s for s in self.seats.values() if s.status == "in" or self._just_out(s)]
        for seat in open_seats:
            out = self._passed_limit(seat.total)
            seat.status = "out" if out else "in"
            seat.out_in_round = self.played if out else None
        for seat in open_seats:
            if seat.status == "out" and not seat.declined and self._may_rebuy(seat):
                seat.status = "deciding"

    def _just_out(self, seat: Seat) -> bool:
        return seat.status in ("out", "deciding") and seat.out_in_round == self.played

    def _passed_limit(self, total: int) -> bool:
        rules = self.rules
        if rules.ends == "rounds":
            return False
        return total > rules.limit or (rules.out_when == "reaches" and total == rules.limit)

    def _may_rebuy(self, seat: Seat) -> bool:
        rules = self.rules
        left = rules.rebuys_per_player is None or seat.rebuys < rules.rebuys_per_player
        enough = len(self.survivors()) >= rules.rebuy_needs_survivors
        return (
            rules.rebuys and left and enough and rules.ends == "last-standing" and not self.ending
        ) and self._just_out(seat)

    def _end(self, ending: Ending, winners: Sequence[int]) -> None:
        self.ending, self.winners = ending, tuple(sorted(winners))
        for seat in self.seats.values():
            if seat.status == "deciding":
                seat.status = "out"

    # Small print

    def _sit_down(self, number: int, person: int, total: int) -> None:
        self.seats[number] = Seat(number, person, total)
        self.order.append(number)
        self._charge(self.seats[number], self.terms.stake)

    def _charge(self, seat: Seat, amount: int) -> None:
        seat.due += amount
        self.pot += amount

    def _floored(self, total: int) -> int:
        return max(total, 0) if self.rules.floor_at_zero else total

    def _seat(self, number: int) -> Seat:
        if number not in self.seats:
            raise RuleViolation("no_such_seat", seat=number)
        return self.seats[number]

    def _must_not_be_over(self) -> None:
        if self.ending:
            raise RuleViolation("game_over")

    def _must_be_playing(self) -> None:
        self._must_not_be_over()
        if self.phase == "rebuy-decision":
            seats = tuple(seat.seat for seat in self.seats.values() if seat.status == "deciding")
            raise RuleViolation("rebuy_open", seats=seats)

    def _note(self, kind: ChangeKind, step: Step, seat: Seat | None = None) -> None:
        number, total = (seat.seat, seat.total) if seat else (None, 0)
        self.changes.append(Change(step.number, self.played, kind, number, total))

    def _note_round(self, event: ev.RoundScored, step: Step, dealer: int, scored: dict[int, int]) -> None:
        void = isinstance(step.event, ev.RoundVoided)
        self.rounds.append(
            Round(
                event=step.number,
                number=self.played + void,
                dealer=dealer,
                void=void,
                closer=event.closer,
                kind=event.kind,
                ruling=event.ruling,
                objections=event.objections,
                entries={entry.seat: entry for entry in event.entries},
                scored=scored,
                totals={seat.seat: seat.total for seat in self.seats.values()},
                went_out=tuple(n for n, s in self.seats.items() if n in scored and self._just_out(s)),
                corrected=step.corrected_by is not None,
            )
        )
