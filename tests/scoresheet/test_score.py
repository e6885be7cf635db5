"""``belote score`` shows a deal so that a table sees why."""

import json
from textwrap import dedent

import pytest

from belote_protocol.i18n import words
from belote_server.scoresheet.speaking import HINTS, default_language
from tests.helpers.commands import answer, belote, row

MADE = "score --taker S --mode H --cards-ns 82 --last NS --belote NS"


def shown(line: str, *more: str) -> str:
    """Return the whole output of ``belote``, which must succeed."""
    result = belote(line, *more)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_contract_made() -> None:
    """A simple deal: what was counted, how it compares, what is written."""
    assert shown(MADE) == dedent(
        """\
        Classic Belote, house rules
        Taker South, in hearts

                       North-South  East-West
        cards                   82         70
        last trick              10          –
        belote                  20          –
        total counted          112         70

        North-South takes and is ahead, 112 to 70.
        Each side scores what it counted.

        score                  112         70
        Result: contract made
        """
    )


def test_a_tie() -> None:
    """Held points are taken off where they were counted."""
    line = "score --taker S --mode H --cards-ns 71 --last NS --held 81"

    assert shown(line, "--lang", "es") == dedent(
        """\
        Belote clásica, reglas Maison
        Contratista Sur, a corazones

                                           Norte-Sur  Este-Oeste
        cartas                                    71          81
        última baza                               10           –
        total contado                             81          81

        Igualdad perfecta: 81 por cada lado.
        Este-Oeste se anota sus puntos; los del contratista quedan en reserva\
 para el ganador de la mano siguiente.

        en reserva para la mano siguiente        −81           –
        puntuación                                 0          81
        Resultado: empate, 162 en reserva
        """
    )


def test_what_a_factor_multiplies() -> None:
    """The factor stands below what it multiplies and above what it does not."""
    line = "score --taker S --contract 100H --coinche --cards-ns 98 --last NS --belote NS"

    assert shown(f"{line} --declarations-ns tierce").split("\n\n")[-1] == dedent(
        """\
        fixed points instead of cards          160          –
        contract                               100          –
        multiplied by 2                       +260          –
        declarations                            20          –
        belote                                  20          –
        score                                  560          0
        Result: contract made
        """
    )


def test_what_an_official_factor_multiplies() -> None:
    """Official rules multiply declarations too, and show it."""
    line = "score --rules official --taker S --contract 100H --coinche --cards-ns 98 --last NS"

    assert shown(f"{line} --belote NS --declarations-ns 20").split("\n\n")[-1] == dedent(
        """\
        fixed points instead of cards          160          –
        contract                               100          –
        declarations                            20          –
        multiplied by 2                       +280          –
        belote                                  20          –
        score                                  580          0
        Result: contract made
        """
    )


def test_rounding_shows_its_sign() -> None:
    """What rounding adds or takes away is a line of its own."""
    line = "score --rules official --taker S --contract 100H --cards-ns 98 --last NS"

    assert row(shown(line), "rounding") == ("+2", "−4")


def test_only_the_side_is_known() -> None:
    """Where only the side that took is known, the side is named."""
    output = shown("score --taker EW --mode NT --cards-ns 56 --last NS")

    assert "Taker East-West, at no trump" in output


def test_house_changes_are_shown() -> None:
    """What the table changed in the rules stands below their name."""
    line = "score --set scoring.tie=dedans --set cards.all_trump=14,9,6,5,3,1"
    line += " --set cards.all_trump_belotes=false --taker S --mode D --cards-ns 71 --last NS"

    assert "House changes: " in shown(line)
    assert "cards.all_trump=14,9,6,5,3,1, cards.all_trump_belotes=false, scoring.tie=dedans" in (
        shown(line)
    )


def test_a_capot_may_have_been_forgotten() -> None:
    """162 to 0 scores 162, and the account asks whether it was a capot."""
    output = shown("score --taker S --mode H --points-ns 162 --last NS")

    assert row(output, "score") == ("162", "0")
    assert "If North-South took all eight tricks, say capot." in output


def test_a_capot_that_was_said() -> None:
    """A capot that was said scores 252 and asks nothing."""
    output = shown("score --taker S --mode H --capot NS")

    assert row(output, "score") == ("252", "0")
    assert "say capot" not in output


