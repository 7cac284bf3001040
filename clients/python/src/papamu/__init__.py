"""A typed client of the engine papamu.

>>> from papamu import Engine
>>> with Engine("konane", width=6, height=6) as engine:
...     engine.play("black", "D3")
...     print(engine.state().to_move)
white
"""

from .engine import Analysis, Engine
from .errors import CommandFailed, EngineDied, EngineTimeout, PapamuError
from .types import Cell, Choice, Color, GameResult, Move, Report, Resignation, Score, Sides, State, Turn, VariationTurn

__all__ = [
    "Analysis",
    "Cell",
    "Choice",
    "Color",
    "CommandFailed",
    "Engine",
    "EngineDied",
    "EngineTimeout",
    "GameResult",
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
