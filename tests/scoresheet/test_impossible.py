"""What cannot be true is refused, and the refusal says what and why."""

import pytest

from belote_protocol.i18n import LANGUAGES, words
from belote_server.scoresheet.problem import ProblemCode
from tests.helpers.commands import answer, belote, problem

CLASSIC = "--taker S --mode H"
COUNTED = f"{CLASSIC} --cards-ns 82 --last NS"
COINCHE = "--taker S --cards-ns 98 --last NS"
TRICKS = "TS JS QS 9S | 9C AC KC JC | TD 8D 7D AD | QD TC KD 9D | QC 8H AS 7C | 8C TH AH QH"
TRICKS += " | 7S 8S KS 7H | JD JH 9H KH"
PLAYED = f"--taker N --mode C --leader W --tricks '{TRICKS}'"

ROWS = [
    # what was typed, the problem, and what its sentence has to name
    ("", "taker_missing", ""),
    ("--taker S", "contract_missing", ""),
    ("--taker S --contract 100", "contract_missing", ""),
    (CLASSIC, "last_trick_missing", ""),
    (f"{CLASSIC} --last NS", "points_missing", ""),
    ("--taker X --mode H", "not_one_of", "S, W, N, E, NS, EW"),
    ("--taker S --mode X", "not_one_of", "S, H, D, C, NT, AT"),
    (f"{CLASSIC} --cards-ns 82 --last X", "not_one_of", "--last"),
    ("--game whist --taker S --mode H", "not_one_of", "classic, coinche"),
    ("--rules pub --taker S --mode H", "not_one_of", "house, official"),
    (f"{CLASSIC} --cards-ns lots --last NS", "not_a_number", "--cards-ns: “lots”"),
    (f"{CLASSIC} --cards-ns 8.5 --last NS", "not_a_number", "8.5"),
    (f"{COUNTED} --held ½", "not_a_number", "½"),
    # too many points, by either way of counting
    (f"{CLASSIC} --cards-ns 153 --last NS", "too_many_cards", "152"),
    (f"{CLASSIC} --cards-ns 162 --last NS", "too_many_cards", "152"),
    (f"{CLASSIC} --points-ns 163 --last NS", "too_many_points", "162"),
    (f"{CLASSIC} --points-ns 252 --last NS", "too_many_points", "162"),
    ("--taker S --mode NT --points-ew 131 --last NS", "too_many_points", "130"),
    ("--rules official --taker S --mode AT --cards-ns 160 --last NS", "too_many_cards", "152"),
    (f"{CLASSIC} --cards-ns 92 --cards-ew 70 --last NS", "cards_sum", "162"),
    (f"{CLASSIC} --points-ns 82 --points-ew 70 --last NS", "points_sum", "152"),
    (f"{CLASSIC} --cards-ns 82 --points-ew 70 --last NS", "cards_and_points", ""),
    (f"{CLASSIC} --cards-ns -5 --last NS", "negative", "-5"),
    (f"{CLASSIC} --points-ew -5 --last NS", "negative", "-5"),
    (f"{COUNTED} --held -81", "negative", "-81"),
    (f"{COUNTED} --declarations-ns -20", "negative", "-20"),
    # totals no cards have
    (f"{CLASSIC} --cards-ns 1 --last NS", "no_such_cards", "1"),
    (f"{CLASSIC} --cards-ew 151 --last NS", "no_such_cards", "1"),
    ("--taker S --mode AT --cards-ns 5 --last NS", "no_such_cards", "5"),
    (f"{CLASSIC} --points-ns 7 --last NS", "last_trick_points", "North-South cannot have 7"),
    (f"{CLASSIC} --points-ns 158 --last EW", "last_trick_points", "East-West cannot have 4"),
    # capots
    (f"{CLASSIC} --capot NS --cards-ew 10", "capot_both_score", "East-West"),
    (f"{CLASSIC} --capot NS --cards-ns 142", "capot_both_score", "10"),
    (f"{CLASSIC} --capot EW --points-ns 3 --points-ew 159", "capot_both_score", "3"),
    (f"{CLASSIC} --capot NS --last EW", "capot_last_trick", "North-South"),
    (f"{CLASSIC} --capot NS --cards-ns 162", "too_many_cards", "152"),
    (f"{CLASSIC} --capot NS --points-ns 200", "too_many_points", "162"),
    (f"{CLASSIC} --capot NS --points-ns 253", "too_many_points", "252"),
    # belotes
    ("--taker S --mode NT --cards-ns 56 --last NS --belote NS", "belote_not_counted", "no trump"),
    (f"{COUNTED} --belote NS --belote EW", "too_many_belotes", "hearts"),
    (
        "--taker S --mode AT --cards-ns 148 --last S " + "--belote NS " * 5,
        "too_many_belotes",
        "4",
    ),
    (
        "--set cards.all_trump_belotes=false --taker S --mode AT --capot S --belote N",
        "belote_not_counted",
        "all trump",
    ),
    # declarations
    (f"{COUNTED} --declarations-ns 20 --declarations-ew 50", "declarations_both", ""),
    (f"{COUNTED} --declarations-ns 10", "declarations_sum", "10"),
    (f"{COUNTED} --declarations-ns 30", "declarations_sum", "30"),
    (f"{COUNTED} --declarations-ew 55", "declarations_sum", "55"),
    (f"{COUNTED} --declarations-ew 130", "declarations_sum", "130"),
    (f"{COUNTED} --declarations-ew 600", "declarations_sum", "600"),
    (f"{COUNTED} --declarations-ew quinte", "bad_declarations", "quinte"),
    (
        f"--set declarations.played=false {COUNTED} --declarations-ns 20",
        "declarations_not_played",
        "",
    ),
    # contracts
    (f"{COINCHE} --contract 85H", "contract_refused", "from 80 to 160"),
    (f"{COINCHE} --contract 70H", "contract_refused", "70 in hearts"),
    (f"{COINCHE} --contract 170H", "contract_refused", "from 80 to 160"),
    (f"--set auction.floor=90 {COINCHE} --contract 80H", "contract_refused", "from 90 to 160"),
    (
        f"--set auction.generale=false {COINCHE} --contract generaleH",
        "contract_refused",
        "générale",
    ),
    (f"--set auction.modes=suits {COINCHE} --contract 100NT", "contract_refused", "no trump"),
    (
        "--set auction.modes=suits --taker S --mode AT --cards-ns 148 --last S",
        "contract_refused",
        "all trump",
    ),
    (f"--game coinche {COINCHE} --mode H", "contract_without_points", ""),
    (f"--game classic {COINCHE} --contract 100H", "contract_in_classic", ""),
    (f"{COINCHE} --contract 100H --mode S", "two_modes", ""),
    (f"{COINCHE} --contract heaps", "bad_contract", "heaps"),
    (f"{COINCHE} --contract ''", "bad_contract", ""),
    (f"{COUNTED} --coinche", "coinche_in_classic", ""),
    (f"{COUNTED} --surcoinche", "coinche_in_classic", ""),
    ("--taker S --contract generaleH --capot NS", "alone_missing", ""),
    (f"{COINCHE} --contract generaleH --alone", "alone_without_capot", ""),
    ("--taker S --contract generaleH --capot EW --alone", "alone_without_capot", ""),
    # held points
    (f"{COINCHE} --contract 100H --held 81", "held_not_played", ""),
    (f"--set scoring.tie=dedans {COUNTED} --held 81", "held_not_played", ""),
    # rules
    (f"--set tie {COUNTED}", "bad_setting", "tie"),
    (f"--set scoring.knot=dedans {COUNTED}", "bad_rule", "scoring.tie"),
    (f"--set scoring.tie=knot {COUNTED}", "bad_rule", "litige, dedans, made"),
    (f"--set cards.belote=twenty {COUNTED}", "bad_rule", "cards.belote"),
    # tricks
    (f"{PLAYED} --cards-ns 80", "points_with_tricks", ""),
    (f"{PLAYED} --points-ns 80", "points_with_tricks", ""),
    (f"{PLAYED} --last NS", "points_with_tricks", ""),
    (f"{PLAYED} --capot NS", "points_with_tricks", ""),
    (f"{PLAYED} --belote NS", "points_with_tricks", ""),
    (f"{PLAYED} --helped", "points_with_tricks", ""),
    (PLAYED.replace("--leader W", ""), "leader_missing", ""),
    (PLAYED.replace("--leader W", "--leader NS"), "not_one_of", "--leader"),
    (PLAYED.replace(" | JD JH 9H KH", ""), "tricks_count", "7"),
    (PLAYED.replace("TS JS QS 9S", "TS JS QS"), "trick_size", "Trick 1 has 3"),
    (PLAYED.replace("TD 8D", "TD TD"), "card_twice", "10 of diamonds"),
    (PLAYED.replace("TD 8D", "TD 6D"), "bad_card", "6D"),
    (
        PLAYED.replace("9C AC KC JC", "9C AC JD JC").replace("JD JH", "KC JH"),
        "card_refused",
        "jack of diamonds",
    ),
    (
        PLAYED.replace("--taker N --mode C", "--taker NS --contract generaleC"),
        "taker_seat_missing",
        "",
    ),
]
IDS = [f"{code}-{index}" for index, (_, code, _) in enumerate(ROWS)]


