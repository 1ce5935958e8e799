"""What follows what: how a step ends and which one opens.

Every function takes a state and a regulation and gives the state after it. Nothing here asks whether an
event is legal; that is the business of the rooms day, ballot, night, table and closing.
"""

from __future__ import annotations

from rules.game.state import NIGHT, VOTING, State, replace
from rules.regulation import Regulation
from rules.sheet import BLACK, DRAW, RED, Left, Removed, team_of


def open_step(s: State, step: str, seconds: int | None = None, seat: int | None = None) -> State:
    """The state with another step opened; whatever belonged to the old one is gone."""
    return replace(s, step=step, seat=seat, seconds=seconds, silenced=False)


# --- the day -----------------------------------------------------------------------------------------


def start_day(s: State, reg: Regulation) -> State:
    """Opens the first speech of the day after this night.

    Day 1 opens with seat 1, each next day with the next living seat after the one that opened the day
    before. Source: F, speaking order.
    """
    living = s.living
    after = s.opener if s.night else 0
    order = tuple(seat for seat in living if seat > after) + tuple(seat for seat in living if seat <= after)
    s = replace(s, day=s.night + 1, opener=order[0], queue=order, nominations=(), victim=None)
    return next_speech(s, reg)


def next_speech(s: State, reg: Regulation) -> State:
    """Opens the speech of the next living seat, or ends the speeches.

    Source: A and W, third foul; A and W, three or four players left.
    """
    queue = tuple(seat for seat in s.queue if seat in s.living)
    if not queue:
        return end_speeches(replace(s, queue=()), reg)
    seat = queue[0]
    silent = seat in s.silence
    short = reg.fouls.short_speech
    seconds, silenced = (0, True) if silent else (reg.clock.speech, False)
    if short is not None and len(s.living) in short.at_alive:
        if short.mode == "instead" and silent:
            seconds, silenced = short.seconds, False
        elif short.mode == "added" and s.fouls[seat - 1] >= reg.fouls.silence_at:
            seconds, silenced = seconds + short.seconds, False
    silence = tuple(other for other in s.silence if other != seat) if silent else s.silence
    return replace(
        s, step="speech", seat=seat, seconds=seconds, silenced=silenced, queue=queue[1:], silence=silence
    )


def end_speeches(s: State, reg: Regulation) -> State:
    """Opens the ballot, where there is one."""
    candidates = s.nominees
    single = len(candidates) == 1 and s.day == 1 and not reg.ballot.single_nominee_day_1
    if not candidates or single or s.day in s.cancelled:
        return end_day(s, reg)
    return replace(open_step(s, "ballot"), candidates=candidates, votes=(), voted=(), tied=0)


def count_hands(s: State, reg: Regulation, hands: int, voters: tuple[int, ...]) -> State:
    """Records the hands of the present candidate; with the last one the vote has its answer."""
    s = replace(s, votes=(*s.votes, hands), voted=(*s.voted, *voters))
    if len(s.votes) < len(s.candidates):
        return s
    most = max(s.votes)
    top = tuple(seat for seat, got in zip(s.candidates, s.votes, strict=True) if got == most)
    return voted_out(s, top, reg) if len(top) == 1 else tie(s, top, reg)


def tie(s: State, top: tuple[int, ...], reg: Regulation) -> State:
    """A tie: defences and a re-ballot; the same number tied twice running: the lift question.

    Source: A, four players left; W, four players left; F, tie.
    """
    number = len(top)
    if number != s.tied:
        return next_defence(replace(s, candidates=top, tied=number, queue=top), reg)
    all_tied = number == len(s.living) and reg.ballot.all_tied == "night"
    forbidden = any(pair.alive == len(s.living) and pair.tied == number for pair in reg.ballot.lift_forbidden)
    if all_tied or forbidden:
        return end_day(s, reg)
    return replace(open_step(s, "lift"), votes=(), voted=())


def next_defence(s: State, reg: Regulation) -> State:
    """Opens the defence of the next tied seat, or the re-ballot."""
    if s.queue:
        return replace(open_step(s, "defence", reg.clock.defence, s.queue[0]), queue=s.queue[1:])
    return replace(open_step(s, "reballot"), votes=(), voted=())


def voted_out(s: State, seats: tuple[int, ...], reg: Regulation) -> State:
    """The seats leave together by the ballot; the end of the game is looked at once."""
    s = replace(
        s,
        left=s.left + tuple(Left(seat, "ballot", day=s.day) for seat in seats),
        living=tuple(seat for seat in s.living if seat not in seats),
        awaiting=seats,
        votes=(),
        voted=(),
    )
    s = decide(s, "ballot")
    return next_last_word(s, reg)


def next_last_word(s: State, reg: Regulation) -> State:
    """Opens the last word of the next voted-out seat, or goes on to the night or the closing."""
    if s.awaiting:
        return open_step(s, "last_word", reg.clock.last_word, s.awaiting[0])
    return to_closing(s) if s.decided else end_day(s, reg)


def end_day(s: State, reg: Regulation) -> State:
    """Night falls, unless the quiet rounds end the game in a draw.

    A draw takes that many nights and days in a row, starting with a night after the meeting night, in which
    nobody leaves. Source: A, draw; W read the same way.
    """
    s = replace(
        s, nominations=(), candidates=(), votes=(), voted=(), tied=0, queue=(), awaiting=(), victim=None
    )
    quiet = reg.draw_game.quiet_rounds
    if quiet and s.day > quiet:
        first = s.day - quiet
        gone = any((left.day or 0) > first or (left.night or 0) >= first for left in s.left)
        if not gone:
            return to_closing(replace(s, winner=DRAW, ending="draw"))
    return replace(open_step(s, "shooting"), night=s.day)


