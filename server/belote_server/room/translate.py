"""Table truth in the form clients get it: each viewer's happenings, turn, and whole table."""

from typing import assert_never

from msgspec.structs import replace

from belote_protocol import happenings as told
from belote_protocol import views
from belote_protocol.calls import Contract
from belote_protocol.happenings import Happening
from belote_protocol.updates import Happened, Snapshot
from belote_protocol.vocab import PUBLIC, Phase, Seat, Viewer
from belote_server.game.auction import NO_CALLS
from belote_server.game.events import (
    BeloteSaid,
    CallMade,
    CardPlayed,
    DealCommitted,
    DealPassedOut,
    DealRevealed,
    DealSettled,
    DeclarationsMade,
    DeclarationsShown,
    Event,
    HandsCompleted,
    HandsDealt,
    MatchEnded,
    MatchStarted,
    TrickTaken,
)
from belote_server.game.rulesets import flatten
from belote_server.game.scoring import Line
from belote_server.game.seats import Points
from belote_server.game.state import Deal
from belote_server.game.views import (
    DealView,
    View,
    judged_cards,
    open_calls,
    redact,
    tells_apart,
    view,
)
from belote_server.room.clock import bank_from
from belote_server.room.events import (
    Away,
    BankSpent,
    Batch,
    BotLeft,
    BotSat,
    ClockCredited,
    Closed,
    Opened,
    Person,
    ReadySet,
    Returned,
    Seated,
    Stood,
    SurrenderOffered,
    SwapOffered,
    Swapped,
    TableEvent,
    TimedOut,
    WatchersAllowed,
)
from belote_server.room.state import Place, Room


def viewer_of(room: Room, key: str) -> Viewer:
    """Return as whom the person *key* sees the table; whoever holds no seat is the public."""
    return room.seat_of(key) or PUBLIC


def happened(room: Room, batch: Batch, viewer: Viewer) -> Happened:
    """Return what *batch*, which led to *room*, is to *viewer*."""
    events = [translate_event(event, viewer) for event in batch.events]
    seen = tuple([happening for happening in events if happening is not None])
    return Happened(batch.v, seen, turn_view(room, viewer))


def has_secrets(batch: Batch) -> bool:
    """Return whether viewers see the events of *batch* differently."""
    return any(map(tells_apart, batch.events))


def snapshot(room: Room, term: str, viewer: Viewer, *, may_sit: bool, watchers: int) -> Snapshot:
    """
    Return the whole table as *viewer* may know it.

    Args:
        term: Under whose ownership the table is.
        may_sit: Whether the receiver may hand on the code that lets people sit.
        watchers: How many people watch.
    """
    match = view(room.match, viewer)
    return Snapshot(
        room.v,
        term,
        views.RoomView(
            id=room.room_id,
            host=room.host.public_id,
            settings=replace(room.settings, spectators=room.watchers_allowed),
            rules=flatten(room.rules),
            seats=tuple(_seat_view(room, place) for place in room.places),
            turn=turn_view(room, viewer),
            seat=viewer if isinstance(viewer, Seat) else None,
            match=None if match.phase is Phase.UNSTARTED else _match_view(match, room.match.deal),
            sit=room.sit if may_sit else None,
            watch=room.watch,
            watchers=watchers,
        ),
    )


def turn_view(room: Room, viewer: Viewer) -> views.Turn:
    """Return who is to act, and what *viewer* may do about it."""
    match = room.match
    seat = match.turn
    bank = bank_from(room)
    if seat is None or seat is not viewer:
        return views.Turn(seat, room.deadline, bank=bank)
    calls = open_calls(match, viewer)
    if calls is not NO_CALLS:
        options = views.Options(calls.words, calls.kinds, calls.modes, calls.points)
        return views.Turn(seat, room.deadline, options, bank=bank)
    return views.Turn(seat, room.deadline, None, dict(judged_cards(match, viewer)), bank)


def translate_event(event: TableEvent, viewer: Viewer) -> Happening | None:
    """Return *event* as *viewer* may see it; ``None`` for what is in snapshots alone."""
    match event:
        case CardPlayed() | TrickTaken() | CallMade():  # nearly always
            return _translate_game_event(redact(event, viewer))
        case Opened() | Closed():
            return None
        case Seated(seat, person, left):
            return told.Seated(seat, person.public_id, person.name, left)
        case Stood(seat, removed):
            return told.Stood(seat, removed)
        case SwapOffered(seat, other):
            return told.SwapOffered(seat, other)
        case Swapped(seat, other):
            return told.Swapped(seat, other)
        case ReadySet(seat, ready):
            return told.ReadySet(seat, ready)
        case SurrenderOffered(seat, gives_up):
            return told.SurrenderOffered(seat, gives_up)
        case WatchersAllowed(allowed):
            return told.WatchersAllowed(allowed)
        case ClockCredited():
            return told.ClockCredited()
        case TimedOut(seat):
            return told.TimedOut(seat)
        case BotSat(seat, policy):
            return told.BotSat(seat, policy)
        case BotLeft(seat):
            return told.BotLeft(seat)
        case Away(seat, until):
            return told.Away(seat, until)
        case Returned(seat):
            return told.Returned(seat)
        case BankSpent(seat, left):
            return told.BankSpent(seat, left)
        case _:
            return _translate_game_event(redact(event, viewer))