TAKES = "score --taker S --mode H --last NS"
BIDS = "score --taker S --contract"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{TAKES} --cards-ns 72", ["why.ahead", "effect.counted"]),
        (f"{TAKES} --cards-ns 61", ["why.behind", "effect.dedans"]),
        (f"{TAKES} --cards-ns 71", ["why.tied", "effect.held"]),
        (
            f"{TAKES} --cards-ns 71 --set scoring.tie=dedans",
            ["why.tied", "why.not_enough", "effect.dedans"],
        ),
        (
            f"{TAKES} --cards-ns 71 --set scoring.tie=made",
            ["why.tied", "why.enough", "effect.counted"],
        ),
        (f"{TAKES} --capot NS", ["why.all_tricks", "effect.counted"]),
        (f"{TAKES} --capot EW".replace("--last NS", ""), ["why.all_tricks", "effect.dedans"]),
        (
            f"{TAKES} --cards-ns 72 --set scoring.must_beat_defence=false",
            ["why.half_over", "effect.counted"],
        ),
        (
            f"{TAKES} --cards-ns 61 --set scoring.must_beat_defence=false",
            ["why.half_under", "effect.dedans"],
        ),
        (
            f"{TAKES} --cards-ns 71 --set scoring.must_beat_defence=false",
            ["why.half_tied", "effect.held"],
        ),
        (f"{BIDS} 100H --cards-ns 98 --last NS", ["why.reached", "effect.contract"]),
        (f"{BIDS} 100H --cards-ns 98 --last NS --coinche", ["why.reached", "effect.doubled"]),
        (
            f"{BIDS} 80H --cards-ns 70 --last NS --set scoring.must_beat_defence=false",
            ["why.reached_only", "effect.contract"],
        ),
        (f"{BIDS} 90H --cards-ns 79 --last NS", ["why.short", "effect.fallen"]),
        (f"{BIDS} 80H --cards-ns 71 --last NS", ["why.not_ahead", "effect.fallen"]),
        (f"{BIDS} 80H --capot EW", ["why.no_trick", "effect.fallen"]),
        (f"{BIDS} capotH --capot NS", ["why.all_tricks", "effect.contract"]),
        (f"{BIDS} capotH --cards-ns 148 --last NS", ["why.capot_missed", "effect.fallen"]),
        (f"{BIDS} generaleH --capot NS --alone", ["why.generale_made", "effect.contract"]),
        (f"{BIDS} generaleH --capot NS --helped", ["why.generale_missed", "effect.fallen"]),
        (
            f"{BIDS} 100H --cards-ns 98 --last NS --set scoring.counted=bid_only",
            ["why.reached", "effect.bid_only"],
        ),
    ],
)
def test_why(line: str, why: list[str]) -> None:
    """Each kind of deal is explained: the comparison, and what follows from it."""
    said = answer(line)["said"]["why"]

    texts = [str(words("en").texts[key]) for key in why]
    assert len(said) == len(texts)
    for sentence, text in zip(said, texts, strict=True):
        assert sentence.endswith(text.rsplit("}", 1)[-1])


def test_why_in_numbers() -> None:
    """The comparison names what was made and what was needed."""
    assert answer(f"{BIDS} 90H --cards-ns 79 --last NS")["said"]["why"][0] == (
        "North-South has 89, short of the 90 of the contract."
    )


def test_json() -> None:
    """In JSON the account has codes and numbers, and the same in words."""
    assert answer(MADE, "--lang", "fr") == {
        "rules": "classic-house",
        "changes": {},
        "taker": "S",
        "bid": "H",
        "doubling": "none",
        "counted": [
            {"code": "cards", "team": "NS", "points": 82, "label": "cartes"},
            {"code": "last_trick", "team": "NS", "points": 10, "label": "dernier pli"},
            {"code": "belote", "team": "NS", "points": 20, "label": "belote"},
            {"code": "cards", "team": "EW", "points": 70, "label": "cartes"},
        ],
        "own": {"NS": 112, "EW": 70},
        "written": [
            {"code": "cards", "team": "NS", "points": 82, "label": "cartes"},
            {"code": "last_trick", "team": "NS", "points": 10, "label": "dernier pli"},
            {"code": "belote", "team": "NS", "points": 20, "label": "belote"},
            {"code": "cards", "team": "EW", "points": 70, "label": "cartes"},
        ],
        "points": {"NS": 112, "EW": 70},
        "result": "made",
        "winner": "NS",
        "held_in": 0,
        "held_out": 0,
        "said": {
            "lang": "fr",
            "contract": "Sud prend à cœur",
            "result": "contrat rempli",
            "why": [
                "Nord-Sud a pris et dépasse la défense, 112 à 70.",
                "Chaque camp marque ce qu’il a compté.",
            ],
            "notes": [],
        },
    }


