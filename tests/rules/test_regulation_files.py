"""A regulation's file: bases, folders, and mistakes told with line, key, what was expected and found."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from rules.regulation import Regulation, WrongRegulation, load, own_files, shipped

HEAD = '[regulation]\nid = "own"\ntitle = "Own Cup"\nbase = "fiim-base"\n'
FIRST = HEAD.count("\n") + 1
"""The line on which the text of a test begins."""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a regulation of its own: the head above, then the text of the test."""

    def write(body: str = "", *, head: str = HEAD, name: str = "own.toml") -> Path:
        path = tmp_path / name
        path.write_text(head + textwrap.dedent(body), "utf-8")
        return path

    return write


def refused(path: str | Path, **kwargs: object) -> WrongRegulation:
    with pytest.raises(WrongRegulation) as caught:
        load(path, **kwargs)  # type: ignore[arg-type]
    told = str(caught.value)
    assert "\n" not in told and told.isprintable()
    return caught.value


# Inheritance


def test_a_file_takes_its_bases_values_first_and_sets_what_differs(write: Write) -> None:
    own, base = load(write("[clock]\nspeech = 45\n")), load("fiim-base")
    assert own.clock.speech == 45
    assert own.clock.defence == base.clock.defence
    assert own.reasons == base.reasons
    assert (own.id, own.title, own.base) == ("own", {"und": "Own Cup"}, "fiim-base")


def test_tables_of_a_base_merge_and_its_arrays_are_replaced(write: Write) -> None:
    own = load(
        write(
            """\
            [fouls]
            short_speech = { seconds = 20 }
            [scoring]
            best_move = { 1 = "1/10" }
            [ranking]
            order = ["wins", "lot"]
            [[reason]]
            id = "tapping"
            name = "tapping"
            leads_to = ["foul"]
            """
        )
    )
    assert own.fouls.short_speech is not None
    assert (own.fouls.short_speech.seconds, own.fouls.short_speech.at_alive) == (20, (3, 4))
    assert own.scoring.best_move == {1: Fraction(1, 10), 2: Fraction(1, 4), 3: Fraction(1, 2)}
    assert own.ranking.order == ("wins", "lot")
    assert [reason.id for reason in own.reasons] == ["tapping"]


def test_false_drops_a_table_that_the_base_has(write: Write) -> None:
    own = load(write("[fouls]\nshort_speech = false\n[scoring]\ndifficulty = false\n"))
    assert own.fouls.short_speech is None
    assert own.scoring.difficulty is None


def test_a_base_may_have_a_base_and_may_lie_beside_the_file(write: Write) -> None:
    write("[clock]\nspeech = 45\ndefence = 20\n", head=HEAD.replace('"own"', '"middle"'), name="middle.toml")
    own = load(write("[clock]\nspeech = 50\n", head=HEAD.replace("fiim-base", "middle")))
    assert (own.clock.speech, own.clock.defence, own.clock.last_word) == (50, 20, 60)


def test_a_file_without_a_base_must_say_everything(write: Write) -> None:
    wrong = refused(write(head='[regulation]\nid = "own"\ntitle = "Own Cup"\nsource = "the club"\n'))
    missing = {mistake.key for mistake in wrong.all}
    assert {"clock", "scoring", "reason", "night.posture"} <= missing
    assert all("the key is missing" in mistake.message for mistake in wrong.all)


def test_a_file_without_a_base_that_says_everything_is_a_regulation(write: Write) -> None:
    text = (Path(__file__).parents[2] / "rules/regulations/fiim-base.toml").read_text("utf-8")
    own = load(write(text.replace('id = "fiim-base"', 'id = "own"', 1), head=""))
    assert own.id == "own" and own.base is None
    assert own.scoring == load("fiim-base").scoring


def test_id_and_title_never_come_from_the_base(write: Write) -> None:
    wrong = refused(write(head='[regulation]\nbase = "fiim-base"\n'))
    assert [mistake.key for mistake in wrong.all] == ["regulation.id", "regulation.title"]
    assert {mistake.line for mistake in wrong.all} == {1}


def test_a_base_that_is_not_there_is_a_mistake_of_the_line_that_names_it(write: Write) -> None:
    wrong = refused(write(head=HEAD.replace("fiim-base", "lost")))
    assert (wrong.key, wrong.line) == ("regulation.base", 4)
    assert 'found "lost"' in wrong.message and "aktau-2017" in wrong.message


