"""Why an event is refused: a type, a code for programs, a sentence for people.

A code is an identifier and never translated. `expected_` + the id of a step means: the event does not fit
here; that step comes first. Every other code is in CODES.
"""

from __future__ import annotations

STEP_IDS = (
    "deal",
    "black_meeting",
    "sheriff_look",
    "speech",
    "ballot",
    "defence",
    "reballot",
    "lift",
    "last_word",
    "shooting",
    "don_check",
    "sheriff_check",
    "best_move",
    "closing",
    "finished",
)

CODES: dict[str, str] = {
    "no_such_seat": "there is no seat {seat}; seats are 1 to 10",
    "no_deal": "the game was void before its deal; only a note, a protest or the signature is left",
    "wrong_deal": "the deal must be six civilians, one sheriff, two mafia and one don",
    "not_the_speaker": "seat {by} does not speak now; it is the speech of seat {speaker}",
    "not_living": "seat {seat} has left the game",
    "not_at_table": "seat {seat} is no longer at the table",
    "already_nominated": "seat {seat} is already nominated; the speaker may name another",
    "turn_used": "seat {by} has nominated already in this speech",
    "nothing_to_withdraw": "seat {by} has no nomination of this speech to withdraw",
    "no_withdrawal": "the regulation does not allow nominations to be withdrawn",
    "not_the_candidate": "the vote is on candidate {candidate} now, not on seat {seat}",
    "too_many_hands": "only {hands} hands are left, {votes} were given",
    "hands_left": "all {hands} hands that are left go to the last candidate, not {votes}",
    "negative_hands": "the number of hands cannot be negative",
    "hands_form": "give either a number of hands or a list of voters",
    "voter_twice": "seat {seat} has voted already in this ballot",
    "voter_not_living": "seat {seat} has left the game and has no vote",
    "not_a_living_black": "seat {seat} is not a living black and does not shoot",
    "no_such_check": "only the don and the sheriff check, not {by!r}",
    "role_is_gone": "the {by} is gone; the check stays empty",
    "not_the_first_victim": "only the seat killed in the first night has a best move",
    "best_move_not_granted": "no best move: more than {most} left before the first night",
    "best_move_recorded": "the best move is recorded already",
    "best_move_own_seat": "the first victim cannot name his own seat",
    "best_move_seats": "a best move is up to {most} different seats",
    "reason_missing": "a reason is needed",
    "no_team_defeat": "the regulation lists no reason for a team defeat",
    "already_decided": "the game is decided already",
    "winner_unknown": "the winner must be red, black or draw",
    "award_unknown": "the regulation has no award {award!r}",
    "award_after_draw": "no awards in a game without a winner",
    "award_wrong_team": "the award {award} goes to the {team} team; seat {seat} is not in it",
    "award_given": "the award {award} is given already",
    "award_second": "seat {seat} has an award already",
    "award_too_many": "no more than {most} awards a game",
    "award_points": "points go with the award exactly when its kind leaves them free",
    "no_game_fines": "the regulation has no fines of the judge in a game",
    "fine_after_draw": "no fines in a game without points",
    "fine_amount": "the regulation does not have a fine of {points}",
    "judge_missing": "the judge's name is needed to sign",
    "text_missing": "an empty text says nothing",
}
"""Every code but the `expected_` ones, with its sentence."""

EXPECTED = "{event} does not fit here: {step} comes first"


class IllegalEvent(Exception):
    """The game refuses an event and stays as it is.

    code: one of CODES, or `expected_` and the id of the step that comes first. values: what the sentence
    speaks of, so that a screen can say it in its own language. expected: the id of the step that comes
    first, or None. moves: whether an event of this kind may still fit a later step.
    """

    def __init__(
        self, code: str, *, expected: str | None = None, moves: bool = False, **values: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.expected = expected
        self.moves = moves
        self.values: dict[str, object] = values

    def __str__(self) -> str:
        # Most refusals are only asked for, to know what is legal: nobody reads their sentence.
        template = EXPECTED if self.expected is not None else CODES[self.code]
        return template.format(**self.values)

    @property
    def message(self) -> str:
        """One sentence in English."""
        return str(self)


def wrong_step(event: str, step: str, *, moves: bool) -> IllegalEvent:
    """The refusal of an event that comes at the wrong step."""
    return IllegalEvent(f"expected_{step}", expected=step, moves=moves, event=event, step=step)
