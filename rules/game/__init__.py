"""One game at one table: facts in, state and legal choices out. Pure and exact.

game = Game.new(regulation).apply(Roles((...)))
game.step, game.legal(), game.state
"""

from rules.game.errors import CODES, STEP_IDS, IllegalEvent
from rules.game.events import Event
from rules.game.game import Game, IllegalFact, fold
from rules.game.history import Amendment, History, NoSuchEvent, NothingToRedo, NothingToUndo
from rules.game.json_form import KINDS, BadEvent, event_json, parse_event
from rules.game.legal import Choice, allows
from rules.game.state import State
from rules.game.steps import Step

__all__ = [
    "CODES",
    "KINDS",
    "STEP_IDS",
    "Amendment",
    "BadEvent",
    "Choice",
    "Event",
    "Game",
    "History",
    "IllegalEvent",
    "IllegalFact",
    "NoSuchEvent",
    "NothingToRedo",
    "NothingToUndo",
    "State",
    "Step",
    "allows",
    "event_json",
    "fold",
    "parse_event",
]
