"""Anything that a table can be told, by anybody, at any time."""

from hypothesis import strategies as st

from belote_protocol.commands import (
    Back,
    Bid,
    Bot,
    Chat,
    Hint,
    Leave,
    Mute,
    Next,
    Play,
    Ready,
    Rematch,
    Remove,
    RoomCommand,
    Say,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.vocab import Card, Phrase, Policy, Seat
from belote_server.room.inputs import (
    Arrived,
    Drawn,
    Expired,
    Gone,
    Input,
    Recovered,
    Spoken,
    Thought,
    TimeUp,
)
from tests.helpers.sessions import PEOPLE

people = st.sampled_from(PEOPLE)
seats = st.sampled_from(Seat)
cmds = st.integers(1, 12) | st.integers(1, 2**31 - 1)
counts = st.integers(0, 4) | st.integers(0, 2**31 - 1)
calls = st.sampled_from(("pass", "coinche", "surcoinche", "80H", "capotNT", "H", "AT")) | st.text(
    max_size=12
)

commands: st.SearchStrategy[RoomCommand] = st.one_of(
    st.builds(Bid, cmds, counts, counts, calls),
    st.builds(Play, cmds, counts, st.integers(1, 8), st.sampled_from(Card), st.booleans()),
    st.builds(Next, cmds, counts),
    st.builds(Rematch, cmds),
    st.builds(Surrender, cmds, st.booleans()),
    st.builds(Sit, cmds, seats),
    st.builds(Swap, cmds, seats),
    st.builds(Ready, cmds, st.booleans()),
    st.builds(Remove, cmds, seats),
    st.builds(Bot, cmds, seats, st.sampled_from(Policy)),
    st.builds(Back, cmds),
    st.builds(Hint, cmds),
    st.builds(Watchers, cmds, st.booleans()),
    st.builds(Leave, cmds),
    st.builds(Chat, cmds, st.text(min_size=1, max_size=300)),
    st.builds(Say, cmds, st.sampled_from(Phrase)),
    st.builds(Mute, cmds, st.text(max_size=16), st.booleans()),
)
"""What the wire lets through, and no more."""

seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)

inputs: st.SearchStrategy[Input] = st.one_of(
    st.builds(Spoken, people, commands, st.booleans()),
    st.builds(Arrived, people),
    st.builds(Gone, people),
    st.builds(TimeUp, st.integers(0, 60)),
    st.builds(Drawn, st.text(max_size=20), seats, seeds),
    st.builds(
        Thought,
        st.integers(0, 60),
        st.builds(Bid, cmds, counts, counts, calls)
        | st.builds(Play, cmds, counts, st.integers(1, 8), st.sampled_from(Card), st.booleans()),
    ),
    st.just(Recovered()),
    st.just(Expired()),
)
