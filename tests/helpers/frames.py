"""Every frame that the types allow, for laws about all of them."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

_WHOLE = 2**53
"""Numbers up to here are the same in every language."""


def frames(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of *kind*: a type, or a union of types."""
    return _strategy(inspect.type_info(kind))


def struct_types(union: Any) -> list[type[msgspec.Struct]]:
    """Return the members of *union*."""
    info = inspect.type_info(union)
    assert isinstance(info, inspect.UnionType)
    return [member.cls for member in info.types if isinstance(member, inspect.StructType)]


def tag(kind: type[msgspec.Struct]) -> str:
    """Return what the wire calls *kind*."""
    return str(kind.__struct_config__.tag)


def _strategy(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.UnionType():
            return reduce(or_, map(_strategy, info.types))
        case inspect.StructType():
            return st.builds(info.cls, **{each.name: _strategy(each.type) for each in info.fields})
        case inspect.EnumType():
            return st.sampled_from(list(info.cls))
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            low, high = info.ge, info.le
            return st.integers(-_WHOLE if low is None else low, _WHOLE if high is None else high)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case inspect.StrType():
            return st.text(min_size=info.min_length or 0, max_size=min(info.max_length or 20, 50))
        case inspect.NoneType():
            return st.none()
        case inspect.ListType():
            return st.lists(_strategy(info.item_type), max_size=min(info.max_length or 4, 4))
        case inspect.VarTupleType():
            low, high = info.min_length or 0, min(info.max_length or 4, 4)
            return st.lists(_strategy(info.item_type), min_size=low, max_size=high).map(tuple)
        case inspect.TupleType():
            return st.tuples(*map(_strategy, info.item_types))
        case inspect.DictType():
            keys, values = _strategy(info.key_type), _strategy(info.value_type)
            return st.dictionaries(keys, values, max_size=4)
        case _:
            raise NotImplementedError(info)
