"""When a match is over, and who has won it."""

from belote_protocol.vocab import LineCode, Result, Team
from belote_server.game.rules import MatchRules, Reach
from belote_server.game.scoring import Settlement
from belote_server.game.seats import Points


def is_last_deal(rules: MatchRules, settled: int) -> bool:
    """
    Return whether a fixed number of deals is reached with the one that is number *settled*.

    Passed-out deals are not counted; deals played on after a draw are last ones too.

    Source: rule book 8.5, 8.6, 8.7.
    """
    return 0 < rules.deals <= settled


def match_winner(
    rules: MatchRules, settled: int, before: Points, settlement: Settlement, after: Points
) -> Team | None:
    """
    Return who has won the match; ``None`` if it goes on.

    Args:
        rules: When a match is over.
        settled: How many deals have been scored, this one included; passed-out ones are not.
        before: The match score before this deal.
        settlement: This deal's.
        after: The match score after it.

    Source: rule book 8.2 to 8.4, 8.6.
    """
    if rules.deals:
        reached = set(Team) if is_last_deal(rules, settled) else set()
    else:
        needed = rules.target + (rules.reach is Reach.EXCEED)
        reached = {team for team in Team if after[team] >= needed}
        if not rules.belote_alone_wins:
            reached -= {
                team
                for team in reached
                if before[team] < needed and _belote_alone(settlement, team)
            }
    if len(reached) == 1:
        return reached.pop()
    if not reached or after.ns == after.ew:
        return None
    return Team.NS if after.ns > after.ew else Team.EW


def _belote_alone(settlement: Settlement, team: Team) -> bool:
    """
    Return whether *team* fell or took no trick, and scored its belote and nothing else.

    Source: rule book 8.4.
    """
    taker = settlement.contract.taker.team
    fell = team is taker and settlement.winner is taker.other
    swept = team is not taker and settlement.result in (Result.CAPOT, Result.GENERALE)
    codes = {line.code for line in settlement.written if line.team is team}
    return (fell or swept) and codes <= {LineCode.BELOTE, LineCode.MULTIPLIER}
