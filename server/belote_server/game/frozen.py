"""Copies of frozen values."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value, **changes):
        """
        Return a copy of a frozen *value* with some fields changed.

        ``dataclasses.replace`` runs the whole constructor, which took two thirds of the time of
        a card; these classes have no ``__post_init__`` to skip.
        """
        copy = object.__new__(type(value))
        copy.__dict__.update(value.__dict__)
        copy.__dict__.update(changes)
        return copy


__all__ = ["changed"]
