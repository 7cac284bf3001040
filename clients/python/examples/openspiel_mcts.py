"""OpenSpiel's Monte Carlo tree search as an engine for papamu match: python3 openspiel_mcts.py [SIMULATIONS [SEED]]."""

import sys

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

from papamu.openspiel import register_konane, serve

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1


def make_bot(game: pyspiel.Game) -> pyspiel.Bot:
    """A search in Python: pyspiel.MCTSBot, in C++, is faster, but crashes with rules in Python."""
    random = numpy.random.RandomState(SEED)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return mcts.MCTSBot(game, 2.0, SIMULATIONS, evaluator, random_state=random)


register_konane()  # unless this build of OpenSpiel has the game
serve(make_bot, name=f"OpenSpiel MCTS {SIMULATIONS}")
