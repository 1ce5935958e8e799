"""How the game is played: every value of the table, with its meaning."""

from __future__ import annotations

from rules.record import field, record
from rules.regulation.reading import array, optional, table, toml
from rules.regulation.values import one_of, whole, yes_no


@record
class Clock:
    """Seconds of the steps. Source: A, important details (checks); F for the others."""

    black_meeting: int = field(metadata=toml(whole(1, 3600), "seconds of the blacks' meeting before day 1"))
    sheriff_look: int = field(metadata=toml(whole(1, 3600), "seconds of the sheriff's look before day 1"))
    speech: int = field(metadata=toml(whole(1, 3600), "seconds of a speech"))
    defence: int = field(metadata=toml(whole(1, 3600), "seconds of a tied seat's defence"))
    last_word: int = field(metadata=toml(whole(1, 3600), "seconds of a last word"))
    don_check: int = field(metadata=toml(whole(1, 3600), "seconds of the don's check"))
    sheriff_check: int = field(metadata=toml(whole(1, 3600), "seconds of the sheriff's check"))
    warning: int = field(metadata=toml(whole(0, 3600), "seconds left at which the clock warns"))
    best_move: int | None = field(
        default=None,
        metadata=toml(optional(whole(1, 3600)), "seconds of the best move where it is a step of its own"),
    )


@record
class Nomination:
    """Nominations in a speech. Source: A and W, important details."""

    withdrawal: bool = field(metadata=toml(yes_no, "whether a speaker may withdraw his nomination"))
    several_named: str = field(
        metadata=toml(one_of("first_new", "refuse"), "of several named: the first new one counts, or none")
    )


@record
class LiftForbidden:
    """A tie whose lifting is not put to the vote: so many living, so many tied."""

    alive: int = field(metadata=toml(whole(2, 10), "seats living"))
    tied: int = field(metadata=toml(whole(2, 10), "seats tied twice"))


@record
class Ballot:
    """What a ballot may end in. Source: A and W on four living; F."""

    single_nominee_day_1: bool = field(
        metadata=toml(yes_no, "whether a single candidate of day 1 is put to the ballot")
    )
    lift_forbidden: tuple[LiftForbidden, ...] = field(
        metadata=toml(array(table(LiftForbidden), unique=""), "ties that must not be lifted")
    )
    all_tied: str = field(
        metadata=toml(
            one_of("night", "question"), "all living tied twice: nobody leaves, or the question is put"
        )
    )


@record
class ShortSpeech:
    """What replaces silence when few are left. Source: A and W, third foul at three or four living."""

    at_alive: tuple[int, ...] = field(
        metadata=toml(array(whole(1, 10), least=1, unique=""), "numbers of the living at which it applies")
    )
    seconds: int = field(metadata=toml(whole(1, 3600), "seconds of the short speech"))
    mode: str = field(
        metadata=toml(
            one_of("instead", "added"), "instead of the silence, or added to whatever speech there is"
        )
    )


@record
class Fouls:
    """What the count of fouls leads to. Source: A and W, fouls."""

    silence_at: int = field(metadata=toml(whole(1, 99), "the foul that costs the next speech"))
    removal_at: int = field(metadata=toml(whole(1, 99), "the foul that removes"))
    short_speech: ShortSpeech | None = field(
        default=None, metadata=toml(optional(table(ShortSpeech)), "a short speech where few are left")
    )


@record
class Removal:
    """What a removal does to ballots. Source: A and W, important details."""

    cancels_ballot: bool = field(metadata=toml(yes_no, "a removal by day cancels a ballot"))
    night_removal_cancels: bool = field(metadata=toml(yes_no, "a removal at night cancels the coming ballot"))


@record
class DrawGame:
    """When a game is drawn, and whether it counts. Source: A, important details."""

    quiet_rounds: int = field(metadata=toml(whole(1, 99), "nights and days in a row in which nobody leaves"))
    points: bool = field(metadata=toml(yes_no, "whether a drawn game gives points and fines"))


@record
class BestMove:
    """The first victim's best move. Source: A, scoring; F."""

    step: str = field(metadata=toml(one_of("last_word", "own"), "in the last word, or a step of its own"))
    max_left_on_day_1: int = field(
        metadata=toml(whole(0, 9), "granted when no more than so many left before the first night")
    )
    named: int = field(metadata=toml(whole(1, 9), "seats that may be named"))
    own_seat: bool = field(
        default=False, metadata=toml(yes_no, "whether the victim may name his own seat; it is never a hit")
    )
