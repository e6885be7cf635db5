"""
Score sheets as files.

A file is JSON, so that people can read it and mend it. It names its format and version, repeats
every rule (so that it means the same under tomorrow's defaults), and holds each deal's facts. What
is read is held to the same checks as what is typed; a problem names its place, as in
``deals[2].cards``. A file is replaced as a whole: either the old sheet is there, or the new one.
"""

import contextlib
import json
import os
from pathlib import Path

from belote_protocol import calls
from belote_protocol.calls import Bid, Doubling
from belote_protocol.text import clean
from belote_protocol.vocab import Seat, Team
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RuleError, derive, flatten
from belote_server.game.seats import Points
from belote_server.scoresheet.account import Names, plain_points
from belote_server.scoresheet.entry import Entry, tally
from belote_server.scoresheet.place import Damaged, Place
from belote_server.scoresheet.problem import Problem, ProblemCode
from belote_server.scoresheet.sheet import Scored, Sheet, added

FORMAT = "belote-sheet"
VERSION = 1
NAME_LENGTH = 32


class Newer(Exception):
    """A sheet whose version is not known yet."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


def load(path: Path) -> Sheet:
    """
    Return the sheet in the file *path*.

    Raises:
        Problem: There is none, or it cannot be read, or it is damaged, or of a newer version.
    """
    try:
        return decoded(path.read_bytes())
    except FileNotFoundError:
        raise Problem(ProblemCode.FILE_MISSING, file=path) from None
    except OSError as error:
        reason = error.strerror or error
        raise Problem(ProblemCode.FILE_UNREADABLE, file=path, reason=reason) from None
    except Newer as newer:
        versions = {"version": newer.version, "known": VERSION}
        raise Problem(ProblemCode.FILE_NEWER, file=path, **versions) from None
    except Damaged as damage:
        place = clean(damage.place, 80)
        raise Problem(ProblemCode.FILE_DAMAGED, damage.because, file=path, place=place) from None


def save(sheet: Sheet, path: Path) -> None:
    """
    Put *sheet* into the file *path*, whole or not at all.

    Raises:
        Problem: The file cannot be written; it is as it was.
    """
    path = path.resolve()  # a link stays one
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        try:
            with draft.open("xb") as file:
                file.write(encoded(sheet))
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                draft.chmod(path.stat().st_mode)
            draft.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        reason = error.strerror or error
        raise Problem(ProblemCode.FILE_UNWRITABLE, file=path, reason=reason) from None


def encoded(sheet: Sheet) -> bytes:
    """Return *sheet* as the contents of a file; the inverse of ``decoded``."""
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {"name": sheet.rules.name, "fields": flatten(sheet.rules)},
        "names": {team.value: name for team, name in sheet.names.items()},
        "deals": [_deal(scored, sheet.rules) for scored in sheet.deals],
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def decoded(raw: bytes) -> Sheet:
    """
    Return the sheet in the contents of a file.

    Raises:
        Damaged: They are no sheet, or tell of something that cannot be.
        Newer: They are of a version that is not known yet.
    """
    whole = Place.parse(raw)
    if whole.fields().get("format") != FORMAT:
        raise Damaged("format")
    version = whole.field("version").whole()
    if version > VERSION:
        raise Newer(version)
    if version < 1:
        raise Damaged("version")
    whole.only("format", "version", "rules", "names", "deals")
    sheet = Sheet(_read_rules(whole.field("rules")), _read_names(whole.field("names")))
    for place in whole.field("deals").items():
        scored = _read_deal(place, sheet.rules)
        try:
            sheet = added(sheet, scored)
        except Problem as problem:
            raise Damaged(place.path, problem) from None
    return sheet


def clean_name(name: str) -> str:
    """Return *name* as a sheet keeps it: nothing unseen in it, and not too long."""
    return clean(name, NAME_LENGTH)


def _deal(scored: Scored | None, rules: RuleSet) -> dict[str, object]:
    if scored is None:
        return {"passed": True}
    counted, belote = scored.tally, rules.cards.belote
    return {
        "taker": scored.taker.value,
        "bid": str(counted.contract.bid),
        "doubling": counted.contract.doubling.value,
        "cards": plain_points(counted.cards),
        "last_trick": counted.last_trick.value,
        "capot": counted.capot.value if counted.capot else None,
        "alone": counted.alone,
        "belote": [
            team.value for team in Team for _ in range(counted.belote[team] // (belote or 1))
        ],
        "declarations": plain_points(counted.declarations),
    }


def _read_rules(place: Place) -> RuleSet:
    place.only("name", "fields")
    try:
        return derive(place.field("name").text(), place.field("fields").fields())
    except RuleError as error:
        where = "rules.name" if error.field == "name" else f"rules.fields.{error.field}"
        raise Damaged(where) from None


def _read_names(place: Place) -> Names:
    names = {Team(key): clean_name(place.field(key).text()) for key in place.keys_of(Team)}
    return {team: name for team, name in names.items() if name}


def _read_deal(place: Place, rules: RuleSet) -> Scored | None:
    if "passed" in place.fields():
        place.only("passed")
        if place.field("passed").value is not True:
            raise Damaged(f"{place.path}.passed")
        return None
    place.only(
        *("taker", "bid", "doubling", "cards", "last_trick", "capot", "alone", "belote"),
        "declarations",
    )
    cards, declared = _read_points(place.field("cards")), _read_points(place.field("declarations"))
    capot, alone = place.field("capot"), place.field("alone").truth()
    entry = Entry(
        rules=rules,
        taker=_read_taker(place.field("taker")),
        bid=_read_bid(place.field("bid")),
        doubling=place.field("doubling").one_of(Doubling),
        cards=(cards.ns, cards.ew),
        last_trick=place.field("last_trick").one_of(Team),
        capot=None if capot.value is None else capot.one_of(Team),
        alone=alone,
        belote=tuple(each.one_of(Team) for each in place.field("belote").items()),
        declarations=declared,
    )
    try:
        return Scored(_read_taker(place.field("taker")), tally(entry))
    except Problem as problem:
        raise Damaged(place.path, problem) from None


def _read_taker(place: Place) -> Seat | Team:
    return place.one_of(Team) if place.value in tuple(Team) else place.one_of(Seat)


def _read_bid(place: Place) -> Bid:
    try:
        return calls.bid(place.text())
    except ValueError:
        raise Damaged(place.path) from None


def _read_points(place: Place) -> Points:
    place.only(*Team)
    return Points(*(place.field(team).whole() for team in Team))
