"""The words beside the standings: criteria, marks, and what one should know before reading places aloud."""

from __future__ import annotations

from collections.abc import Sequence

from rules.regulation import Regulation
from rules.scoring import shown
from rules.standings import Row, Standings
from tabletui.places import BLOCKS
from tabletui.text import _, decimal, ngettext, pgettext

PER_GAME = "points_per_game"
LOT = "lot"
LOT_MARK, SHARED_MARK, NO_AWARD_MARK = "#", "=", "×"


def legend(regulation: Regulation) -> list[tuple[str, str]]:
    """What the short words and marks of the table mean, for help."""
    order = regulation.ranking.order
    lines = [(criteria()[id][0], criteria()[id][1]) for id in order if id in criteria()]
    if regulation.ranking.finalists_keep_places:
        lines.insert(0, criteria()["finalists"])
    parted = _("parted from the place above by: {what}")
    return [
        *((word, parted.format(what=words)) for word, words in lines),
        (LOT_MARK, _("a lot decided between this place and its neighbour")),
        (SHARED_MARK, _("the place is shared")),
        (NO_AWARD_MARK, _("takes no part in the awards; the place is kept")),
        (f"{BLOCKS[0]}…{BLOCKS[-1]}", _("the place after each round; the higher, the better")),
    ]


def short_words(id: str) -> str:
    """A criterion of the ranking in a column."""
    return criteria()[id][0] if id in criteria() else id


def criterion_words(id: str) -> str:
    """A criterion of the ranking in full."""
    return criteria()[id][1] if id in criteria() else id


def criteria() -> dict[str, tuple[str, str]]:
    """A short word and the full words for each criterion."""
    return {
        "finalists": (pgettext("parted", "final"), _("the final played")),
        "points": (pgettext("parted", "points"), _("points")),
        PER_GAME: (pgettext("parted", "p/g"), _("points a game")),
        "additional": (pgettext("parted", "add."), _("additional points")),
        "wins": (pgettext("parted", "wins"), _("wins")),
        "don_wins": (pgettext("parted", "don"), _("wins as don")),
        "sheriff_wins": (pgettext("parted", "sher."), _("wins as sheriff")),
        "don_sheriff_wins": (pgettext("parted", "d+sh"), _("wins as don and sheriff")),
        "mafia_wins": (pgettext("parted", "mafia"), _("wins as mafia")),
        "first_night_deaths": (pgettext("parted", "shot"), _("deaths in the first night")),
        LOT: (pgettext("parted", "lot"), _("the lot")),
    }


def by_lot(table: Standings) -> set[str]:
    """Those whose place a lot decided: who lost one, and who won it, one place above."""
    found = set()
    for above, row in zip(table.rows, table.rows[1:], strict=False):
        if row.decided_by == LOT:
            found |= {above.id, row.id}
    return found


def remarks(table: Standings, regulation: Regulation, rows: Sequence[Row], *, conflict: bool) -> list[str]:
    """A sentence for each thing to know; rows: those that are shown."""
    words = []
    k = table.difficulty
    if regulation.scoring.difficulty is not None and k.games:
        colour = {"red": _("red wins are the harder"), "black": _("black wins are the harder")}
        hard = colour.get(k.hard_colour or "", _("neither colour is the harder"))
        text = _("K = {k} ({games}): {hard}.")
        games = ngettext("{count} game", "{count} games", k.games).format(count=k.games)
        words.append(text.format(k=decimal(shown(k.k)), games=games, hard=hard))
        if k.provisional:
            words.append(_("Provisional: points of past games still change."))
    if regulation.scoring.reconstructed:
        words.append(_("The points are reconstructed."))
    if any(not row.may_be_awarded for row in rows):
        words.append(_("×: takes no part in the awards."))
    if by_lot(table):
        words.append(_("#: a lot decided."))
    if conflict:
        words.append(_("Games in conflict are left out until the chief judge decides."))
    return words
