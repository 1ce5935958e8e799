"""Which rules a game has touched, counted.

`branches_of(events, values)` replays strict events and returns a Counter of short sentences.
`expected(values)` names those that games under these values touch often, `rare(values)` the finer ones that
need a coincidence, such as a removal that ends the game at a lift question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from .refusals import Event
from .replay import VOTING, Oracle
from .values import Values

Hit = Callable[[str], None]

STEP_WORDS = {
    "black_meeting": "in night 0",
    "sheriff_look": "in night 0",
    "speech": "in a speech",
    "ballot": "in a ballot",
    "defence": "in a defence",
    "reballot": "in a re-ballot",
    "lift": "at a lift question",
    "shooting": "at a shooting",
    "don_check": "at the don's check",
    "sheriff_check": "at the sheriff's check",
    "closing": "in the closing",
}


def place(game: Oracle) -> str:
    """Where an event falls, in words; last words by whose they are and whether the game is decided."""
    if game.at != "last_word":
        return STEP_WORDS.get(game.at, "at the deal")
    whose = "a voted-out seat's" if game.result_known else "the victim's"
    return f"in {whose} last word" + (" after the decision" if game.decided else "")


def part(game: Oracle) -> str:
    """The same, coarser."""
    if game.at == "last_word":
        return "in a last word" + (" after the decision" if game.decided else "")
    if game.at in VOTING:
        return "in the voting"
    if game.by_night:
        return "at the deal" if game.at == "deal" else "by night"
    return place(game)


PARTS = ("by night", "in a speech", "in the voting", "in a last word")
PLACES = (
    *dict.fromkeys(STEP_WORDS.values()),
    *(
        f"in {whose} last word{when}"
        for whose in ("a voted-out seat's", "the victim's")
        for when in ("", " after the decision")
    ),
)
UNDECIDED = tuple(where for where in PLACES if "closing" not in where and "decision" not in where)


def branches_of(events: Iterable[Event], values: Values) -> Counter[str]:
    """Count the rules touched by one game of strict events."""
    counted: Counter[str] = Counter()

    def hit(name: str) -> None:
        counted[name] += 1

    game = Oracle(values)
    for event in events:
        before = game.copy()
        game.apply(event)
        SEEN.get(event["event"], _nothing)(before, event, game, hit)
        _see_steps(before, game, hit)
    return counted


def _nothing(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    pass


def _see_steps(before: Oracle, after: Oracle, hit: Hit) -> None:
    if after.at == "speech" and after.step != before.step:
        _see_speech_opening(before, after, hit)
    if after.at == "shooting" and before.at != "shooting":
        _see_night_falling(before, after, hit)
    if after.ending != before.ending and after.ending in ("ballot", "shot", "removal"):
        how = (
            "a lift" if before.at == "lift" else {"ballot": "a ballot"}.get(after.ending, f"a {after.ending}")
        )
        hit(f"{after.winner} wins by {how}")
        if after.ending == "removal":
            hit(f"a removal {place(before)} ends the game")
            hit(f"a removal {part(before)} ends the game")
    if before.quiet and not after.quiet:
        hit("a quiet row is broken")
    if after.quiet > before.quiet and before.day in after.cancelled:
        hit("a day with a cancelled ballot counts as quiet")
    if after.ending == "draw" and before.ending is None:
        hit("a draw by three quiet rounds")
        hit("a draw at the end of day 4" if after.day == 4 else "a draw later than day 4")


def _see_speech_opening(before: Oracle, after: Oracle, hit: Hit) -> None:
    owed = after.seat in before.owes_silence
    alive = len(after.living)
    if len(after.spoken) == 1:
        if after.day == 1 and after.seat != 1:
            hit("seat 1 has left before day 1, which the next living seat opens")
        if after.day > 1 and before.opener not in after.living:
            hit("the seat that opened yesterday has left")
        if after.day > 1 and after.opener != before.opener % 10 + 1:
            hit("dead seats are skipped in the order of opening")
    if after.silenced:
        hit("a speech is silenced")
    if owed and not after.silenced:
        hit(f"30 seconds instead of silence at {alive} living")
    if not owed and after.fouls[after.seat or 0] == 3:
        hit("a seat with three fouls speaks again after its silence")


def _see_night_falling(before: Oracle, after: Oracle, hit: Hit) -> None:
    if before.at == "speech":
        cancelled = after.day in after.cancelled
        if not after.nominees:
            hit("a cancelled day would have had no ballot" if cancelled else "no candidate, no ballot")
        elif len(after.nominees) == 1 and not cancelled:
            hit("a single candidate on day 1, no ballot")
        elif cancelled:
            hit("a ballot with candidates is not held")


# ---- speeches ------------------------------------------------------------------------------------------


def _see_nominate(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit("a nomination")
    if event["seat"] == event["by"]:
        hit("a seat nominates itself")
    if before.silenced:
        hit("a silenced seat nominates")
    if before.day in before.cancelled:
        hit("a nomination on a cancelled day")


def _see_withdraw(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit("a withdrawal")
    if before.silenced:
        hit("a silenced seat withdraws")
    if before.own_nominee not in before.nominees:
        hit("a nomination of a removed seat is withdrawn")


# ---- ballot --------------------------------------------------------------------------------------------


def _see_vote(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    by_name = event.get("voters") is not None
    hit("hands recorded by name" if by_name else "hands recorded by number")
    if by_name and sum(before.hands) > len(before.voted):
        hit("hands recorded by name after hands by number")
    if not (event.get("votes") or event.get("voters")):
        hit("a candidate without hands")
    last = len(before.hands) == len(before.candidates) - 1
    if last and len(before.candidates) == 1:
        hit("a single candidate after day 1 leaves, his vote recorded")
    if last:
        hit("the last candidate's vote is recorded")
        _see_result(before, after, hit)


def _see_next(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    if before.at in ("ballot", "reballot"):
        hit("the last candidate gets the hands that are left")
        if len(before.candidates) == 1:
            hit("a single candidate after day 1 leaves without input")
        _see_result(before, after, hit)
    if before.at in ("don_check", "sheriff_check"):
        hit("a check not recorded")
    if before.at == "last_word" and before.seat == before.first_killed and before.best_move is None:
        hit(
            "a best move not recorded"
            if before.best_move_granted
            else "no best move granted: two or more left"
        )
    if before.at == "last_word" and len(before.words) > 1:
        hit("a lifted seat's last word follows another")


def _see_result(before: Oracle, after: Oracle, hit: Hit) -> None:
    step = "ballot" if before.at == "ballot" else "re-ballot"
    if after.at == "defence":
        tied = len(after.candidates)
        hit(f"a tie of {'two' if tied == 2 else 'three or more'} in a {step}")
        if before.tied_before:
            hit("another number tied in the re-ballot: defence again")
        if before.day == 1:
            hit("a tie on day 1")
    elif after.at == "lift":
        hit("the same number tied twice: the lift question")
        if (len(after.living), len(after.candidates)) == (4, 2):
            hit("four living, two tied twice: the lift is asked")
    elif len(after.left) > len(before.left):
        hit(f"one leaves by a {step}")
    elif len(before.candidates) == len(before.living):
        hit("all living tied twice: nobody leaves")
    else:
        hit("four living, two tied twice: the lift is forbidden")


def _see_lift(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    by_name = event.get("voters") is not None
    hit("lift hands by name" if by_name else "lift hands by number")
    votes = len(event["voters"]) if by_name else event["votes"]
    if len(after.left) == len(before.left):
        hit("nobody is lifted")
        if 2 * votes == len(before.living):
            hit("exactly half for the lift: nobody leaves")
    else:
        hit("two are lifted" if len(before.candidates) == 2 else "three or more are lifted")
        if after.decided:
            hit("a lift ends the game with last words to come")


# ---- night ---------------------------------------------------------------------------------------------


def _see_shoot(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    victim = after.victim
    if event.get("shots") is not None:
        shots = event["shots"]
        if victim is not None:
            hit("a hit by the shots of all living blacks")
        elif len(shots) < len(before.living_blacks()) or None in shots.values():
            hit("a miss: a black shows nothing")
        else:
            hit("a miss: the shots differ")
    else:
        hit("a miss recorded" if victim is None else "a hit recorded")
    if victim is None:
        if before.night == 1:
            hit("night 1 is missed")
        return
    role = before.roles[victim]
    if role in ("mafia", "don"):
        hit("a black is shot")
    if after.decided:
        hit("a shot ends the game before the checks")
    if before.night == 1:
        early = sum(1 for entry in before.left if entry.get("night") == 1)
        if early and after.best_move_granted:
            hit("a best move granted though somebody was removed in night 1")
        if not after.best_move_granted:
            hit("no best move for the first victim")


def _see_check(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    by = event["by"]
    holder = next(seat for seat, role in before.roles.items() if role == by)
    if event["seat"] is None:
        hit(f"the {by} checks nobody")
        if not before.at_the_table(holder):
            hit(f"the {by} has left and checks nobody")
        return
    if holder == before.victim:
        hit(f"the {by}, shot this night, still checks")
    if event["seat"] not in before.living:
        hit("a seat that has left is checked")


def _see_best_move(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    named = len(event["seats"])
    hit({0: "a best move declined", 3: "a best move of three"}.get(named, "a best move of one or two"))
    if before.roles[before.seat or 0] in ("mafia", "don"):
        hit("a black victim names")
    if any(seat not in before.living for seat in event["seats"]):
        hit("a best move names a seat that has left")


# ---- fouls and removals --------------------------------------------------------------------------------


def _see_foul(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    seat = event["seat"]
    count = after.fouls[seat]
    hit(f"a foul {place(before)}")
    if count == 3 and not before.by_night and not before.decided and seat in before.living:
        own = before.at == "speech" and before.seat == seat
        when = "in the own speech" if own else "after it" if seat in before.spoken else "before it"
        hit(f"a third foul {when}")
        if before.at == "defence" and before.seat == seat:
            hit("a third foul in the own defence")
    if count == 3 and before.by_night:
        hit("a third foul by night")
    if count == 4:
        hit("a fourth foul, its reason given" if event.get("reason") else "a fourth foul without a reason")
        _see_removal(before, seat, after, hit)


def _see_remove(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    by_count = event["reason"] == "fouls"
    hit("a removal by count whatever the fouls" if by_count else "a disqualifying foul")
    _see_removal(before, event["seat"], after, hit)


def _see_removal(before: Oracle, seat: int, after: Oracle, hit: Hit) -> None:
    hit(f"a removal {place(before)}")
    if seat in before.words or (seat == before.victim and before.by_night):
        whose = "a voted-out seat" if before.result_known and not before.by_night else "the night's victim"
        if before.by_night:
            when = "by night"
        else:
            when = "in its own last word" if before.seat == seat else "waiting for its last word"
        hit(f"{whose} is removed {when}")
        if seat == before.first_killed and before.best_move is None and after.best_move_granted:
            hit("the first victim is removed before its best move")
        return
    if before.decided:
        hit("a living seat is removed after the decision: a mark only")
        return
    if before.at == "speech":
        hit("the speaker is removed" if before.seat == seat else "a listener is removed in a speech")
    if seat in before.nominees:
        hit("a nominee is removed")
    if seat == before.own_nominee:
        hit("the seat named in this speech is removed")
    if before.by_night and before.roles[seat] in ("don", "sheriff") and before.at.endswith("_check"):
        hit("a role is removed during the checks")
    if after.decided:
        return
    if before.at in VOTING:
        hit(f"a removal breaks off a {before.at}")
    if before.by_night:
        _see_cancellation(before, before.night + 1, "by night", hit)
    elif before.result_known:
        _see_cancellation(before, before.day + 1, "after the result", hit)
    else:
        _see_cancellation(before, before.day, "before the result", hit)


def _see_cancellation(before: Oracle, day: int, when: str, hit: Hit) -> None:
    if day in before.cancelled:
        hit("a second cancellation of the same ballot has no effect")
    else:
        hit(f"a ballot is cancelled {when}")


def _see_cancel_ballot(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit(f"a ballot is cancelled by hand {place(before)}")
    if before.at in VOTING:
        hit(f"a {before.at} is broken off by hand")
    if (before.night + 1 if before.by_night else before.day) in before.cancelled:
        hit("a second cancellation by hand has no effect")


# ---- results from outside, closing ---------------------------------------------------------------------


def _see_team_defeat(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    seat = event["seat"]
    hit(f"a team defeat {place(before)}")
    hit(f"a team defeat {part(before)}")
    if not before.by_night:
        hit("a team defeat by day")
    if seat in before.gone:
        hit("the culprit of a team defeat was removed before")
    elif seat not in before.living:
        hit("the culprit of a team defeat had left before")
    else:
        hit("the culprit of a team defeat leaves")


def _see_award_result(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit(f"a result is awarded {place(before)}")
    hit(f"a result is awarded {part(before)}")
    if not before.decided:
        hit("a result is awarded before the decision")
    hit(f"the judge awards {event['winner']}")
    if before.ending == "void":
        hit("a result is awarded after a void")
    if len(after.awards) < len(before.awards):
        hit("awards fall with a new result")
    elif before.awards:
        hit("awards stay with a new result")
    if before.words:
        hit("last words are dropped by an awarded result")


def _see_void(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit(f"a void {place(before)}")
    hit(f"a void {part(before)}")
    if before.awards:
        hit("a void after awards")


def _see_award(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit(f"the award {event['kind']}")


def _see_note(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit("a note at the deal" if before.at == "deal" else "a note")


def _see_protest(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit("a protest")


def _see_sign(before: Oracle, event: Event, after: Oracle, hit: Hit) -> None:
    hit("a game is signed")


SEEN = {
    "next": _see_next,
    "nominate": _see_nominate,
    "withdraw": _see_withdraw,
    "vote": _see_vote,
    "lift": _see_lift,
    "shoot": _see_shoot,
    "check": _see_check,
    "best_move": _see_best_move,
    "foul": _see_foul,
    "remove": _see_remove,
    "team_defeat": _see_team_defeat,
    "cancel_ballot": _see_cancel_ballot,
    "award_result": _see_award_result,
    "void": _see_void,
    "award": _see_award,
    "note": _see_note,
    "protest": _see_protest,
    "sign": _see_sign,
}

_COMMON = """
red wins by a ballot; black wins by a ballot
red wins by a shot; black wins by a shot; red wins by a removal; black wins by a removal
a quiet row is broken; a day with a cancelled ballot counts as quiet; a draw by three quiet rounds
a draw at the end of day 4; a draw later than day 4
seat 1 has left before day 1, which the next living seat opens; the seat that opened yesterday has left
dead seats are skipped in the order of opening; a speech is silenced
30 seconds instead of silence at 3 living; 30 seconds instead of silence at 4 living
a seat with three fouls speaks again after its silence
a cancelled day would have had no ballot; no candidate, no ballot; a single candidate on day 1, no ballot
a ballot with candidates is not held
a nomination; a seat nominates itself; a silenced seat nominates; a nomination on a cancelled day
a withdrawal; a silenced seat withdraws; a nomination of a removed seat is withdrawn
hands recorded by name; hands recorded by number; hands recorded by name after hands by number
a candidate without hands; a single candidate after day 1 leaves, his vote recorded
a single candidate after day 1 leaves without input
the last candidate's vote is recorded; the last candidate gets the hands that are left
a check not recorded; a best move not recorded; no best move granted: two or more left
a lifted seat's last word follows another
a tie of two in a ballot; a tie of three or more in a ballot; a tie of two in a re-ballot
a tie of three or more in a re-ballot; another number tied in the re-ballot: defence again; a tie on day 1
the same number tied twice: the lift question; one leaves by a ballot; one leaves by a re-ballot
all living tied twice: nobody leaves
lift hands by name; lift hands by number; nobody is lifted; exactly half for the lift: nobody leaves
two are lifted; three or more are lifted; a lift ends the game with last words to come
a hit by the shots of all living blacks; a miss: a black shows nothing; a miss: the shots differ
a miss recorded; a hit recorded; night 1 is missed; a black is shot; a shot ends the game before the checks
a best move granted though somebody was removed in night 1; no best move for the first victim
the don checks nobody; the sheriff checks nobody
the don has left and checks nobody; the sheriff has left and checks nobody
the don, shot this night, still checks; the sheriff, shot this night, still checks
a seat that has left is checked
a best move declined; a best move of one or two; a best move of three; a black victim names
a best move names a seat that has left
a third foul in the own speech; a third foul after it; a third foul before it; a third foul in the own defence
a third foul by night; a fourth foul, its reason given; a fourth foul without a reason
a removal by count whatever the fouls; a disqualifying foul
a voted-out seat is removed in its own last word; a voted-out seat is removed waiting for its last word
the night's victim is removed by night; the night's victim is removed in its own last word
the first victim is removed before its best move
a living seat is removed after the decision: a mark only
the speaker is removed; a listener is removed in a speech; a nominee is removed
the seat named in this speech is removed; a role is removed during the checks
a removal breaks off a ballot; a removal breaks off a defence; a removal breaks off a reballot
a removal breaks off a lift
a ballot is cancelled by night; a ballot is cancelled after the result
a ballot is cancelled before the result
a second cancellation of the same ballot has no effect; a second cancellation by hand has no effect
a ballot is broken off by hand; a defence is broken off by hand; a reballot is broken off by hand
a lift is broken off by hand
the judge awards red; the judge awards black; the judge awards draw; a result is awarded after a void
awards fall with a new result; awards stay with a new result; last words are dropped by an awarded result
a void after awards; a void at the deal; the award best; the award second; the award loser_best
a note at the deal; a note; a protest; a game is signed
"""
COMMON = tuple(name.strip() for line in _COMMON.split("\n") for name in line.split(";") if name.strip())
NOT_CANCELLABLE = ("in a voted-out seat's last word",)


def expected(values: Values) -> tuple[str, ...]:
    """The sentences games under these values touch often."""
    names = [
        *COMMON,
        *(f"a foul {where}" for where in PLACES),
        *(f"a removal {where}" for where in PLACES),
        *(f"a ballot is cancelled by hand {where}" for where in UNDECIDED if where not in NOT_CANCELLABLE),
        *(f"a removal {where} ends the game" for where in PARTS),
        "a result is awarded before the decision",
        "a result is awarded in a last word after the decision",
        "a result is awarded in the closing",
        "a void in the closing",
    ]
    if (4, 2) in values["lift_forbidden"]:
        names.append("four living, two tied twice: the lift is forbidden")
    else:
        names.append("four living, two tied twice: the lift is asked")
    if values["team_defeat"]:
        names += ["a team defeat by night", "a team defeat by day"]
        names += [
            "the culprit of a team defeat was removed before",
            "the culprit of a team defeat had left before",
            "the culprit of a team defeat leaves",
        ]
    return tuple(names)


def rare(values: Values) -> tuple[str, ...]:
    """The finer sentences: results from outside and deciding removals at every step."""
    names = [
        *(
            f"a void {where}"
            for where in dict.fromkeys((*PARTS, "in a last word after the decision", *PLACES))
        ),
        *(f"a result is awarded {where}" for where in dict.fromkeys((*PARTS, *PLACES))),
        *(f"a removal {where} ends the game" for where in UNDECIDED),
        "red wins by a lift",
        "black wins by a lift",
    ]
    if values["team_defeat"]:
        names += [f"a team defeat {where}" for where in dict.fromkeys((*PARTS[1:], *UNDECIDED))]
    return tuple(names)