def _translate_game_event(event: Event) -> Happening:
    match event:
        case CardPlayed():
            return told.Played(event.seat, event.card)
        case TrickTaken():
            return told.Trick(event.number, event.winner, event.points)
        case CallMade():
            return told.Called(event.seat, str(event.call), _text(event.contract))
        case MatchStarted(match_id, _, dealer):
            return told.Started(match_id, dealer)
        case DealCommitted(deal, commitment, _):
            return told.Committed(deal, commitment)
        case HandsDealt(deal, dealer, speaker, hands, turned, _):
            return told.Dealt(deal, dealer, speaker, hands, turned)
        case DealPassedOut(deal):
            return told.PassedOut(deal)
        case HandsCompleted(contract, added, leader):
            return told.Completed(str(contract), added, leader)
        case DeclarationsMade(seat, kinds):
            return told.Announced(seat, kinds)
        case BeloteSaid(seat, suit, word):
            return told.Belote(seat, suit, word)
        case DeclarationsShown():
            return _declarations(event)
        case DealSettled():
            return _settled(event)
        case DealRevealed():
            return _revealed(event)
        case MatchEnded(winner, reason, scores):
            return told.Ended(winner, reason, _points(scores))
        case _:
            assert_never(event)


def _declarations(event: DeclarationsShown) -> told.Declarations:
    shown = tuple(told.Declaration(seat, each.kind, each.cards) for seat, each in event.shown)
    return told.Declarations(event.points, shown, event.team)


def _settled(event: DealSettled) -> told.Settled:
    settlement = event.settlement
    return told.Settled(
        deal=event.deal,
        contract=str(settlement.contract),
        taker=settlement.contract.taker,
        doubling=settlement.contract.doubling,
        result=settlement.result,
        own=_points(settlement.own),
        counted=_lines(settlement.counted),
        points=_points(settlement.points),
        written=_lines(settlement.written),
        scores=_points(event.scores),
        held=settlement.held_out,
        winner=settlement.winner,
    )


def _revealed(event: DealRevealed) -> told.Revealed:
    return told.Revealed(event.deal, event.deck, event.seed)


def _points(points: Points) -> told.Points:
    return told.Points(points.ns, points.ew)


def _lines(lines: tuple[Line, ...]) -> tuple[told.Line, ...]:
    return tuple(told.Line(line.code, line.team, line.points, line.factor) for line in lines)


def _text(contract: Contract | None) -> str | None:
    return None if contract is None else str(contract)


def _seat_view(room: Room, place: Place) -> views.SeatView:
    if place.person is None:
        return views.SeatView(bot=place.bot, bank=place.bank or None)
    return views.SeatView(
        person=_person_view(place.person),
        ready=place.ready,
        online=place.person.key in room.online,
        gives_up=place.gives_up,
        swap=place.swap,
        bot=place.bot,
        grace=place.grace,
        bank=place.bank or None,
    )


def _person_view(person: Person) -> views.Person:
    return views.Person(person.public_id, person.name)


def _match_view(match: View, deal: Deal | None) -> views.MatchView:
    ended = match.ended
    passed_out = deal is not None and deal.auction.passed_out
    return views.MatchView(
        id=match.match_id,
        phase=match.phase,
        dealer=match.dealer,
        scores=_points(match.scores),
        held=match.held,
        settled=tuple(map(_settled, match.settled)),
        deal=_deal_view(match.deal, passed_out=passed_out) if match.deal is not None else None,
        commitment=match.commitment,
        revealed=_revealed(match.revealed) if match.revealed is not None else None,
        ended=views.EndView(ended.winner, ended.reason) if ended is not None else None,
    )


def _deal_view(deal: DealView, *, passed_out: bool) -> views.DealView:
    return views.DealView(
        number=deal.number,
        dealer=deal.dealer,
        hands=deal.hands,
        leader=deal.leader,
        turned=deal.turned,
        calls=tuple((seat, str(call)) for seat, call in deal.calls),
        contract=_text(deal.contract),
        passed_out=passed_out,
        trick=deal.trick,
        tricks=tuple(
            views.TrickView(trick.leader, trick.cards, trick.winner, trick.points)
            for trick in deal.tricks
        ),
        announced=deal.announced,
        declarations=_declarations(deal.shown) if deal.shown is not None else None,
        belotes=tuple(views.BeloteView(said.seat, said.suit, said.word) for said in deal.belotes),
    )