def test_bases_that_lead_in_a_circle_are_told_with_the_way(write: Write) -> None:
    write(head=HEAD.replace('"own"', '"other"').replace("fiim-base", "own"), name="other.toml")
    wrong = refused(write(head=HEAD.replace("fiim-base", "other")))
    assert (Path(wrong.path).name, wrong.key, wrong.line) == ("other.toml", "regulation.base", 4)
    assert "own → other → own" in wrong.message
    assert "own → own" in refused(write(head=HEAD.replace("fiim-base", "own"))).message


def test_bases_without_an_id_of_their_own_end_in_a_circle_too(write: Write) -> None:
    write(head='[regulation]\nbase = "second"\n', name="first.toml")
    write(head='[regulation]\nbase = "first"\n', name="second.toml")
    wrong = refused(write(head=HEAD.replace("fiim-base", "first")))
    assert (Path(wrong.path).name, wrong.line) == ("second.toml", 2)
    assert "own → first → second → first" in wrong.message


def test_a_mistake_in_a_base_is_told_at_its_line_of_the_base(write: Write) -> None:
    base = write("[clock]\nspeech = 0\n", head=HEAD.replace('"own"', '"other"'), name="other.toml")
    wrong = refused(write("[fouls]\nsilence_at = 2\n", head=HEAD.replace("fiim-base", "other")))
    assert (wrong.path, wrong.line, wrong.key) == (str(base), FIRST + 1, "clock.speech")


# Folders and paths


def test_a_judges_own_file_is_found_by_its_id_in_the_folders(write: Write) -> None:
    path = write("[clock]\nspeech = 45\n")
    assert load("own", folders=[path.parent / "none", path.parent]).clock.speech == 45
    assert list(own_files([path.parent / "none", path.parent])) == [path]


def test_a_file_in_a_folder_must_be_named_as_its_id(write: Write) -> None:
    path = write(name="cup.toml")
    wrong = refused("cup", folders=[path.parent])
    assert (wrong.line, wrong.key) == (2, "regulation.id")
    assert wrong.message == 'expected "cup", as the file is named, found "own"'
    assert load(path).id == "own"


def test_a_shipped_regulation_is_never_hidden_by_a_file_in_a_folder(write: Write) -> None:
    path = write("[clock]\nspeech = 45\n", head=HEAD.replace('"own"', '"aktau-2017"'), name="aktau-2017.toml")
    assert load("aktau-2017", folders=[path.parent]).clock.speech == 60
    assert load(path).clock.speech == 45


def test_an_unknown_id_is_told_with_those_that_are_shipped() -> None:
    wrong = refused("own-cup")
    assert str(wrong) == "own-cup: no such regulation; shipped are " + ", ".join(shipped())


@pytest.mark.parametrize("id", ["", "Own Cup", "..", "-x", "a" * 200, "own\ncup", "кубок"])
def test_what_cannot_be_an_id_is_refused_before_any_file_is_looked_for(id: str, tmp_path: Path) -> None:
    assert "not the id of a regulation" in refused(id, folders=[tmp_path]).message


def test_a_missing_file_a_folder_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.toml").message == "there is no such file"
    assert refused(tmp_path).message == "this is a folder, not a file"
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * 300_000)
    assert "too large" in refused(huge).message
    assert refused("a\0b.toml").message == "there is no such file"


# Mistakes


