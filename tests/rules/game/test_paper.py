"""Facts as they stand on paper: the game moves through what needs no input, and through nothing else."""

from __future__ import annotations

from rules.game import Game
from rules.sheet import Left

from .facts import CARDS, Table, fact, regulation


def test_a_fact_of_a_later_step_moves_through_meetings_speeches_checks_and_last_words() -> None:
    t = Table().play("nominate", by=3, seat=5)
    assert t.at == ("speech", 3)
    t.play("shoot", seat=4).play("check", by="sheriff", seat=9)
    assert t.at == ("last_word", 4)
    t.play("nominate", by=6, seat=8)
    assert (t.at, t.step.day) == (("speech", 6), 2)


def test_a_fact_moves_through_defences_to_the_re_ballot() -> None:
    t = Table().speeches(by1=7, by2=3).play("vote", seat=7, votes=5).play("vote", seat=3, votes=5)
    t.play("vote", seat=7, votes=4)
    assert t.at == ("reballot", 3)


def test_a_vote_of_the_re_ballot_completes_the_ballot_before_it() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5).play("vote", seat=7, votes=4)
    assert t.at == ("reballot", 3)


def test_the_deal_is_never_skipped() -> None:
    t = Table()
    t.game = Game.new(regulation())
    assert t.refused_fact("nominate", by=1, seat=2) == "expected_deal"
    assert t.refused_fact("next") == "expected_deal"


def test_a_ballot_is_never_skipped() -> None:
    t = Table().morning().do("nominate", by=1, seat=5).next().do("nominate", by=2, seat=6)
    assert t.refused_fact("shoot", seat=4) == "expected_ballot"
    assert t.refused_fact("nominate", by=1, seat=6) == "expected_ballot"


def test_a_lift_question_is_never_skipped() -> None:
    t = Table().speeches(by1=7, by2=3).votes(5, 5).next(2).votes(5)
    assert t.refused_fact("shoot", seat=4) == "expected_lift"


def test_a_shooting_is_never_skipped() -> None:
    t = Table().morning()
    assert t.refused_fact("check", by="don", seat=4) == "expected_shooting"
    assert t.refused_fact("best_move", seats=[4]) == "expected_shooting"
    assert t.refused_fact("vote", seat=4, votes=3) == "expected_shooting"


def test_a_vote_out_of_order_is_told_as_such() -> None:
    t = Table().speeches(by1=7, by2=3)
    assert t.refused_fact("vote", seat=3, votes=5) == "not_the_candidate"
    t.votes(5)
    assert t.refused_fact("vote", seat=9, votes=5) in ("not_the_candidate", "expected_reballot")


def test_at_the_end_of_a_file_the_game_runs_on_to_the_first_step_that_needs_input() -> None:
    assert Table().game.run_on().step.id == "shooting"
    t = Table().speeches(by1=7, by2=3)
    assert t.game.run_on().step.id == "ballot"
    assert t.votes(6).game.run_on().state.left == (Left(7, "ballot", day=1),)
    assert Game.new(regulation()).run_on().step.id == "deal"


def test_running_on_adds_no_event_and_apply_never_runs_on() -> None:
    t = Table()
    assert t.game.run_on().events == t.game.events
    assert t.step.id == "black_meeting"


def test_fouls_removals_and_notes_never_move_the_game() -> None:
    t = Table().play("foul", seat=3).play("remove", seat=4, reason="argument").play("note", text="x")
    t.play("cancel_ballot", reason="x")
    assert t.step.id == "black_meeting"
    assert t.play("team_defeat", seat=9, reason="oath").step.id == "closing"


def test_next_places_a_foul_where_it_was_given() -> None:
    t = Table().play("next").play("next").play("next").play("foul", seat=1).play("foul", seat=1)
    t.play("foul", seat=1)
    assert t.at == ("speech", 2)
    assert t.speeches().night(None).to_speech(1).step.silenced


def test_a_refused_fact_changes_nothing() -> None:
    t = Table().morning()
    before = t.game
    assert t.refused_fact("check", by="don", seat=4) == "expected_shooting"
    assert t.game is before
    assert t.at == ("speech", 1)


def test_a_paper_protocol_is_typed_as_facts_alone() -> None:
    facts = [
        fact("roles", roles={str(seat): role for seat, role in enumerate(CARDS, 1)}),
        fact("shoot", seat=1),
        fact("best_move", seats=[8, 9, 10]),
        fact("nominate", by=2, seat=8),
        fact("shoot", seat=2),
        fact("nominate", by=3, seat=9),
        fact("shoot", seat=3),
        fact("nominate", by=4, seat=10),
    ]
    game = Game.new(regulation())
    for one in facts:
        game = game.play(one)
    game = game.run_on()
    assert (game.state.winner, game.step.id) == ("red", "closing")
