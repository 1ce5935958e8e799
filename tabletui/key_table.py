"""What every key does, screen by screen: the table behind tabletui.keys, Latin keys alone."""

from __future__ import annotations

from dataclasses import dataclass

from tabletui.text import N_


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table: what a key does on one kind of screen.

    `action` is Textual's action string and, within a `context`, the id by which a settings file may give
    the action other keys; `text` is a msgid for help and palette; `foot` a shorter one for the line of
    keys, empty where the key is not shown there.
    """

    context: str
    action: str
    keys: str
    text: str
    foot: str = ""
    priority: bool = False

    @property
    def id(self) -> str:
        """The name of the binding in a settings file, such as "table.foul"."""
        return f"{self.context}.{self.action}"


def _digits(context: str, text: str) -> tuple[Key, ...]:
    return tuple(Key(context, f"digit({n})", str(n), text) for n in range(10))


KEYS: tuple[Key, ...] = (
    Key("app", "leave", "ctrl+q", N_("leave; a running game is kept"), N_("leave"), priority=True),
    Key("app", "command_palette", "ctrl+p", N_("all actions"), priority=True),
    Key(
        "app", "settings", "f2", N_("preferences: language, colours, sound, keys, folders"), N_("preferences")
    ),
    # The table: the list of the design, key by key.
    *_digits("table", N_("the number that the step asks for")),
    Key("table", "done", "enter", N_("done, next step"), N_("next")),
    Key("table", "clock", "space", N_("start or pause the clock"), N_("clock")),
    Key("table", "foul", "f", N_("foul, then the seat"), N_("foul")),
    Key("table", "foul_reason", "shift+f", N_("foul with its reason, then the seat")),
    Key("table", "remove", "x", N_("removal, then the seat"), N_("removal")),
    Key("table", "team_defeat", "p", N_("team defeat, then the seat")),
    Key("table", "cancel_ballot", "c", N_("cancel today's ballot")),
    Key("table", "withdraw", "w", N_("withdraw one's own nomination"), N_("withdraw")),
    Key("table", "miss", "m", N_("miss"), N_("miss")),
    Key("table", "none", "n", N_("nobody, declined"), N_("none")),
    Key("table", "undo", "u,backspace,ctrl+z", N_("undo, any number of times"), N_("undo")),
    Key("table", "redo", "shift+u,ctrl+y", N_("redo"), N_("redo")),
    Key("table", "clock_add(5)", "up", N_("clock: 5 seconds more")),
    Key("table", "clock_add(-5)", "down", N_("clock: 5 seconds less")),
    Key("table", "clock_add(30)", "plus,equals_sign", N_("clock: 30 seconds more")),
    Key("table", "clock_restart", "t", N_("restart the clock of this step")),
    Key("table", "roles", "r", N_("show the roles while this step lasts"), N_("roles")),
    Key("table", "log", "l", N_("the whole log"), N_("log")),
    Key("table", "note", "e", N_("note"), N_("note")),
    Key("table", "amend", "a", N_("amend an earlier event"), N_("amend")),
    Key("table", "standings", "s", N_("standings over the game; the clock runs on"), N_("standings")),
    Key(
        "table",
        "by_name",
        "b",
        N_("name by name: who votes, who shoots; at the deal, seat by seat"),
        N_("by name"),
    ),
    Key("table", "deal", "d", N_("the program deals the roles"), N_("the program deals")),
    Key("table", "replace", "y", N_("replace a player, before the deal"), N_("replace")),
    Key("table", "result", "v", N_("award a result, or void the game"), N_("result")),
    Key("table", "back", "escape", N_("back from an entry that is not finished")),
    Key("table", "help", "question_mark,f1", N_("help for this step"), N_("help")),
    # Screens and dialogs that are answered and left.
    Key("dialog", "accept", "enter", N_("accept"), N_("accept")),
    Key("dialog", "back", "escape", N_("back"), N_("back")),
    Key("dialog", "cursor_up", "up", N_("one line up")),
    Key("dialog", "cursor_down", "down", N_("one line down")),
    Key("screen", "back", "escape", N_("back"), N_("back")),
    Key("screen", "help", "f1", N_("help"), N_("help")),
    Key("leaf", "back", "escape", N_("back"), N_("back")),
    Key("record", "others", "o", N_("the other protocols of this game"), N_("others")),
    Key("record", "correct", "c", N_("correct the protocol, with a reason"), N_("correct")),
    # A game whose record is damaged; two protocols of one game.
    Key("unreadable", "go_on", "g", N_("go on with what is good, as a new record"), N_("go on")),
    Key("unreadable", "take_off", "x", N_("off the list; the file is kept"), N_("off the list")),
    Key("unreadable", "roles", "r", N_("show or hide roles and checks"), N_("roles")),
    *_digits("conflict", N_("the protocol with this number counts")),
    Key("conflict", "look", "l", N_("read one protocol as a whole"), N_("read")),
    Key("conflict", "all", "a", N_("all lines, or only those that differ"), N_("all lines")),
    Key("conflict", "undo", "u,backspace", N_("take the choice back, with a reason"), N_("undo")),
    Key("confirm", "no", "n", N_("no"), N_("no")),
    *_digits("pick", N_("the line with this digit")),
    Key("pick", "none", "n", N_("nobody, without")),
    Key("pick", "own_words", "e", N_("in own words")),
    *_digits("hands", N_("a seat in or out")),
    Key("hands", "everybody", "a", N_("everybody, nobody")),
    *_digits("shots", N_("whom the shooter shows")),
    Key("shots", "none", "n,m", N_("shows nobody")),
    Key("shots", "back_one", "backspace,u", N_("one back"), N_("one back")),
    *_digits("typed_deal", N_("the seat of the role that is asked for")),
    Key("typed_deal", "back_one", "backspace,u", N_("one back"), N_("one back")),
    Key("typed_deal", "roles", "r", N_("show or hide what is typed"), N_("roles")),
    Key("cards", "turn", "enter,space", N_("show the card, hide the card")),
    Key("cards", "deal_anew", "backspace,u", N_("all cards dealt anew"), N_("deal anew")),
    Key("log", "amend", "a", N_("amend this line"), N_("amend")),
    Key("log", "roles", "r", N_("show or hide roles and checks"), N_("roles")),
    # The protocol of a game that is decided.
    *_digits("protocol", N_("the award with this digit, then the seat")),
    Key("protocol", "sign", "enter", N_("sign the protocol"), N_("sign")),
    Key("protocol", "fine", "i", N_("fine, then the seat"), N_("fine")),
    Key("protocol", "note", "e", N_("note"), N_("note")),
    Key("protocol", "protest", "p", N_("protest"), N_("protest")),
    Key("protocol", "result", "v", N_("another result, or the game void"), N_("result")),
    Key("protocol", "log", "l", N_("the whole log"), N_("log")),
    Key("protocol", "undo", "u,backspace,ctrl+z", N_("undo, any number of times"), N_("undo")),
    Key("protocol", "redo", "shift+u,ctrl+y", N_("redo"), N_("redo")),
    Key("protocol", "cursor_up", "up", N_("one line up")),
    Key("protocol", "cursor_down", "down", N_("one line down")),
    Key("protocol", "help", "question_mark,f1", N_("help for this step"), N_("help")),
    Key("protocol", "back", "escape", N_("back"), N_("back")),
    Key("list", "cursor_up", "up", N_("one line up")),
    Key("list", "cursor_down", "down", N_("one line down")),
    Key("list", "page_up", "pageup", N_("one page up")),
    Key("list", "page_down", "pagedown", N_("one page down")),
    Key("list", "first", "home", N_("to the beginning")),
    Key("list", "last", "end", N_("to the end")),
    Key("list", "choose", "enter", N_("choose the line")),
    # A line of choices, and a board of rounds and tables.
    Key("choice", "turn(-1)", "left", N_("the choice before")),
    Key("choice", "turn(1)", "right,space", N_("the next choice")),
    Key("board", "move(-1, 0)", "up", N_("one round up")),
    Key("board", "move(1, 0)", "down", N_("one round down")),
    Key("board", "move(0, -1)", "left", N_("one table to the left")),
    Key("board", "move(0, 1)", "right", N_("one table to the right")),
    Key("board", "choose", "enter", N_("open the game, or seat players at a free table"), N_("open")),
    # Start.
    Key("start", "new_tournament", "n", N_("new tournament"), N_("new tournament")),
    Key("start", "one_off", "g", N_("one-off game"), N_("game")),
    Key("start", "club_evening", "c", N_("club evening")),
    Key("start", "open_file", "o", N_("open a file"), N_("open")),
    Key("start", "demo", "d", N_("sample tournament"), N_("sample")),
    Key("start", "regulations", "r", N_("regulations")),
    Key("start", "language", "l", N_("language"), N_("language")),
    Key("start", "colours", "t", N_("colours")),
    Key("start", "sound", "b", N_("sound")),
    Key("start", "leave", "q", N_("leave"), N_("leave")),
    # A club evening.
    Key("evening", "same_people", "n", N_("next game with the same people, seats by lot"), N_("next game")),
    Key("evening", "other_people", "o", N_("next game with other people"), N_("other people")),
    Key("evening", "season", "s", N_("standings of the season: all evenings"), N_("season")),
    # Tournament.
    Key("tournament", "next_game", "n", N_("start a game at the next free table"), N_("next game")),
    Key("tournament", "standings", "s", N_("standings"), N_("standings")),
    Key("tournament", "players", "p", N_("players"), N_("players")),
    Key("tournament", "draw", "d", N_("the draw of the seats"), N_("the draw")),
    Key("tournament", "cut", "c", N_("who goes on to the next stage"), N_("cut")),
    Key("tournament", "decisions", "l", N_("decisions"), N_("decisions")),
    Key("tournament", "missing", "m", N_("what is missing"), N_("missing")),
    Key("tournament", "paper", "t", N_("type a protocol in from paper"), N_("from paper")),
    Key("tournament", "regulation", "r", N_("regulation"), N_("regulation")),
    # Players.
    Key("players", "edit", "e,enter", N_("edit"), N_("edit")),
    Key("players", "add", "a", N_("add a player"), N_("add")),
    Key("players", "paid", "p,space", N_("paid or not"), N_("paid")),
    Key("players", "import_csv", "i", N_("import a CSV file"), N_("import")),
    Key("players", "find", "f", N_("find: the list is filtered as one types"), N_("find")),
    Key("players", "approve", "l", N_("approve the final list"), N_("approve")),
    Key("players", "withdraw", "w", N_("withdrawal, with a reason"), N_("withdrawal")),
    Key(
        "players",
        "decide",
        "d",
        N_("a decision: missed round, fine, exclusion, substitution, lot"),
        N_("decision"),
    ),
    # The draw, the cut, the decisions.
    Key("draw", "draw", "d", N_("draw, or draw anew before it is published"), N_("the draw")),
    Key("draw", "stop", "s", N_("stop the draw and keep the best so far"), N_("stop")),
    Key("draw", "settings", "e", N_("who must not meet, seed, trials"), N_("settings")),
    Key("draw", "publish", "p", N_("publish the draw"), N_("publish")),
    Key("draw", "redraw", "a", N_("draw a published round anew, with a reason"), N_("anew")),
    Key("draw", "swap", "w", N_("two players change places, with a reason"), N_("swap")),
    Key("draw", "proof", "v", N_("seed and proof, or the figures"), N_("proof")),
    Key("draw", "round(-1)", "left", N_("the round before")),
    Key("draw", "round(1)", "right", N_("the next round")),
    Key("draw", "tables(-1)", "pageup,home", N_("tables to the left")),
    Key("draw", "tables(1)", "pagedown,end", N_("tables to the right")),
    Key("cut", "publish", "p", N_("publish who goes on"), N_("publish")),
    Key("cut", "lot", "l", N_("type in the lots of those who are level"), N_("lots")),
    Key("cut", "draw_lots", "d", N_("draw the lots of those who are level"), N_("draw lots")),
    Key("decisions", "new", "n", N_("enter a decision"), N_("decision")),
    Key("decisions", "undo", "u,backspace", N_("undo the decision, with a reason"), N_("undo")),
    # Screens where one types: no letters, no punctuation.
    Key("settings", "turn(-1)", "left", N_("the choice before"), N_("before")),
    Key("settings", "turn(1)", "right,space", N_("the next choice"), N_("the next")),
    Key("settings", "choose", "enter", N_("change"), N_("change")),
    Key("settings", "default", "delete,d", N_("as shipped"), N_("as shipped")),
    Key("own_keys", "choose", "enter", N_("another key for the action"), N_("another key")),
    Key("own_keys", "default", "delete,d", N_("as shipped"), N_("as shipped")),
    Key("seating", "random", "f5,ctrl+r", N_("random seating"), N_("random")),
    Key("club", "as_before", "f8", N_("seats as in the game before"), N_("as before")),
    Key("seating", "stand_in", "f6,ctrl+t", N_("stand-in, not ranked"), N_("stand-in")),
    Key("seating", "slot", "f7", N_("which round and table, or regulation")),
    Key("seating", "empty_seat", "delete", N_("empty the seat"), N_("empty")),
    Key("seating", "start", "f10,ctrl+s", N_("start the game"), N_("start")),
    Key("form", "accept", "f10,ctrl+s", N_("save"), N_("save")),
    Key("new_tournament", "import_csv", "f5,ctrl+r", N_("import a CSV file"), N_("import")),
    Key("standings", "card", "enter", N_("a player's card"), N_("card")),
    Key("standings", "through", "f5,ctrl+t", N_("standings after an earlier round"), N_("rounds")),
    Key("standings", "sort", "f6,ctrl+o", N_("sort by a column; the same once more turns it"), N_("order")),
    Key("standings", "awards", "f7,ctrl+g", N_("the awards with their figures"), N_("awards")),
    Key("standings", "turn", "f8,ctrl+r", N_("the order upside down")),
)
