"""A whole sheet as a table for a terminal, and as plain values for programs."""

from belote_protocol.i18n import Words
from belote_protocol.vocab import Team
from belote_server.game.rules import Reach, RuleSet
from belote_server.game.rulesets import overrides
from belote_server.scoresheet import account
from belote_server.scoresheet.account import capital, columns, plain_points, team_name
from belote_server.scoresheet.sheet import Sheet, Standing, end_reason, standing_of, standings


def text(sheet: Sheet, words: Words) -> list[str]:
    """Return *sheet* as lines: its rules, one row for each deal, and how the match stands."""
    lines = [*account.rules_lines(sheet.rules, words), capital(goal(sheet.rules, words)), ""]
    if sheet.deals:
        heads = (
            *(words.say(f"sheet.{name}") for name in ("deal", "contract", "result")),
            *(team_name(team, words, sheet.names) for team in Team),
            words.say("sheet.total"),
        )
        rows = [
            _row(number, standing, words) for number, standing in enumerate(standings(sheet), 1)
        ]
        lines += [*columns([heads, *rows], left=3), ""]
    return [*lines, *standing_lines(sheet, words)]


def standing_lines(sheet: Sheet, words: Words) -> list[str]:
    """Return how the match stands: the score, what is held, and who has won."""
    if not sheet.deals:
        return [words.say("sheet.no_deals")]
    standing = standing_of(sheet)
    sides = ", ".join(
        f"{team_name(team, words, sheet.names)} {standing.scores[team]}" for team in Team
    )
    lines = [account.labelled("sheet.score", sides, words)]
    if standing.winner is not None:
        lines.append(_won(sheet, standing, standing.winner, words))
        if standing.held:
            lines.append(words.say("sheet.lapsed", n=standing.held))
    elif standing.held:
        lines.append(account.labelled("sheet.held", standing.held, words))
    return lines


def goal(rules: RuleSet, words: Words) -> str:
    """Return what the match is played to."""
    if rules.match.deals:
        return words.say("sheet.to_deals", n=rules.match.deals)
    above = rules.match.reach is Reach.EXCEED
    return words.say("sheet.above_target" if above else "sheet.to_target", n=rules.match.target)


def plain(sheet: Sheet, words: Words) -> dict[str, object]:
    """Return *sheet* as plain values: codes and numbers, and the accounts of its deals."""
    standing, match = standing_of(sheet), sheet.rules.match
    return {
        "rules": sheet.rules.name,
        "changes": overrides(sheet.rules),
        "target": None if match.deals else match.target,
        "fixed_deals": match.deals or None,
        "names": {team.value: name for team, name in sheet.names.items()},
        "deals": [
            {
                "deal": number,
                "passed": after.account is None,
                "account": after.account and account.plain(after.account, words),
                "scores": plain_points(after.scores),
                "held": after.held,
            }
            for number, after in enumerate(standings(sheet), 1)
        ],
        "scores": plain_points(standing.scores),
        "held": standing.held,
        "winner": standing.winner.value if standing.winner else None,
        "end": end_reason(sheet.rules).value if standing.winner else None,
        "said": {"lang": words.lang, "standing": standing_lines(sheet, words)},
    }


def _row(number: int, standing: Standing, words: Words) -> tuple[str, ...]:
    total = f"{standing.scores.ns} : {standing.scores.ew}"
    told = standing.account
    if told is None:
        return (str(number), words.say("sheet.passed_out"), "", "–", "–", total)
    settled = told.settlement
    contract = words.contract(settled.contract, told.taker)
    result = account.result(settled, words)
    points = (str(settled.points[team]) for team in Team)
    return (str(number), contract, result, *points, total)


def _won(sheet: Sheet, standing: Standing, winner: Team, words: Words) -> str:
    return words.say(
        "sheet.won",
        team=team_name(winner, words, sheet.names),
        own=standing.scores[winner],
        other=standing.scores[winner.other],
        reason=words.say(f"end.{end_reason(sheet.rules)}"),
    )
