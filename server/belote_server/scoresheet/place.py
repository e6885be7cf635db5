"""Reading JSON by hand: every value knows its place, so that damage can be pointed at."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from belote_server.scoresheet.problem import Problem

E = TypeVar("E", bound=StrEnum)


class Damaged(Exception):
    """
    A file that says something it cannot mean.

    Attributes:
        place: Where: a path such as ``deals[2].cards``, or line and column.
        because: What is wrong there, where that has a sentence.
    """

    def __init__(self, place: str, because: Problem | None = None) -> None:
        super().__init__(place)
        self.place = place
        self.because = because


@dataclass(frozen=True)
class Place:
    """
    A value in a JSON file.

    Attributes:
        value: As ``json`` reads it.
        path: How to get there from the top.
    """

    value: object
    path: str = ""

    @staticmethod
    def parse(raw: bytes) -> "Place":
        """
        Return the whole of *raw*.

        Raises:
            Damaged: It is no JSON in UTF-8.
        """
        try:
            return Place(json.loads(raw.decode()))
        except UnicodeDecodeError as error:
            before = raw[: error.start]
            column = len(before) - (before.rfind(b"\n") + 1) + 1
            raise Damaged(f"{before.count(bytes([10])) + 1}:{column}") from None
        except json.JSONDecodeError as error:
            raise Damaged(f"{error.lineno}:{error.colno}") from None
        except (RecursionError, ValueError):  # nested or written without end
            raise Damaged("1:1") from None

    def fields(self) -> Mapping[str, object]:
        """Return the value, which must be an object."""
        if not isinstance(self.value, dict):
            raise Damaged(self.path or "1:1")
        return self.value

    def only(self, *names: str) -> None:
        """Raise ``Damaged`` unless the value is an object of just the fields *names*."""
        fields = self.fields()
        for name in [*names, *fields]:
            if name not in fields or name not in names:
                raise Damaged(self._path_of(name))

    def keys_of(self, kind: type[E]) -> list[E]:
        """Return the names of the object's fields, each of which must be one of *kind*."""
        kinds = {each.value: each for each in kind}
        for name in self.fields():
            if name not in kinds:
                raise Damaged(self._path_of(name))
        return [kinds[name] for name in self.fields()]

    def field(self, name: str) -> "Place":
        """Return the field called *name*, which must be there."""
        path = self._path_of(name)
        try:
            return Place(self.fields()[name], path)
        except KeyError:
            raise Damaged(path) from None

    def items(self) -> Iterator["Place"]:
        """Yield the items of the value, which must be a list."""
        if not isinstance(self.value, list):
            raise Damaged(self.path)
        for index, item in enumerate(self.value):
            yield Place(item, f"{self.path}[{index}]")

    def text(self) -> str:
        """Return the value, which must be a text."""
        if not isinstance(self.value, str):
            raise Damaged(self.path)
        return self.value

    def whole(self) -> int:
        """Return the value, which must be a whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise Damaged(self.path)
        return self.value

    def truth(self) -> bool:
        """Return the value, which must be true or false."""
        if not isinstance(self.value, bool):
            raise Damaged(self.path)
        return self.value

    def one_of(self, kind: type[E]) -> E:
        """Return the value, which must be one of *kind*."""
        for each in kind:
            if each.value == self.value:
                return each
        raise Damaged(self.path)

    def _path_of(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name