@pytest.mark.parametrize(
    ("body", "line", "key", "message"),
    [
        (
            "[clock]\n\n# s\nspeech = '60'",
            3,
            "clock.speech",
            'expected a whole number from 1 to 3600, found "60"',
        ),
        ("[clock]\nspeech = true", 1, "clock.speech", "expected a whole number from 1 to 3600, found true"),
        ("[clock]\nspeech = 0", 1, "clock.speech", "expected a whole number from 1 to 3600, found 0"),
        ("clock = 3", 0, "regulation.clock", "unknown key; known here: base, id, readings, source, title"),
        ("[clock]\nspeach = 60", 1, "clock.speach", "unknown key; did you mean speech?"),
        ("[colours]\nred = 1", 0, "colours", "unknown key"),
        ("[nomination]\nwithdrawal = 1", 1, "nomination.withdrawal", "expected true or false, found 1"),
        (
            "[nomination]\nseveral_named = 'last'",
            1,
            "nomination.several_named",
            'expected one of "first_new", "refuse"',
        ),
        ("[ballot]\nlift_forbidden = 4", 1, "ballot.lift_forbidden", "expected an array, found 4"),
        (
            "[ballot]\nlift_forbidden = [\n  { alive = 9, tied = 3 },\n  { alive = 4 },\n]",
            3,
            "ballot.lift_forbidden[1].tied",
            "the key is missing: seats tied twice",
        ),
        (
            "[ballot]\nlift_forbidden = [{ alive = 4, tied = 5 }]",
            1,
            "ballot.lift_forbidden[0].tied",
            "expected no more than the 4 living, found 5",
        ),
        (
            "[fouls]\nremoval_at = 3",
            1,
            "fouls.removal_at",
            "expected more than fouls.silence_at = 3, found 3",
        ),
        (
            "[fouls.short_speech]\nmode = 'both'",
            1,
            "fouls.short_speech.mode",
            'expected one of "instead", "added"',
        ),
        ("[best_move]\nstep = 'own'", 1, "best_move.step", "expected clock.best_move"),
        ("[scoring]\nwin = 2.5", 1, "scoring.win", 'a decimal number is not exact, write "5/2"'),
        ("[scoring]\nwin = 2.0", 1, "scoring.win", "a decimal number is not exact, write 2"),
        (
            "[scoring]\nwin = nan",
            1,
            "scoring.win",
            'a decimal number is not exact, write a fraction such as "1/2"',
        ),
        ("[scoring]\nwin = '1/0'", 1, "scoring.win", 'found "1/0"'),
        ("[scoring]\nwin = '2,5'", 1, "scoring.win", 'found "2,5"'),
        ("[scoring]\nremoval = 1", 1, "scoring.removal", "expected a zero or negative number"),
        ("[scoring]\npanel_fines = [-1, 2]", 1, "scoring.panel_fines[1]", "expected a negative number"),
        (
            "[scoring]\nbest_move = { 4 = 1 }",
            1,
            "scoring.best_move.4",
            'expected a number from 1 to 3, found "4"',
        ),
        ("[scoring]\nrole_win = { donn = 1 }", 1, "scoring.role_win.donn", "unknown key; did you mean don?"),
        ("[scoring]\nweight_on = 'none'", 1, "scoring.weight_on", 'expected one of "all", "base"'),
        (
            "[[scoring.award]]\nid = 'mvp'\nteam = 'winner'\n",
            0,
            "scoring.award[0].points",
            'the key is missing: its points, or "free"',
        ),
        ("[ranking]\norder = ['points',\n 'luck']", 2, "ranking.order[1]", 'found "luck"'),
        ("[ranking]\norder = ['lot', 'points']", 1, "ranking.order[0]", 'expected "lot" last'),
        ("[ranking]\norder = ['wins', 'wins']", 1, "ranking.order[1]", 'found "wins" a second time'),
        (
            "[ranking]\norder = []",
            1,
            "ranking.order",
            "expected an array of at least 1, found an empty array",
        ),
        ("[tournament]\nplayers = 5", 1, "tournament.players", "from 10 to 9999, found 5"),
        (
            "[tournament]\ndates = ['soon']",
            1,
            "tournament.dates[0]",
            'expected a date such as 2017-08-05, found "soon"',
        ),
        (
            "[tournament]\nplace = ''",
            1,
            "tournament.place",
            'expected one line of text, at most 400 characters, found ""',
        ),
        (
            "[tournament]\nplace = { Russian = 'зал' }",
            1,
            "tournament.place.Russian",
            "expected a language such as",
        ),
        ('[tournament]\nplace = "a\\u001bb"', 1, "tournament.place", 'found "a\\u001bb"'),
        ("[tournament]\nentry_fee = 3000", 1, "tournament.entry_fee", "expected a table, found 3000"),
        ("[night]\nposture = 3", 1, "night.posture", "a table of texts by language"),
        ("[night]\nposture = 'x'\nmask = 1", 2, "night.mask", "unknown key; known here: posture"),
    ],
)
def test_a_mistake_is_told_with_line_key_expected_and_found(
    write: Write, body: str, line: int, key: str, message: str
) -> None:
    path = write(body + "\n")
    wrong = refused(path)
    assert (wrong.key, wrong.line) == (key, FIRST + line)
    assert message in wrong.message
    assert str(wrong) == f"{path}:{wrong.line}: {key}: {wrong.message}"


