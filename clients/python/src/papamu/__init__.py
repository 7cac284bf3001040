"""A typed client of the engine papamu.

>>> from papamu import Engine
>>> with Engine("konane", width=6, height=6) as engine:
...     engine.play("black", "D3")
...     print(engine.state().to_move)
white
"""

from importlib.metadata import PackageNotFoundError as _NotInstalled
from importlib.metadata import version as _version

from .analysis import Analysis, Answers
from .engine import Engine
from .errors import BadReply, CommandFailed, EngineDied, EngineTimeout, InvalidArgument, PapamuError, QueryFailed
from .reviews import review
from .stream import Stream
from .types import (
    Answer,
    Cell,
    Choice,
    Clock,
    Color,
    GameResult,
    Move,
    Proven,
    Report,
    Resignation,
    Result,
    Review,
    Score,
    Sides,
    Solved,
    State,
    Summary,
    Turn,
    TurnReview,
    VariationTurn,
    Verdict,
)

try:
    __version__ = _version("papamu")
except _NotInstalled:  # imported from a clone
    __version__ = "unknown"

__all__ = [
    "Analysis",
    "Answer",
    "Answers",
    "BadReply",
    "Cell",
    "Choice",
    "Clock",
    "Color",
    "CommandFailed",
    "Engine",
    "EngineDied",
    "EngineTimeout",
    "GameResult",
    "InvalidArgument",
    "Move",
    "PapamuError",
    "Proven",
    "QueryFailed",
    "Report",
    "Resignation",
    "Result",
    "Review",
    "Score",
    "Sides",
    "Solved",
    "State",
    "Stream",
    "Summary",
    "Turn",
    "TurnReview",
    "VariationTurn",
    "Verdict",
    "review",
]
