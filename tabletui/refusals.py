"""Why something is not possible now, as one line in the language of the screens.

The engine refuses with a code and the values it speaks of; the words are here.
"""

from __future__ import annotations

from rules.game import IllegalEvent, IllegalFact
from tabletui.text import N_, _

STEPS: dict[str, str] = {
    "deal": N_("the deal"),
    "black_meeting": N_("the blacks' meeting"),
    "sheriff_look": N_("the sheriff's look"),
    "speech": N_("the speeches"),
    "ballot": N_("the ballot"),
    "defence": N_("the defences"),
    "reballot": N_("the re-ballot"),
    "lift": N_("the lift question"),
    "last_word": N_("the last word"),
    "shooting": N_("the shooting"),
    "don_check": N_("the don's check"),
    "sheriff_check": N_("the sheriff's check"),
    "best_move": N_("the best move"),
    "closing": N_("the protocol"),
    "finished": N_("the end: the protocol is signed"),
}

LINES: dict[str, str] = {
    "no_such_seat": N_("There is no seat {seat}: seats are 1 to 10."),
    "wrong_deal": N_("The deal needs one don, two mafia and one sheriff on four different seats."),
    "no_deal": N_("The game was void before its deal: only notes and the signature are left."),
    "fine_after_draw": N_("No fines in a game without points."),
    "not_the_speaker": N_("It is the speech of {speaker}, not of {by}."),
    "not_living": N_("Seat {seat} has left the game."),
    "not_at_table": N_("Seat {seat} is no longer at the table."),
    "already_nominated": N_("Seat {seat} is nominated already; the speaker may name another."),
    "turn_used": N_("Seat {by} has nominated already in this speech."),
    "nothing_to_withdraw": N_("Seat {by} has nothing to withdraw: no nomination in this speech."),
    "no_withdrawal": N_("The regulation does not allow nominations to be withdrawn."),
    "not_the_candidate": N_("Hands are counted for {candidate} now, not for {seat}."),
    "too_many_hands": N_("Too many: {votes}, and only {hands} are left."),
    "hands_left": N_("The last candidate gets all hands that are left: {hands}, not {votes}."),
    "negative_hands": N_("Hands cannot be fewer than none."),
    "hands_form": N_("Either a number of hands or the voters, not both."),
    "voter_twice": N_("Seat {seat} has voted already in this ballot."),
    "voter_not_living": N_("Seat {seat} has left the game and has no vote."),
    "not_a_living_black": N_("Seat {seat} has no shot tonight."),
    "no_such_check": N_("Only the don and the sheriff check."),
    "role_is_gone": N_("This check stays empty: leave the seat out."),
    "not_the_first_victim": N_("Only the one killed in the first night has a best move."),
    "best_move_not_granted": N_("No best move: more than {most} left before the first night."),
    "best_move_recorded": N_("The best move is recorded already; undo takes it back."),
    "best_move_own_seat": N_("One's own seat cannot be named in the best move."),
    "best_move_seats": N_("The best move is up to {most} different seats."),
    "reason_missing": N_("A reason is needed."),
    "no_team_defeat": N_("The regulation knows no team defeat."),
    "already_decided": N_("The game is decided already."),
    "winner_unknown": N_("The winner must be red, black or a draw."),
    "award_unknown": N_("The regulation has no award “{award}”."),
    "award_after_draw": N_("There are no awards in a game without a winner."),
    "award_wrong_team": N_("The award “{award}” is for the other team than that of seat {seat}."),
    "award_given": N_("The award “{award}” is given already."),
    "award_second": N_("Seat {seat} has an award already."),
    "award_too_many": N_("No more than {most} awards a game."),
    "award_points": N_("This award needs points exactly when the regulation leaves them open."),
    "no_game_fines": N_("The regulation gives the judge no fines in a game."),
    "fine_amount": N_("The regulation has no fine of {points}."),
    "judge_missing": N_("The judge's name is needed for the signature."),
    "text_missing": N_("An empty text says nothing."),
}


def step_name(step: str) -> str:
    """The name of a step, as it stands within a sentence."""
    return _(STEPS[step])


def refusal_line(refusal: IllegalEvent | IllegalFact) -> str:
    """One sentence: why the engine refuses."""
    if isinstance(refusal, IllegalFact):
        return _("Fact {number} of the log would not fit any more: {why}").format(
            number=refusal.index + 1, why=refusal_line(refusal.refusal)
        )
    if refusal.expected is not None:
        return _("Not now: this is {step}.").format(step=step_name(refusal.expected))
    return _(LINES[refusal.code]).format(**refusal.values)
