"""The values one game reads, for the two tournaments; times in seconds.

Source: A and W (important details, fouls, points), F where both are silent. Written by hand, on purpose not
read from the program's regulation files.
"""

from __future__ import annotations

from typing import Any

Values = dict[str, Any]

AWARDS = {"best": "winner", "second": "winner", "loser_best": "loser"}

AKTAU: Values = {
    "id": "aktau-2017",
    "clock": {
        "black_meeting": 60,
        "sheriff_look": 10,
        "speech": 60,
        "defence": 30,
        "last_word": 60,
        "don_check": 10,
        "sheriff_check": 10,
    },
    "lift_forbidden": {(4, 2)},
    "single_nominee_day_1": False,
    "silence_at": 3,
    "removal_at": 4,
    "short_speech_at_alive": (3, 4),
    "short_speech": 30,
    "quiet_rounds": 3,
    "max_left_on_day_1": 1,
    "named": 3,
    "team_defeat": True,
    "game_fines": False,
    "awards": AWARDS,
}

WHITE_NIGHTS: Values = {
    **AKTAU,
    "id": "white-nights-2015",
    "lift_forbidden": set(),
    "team_defeat": False,
}

BOTH = (AKTAU, WHITE_NIGHTS)
