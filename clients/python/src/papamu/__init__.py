"""A typed client of the engine papamu.

>>> from papamu import Engine
>>> with Engine("konane", width=6, height=6) as engine:
...     engine.play("black", "D3")
...     print(engine.state().to_move)
white
"""

from .analysis import Analysis
from .engine import Engine
from .errors import BadReply, CommandFailed, EngineDied, EngineTimeout, InvalidArgument, PapamuError
from .types import Cell, Choice, Color, GameResult, Move, Report, Resignation, Score, Sides, State, Turn, VariationTurn

__all__ = [
    "Analysis",
    "BadReply",
    "Cell",
    "Choice",
    "Color",
    "CommandFailed",
    "Engine",
    "EngineDied",
    "EngineTimeout",
    "GameResult",
    "InvalidArgument",
    "Move",
    "PapamuError",
    "Report",
    "Resignation",
    "Score",
    "Sides",
    "State",
    "Turn",
    "VariationTurn",
]
