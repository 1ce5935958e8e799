"""What a checker says: where, a code for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

from rules.record import field, record

CODES: dict[str, str] = {
    "roles_missing": "the deal is not recorded, so the result cannot be scored",
    "roles_wrong": "the deal must be six civilians, one sheriff, two mafia and one don",
    "no_such_seat": "there is no seat {seat}; seats are 1 to 10",
    "left_twice": "seat {seat} leaves the game twice",
    "left_moment": "seat {seat} needs either a day or a night of leaving",
    "left_order": "seat {seat} stands after one who left later; the list is in the order of leaving",
    "ballot_at_night": "seat {seat} leaves by a ballot at night; ballots are by day",
    "shot_by_day": "seat {seat} is shot by day; shots are in nights from 1 on",
    "two_shots": "seat {seat} is the second one shot in night {night}",
    "left_after_end": "seat {seat} leaves after the game has been won by {winner}",
    "first_killed_missing": "seat {seat} was shot in night 1, but no first victim is recorded",
    "first_killed_not_shot": "seat {seat} is recorded as the first victim, but was not shot in night 1",
    "best_move_no_victim": "a best move is recorded, but nobody was killed in the first night",
    "best_move_not_granted": "no best move: more than {most} left before the first night",
    "best_move_seats": "a best move is up to {most} different seats",
    "best_move_own_seat": "the first victim, seat {seat}, cannot name his own seat",
    "best_move_of_black": "seat {seat} has points for a best move, but is black",
    "best_move_of_other": "seat {seat} has points for a best move, but is not the first victim",
    "award_unknown": "the regulation has no award {award}",
    "award_without_winner": "the award {award} stands in a game without a winner",
    "award_wrong_team": "the award {award} goes to the {team} team; seat {seat} is not in it",
    "award_given": "the award {award} is given twice",
    "award_second": "seat {seat} has two awards",
    "award_too_many": "{given} awards are given, {most} are allowed in a game",
    "award_points": "the award {award} has points of its own exactly when the regulation leaves them free",
    "fine_without_winner": "a fine stands in a game without a winner",
    "fine_not_allowed": "the regulation has no fine of {points} for a judge to give",
    "fouls_not_counted": "seat {seat} has {fouls} fouls; {most} at most can be on record",
    "fouls_without_removal": "seat {seat} has {fouls} fouls, but is not recorded as removed",
    "removed_twice": "seat {seat} is recorded as removed twice",
    "removed_not_left": "seat {seat} is recorded as removed, but never leaves an undecided game",
    "left_not_removed": "seat {seat} leaves by a removal ({cause}), but is not recorded as removed",
    "removed_otherwise": "seat {seat} leaves by {cause}, but is recorded as removed by {kind}",
    "winner_missing": "the game is over, but no winner is recorded",
    "winner_in_void": "a void game has no winner",
    "winner_ruled_out": "{winner} cannot have won: {red} red and {black} black are left",
    "winner_after_team_defeat": "{winner} cannot have won by the team defeat of their own seat {seat}",
    "ending_missing": "a winner is recorded, but not how the game ended",
    "ending_ruled_out": "the game did not end by {ending}: the last to leave is seat {seat}, by {cause}",
    "ending_of_draw": "the ending {ending} and the result {winner} do not go together",
    "ending_of_team_defeat": "seat {seat} bears a team defeat, but the game is recorded as ended otherwise",
    "no_team_defeat": "the regulation lists no reason for a team defeat",
    "points_differ": "{key} of seat {seat} is recorded as {recorded}; by the regulation it is {points}",
    "points_unknown": "recorded points {key} of seat {seat} are none of {keys}",
    "sheet_differs": "the stored {field} is not what the events bring about",
}
"""Every code with its sentence. A code is an identifier and never translated."""


@record
class Finding:
    """One contradiction. where: its place, as a path (left[2], recorded_points.3.total).

    message: one sentence in English; values: what it speaks of, so that a screen can say it in its own
    language from CODES[code].
    """

    where: str
    code: str
    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    def to_json(self) -> dict[str, str]:
        """Place, code and sentence."""
        return {"where": self.where, "code": self.code, "message": self.message}


def finding(where: str, code: str, **values: object) -> Finding:
    """The finding of a known code. Raises KeyError for a code or a value that CODES does not have."""
    return Finding(where, code, CODES[code].format(**values), values)