STAGES = """\
[tournament]
players = 40

[[stage]]
id = "random"
entrants = 40
rounds = 5
tables = 4
draw = "random"

[[stage]]
id = "final"
entrants = 10
rounds = 2
tables = 1
draw = "random"

[[schedule]]
day = 1
from = "13:00"
round = "random:1"
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        (
            'id = "final"',
            'id = "random"',
            12,
            "stage[1].id",
            'expected each once, found "random" a second time',
        ),
        ('id = "final"', 'id = "Final"', 12, "stage[1].id", "expected an id of small Latin letters"),
        ("rounds = 2", "rounds = 2\nweight = 0", 15, "stage[1].weight", "expected a positive number"),
        ("rounds = 2", 'rounds = 2\nweight = "-3/2"', 15, "stage[1].weight", "expected a positive number"),
        ("rounds = 2", "rounds = 2\nweight = 1.5", 15, "stage[1].weight", 'write "3/2"'),
        ("rounds = 2\n", "", 11, "stage[1].rounds", "the key is missing: rounds"),
        (
            "entrants = 10",
            "entrants = 50",
            13,
            "stage[1].entrants",
            "expected no more than the 40 who are there",
        ),
        (
            "tables = 1",
            "tables = 2",
            13,
            "stage[1].entrants",
            "expected at least 20 for 2 tables of ten, found 10",
        ),
        ('draw = "random"\n\n[[schedule', 'draw = "lot"\n\n[[schedule', 16, "stage[1].draw", 'found "lot"'),
        ('round = "random:1"', 'round = "random:6"', 21, "schedule[0].round", 'found "random:6"'),
        ('round = "random:1"\n', "", 18, "schedule[0]", "expected a round or a title"),
        (
            'from = "13:00"',
            'from = "13"',
            20,
            "schedule[0].from",
            'expected a time such as "11:00", found "13"',
        ),
        ('from = "13:00"', 'from = "13:00"\nto = "12:00"', 21, "schedule[0].to", 'a time after "13:00"'),
        ("players = 40", "players = 40\ndates = [2026-05-01]", None, None, None),
        ("day = 1", "day = 2\n", None, None, None),
    ],
)
def test_a_mistake_in_stages_or_schedule_is_told_at_its_own_line(
    write: Write, old: str, new: str, line: int | None, key: str | None, message: str | None
) -> None:
    path = write(STAGES.replace(old, new, 1))
    if line is None or message is None:
        assert load(path).stages[1].id == "final"
        return
    wrong = refused(path)
    assert (wrong.key, wrong.line) == (key, FIRST + line - 1)
    assert message in wrong.message


def test_a_round_that_is_scheduled_twice_or_on_a_day_that_is_not_played_is_told(write: Write) -> None:
    twice = STAGES + '[[schedule]]\nday = 3\nfrom = "14:00"\nround = "random:1"\n'
    wrong = refused(write(twice.replace("players = 40", "players = 40\ndates = [2026-05-01, 2026-05-02]")))
    assert [mistake.key for mistake in wrong.all] == ["schedule[1].day", "schedule[1].round"]


REASONS = """\
[[reason]]
id = "noise"
name = "noise"
leads_to = ["foul"]
key = "1"

[[reason]]
id = "oath"
name = "oath"
leads_to = ["foul", "removal"]
key = "2"
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        ('id = "oath"', 'id = "noise"', 8, "reason[1].id", 'found "noise" a second time'),
        (
            'key = "2"',
            'key = "1"',
            11,
            "reason[1].key",
            'free in the list foul, found "1", which is the key of noise',
        ),
        ('key = "2"', 'key = "12"', 11, "reason[1].key", 'found "12"'),
        ('leads_to = ["foul"]', "leads_to = []", 4, "reason[0].leads_to", "expected an array of at least 1"),
        ('leads_to = ["foul"]', 'leads_to = ["ban"]', 4, "reason[0].leads_to[0]", 'found "ban"'),
        (
            'key = "1"',
            'key = "1"\nexcludes = true',
            6,
            "reason[0].excludes",
            "expected false for what is only a foul",
        ),
        ('name = "oath"\n', "", 7, "reason[1].name", "the key is missing"),
    ],
)
def test_a_mistake_in_the_reasons_is_told_at_its_own_line(
    write: Write, old: str, new: str, line: int, key: str, message: str
) -> None:
    wrong = refused(write(REASONS.replace(old, new, 1)))
    assert (wrong.key, wrong.line) == (key, FIRST + line - 1)
    assert message in wrong.message


def test_one_key_may_serve_in_two_lists_that_share_no_reason(write: Write) -> None:
    own = load(write(REASONS.replace('["foul", "removal"]', '["removal"]').replace('key = "2"', 'key = "1"')))
    assert [reason.key for reason in own.reasons] == ["1", "1"]


def test_all_mistakes_are_found_at_once_in_the_order_of_the_file(write: Write) -> None:
    wrong = refused(
        write("[scoring]\nwin = 0.5\n[clock]\nspeech = 0\ndefense = 1\n[fouls]\nsilence_at = -1\n")
    )
    assert [(mistake.line, mistake.key) for mistake in wrong.all] == [
        (FIRST + 1, "scoring.win"),
        (FIRST + 3, "clock.speech"),
        (FIRST + 4, "clock.defense"),
        (FIRST + 6, "fouls.silence_at"),
    ]
    assert wrong.all[0] is wrong


