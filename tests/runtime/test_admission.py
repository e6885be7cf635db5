"""How many tables are made, and of whom."""

from belote_protocol.vocab import RefusalCode
from belote_server.runtime.admission import Admission, Capacity


def test_room_for_so_many() -> None:
    """There are tables up to a number, and of each person up to another; an end makes room."""
    admission = Admission(Capacity(rooms=3, own=2))
    for key in ("anna", "anna", "paul"):
        assert admission.refusal(key) is None
        admission.opened(key)

    assert admission.refusal("paul") is RefusalCode.TOO_MANY_ROOMS
    admission.ended("paul")
    assert admission.refusal("paul") is None
    assert admission.refusal("anna") is RefusalCode.TOO_MANY_OWN_ROOMS
    admission.ended("anna")
    assert admission.refusal("anna") is None


def test_t97_no_tables_while_overloaded() -> None:
    """While there is too much to do no table is made, whoever asks."""
    overloaded = True
    admission = Admission(overloaded=lambda: overloaded)

    assert admission.refusal("anna") is RefusalCode.OVERLOADED
    overloaded = False
    assert admission.refusal("anna") is None
