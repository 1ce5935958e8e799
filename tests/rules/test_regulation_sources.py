"""The shipped regulations against the texts they were made from, where those lie beside the project."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from rules.regulation import Regulation, load

SHARED = Path(__file__).parents[2] / ".." / "shared"
SEEDS = SHARED / "seeds"
DESIGN = SHARED / "design" / "regulation.md"

pytestmark = pytest.mark.skipif(
    not SEEDS.is_dir() or not DESIGN.is_file(), reason="the source texts are not part of the project"
)

OPENING = {"aktau-2017": "AKTAU OPEN CUP", "white-nights-2015": "Кубок Белых Ночей"}


def seed(id: str) -> str:
    texts = [path.read_text("utf-8") for path in sorted(SEEDS.glob("*.txt"))]
    return next(text for text in texts if OPENING[id] in text)


@pytest.mark.parametrize("id", list(OPENING))
def test_every_hour_of_the_schedule_stands_in_the_regulation(id: str) -> None:
    spans = re.findall(r"(\d\d)[:.](\d\d)\s*[-–]\s*(\d\d)[:.](\d\d)", seed(id))
    told = [(f"{a}:{b}", f"{c}:{d}".replace("00:00", "24:00")) for a, b, c, d in spans]
    kept = [(line.starts, line.ends) for line in load(id).schedule if line.ends is not None]
    assert kept == told


@pytest.mark.parametrize("id", list(OPENING))
def test_the_playing_days_and_the_fee_stand_in_the_text(id: str) -> None:
    frame, text = load(id).tournament, seed(id)
    between = re.search(r"проводится с (\S+) по (\d\d\.\d\d\.\d{4})", text)
    assert between is not None
    assert tuple(day.strftime("%d.%m.%Y") for day in frame.dates) == between.groups()
    assert frame.entry_fee is not None
    assert f"{frame.entry_fee.amount:,}".replace(",", " ") in text.replace("\xa0", " ")


def test_the_seeds_list_as_many_fouls_and_removals_as_the_regulations_make_of_them() -> None:
    """A bullet may hold two reasons; the two that do are counted by hand."""

    def bullets(id: str, start: str, end: str) -> int:
        part = seed(id).split(start, 1)[1].split(end, 1)[0]
        return part.count("•")

    aktau, white_nights = load("aktau-2017"), load("white-nights-2015")
    assert len(aktau.reasons_for("foul")) == bullets("aktau-2017", "Замечания в игре:", "Удаление из игры:")
    # "oath, bet" and "a word, night signs" are two reasons each.
    removals = bullets("aktau-2017", "Удаление из игры:", "Присуждение поражения")
    assert len(aktau.reasons_for("removal")) == removals + 2
    # Speaking while leaving is told twice, the second time without a bullet, as is the sheriff's information.
    defeats = bullets("aktau-2017", "Присуждение поражения", "Система подсчёта")
    assert len(aktau.reasons_for("team_defeat")) == defeats + 1
    # "knocking, unethical conduct" are two reasons.
    fouls = bullets("white-nights-2015", "ЗАМЕЧАНИЯ В ИГРЕ:", "УДАЛЕНИЕ ИЗ ИГРЫ:")
    assert len(white_nights.reasons_for("foul")) == fouls + 1
    left = bullets("white-nights-2015", "УДАЛЕНИЕ ИЗ ИГРЫ:", "Система подсчёта")
    assert len(white_nights.reasons_for("removal")) == left


def test_the_vocabulary_is_that_of_the_design_and_so_are_the_values(tmp_path: Path) -> None:
    block = DESIGN.read_text("utf-8").split("```toml\n", 1)[1].split("```", 1)[0]
    path = tmp_path / "aktau-2017.toml"
    path.write_text(block, "utf-8")
    designed, shipped = load(path), load("aktau-2017")

    def bare(regulation: Regulation) -> dict[str, object]:
        """The values that engine, scoring and draw read, without the words."""
        awards = tuple(dataclasses.replace(award, name={}) for award in regulation.scoring.awards)
        return {
            "stages": tuple(dataclasses.replace(stage, title={}) for stage in regulation.stages),
            "scoring": dataclasses.replace(regulation.scoring, awards=awards),
            "members": regulation.panel.members_for_a_dispute,
        } | {
            name: getattr(regulation, name)
            for name in (
                "clock",
                "nomination",
                "ballot",
                "fouls",
                "removal",
                "draw_game",
                "best_move",
                "ranking",
            )
        }

    # The design's block does not say that the scoring is no reconstruction; the base's is one.
    assert bare(designed) | {"scoring": None} == bare(shipped) | {"scoring": None}
    scoring = dataclasses.replace(bare(designed)["scoring"], reconstructed=False)  # type: ignore[type-var]
    assert scoring == bare(shipped)["scoring"]
