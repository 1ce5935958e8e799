"""The two tournaments and the base rules, as their regulations say it."""

from __future__ import annotations

import dataclasses
import pickle
import re
from fractions import Fraction
from pathlib import Path

import pytest

from rules.ranking import CRITERIA as COMPARED
from rules.regulation import CRITERIA, LEADS_TO, LiftForbidden, Regulation, load, shipped, text
from rules.regulation.content import as_json, differing, from_json, values

ROOT = Path(__file__).parents[2]
AKTAU = load("aktau-2017")
WHITE_NIGHTS = load("white-nights-2015")
BASE = load("fiim-base")
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

AKTAU_FOULS = {
    "speaking_out_of_turn",
    "appeal_to_judge",
    "touching_by_day",
    "excessive_gestures",
    "knocking",
    "unethical_conduct",
    "pulled_hand",
    "gestures_during_ballot",
    "hand_on_table_before_ballot",
    "voting_order_breach",
    "night_conduct_breach",
    "gestures_during_first_victim_speech",
}
AKTAU_REMOVALS = {
    "non_game_appeal",
    "oath",
    "bet",
    "fouls",
    "argument",
    "insult",
    "peeping",
    "word_at_night",
    "night_signs",
    "obscene_language",
    "night_touch",
    "voting_not_with_fist",
    "leaving_table",
    "tears",
    "threats",
}
AKTAU_TEAM_DEFEATS = {
    "peeping",
    "hint_from_audience",
    "oath",
    "bet",
    "speaking_while_leaving",
    "sheriff_night_information",
}
WHITE_NIGHTS_FOULS = {
    "honestly",
    "mention_of_religion",
    "speaking_out_of_turn",
    "appeal_to_judge",
    "profanity",
    "excessive_gestures",
    "knocking",
    "unethical_conduct",
    "pulled_hand",
}
WHITE_NIGHTS_REMOVALS = {
    "oath",
    "fouls",
    "argument",
    "insult",
    "peeping",
    "word_at_night",
    "obscene_language",
    "night_touch",
}


def ids(regulation: Regulation, kind: str) -> set[str]:
    return {reason.id for reason in regulation.reasons_for(kind)}


@pytest.fixture(params=["aktau-2017", "fiim-base", "white-nights-2015"])
def regulation(request: pytest.FixtureRequest) -> Regulation:
    return load(request.param)


def test_the_shipped_regulations_are_each_in_a_file_of_its_id() -> None:
    federations = ("fiim-2019", "fiim-2024", "fiim-base", "maf-world-cup-2019")
    assert shipped() == ("aktau-2017", *federations, "white-nights-2015")
    assert [load(id).id for id in shipped()] == list(shipped())


@pytest.mark.parametrize(
    ("regulation", "kind", "expected"),
    [
        (AKTAU, "foul", AKTAU_FOULS),
        (AKTAU, "removal", AKTAU_REMOVALS),
        (AKTAU, "team_defeat", AKTAU_TEAM_DEFEATS),
        (WHITE_NIGHTS, "foul", WHITE_NIGHTS_FOULS),
        (WHITE_NIGHTS, "removal", WHITE_NIGHTS_REMOVALS),
        (WHITE_NIGHTS, "team_defeat", set()),
    ],
)
def test_every_foul_removal_and_team_defeat_of_the_two_texts_is_there(
    regulation: Regulation, kind: str, expected: set[str]
) -> None:
    assert ids(regulation, kind) == expected


def test_an_oath_a_bet_and_peeping_are_offered_as_removal_and_as_team_defeat_in_aktau() -> None:
    both = {reason.id for reason in AKTAU.reasons if reason.removal and reason.team_defeat}
    assert both == {"oath", "bet", "peeping"}


def test_only_peeping_proposes_to_exclude_from_the_tournament() -> None:
    for regulation in (AKTAU, WHITE_NIGHTS):
        assert [reason.id for reason in regulation.reasons if reason.excludes] == ["peeping"]


def test_reasons_have_a_name_in_russian_english_and_kazakh(regulation: Regulation) -> None:
    for reason in regulation.reasons:
        assert set(reason.name) == {"ru", "en", "kk"}, reason.id
        assert re.search("[а-яё]", reason.name["ru"]) and re.search("[а-яәіңғүұқөһ]", reason.name["kk"])
        assert all(len(name) <= 50 for name in reason.name.values()), reason.id


def test_key_digits_are_unique_within_each_list(regulation: Regulation) -> None:
    for kind in LEADS_TO:
        keys = [reason.key for reason in regulation.reasons_for(kind) if reason.key is not None]
        assert len(keys) == len(set(keys))