# --- the night ---------------------------------------------------------------------------------------


def after_shot(s: State, reg: Regulation) -> State:
    """Goes on to the checks, or to the morning where the shot has decided the game."""
    return dawn(s, reg) if s.decided else open_step(s, "don_check", reg.clock.don_check)


def dawn(s: State, reg: Regulation) -> State:
    """After the checks: the best move where it is a step of its own, else the morning."""
    own = reg.best_move.step == "own" and s.best_move_granted and s.night == 1
    if own and s.victim is not None and s.at_table(s.victim):
        return open_step(s, "best_move", reg.clock.best_move, s.victim)
    return morning(s, reg)


def morning(s: State, reg: Regulation) -> State:
    """The victim's last word, when there is a victim still at the table; else the day begins."""
    if s.victim is not None and s.at_table(s.victim):
        return replace(open_step(s, "last_word", reg.clock.last_word, s.victim), day=s.night + 1)
    return to_closing(s) if s.decided else start_day(s, reg)


def end_last_word(s: State, reg: Regulation) -> State:
    """The seat has left the table."""
    s = replace(s, awaiting=tuple(seat for seat in s.awaiting if seat != s.seat))
    if s.victim is None:
        return next_last_word(s, reg)
    return to_closing(s) if s.decided else start_day(s, reg)


# --- the end -----------------------------------------------------------------------------------------


def decide(s: State, ending: str) -> State:
    """Fixes the result where the living bring one about; a result once fixed stays."""
    if s.decided:
        return s
    winner = s.outcome()
    return s if winner is None else replace(s, winner=winner, ending=ending)


def to_closing(s: State) -> State:
    """The game is over; no more words, nobody waits for one."""
    s = replace(s, awaiting=(), victim=None, queue=(), nominations=(), candidates=(), votes=(), voted=())
    return open_step(s, "closing")


def take_away(s: State, seat: int, kind: str, reason: str | None, reg: Regulation) -> State:
    """Removes a seat from the table at once, with all that follows for the step and the ballot.

    kind: fouls or disqualified. Before the result the day's ballot falls, after it the next day's, at night
    the coming day's; never for a victim or a seat voted out. After the decision it is a mark only.
    Source: A, removal by day and in the ballot; W, removal by four fouls and at night.
    """
    here = seat == s.seat
    s = replace(s, removed=(*s.removed, Removed(seat, kind, reason)))
    if seat in s.awaiting:
        s = replace(s, awaiting=tuple(other for other in s.awaiting if other != seat))
        return end_step_of_removed(s, reg) if here else s
    if s.decided:
        return s
    s = replace(
        s,
        left=(*s.left, Left(seat, kind, **s.when())),
        living=tuple(other for other in s.living if other != seat),
        silence=tuple(other for other in s.silence if other != seat),
    )
    s = cancel(
        s, ballot_ahead(s), reg.removal.night_removal_cancels if s.at_night else reg.removal.cancels_ballot
    )
    s = decide(s, "removal")
    if s.decided:
        return after_decision(s, reg)
    if s.step in VOTING:
        return break_off(s, reg)
    return end_step_of_removed(s, reg) if here else s


def end_step_of_removed(s: State, reg: Regulation) -> State:
    """Ends the speech, last word or best-move step of a seat that has just been removed."""
    match s.step:
        case "speech":
            return next_speech(s, reg)
        case "last_word":
            return end_last_word(s, reg)
        case "best_move":
            return morning(s, reg)
        case _:
            return s


def after_decision(s: State, reg: Regulation) -> State:
    """A removal has decided the game: a last word under way or still due is held, nothing else."""
    if s.step == "last_word" or s.step == "best_move":
        return s
    return dawn(s, reg) if s.step in NIGHT else to_closing(s)


def ballot_ahead(s: State) -> int:
    """The day whose ballot a removal falls upon now."""
    if s.at_night:
        return s.night + 1
    return s.day + 1 if s.result_known else s.day


def cancel(s: State, day: int, when: bool) -> State:
    """Cancels the ballot of a day; twice is once."""
    return replace(s, cancelled=(*s.cancelled, day)) if when and day not in s.cancelled else s


def break_off(s: State, reg: Regulation) -> State:
    """What becomes of a running ballot after a removal or a cancellation.

    Where the regulation lets the ballot stand, it is held anew among the candidates that are left.
    """
    if s.day in s.cancelled:
        return end_day(s, reg)
    candidates = tuple(seat for seat in s.candidates if seat in s.living)
    if not candidates:
        return end_day(s, reg)
    step = "ballot" if s.step == "ballot" else "reballot"
    return replace(open_step(s, step), candidates=candidates, votes=(), voted=(), tied=0, queue=())


def team_lost(s: State, seat: int, reason: str | None) -> State:
    """The game goes to the other team at once; only the culprit bears the mark. Source: A, team defeat."""
    if seat in s.living:
        s = replace(
            s,
            left=(*s.left, Left(seat, "team_defeat", **s.when())),
            living=tuple(other for other in s.living if other != seat),
        )
    if not s.bears_removal(seat):
        s = replace(s, removed=(*s.removed, Removed(seat, "team_defeat", reason)))
    other = BLACK if team_of(s.role(seat)) == RED else RED
    return to_closing(replace(s, winner=other, ending="team_defeat"))
