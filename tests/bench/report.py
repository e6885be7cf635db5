"""The table that a run prints, as Markdown, each line with its aim where there is one."""

import os
import platform

from tests.bench.crowd import Worked
from tests.bench.found import Found, Played
from tests.bench.loops import loop_name

KIB = 1024


def print_report(found: Found, took: float) -> None:
    """Print *found*, which took so many seconds."""
    print(
        f"\n{os.cpu_count()} cores, Python {platform.python_version()}, event loop {loop_name()}; "
        f"{took:.0f} s\n\n| figure | found | aim |\n|---|---|---|"
    )
    for what, figure, aim in rows(found):
        print(f"| {what} | {figure} | {aim} |")


def rows(found: Found) -> list[tuple[str, str, str]]:
    """Return the lines of the table: what, how much, and the aim."""
    floors, delivered, kept = found.floors, found.delivered, found.kept
    main = found.played.worked[max(found.played.worked, key=lambda n: (n == 100, n))]
    watched = f"one frame to {delivered.watchers:,} who watch: the last has it after"
    return [
        *_played("everysec", found.played, "≥ 10,000"),
        *_played("always", found.forced, ""),
        ("floor: bare library, one send each, nothing judged or stored", _rate(floors.bare), ""),
        ("floor: our outbox, nothing judged or stored", _rate(floors.outbox), ""),
        ("of the bare floor", f"{main.rate / floors.bare:.0%}", "≥ 40 %"),
        ("of the outbox's floor", f"{main.rate / floors.outbox:.0%}", ""),
        ("memory of an idle connection", f"{found.idle / KIB:.1f} KiB", "≤ 20 KiB"),
        (
            "memory of a live table with its four connections",
            f"{found.played.table / KIB:.0f} KiB",
            "",
        ),
        (watched, f"{delivered.last * 1e3:.1f} ms", "≤ 40 ms"),
        ("the same, processor for each of them", f"{delivered.each * 1e6:.1f} µs", ""),
        ("all of them joining", f"{delivered.joining:.1f} s", ""),
        ("ready after", f"{found.ready:.2f} s", "≤ 1 s"),
        *_resumed(found.played),
        (
            f"stored of a whole match ({kept.entries:.0f} entries)",
            f"{kept.memory / 1e3:.0f} KB in memory, {kept.file / 1e3:.0f} KB appended",
            "≤ 80 KB",
        ),
    ]


def _played(fsync: str, played: Played, aim: str) -> list[tuple[str, str, str]]:
    lines = [
        (f"fsync {fsync}, {number:,} tables", _worked(worked), aim)
        for number, worked in played.worked.items()
    ]
    if played.latency is not None and played.paced is not None:
        p50, p95, p99 = (
            f"{each * 1e3:.1f}"
            for each in (played.latency.p50, played.latency.p95, played.latency.p99)
        )
        lines.append(
            (
                f"fsync {fsync}, at {played.paced.pace:,.0f} actions a second: "
                "from a card sent to the card seen by all four",
                f"p50 {p50}, p95 {p95}, p99 {p99} ms of {played.latency.count:,}",
                "p99 ≤ 10 ms" if aim else "",
            )
        )
    return lines


def _worked(worked: Worked) -> str:
    return (
        f"{worked.rate:,.0f} durable actions per processor second of the server "
        f"({_each(worked.server, worked)}; store {_each(worked.store, worked)}, "
        f"players {_each(worked.clients, worked)}; {worked.pace:,.0f} a second by the clock)"
    )


def _each(seconds: float, worked: Worked) -> str:
    return f"{seconds / worked.actions * 1e6:.0f} µs"


def _rate(rate: float) -> str:
    return f"{rate:,.0f} ({1e6 / rate:.0f} µs)"


def _resumed(played: Played) -> list[tuple[str, str, str]]:
    if played.resuming is None:
        return []
    tables = max(played.worked)
    what = f"ready after it was killed with {tables:,} tables under way"
    return [(what, f"{played.resuming:.2f} s", "≤ 3 s" if tables <= 1000 else "")]
