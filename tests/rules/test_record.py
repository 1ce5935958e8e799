"""Records: frozen, slotted dataclasses whose methods are shared instead of compiled for each class."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from rules.record import record
from rules.regulation import Clock, LiftForbidden, Reason, load

FOUR = LiftForbidden(4, 2)


def test_a_record_is_a_dataclass_to_everything_that_takes_one() -> None:
    assert dataclasses.is_dataclass(FOUR)
    assert dataclasses.asdict(FOUR) == {"alive": 4, "tied": 2}
    assert dataclasses.replace(FOUR, tied=3) == LiftForbidden(alive=4, tied=3)
    assert repr(FOUR) == "LiftForbidden(alive=4, tied=2)"


def test_a_record_takes_values_by_place_or_by_name_and_fills_in_its_defaults() -> None:
    assert LiftForbidden(4, tied=2) == FOUR
    assert Clock(60, 10, 60, 30, 60, 10, 10, warning=10).best_move is None


@pytest.mark.parametrize(
    ("args", "given", "message"),
    [
        ((4,), {}, "LiftForbidden needs tied"),
        ((4, 2, 1), {}, "takes 2 values, 3 were given"),
        ((4, 2), {"alive": 4}, "was given alive twice"),
        ((4, 2), {"dead": 6}, "LiftForbidden has no dead"),
    ],
)
def test_a_record_refuses_values_that_do_not_fit(
    args: tuple[int, ...], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        LiftForbidden(*args, **given)


def test_a_record_can_be_neither_changed_nor_extended() -> None:
    for name in ("alive", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(FOUR, name, 5)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(FOUR, name)
    assert not hasattr(FOUR, "__dict__")


def test_records_are_equal_when_kind_and_values_are() -> None:
    @record
    class Other:
        alive: int
        tied: int

    assert LiftForbidden(tied=2, alive=4) == FOUR
    assert hash(LiftForbidden(4, 2)) == hash(FOUR)
    assert LiftForbidden(4, 3) != FOUR
    assert Other(4, 2) != FOUR


def test_records_are_copied_and_pickled_with_all_they_hold() -> None:
    regulation = load("aktau-2017")
    assert copy.deepcopy(regulation) == regulation
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(regulation, protocol)) == regulation


def test_a_record_keeps_its_own_properties() -> None:
    reason = Reason("oath", {"en": "oath"}, ("removal", "team_defeat"))
    assert (reason.foul, reason.removal, reason.team_defeat) == (False, True, True)