@pytest.mark.parametrize(("typed", "code", "named"), ROWS, ids=IDS)
def test_impossible(typed: str, code: str, named: str) -> None:
    """Input that cannot be true ends with status 2 and a sentence that says what and why."""
    told = problem(f"score {typed}")

    assert told["code"] == code
    assert named in told["message"] or named in str(told["params"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", [row[0] for row in ROWS[::4]], ids=IDS[::4])
def test_impossible_in_words(typed: str, lang: str) -> None:
    """The sentence comes in the language that was asked for, on stderr, and nothing on stdout."""
    code = problem(f"score {typed}")["code"]

    result = belote(f"score {typed}", "--lang", lang)

    assert (result.exit_code, result.stdout) == (2, "")
    opening = words(lang).texts[f"problem.{code}"]
    assert isinstance(opening, str)
    assert opening.split("{")[0] in result.stderr


def test_what_to_type_instead() -> None:
    """A problem that an option answers names that option."""
    result = belote(f"score {CLASSIC} --cards-ns 82")

    assert result.stderr == "Which side took the last trick?\n→ --last NS, --last EW\n"


def test_why_a_card_was_refused() -> None:
    """A card that broke a rule is named with its trick, its seat and the rule."""
    swapped = PLAYED.replace("9C AC KC JC", "9C AC JD JC").replace("JD JH", "KC JH")

    told = problem(f"score {swapped}")

    assert told["message"] == (
        "Trick 2, East: this card could not be played: jack of diamonds."
        " You must follow suit: clubs."
    )


def test_tricks_as_they_should_be() -> None:
    """The tricks those rows are made of are scored, declarations included."""
    told = answer(f"score {PLAYED}")

    assert told["points"] == {"NS": 146, "EW": 36}


def test_every_problem_has_its_words() -> None:
    """There is a sentence for every problem, and for no other."""
    said = {key for key in words("en").texts if key.startswith("problem.")}

    assert said == {f"problem.{code.value}" for code in ProblemCode}
