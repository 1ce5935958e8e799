"""The state as a value: replaced quickly, and exactly as dataclasses would."""

from __future__ import annotations

import dataclasses
from dataclasses import fields

import pytest

from rules.game.state import State, replace


def test_a_replaced_state_is_the_one_that_dataclasses_would_make() -> None:
    state = State(day=2, night=1, seat=4, living=(1, 4, 7), fouls=(0, 1, 2, 3, 0, 0, 0, 0, 0, 4))
    for field in fields(State):
        change = {field.name: getattr(State(), field.name)}
        assert replace(state, **change) == dataclasses.replace(state, **change)
    assert replace(state) == state
    assert replace(state) is not state


def test_a_state_has_no_values_that_it_does_not_know() -> None:
    with pytest.raises(TypeError):
        replace(State(), weather="wind")  # type: ignore[call-arg]
