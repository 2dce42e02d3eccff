"""Max Q in Python: three space-race board games by their full rules.

    Game, State   play on bare states
    Envs          many matches side by side, for learners
    Match         matches with a record; analyze() judges a stored one
    aec, spiel    the conventions of PettingZoo and of OpenSpiel
"""
from . import aec, spiel
from ._library import MaxqError, lib as _lib
from .envs import Envs
from .game import Game, State, games
from .match import Match, analyze

__version__ = _lib.mq_version().decode()
__all__ = ["Envs", "Game", "Match", "MaxqError", "State", "aec", "analyze",
           "games", "spiel"]
