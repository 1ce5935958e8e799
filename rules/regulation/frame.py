"""The frame of a tournament: players, stages, schedule, offices."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from rules.record import field, record
from rules.regulation.frozen import Text
from rules.regulation.reading import TITLED_BY_ID, array, optional, table, toml
from rules.regulation.values import day_of_year, exact, hour, identifier, names, one_of, whole, words, yes_no


@record
class Fee:
    """A sum of money; `to` says for whom or what it is paid."""

    amount: int = field(metadata=toml(whole(0), "the sum, in whole units of the currency"))
    currency: str = field(metadata=toml(words, "the currency's code, such as KZT"))
    to: Text | None = field(default=None, metadata=toml(optional(names), "what the fee is for"))


@record
class Tournament:
    """The frame of the tournament; all None in a regulation that is only about the game."""

    players: int | None = field(
        default=None, metadata=toml(optional(whole(10, 9999)), "players who take part")
    )
    tables: int | None = field(default=None, metadata=toml(optional(whole(1, 999)), "tables played at once"))
    dates: tuple[date, ...] = field(
        default=(), metadata=toml(array(day_of_year), "the playing days, in order")
    )
    place: Text | None = field(default=None, metadata=toml(optional(names), "where it is played"))
    entry_fee: Fee | None = field(
        default=None, metadata=toml(optional(table(Fee)), "fee of a player; registered once it is paid")
    )
    spectator_fees: tuple[Fee, ...] = field(
        default=(), metadata=toml(array(table(Fee)), "fees of spectators", "spectator_fee")
    )
    registration: Text | None = field(default=None, metadata=toml(optional(names), "how a player registers"))
    withdrawal_bar: Text | None = field(
        default=None,
        metadata=toml(
            optional(names), "bar from tournaments for who withdraws after the start; noted, not enforced"
        ),
    )


@record
class Stage:
    """A stage: some rounds with one way of drawing them. weight multiplies its points."""

    id: str = field(metadata=toml(identifier, "the stage's id"))
    title: Text = field(metadata=toml(names, "the stage's title") | TITLED_BY_ID)
    entrants: int = field(
        metadata=toml(whole(10, 9999), "players who enter it, the best of the standings so far")
    )
    rounds: int = field(metadata=toml(whole(1, 99), "rounds"))
    tables: int = field(metadata=toml(whole(1, 999), "tables played at once"))
    draw: str = field(metadata=toml(one_of("random", "swiss"), "how its rounds are drawn"))
    weight: Fraction = field(
        default=Fraction(1), metadata=toml(exact("positive"), "factor on the points of its games")
    )
    window: int = field(
        default=3,
        metadata=toml(whole(0, 9999), "Swiss only: places by which a player may sit across a table's border"),
    )


@record
class ScheduleLine:
    """A line of the schedule: a round of a stage, or a title (a break, a ceremony)."""

    day: int = field(metadata=toml(whole(0, 99), "playing day from 1; 0 is the eve"))
    starts: str = field(metadata=toml(hour, "from when", "from"))
    ends: str | None = field(
        default=None, metadata=toml(optional(hour), "until when, where it is laid down", "to")
    )
    round: str | None = field(default=None, metadata=toml(optional(words), "the round, as stage:number"))
    title: Text | None = field(
        default=None, metadata=toml(optional(names), "what happens, where it is no round")
    )


@record
class Official:
    """An office of the tournament, never a person. count: how many hold it, where that is laid down."""

    id: str = field(metadata=toml(identifier, "the office's id"))
    name: Text = field(metadata=toml(names, "the office"))
    count: int | None = field(default=None, metadata=toml(optional(whole(1, 999)), "how many hold it"))


@record
class Panel:
    """The judges' panel. Source: A and W, judging committee."""

    members_for_a_dispute: int = field(
        metadata=toml(whole(1, 999), "members the chief judge picks to settle a dispute")
    )
    may_exclude: bool = field(
        default=True, metadata=toml(yes_no, "whether it may exclude a player from the tournament")
    )
    made_of: Text | None = field(default=None, metadata=toml(optional(names), "whom the panel is made of"))