def test_lines_are_right_behind_long_texts_arrays_quoted_and_dotted_keys(write: Write) -> None:
    body = '''\
        scoring.win = 3
        "clock".speech = 50
        [tournament]
        place = """\\
          one line \\
          # not a comment, [not] = "a header" """
        registration = \'\'\'it's one\'\'\'
        dates = [ # the days
          2026-05-01,

          2026-05-02, # last
        ]
        entry_fee.amount = 10
        entry_fee.currency = "EUR" # { "
        [panel] # [x]
        members_for_a_dispute = 0
        '''
    body = textwrap.dedent(body)
    top, rest = body.split("[tournament]\n", 1)
    wrong = refused(write(head=top + HEAD + "[tournament]\n" + rest))
    assert (wrong.key, wrong.line) == ("panel.members_for_a_dispute", 20)
    assert len(wrong.all) == 1


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("[clock]\nspeech 60\n", 1, "expected '=' after a key"),
        ("[clock\nspeech = 60\n", 0, "expected ']'"),
        ("[clock]\nspeech = 60\nspeech = 30\n", 2, "cannot overwrite a value"),
        ("[clock]\nspeech = 060\n", 1, "not TOML"),
        ("[tournament]\nplace = 'open\n", 1, "not TOML"),
        ('[tournament]\nplace = """open\n', 1, "at the end of the file"),
        ("[clock]\nspeech = " + "9" * 5000, 1, "a number in it is beyond all bounds"),
    ],
)
def test_bad_syntax_is_told_with_its_line(write: Write, body: str, line: int, message: str) -> None:
    wrong = refused(write(body))
    assert wrong.key is None
    assert message in wrong.message
    if "beyond" not in message:
        assert wrong.line == FIRST + line


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes('# один\ntitle = "Кубок"\n'.encode("cp1251").replace(b"\xee\xe4\xe8\xed", b"one"))
    wrong = refused(path)
    assert (wrong.line, wrong.key) == (2, None)
    assert wrong.message == "expected UTF-8 text, found the byte 0xca; save the file as UTF-8"


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + (HEAD + "[clock]\nspeech = 45\n").replace("\n", "\r\n").encode())
    assert load(path).clock.speech == 45
    path.write_bytes(path.read_bytes().replace(b"45", b"0"))
    assert refused(path).line == FIRST + 1


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "[regulation]\nid = 0x" + "f" * 100_000,
        "".join(f"k{n} = {n}\n" for n in range(15_000)),
        "[[stage]]\nk = 1\n" * 12_000,
        "",
        "\0",
        "[regulation]\nbase = 3",
        'regulation = "x"',
        "[[regulation]]\nid = 1",
    ],
)
def test_a_hostile_file_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, "utf-8")
    assert len(str(refused(path))) < 1000 + len(str(path))


def test_the_error_can_be_pickled_and_keeps_its_place(write: Write) -> None:
    wrong = refused(write("[clock]\nspeech = 0\n"))
    again = pickle.loads(pickle.dumps(wrong))
    assert (str(again), again.line, again.key) == (str(wrong), wrong.line, wrong.key)


def test_a_regulation_is_read_without_costly_imports() -> None:
    code = (
        "import sys; from rules.regulation import load; load('aktau-2017');"
        "costly = ('importlib.resources', 'json', 'hashlib', 'difflib', 'typing_extensions', 'textual');"
        "print([name for name in costly if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert told.stdout.strip() == "[]"


def test_what_other_federations_use_can_be_switched_on(write: Write) -> None:
    own: Regulation = load(
        write(
            """\
            [clock]
            best_move = 20
            [best_move]
            step = "own"
            [scoring]
            win = 4
            loss = 1
            role_win = { don = "1/2", sheriff = "1/2" }
            role_loss = { don = "-1/2", sheriff = "-1/2" }
            first_kill = { share = "2/5", most = "2/5", half_when_won = true, needs_hit = true }
            game_fines = ["-1/2"]
            [[scoring.award]]
            id = "extra"
            team = "any"
            points = "free"
            """
        )
    )
    assert own.clock.best_move == 20
    assert own.scoring.role_loss == {"don": Fraction(-1, 2), "sheriff": Fraction(-1, 2)}
    assert own.scoring.first_kill is not None and own.scoring.first_kill.share == Fraction(2, 5)
    (award,) = own.scoring.awards
    assert award.points is None and award.name == {"und": "extra"}
