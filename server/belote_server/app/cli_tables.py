"""The commands ``belote rooms`` and ``belote show``: what an operator may look at."""

import asyncio
import os
from typing import TYPE_CHECKING

import click
import msgspec

from belote_protocol.views import DealView, MatchView, RoomView
from belote_protocol.vocab import SEATS, VIEWERS, Viewer
from belote_server import config
from belote_server.app.failures import CannotServe

if TYPE_CHECKING:
    from belote_server.app.inspecting import Found
    from belote_server.room.state import Room

_VIEWERS = {viewer.value: viewer for viewer in VIEWERS}


class CannotLook(click.ClickException):
    """The store could not be looked into; the sentence says why."""

    exit_code = 2


def _settings(data_dir: str | None, redis_url: str | None) -> config.Settings:
    try:
        return config.load(os.environ, {"data_dir": data_dir, "redis_url": redis_url})
    except config.BadSetting as error:
        raise CannotLook(str(error)) from None


@click.command()
@click.option("--data-dir", help="Folder of the server.  [BELOTE_DATA_DIR]")
@click.option("--redis-url", help="Its store, if that is not its own.  [BELOTE_REDIS_URL]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table.")
def rooms(data_dir: str | None, redis_url: str | None, as_json: bool) -> None:
    """List the unfinished tables of a server, whether it runs or not."""
    # Imported here, so that a score is counted without waiting for a server's libraries.
    from belote_server.app.inspecting import list_tables

    try:
        found = asyncio.run(list_tables(_settings(data_dir, redis_url)))
    except CannotServe as error:
        raise CannotLook(str(error)) from None
    for each in found:
        click.echo(msgspec.json.encode(_facts(each)).decode() if as_json else _line(each))
    if not found and not as_json:
        click.echo("No table is unfinished.")


@click.command()
@click.argument("room")
@click.option(
    "--as", "viewer", required=True, type=click.Choice(list(_VIEWERS)), help="Whose view to show."
)
@click.option("--data-dir", help="Folder of the server.  [BELOTE_DATA_DIR]")
@click.option("--redis-url", help="Its store, if that is not its own.  [BELOTE_REDIS_URL]")
@click.option("--json", "as_json", is_flag=True, help="The view as clients get it.")
def show(
    room: str, viewer: str, data_dir: str | None, redis_url: str | None, as_json: bool
) -> None:
    """
    Show ROOM, a table's name or one of its codes, as one viewer sees it.

    There is no view of everything: an operator who plays sees no more than others do.
    """
    from belote_server.app.inspecting import find_table, view_of

    try:
        found = asyncio.run(find_table(_settings(data_dir, redis_url), room))
    except CannotServe as error:
        raise CannotLook(str(error)) from None
    if found.room is None:
        raise CannotLook(f"{found.name} cannot be read: {found.trouble}")
    seen = view_of(found.room, _VIEWERS[viewer])
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(seen)).decode())
    else:
        click.echo("\n".join(_account(found.room, seen, _VIEWERS[viewer])))


def _facts(found: "Found") -> dict[str, object]:
    room = found.room
    if room is None:
        return {"room": found.name, "trouble": found.trouble}
    return {
        "room": room.room_id,
        "rules": room.rules.name,
        "v": room.v,
        "phase": room.match.phase,
        "deal": room.match.deals,
        "scores": [room.match.scores.ns, room.match.scores.ew],
        "seats": [place.person.name if place.person else None for place in room.places],
        "public": room.settings.public,
    }


def _line(found: "Found") -> str:
    room = found.room
    if room is None:
        return f"{found.name}  cannot be read: {found.trouble}"
    names = ", ".join(place.person.name if place.person else "-" for place in room.places)
    scores = room.match.scores
    return (
        f"{room.room_id}  v{room.v:<5} {room.rules.name:16} {room.match.phase:9} "
        f"deal {room.match.deals:<3} {scores.ns:>5} to {scores.ew:<5} {names}"
    )


def _account(room: "Room", seen: RoomView, viewer: Viewer) -> list[str]:
    lines = [f"{seen.id}, version {room.v}, as {viewer.value} sees it", f"rules {room.rules.name}"]
    for seat, place in zip(SEATS, seen.seats, strict=True):
        name = place.person.name if place.person else "free"
        ready = ", ready" if place.ready else ""
        lines.append(f"{seat.value}  {name}{ready}")
    if seen.match is not None:
        lines += _match_lines(seen.match)
    if seen.turn.seat is not None:
        lines.append(f"turn {seen.turn.seat.value}")
    return lines


def _match_lines(match: MatchView) -> list[str]:
    scores = match.scores
    lines = [f"match {match.id}, {match.phase}, NS {scores.ns}, EW {scores.ew}, held {match.held}"]
    if match.deal is not None:
        lines += _deal_lines(match.deal)
    if match.ended is not None:
        lines.append(f"won by {match.ended.winner} ({match.ended.reason})")
    return lines


def _deal_lines(deal: DealView) -> list[str]:
    lines = [f"deal {deal.number}, dealt by {deal.dealer.value}"]
    if deal.turned is not None:
        lines.append(f"turned {deal.turned.value}")
    lines.append("calls " + " ".join(f"{seat.value}:{call}" for seat, call in deal.calls))
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        lines.append(
            f"hand {seat.value} " + " ".join(card.value if card else "--" for card in hand)
        )
    for trick in deal.tricks:
        cards = " ".join(card.value for card in trick.cards)
        lines.append(f"trick {trick.leader.value}: {cards}, to {trick.winner.value}")
    if deal.trick:
        lines.append(f"on the table, led by {deal.leader.value}: {' '.join(deal.trick)}")
    return lines