def test_json_of_a_factor() -> None:
    """A factor stands beside what it added; nobody wins a tie."""
    doubled = answer(f"{BIDS} 100H --surcoinche --cards-ns 98 --last NS")
    tied = answer(f"{TAKES} --cards-ns 71")

    assert doubled["written"][-1] == {
        "code": "multiplier",
        "team": "NS",
        "points": 780,
        "factor": 4,
        "label": "multiplied by 4",
    }
    assert (tied["winner"], tied["held_out"]) == (None, 81)


def test_json_lines_add_up() -> None:
    """The lines of a side add up to its totals."""
    told = answer(f"{BIDS} 100H --coinche --cards-ns 80 --last EW --belote NS")

    for lines, totals in (("counted", "own"), ("written", "points")):
        for team in ("NS", "EW"):
            each = [line["points"] for line in told[lines] if line["team"] == team]
            assert sum(each) == told[totals][team]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_no_such_option(more: list[str]) -> None:
    """An option that does not exist ends with status 2, in JSON where that is asked for."""
    result = belote("score --pigs 3", *more)

    assert result.exit_code == 2
    if more:
        assert json.loads(result.stderr)["error"]["code"] == "usage"
    assert "No such option" in result.stderr


def test_problems_in_json() -> None:
    """A problem in JSON has its code, its sentence, its values and what to type instead."""
    result = belote("score --taker S --mode NT --cards-ns 122 --last NS --lang it --json")

    assert json.loads(result.stderr) == {
        "error": {
            "code": "too_many_cards",
            "message": "122 è troppo: le 32 carte qui fanno in tutto 120 (senza atout),"
            " senza l’ultima presa.",
            "params": {"points": "122", "most": "120", "mode": "NT"},
            "hint": "--points-ns, --points-ew",
        }
    }


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "it_IT@euro"}, "it"),
        ({"LANG": "fr_CA", "LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LANG": "fr_CA", "LC_MESSAGES": "bg"}, "bg"),
        ({"LANG": "fr_CA", "LC_ALL": ""}, "fr"),
        ({"LANG": "ms-MY"}, "ms"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "pl"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "plain"}, "en"),
    ],
)
def test_default_language(environ: dict[str, str], lang: str) -> None:
    """Without an option the terminal's language is spoken, or else English."""
    assert default_language(environ) == lang


def test_the_terminal_chooses_the_language() -> None:
    """The environment's language is that of the answer, and of a problem."""
    environ = {"LC_ALL": "pl_PL.UTF-8"}

    assert "Rezultat: kontrakt wypełniony" in belote(MADE, env=environ).stdout
    assert "Kto licytował?" in belote("score", env=environ).stderr
    assert "Result: contract made" in belote(f"{MADE} --lang en", env=environ).stdout


def test_unknown_language() -> None:
    """A language there are no words in is answered with those there are."""
    result = belote(f"{MADE} --lang de")

    assert result.exit_code == 2
    assert result.stderr == "--lang: “de” is not one of en, fr, pl, bg, it, ms, es.\n"


def test_language_with_a_country() -> None:
    """A language may be asked for with its country, in any case."""
    assert "Risultato" not in shown(MADE, "--lang", "IT_ch")
    assert "Esito: contratto rispettato" in shown(MADE, "--lang", "IT_ch")


def test_help() -> None:
    """The help shows whole commands, and they work."""
    text = shown("score --help")

    commands = text.replace("\\\n", " ").split("belote score ")[1:]
    assert len(commands) == 5
    for command in commands:
        assert belote("score " + command.splitlines()[0]).exit_code == 0


def test_hints_name_real_options() -> None:
    """What is said to be typed instead is an option there is."""
    text = shown("score --help") + shown("sheet new --help") + shown("sheet --help")

    for hint in HINTS.values():
        for option in (word.strip(",") for word in hint.split()):
            assert not option.startswith("--") or option in text