def test_a_reason_that_two_regulations_share_has_the_same_key_in_both() -> None:
    for one in AKTAU.reasons:
        other = WHITE_NIGHTS.reason(one.id)
        assert other is None or other.key == one.key


def test_the_reasons_of_the_fourth_foul_can_be_named_by_its_id(regulation: Regulation) -> None:
    fouls = regulation.reason("fouls")
    assert fouls is not None and fouls.leads_to == ("removal",)
    assert regulation.reason("made up at the table") is None


def test_asking_who_is_nominated_is_an_appeal_in_white_nights_and_asking_for_fouls_is_none_in_aktau() -> None:
    aktau, white_nights = AKTAU.reason("appeal_to_judge"), WHITE_NIGHTS.reason("appeal_to_judge")
    assert aktau is not None and aktau.note is not None and "no appeal" in aktau.note["en"]
    assert white_nights is not None and white_nights.note is not None
    assert "who is nominated" in white_nights.note["en"]


def test_the_checks_of_don_and_sheriff_take_ten_seconds(regulation: Regulation) -> None:
    assert (regulation.clock.don_check, regulation.clock.sheriff_check) == (10, 10)


def test_the_clocks_are_those_of_the_base_rules(regulation: Regulation) -> None:
    clock = regulation.clock
    meeting = (clock.black_meeting, clock.sheriff_look)
    assert (*meeting, clock.speech, clock.defence, clock.last_word) == (60, 10, 60, 30, 60)
    assert clock.warning == 10
    assert clock.best_move is None


def test_both_tournaments_let_a_nomination_be_withdrawn_and_take_the_first_new_of_several() -> None:
    for regulation in (AKTAU, WHITE_NIGHTS):
        assert regulation.nomination.withdrawal is True
        assert regulation.nomination.several_named == "first_new"


def test_only_aktau_forbids_to_lift_two_of_four() -> None:
    assert AKTAU.ballot.lift_forbidden == (LiftForbidden(alive=4, tied=2),)
    assert WHITE_NIGHTS.ballot.lift_forbidden == ()


def test_third_foul_silences_fourth_removes_and_few_living_get_thirty_seconds(regulation: Regulation) -> None:
    fouls = regulation.fouls
    assert (fouls.silence_at, fouls.removal_at) == (3, 4)
    assert fouls.short_speech is not None
    assert dataclasses.astuple(fouls.short_speech) == ((3, 4), 30, "instead")


def test_removals_by_day_and_by_night_cancel_a_ballot(regulation: Regulation) -> None:
    assert regulation.removal.cancels_ballot and regulation.removal.night_removal_cancels


def test_three_quiet_rounds_draw_and_a_drawn_game_gives_nothing(regulation: Regulation) -> None:
    assert regulation.draw_game.quiet_rounds == 3
    assert regulation.draw_game.points is False


def test_the_best_move_is_made_in_the_last_word_and_names_three(regulation: Regulation) -> None:
    best = regulation.best_move
    assert (best.step, best.max_left_on_day_1, best.named) == ("last_word", 1, 3)


def test_points_of_aktau() -> None:
    scoring = AKTAU.scoring
    assert (scoring.win, scoring.loss, scoring.draw, scoring.removal, scoring.missed_round) == (
        2,
        0,
        0,
        -1,
        -2,
    )
    assert scoring.best_move == {2: QUARTER, 3: HALF}
    assert [(award.id, award.team, award.points) for award in scoring.awards] == [
        ("best", "winner", 1),
        ("second", "winner", HALF),
        ("loser_best", "loser", HALF),
    ]
    assert scoring.awards_per_game == 3
    assert (scoring.panel_fines, scoring.game_fines) == ((-1, -2), ())
    assert scoring.weight_on == "all"
    assert scoring.difficulty is not None
    assert (scoring.difficulty.series, scoring.difficulty.count_draws) == ("tournament", False)
    assert scoring.reconstructed is False


def test_points_of_white_nights_are_those_of_aktau_without_k_and_panel_fines_and_say_so() -> None:
    expected = dataclasses.replace(AKTAU.scoring, difficulty=None, panel_fines=(), reconstructed=True)
    assert WHITE_NIGHTS.scoring == expected


def test_what_other_federations_use_is_off(regulation: Regulation) -> None:
    scoring = regulation.scoring
    assert scoring.first_kill is None
    assert scoring.role_win == {} and scoring.role_loss == {}


def test_places_are_parted_in_the_order_of_the_text(regulation: Regulation) -> None:
    assert regulation.ranking.order == (
        "points",
        "additional",
        "wins",
        "don_wins",
        "sheriff_wins",
        "mafia_wins",
        "first_night_deaths",
        "lot",
    )
    assert regulation.ranking.finalists_keep_places is False


