"""Many matches side by side, for learners.

    envs = maxq.Envs(maxq.Game("mlem"), count=1024, players=2)
    while True:
        envs.step(choose(envs.observation, envs.mask))

The arrays belong to the Envs and are written in place, without copies: keep a
copy of what you want to remember.
"""
from __future__ import annotations

from ctypes import byref, c_int, c_void_p

import numpy as np

from . import _library as _l
from ._library import lib
from .game import Game


class Envs:
    """A batch of environments that begin anew by themselves.

    observation  float32 (count, game.observation_size): of the seat to decide
    mask         uint8 (count, game.action_count): what it may choose
    seat         int32 (count,): which seat that is
    ended        uint8 (count,): 1 where the last step ended a match
    returns      float32 (count, players): of the match that ended
    """

    def __init__(self, game: Game, count: int, players: int | None = None,
                 seed: int = 0, threads: int = 0, **options):
        self.game = game
        self.count = count
        setup = game.setup(players, **options)
        self.players = setup.players
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}.")
        self.observation = np.zeros((count, game.observation_size), np.float32)
        self.mask = np.zeros((count, game.action_count), np.uint8)
        self.seat = np.zeros(count, np.int32)
        self.ended = np.zeros(count, np.uint8)
        self.returns = np.zeros((count, self.players), np.float32)
        arrays = _l.EnvArrays(
            self.observation.ctypes.data, self.mask.ctypes.data,
            self.seat.ctypes.data, self.ended.ctypes.data,
            self.returns.ctypes.data)
        config = _l.EnvsConfig(setup, count, threads, seed)
        self.handle, error = c_void_p(), _l.Error()
        _l.check(lib.mq_envs_create(game.handle, byref(config), byref(arrays),
                                    byref(self.handle), byref(error)), error)

    def __del__(self):
        if getattr(self, "handle", None):
            lib.mq_envs_destroy(self.handle)
            self.handle = None

    def step(self, actions: np.ndarray) -> None:
        """Plays a numbered action in each environment. Where one isn't legal
        it raises ValueError and none has moved."""
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.count,):
            raise ValueError(f"actions must have shape ({self.count},), "
                             f"not {actions.shape}.")
        where = c_int()
        if lib.mq_envs_step(self.handle, actions.ctypes.data, byref(where)):
            raise ValueError(f"Environment {where.value} may not do action "
                             f"{actions[where.value]} now; see mask.")

    def random_actions(self) -> np.ndarray:
        """A random legal action for each environment."""
        actions = np.empty(self.count, np.int32)
        lib.mq_envs_random_actions(self.handle, actions.ctypes.data)
        return actions
