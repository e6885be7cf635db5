"""Who is connected, and at which table."""

from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Runner


class Attendance:
    """The open connections, each at one table at most; a person may have several."""

    def __init__(self) -> None:
        self._people: dict[str, list[Member]] = {}  # the connections of each, oldest first
        self._places: dict[int, Runner] = {}  # where each connection is, by identity
        self._unheard: dict[str, tuple[Runner, float]] = {}  # who may not know where they sit

    def arrive(self, member: Member) -> None:
        """Note that *member*'s socket is open."""
        self._people.setdefault(member.key, []).append(member)

    def depart(self, member: Member) -> None:
        """Note that *member*'s socket is closed, and let its table know."""
        others = [each for each in self._people.pop(member.key, ()) if each is not member]
        if others:
            self._people[member.key] = others
        self._leave(member)

    def move(self, member: Member, runner: Runner) -> None:
        """Note that *member* is at *runner*'s table now, and no longer at another one."""
        if self._places.get(id(member)) is not runner:
            self._leave(member)
        self._places[id(member)] = runner
        self.hear(member)

    def is_connected(self, member: Member) -> bool:
        """Return whether *member*'s socket is open."""
        return any(each is member for each in self._people.get(member.key, ()))

    def table_of(self, member: Member) -> Runner | None:
        """Return at which table *member* is."""
        runner = self._places.get(id(member))
        return runner if runner is not None and runner.audience.guest(member) is not None else None

    def is_busy(self, member: Member) -> bool:
        """Return whether *member* is at a table, or its person sits at one elsewhere."""
        tables = [(each, self.table_of(each)) for each in self._people.get(member.key, ())]
        return any(
            table is not None and (each is member or table.room.seat_of(each.key) is not None)
            for each, table in tables
        )

    def _leave(self, member: Member) -> None:
        runner = self._places.pop(id(member), None)
        if runner is not None:
            runner.exit(member)

    # --- who was seated, and may not have heard of it --------------------------------------------

    def tell(self, member: Member, runner: Runner, now: float) -> None:
        """Note that *member* is told at *now* that it sits at *runner*'s table."""
        self._unheard[member.key] = (runner, now)

    def hear(self, member: Member) -> None:
        """Note that *member*'s person knows where it is."""
        self._unheard.pop(member.key, None)

    def missed(self, member: Member) -> Runner | None:
        """Return the table that *member*'s person sits at, as far as we know unheard of."""
        runner, told = self._unheard.get(member.key, (None, 0.0))
        older = [each for each in self._people[member.key] if each is not member]
        return None if any(each.last_sign > told for each in older) else runner

    def forget(self, runner: Runner) -> None:
        """Let *runner*'s table be gone."""
        for key in [key for key, (each, _) in self._unheard.items() if each is runner]:
            del self._unheard[key]