def test_two_missed_rounds_and_a_disqualification_keep_from_the_awards() -> None:
    for regulation in (AKTAU, WHITE_NIGHTS):
        assert regulation.ranking.not_awarded.missed_rounds == 2
        assert regulation.ranking.not_awarded.disqualified is True


def test_a_regulation_knows_exactly_the_criteria_that_places_can_be_parted_by() -> None:
    assert set(CRITERIA) == set(COMPARED) - {"finalists"}


def test_stages_of_aktau() -> None:
    rows = [(s.id, s.entrants, s.rounds, s.tables, s.draw, s.weight) for s in AKTAU.stages]
    assert rows == [
        ("qualifying", 60, 7, 6, "random", 1),
        ("semifinal", 40, 3, 4, "random", 1),
        ("final", 10, 4, 1, "random", Fraction(3, 2)),
    ]
    assert AKTAU.stage("final") is AKTAU.stages[2]
    assert AKTAU.stage("quarterfinal") is None


def test_stages_of_white_nights() -> None:
    rows = [(s.id, s.entrants, s.rounds, s.tables, s.draw, s.weight) for s in WHITE_NIGHTS.stages]
    assert rows == [("random", 40, 5, 4, "random", 1), ("swiss", 40, 5, 4, "swiss", 1)]
    assert WHITE_NIGHTS.stages[1].window == 3


def schedule(regulation: Regulation, day: int) -> list[tuple[str, str | None, str]]:
    lines = [line for line in regulation.schedule if line.day == day]
    return [(line.starts, line.ends, line.round or text(line.title or {}, "en")) for line in lines]


def test_schedule_of_aktau() -> None:
    assert schedule(AKTAU, 0) == [("21:00", None, "draw by the federation's program")]
    assert schedule(AKTAU, 1) == [
        ("10:00", "11:00", "registration, opening"),
        ("11:00", "12:00", "qualifying:1"),
        ("12:00", "13:00", "qualifying:2"),
        ("13:00", "14:00", "qualifying:3"),
        ("14:00", "15:00", "qualifying:4"),
        ("15:00", "16:00", "lunch"),
        ("16:00", "17:00", "qualifying:5"),
        ("17:00", "18:00", "qualifying:6"),
        ("19:00", "20:00", "qualifying:7"),
    ]
    assert schedule(AKTAU, 2) == [
        ("13:00", "14:00", "semifinal:1"),
        ("14:00", "15:00", "semifinal:2"),
        ("15:00", "16:00", "semifinal:3"),
        ("16:00", "17:00", "finalists announced"),
        ("17:00", "18:00", "final:1"),
        ("18:00", "19:00", "final:2"),
        ("19:00", "20:00", "final:3"),
        ("20:00", "21:00", "final:4"),
        ("21:00", None, "closing, awards"),
    ]


def test_schedule_of_white_nights() -> None:
    assert schedule(WHITE_NIGHTS, 1) == [
        ("11:30", "12:30", "registration"),
        ("12:30", None, "opening"),
        *((f"{12 + n}:00", f"{13 + n}:00", f"random:{n}") for n in range(1, 6)),
        ("18:00", "20:00", "free time, fun games"),
        ("20:00", "22:00", "boat trip"),
    ]
    assert schedule(WHITE_NIGHTS, 2) == [
        ("12:00", "13:00", "gathering"),
        *((f"{12 + n}:00", f"{13 + n}:00", f"swiss:{n}") for n in range(1, 6)),
        ("19:00", None, "closing, awards"),
        ("19:30", "24:00", "fun games"),
    ]


@pytest.mark.parametrize(
    ("regulation", "players", "tables", "days", "fee", "panel"),
    [
        (AKTAU, 60, 6, ["2017-08-05", "2017-08-06"], (15000, "KZT"), 3),
        (WHITE_NIGHTS, 40, 4, ["2015-05-30", "2015-05-31"], (3000, "RUB"), 5),
    ],
)
def test_frame_of_the_tournaments(
    regulation: Regulation, players: int, tables: int, days: list[str], fee: tuple[int, str], panel: int
) -> None:
    frame = regulation.tournament
    assert (frame.players, frame.tables) == (players, tables)
    assert [day.isoformat() for day in frame.dates] == days
    assert frame.entry_fee is not None and (frame.entry_fee.amount, frame.entry_fee.currency) == fee
    assert frame.withdrawal_bar is not None and frame.withdrawal_bar["en"] == "1 year"
    assert frame.place and frame.registration
    assert regulation.panel.members_for_a_dispute == panel
    assert regulation.panel.may_exclude is True


def test_spectators_of_white_nights_enter_free_and_pay_for_fun_games_and_the_boat() -> None:
    fees = WHITE_NIGHTS.tournament.spectator_fees
    assert [(fee.amount, fee.currency, text(fee.to or {}, "en")) for fee in fees] == [
        (0, "RUB", "entry"),
        (1000, "RUB", "fun games and the boat"),
    ]


