"""The habits invented games are played by: how often what is done.

A number is the chance of a thing each time it could be done, unless said otherwise.
"""

from __future__ import annotations

Habits = dict[str, float]

ORDINARY: Habits = {
    "nominate": 0.5,  # a speaker nominates
    "withdraw": 0.1,  # … and takes it back
    "tie": 0.25,
    "retie": 0.5,
    "unanimous": 0.08,
    "lift": 0.5,  # the lift question is answered by more than half
    "miss": 0.12,
    "long": 0.5,  # nobody whose leaving ends the game is voted out or shot
    "foul": 0.03,  # before each event
    "repeated_foul": 0.5,  # a foul goes to a seat that has some
    "remove": 0.003,
    "cancel": 0.002,
    "note": 0.004,
    "coincide": 1.0,  # things fall together that seldom would
    "outside": 0.6,  # the game has a result from outside, somewhere
    "appointments": 0.5,  # chance of each of three things to be done at a place chosen beforehand
}
CALM: Habits = {"outside": 0.2, "appointments": 0.1, "coincide": 0.2, "foul": 0.01}
HABITS: dict[str, Habits] = {
    "ordinary": {},
    "quiet": {**CALM, "nominate": 0.02, "miss": 0.97, "outside": 0.1, "cancel": 0.01, "coincide": 0.1},
    "foul-heavy": {"foul": 0.15, "repeated_foul": 0.7, "long": 0.9},
    "tie-heavy": {"nominate": 0.7, "tie": 0.9, "retie": 0.9, "long": 0.97, "outside": 0.4},
    "lift-heavy": {**CALM, "nominate": 0.6, "tie": 0.9, "retie": 0.95, "lift": 0.7, "coincide": 0.7},
    "all-tied": {**CALM, "nominate": 1.0, "tie": 0.95, "retie": 0.95, "long": 0.98, "withdraw": 0.02},
    "endgame": {**CALM, "nominate": 0.75, "tie": 0.2, "long": 1.0, "retie": 0.97, "coincide": 0.1},
    "removal-heavy": {"remove": 0.015, "cancel": 0.004},
    "long": {"long": 1.0, "nominate": 0.7, "repeated_foul": 0.8, "foul": 0.05, "outside": 0.4},
    "cancelled": {"cancel": 0.02, "nominate": 0.8, "tie": 0.8, "retie": 0.9, "long": 0.9},
}
MORE_OFTEN = (*("lift-heavy",) * 5, *("endgame",) * 5, *("all-tied",) * 2, "quiet", "quiet")
OFTEN_HERE = {
    "black_meeting": 2,
    "sheriff_look": 2,
    "don_check": 2,
    "sheriff_check": 2,
    "ballot": 1.5,
    "defence": 2,
    "reballot": 2,
    "lift": 8,
    "last_word": 3,
    "finished": 0,
}
