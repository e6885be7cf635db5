"""Deals that come out as a test wants them: from chosen hands, or from the last trick on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from belote_protocol.calls import call, contract
from belote_protocol.vocab import BeloteWord, Card, Mode, Phase, Rank, Seat, Suit, Team
from belote_server.game.actions import MakeCall, PlayCard
from belote_server.game.auction import Auction
from belote_server.game.deck import PACK
from belote_server.game.events import BeloteSaid, DealSettled, DeclarationsShown, Event
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Settlement
from belote_server.game.seats import Hands, Points, seats_from
from belote_server.game.state import Deal, Trick
from tests.helpers.cards import cards
from tests.helpers.matches import Table
from tests.helpers.tallies import tally


def hands(text: str) -> Hands:
    """Return the hands of *text*, ``|`` between them: South, West, North, East."""
    south, west, north, east = map(cards, text.split("|"))
    return (south, west, north, east)


def stacked(wanted: Hands, dealer: Seat, rules: RuleSet, taker: Seat) -> tuple[Card, ...]:
    """
    Return the deck that deals the hands *wanted*; the turned card is the taker's sixth.

    Args:
        wanted: Eight cards a seat.
        dealer: Who deals it.
        rules: Whose packets it is dealt in.
        taker: Who will take; of no consequence where all cards are dealt before the auction.
    """
    rest = {seat: list(wanted[seat.place]) for seat in seats_from(dealer.next)}
    deck: list[Card] = []
    for size in rules.dealing.packets:
        for hand in rest.values():
            deck += [hand.pop(0) for _ in range(size)]
    if rest[taker]:
        deck.append(rest[taker].pop(0))
    return (*deck, *chain.from_iterable(rest.values()))


def speak(table: Table, text: str) -> None:
    """Make the calls of *text*, from whoever is to speak."""
    for word in text.split():
        seat = table.match.turn
        assert seat is not None
        table.do(MakeCall(seat, call(word)))


def play(table: Table, text: str) -> None:
    """Play the cards of *text*, from whoever is to play."""
    for card in cards(text):
        table.do(PlayCard(table.match.running.turn, card))


def finish(table: Table, played: str, ns: str, ew: str) -> tuple[Event, ...]:
    """
    Play the last trick of a deal that comes to *ns* and *ew*; return what followed its last card.

    The deal takes the place of the table's next one and stands after seven tricks; the sides are
    written as in ``tally``.
    """
    wanted, made, match = tally(played, ns, ew), contract(played), table.match
    sweep = [made.taker] if wanted.alone else [seat for seat in Seat if seat.team is wanted.capot]
    winners = (sweep or list(Seat)) * 7
    leader = next(seat for seat in winners if seat.team is wanted.last_trick)
    left = _worthless(leader, made.bid.mode)
    deal = Deal(
        number=match.deals + 1,
        dealer=match.dealer,
        deck=PACK,
        dealt=left,
        hands=left,
        turned=None,
        auction=Auction(None, (), made),
        leader=leader,
        tricks=tuple(_tricks(winners[:7], wanted.cards)),
        shown=_shown(wanted.declarations),
        belotes=tuple(_belotes({Seat.SOUTH: ns, Seat.WEST: ew}, made.bid.mode)),
    )
    table.match = replace(match, phase=Phase.PLAY, deals=deal.number, deal=deal)
    followed: tuple[Event, ...] = ()
    for seat in seats_from(leader):
        followed = table.do(PlayCard(seat, left[seat.place][0]))
    return followed


def _worthless(leader: Seat, mode: Mode) -> Hands:
    """Return a card a seat, worth nothing, of which the leader's wins."""
    plain = [suit for suit in Suit if suit is not mode.suit]
    low = [Card.of(Rank.SEVEN, suit) for suit in plain[:3]]
    west, north, east = seats_from(leader)[1:]
    given = {leader: Card.of(Rank.EIGHT, plain[0]), west: low[0], north: low[1], east: low[2]}
    south_card, west_card, north_card, east_card = (given[seat] for seat in Seat)
    return ((south_card,), (west_card,), (north_card,), (east_card,))


def _tricks(winners: Sequence[Seat], points: Points) -> Iterator[Trick]:
    """Yield a trick for each of *winners*; a side's first has all of its points."""
    seen: set[Team] = set()
    for seat in winners:
        yield Trick(seat, (), seat, 0 if seat.team in seen else points[seat.team])
        seen.add(seat.team)


def _shown(points: Points) -> DeclarationsShown | None:
    for team in Team:
        if points[team]:
            return DeclarationsShown(team, (), points[team])
    return None


def _belotes(sides: Mapping[Seat, str], mode: Mode) -> Iterator[BeloteSaid]:
    """Yield the second word of every belote, each in a suit of its own at all trump."""
    suits = iter(Suit if mode is Mode.ALL_TRUMP else [mode.suit or Suit.SPADES])
    for seat, side in sides.items():
        for _ in range(side.split().count("belote")):
            yield BeloteSaid(seat, next(suits), BeloteWord.REBELOTE)


def settlement(events: Sequence[Event]) -> Settlement:
    """Return the account of the deal that *events* ended."""
    (settled,) = [event for event in events if isinstance(event, DealSettled)]
    return settled.settlement