def test_officials_are_roles_with_their_number() -> None:
    assert {official.id: official.count for official in AKTAU.officials} == {
        "organiser": 1,
        "chief_judge": 1,
        "deputy_chief_judge": 2,
        "judge": 5,
        "side_arbiter": None,
    }
    assert {official.id for official in WHITE_NIGHTS.officials} == {
        "chief_judge",
        "organiser",
        "judge",
        "side_arbiter",
    }


def test_night_posture_is_arms_crossed_in_aktau_and_hands_on_knees_in_white_nights() -> None:
    assert "crossed" in AKTAU.night_posture["en"] and "плечах" in AKTAU.night_posture["ru"]
    assert "knees" in WHITE_NIGHTS.night_posture["en"] and "коленях" in WHITE_NIGHTS.night_posture["ru"]


def test_readings_that_were_chosen_are_told_in_three_languages() -> None:
    assert (len(AKTAU.readings), len(WHITE_NIGHTS.readings)) == (6, 5)
    for reading in (reading for id in shipped() for reading in load(id).readings):
        assert set(reading) == {"ru", "en", "kk"}


def test_no_code_asks_for_a_tournament_by_name() -> None:
    names = re.compile("aktau|актау|white.?nights|белых ночей|fiim-|maf-world", re.IGNORECASE)
    code = [path for package in ("rules", "storage", "tabletui") for path in (ROOT / package).rglob("*.py")]
    assert len(code) > 20
    # A name may be the value a person would type: in a text for people, never in a comparison.
    asking = re.compile(r"(==|!=|\bin\b|\bcase\b).*(" + names.pattern + ")", re.IGNORECASE)
    told = [
        f"{path}: {line}"
        for path in code
        for line in path.read_text("utf-8").splitlines()
        if asking.search(line)
    ]
    assert told == []


def test_no_value_is_a_float(regulation: Regulation) -> None:
    def walk(value: object) -> None:
        assert not isinstance(value, float)
        if isinstance(value, dict):
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(as_json(regulation))


def test_a_regulation_cannot_be_changed(regulation: Regulation) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        regulation.clock.speech = 90  # type: ignore[misc]
    with pytest.raises(TypeError):
        regulation.scoring.best_move[3] = HALF  # type: ignore[index]
    with pytest.raises(AttributeError):
        regulation.title._pairs = ()  # type: ignore[attr-defined]


def test_a_regulation_can_be_hashed_and_pickled(regulation: Regulation) -> None:
    again = pickle.loads(pickle.dumps(regulation))
    assert again == regulation
    assert hash(again) == hash(regulation)
    assert again.digest == regulation.digest


def test_the_digest_changes_with_any_value_and_only_then(regulation: Regulation) -> None:
    slower = dataclasses.replace(regulation, clock=dataclasses.replace(regulation.clock, speech=61))
    assert re.fullmatch("[0-9a-f]{64}", regulation.digest)
    assert slower.digest != regulation.digest
    assert load(regulation.id).digest == regulation.digest
    assert len({load(id).digest for id in shipped()}) == len(shipped())


def test_the_json_of_a_regulation_is_read_back_as_the_same(regulation: Regulation) -> None:
    import json

    assert from_json(json.loads(json.dumps(as_json(regulation)))) == regulation


def test_what_differs_from_the_base_is_told_key_by_key() -> None:
    assert differing(BASE, BASE) == ()
    changed = set(differing(AKTAU, BASE))
    assert {
        "nomination.withdrawal",
        "ballot.lift_forbidden",
        "scoring.missed_round",
        "stage.final",
    } <= changed
    assert "scoring.difficulty.series" in changed and "reason.tears" in changed
    assert not changed & {"clock.speech", "scoring.win", "reason.insult", "draw_game.quiet_rounds"}
    # A reason the tournament does not have.
    assert "reason.hint_from_audience" in differing(WHITE_NIGHTS, BASE)


def test_every_value_has_a_meaning_to_show_beside_it(regulation: Regulation) -> None:
    shown = values(regulation)
    assert len({value.key for value in shown}) == len(shown) > 60
    assert all(value.note for value in shown)


def test_a_text_falls_back_to_russian_then_english_then_whatever_there_is() -> None:
    names = {"en": "chief judge", "ru": "главный судья", "kk": "бас төреші"}
    assert text(names, "kk") == "бас төреші"
    assert text(names, "de") == "главный судья"
    assert text({"en": "draw", "kk": "жеребе"}, "ru") == "draw"
    assert text({"und": "Own Cup"}, "ru") == "Own Cup"
    assert text({}, "ru") == ""
