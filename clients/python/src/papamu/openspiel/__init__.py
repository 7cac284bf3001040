"""papamu as a bot of OpenSpiel, and OpenSpiel's bots as engines for `papamu match`.

`PapamuBot` lets papamu play OpenSpiel's `konane`, and `python -m papamu.openspiel gtp` is papamu for OpenSpiel's own `GTPBot`. `serve` lets a bot of OpenSpiel speak papamu's protocol. `register_konane`
adds the rules to builds of OpenSpiel that do not have the game. All of this needs OpenSpiel: `pip install "open_spiel>=2.0"`.
"""

try:
    import pyspiel as _  # noqa: F401
except ImportError as error:
    raise ImportError('papamu.openspiel needs OpenSpiel: pip install "open_spiel>=2.0"') from error

from .bot import PapamuBot
from .konane import KonaneGame, KonaneState, register_konane
from .server import serve

__all__ = ["KonaneGame", "KonaneState", "PapamuBot", "register_konane", "serve"]
