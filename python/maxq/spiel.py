"""A match after the conventions of OpenSpiel's Python states.

    game = maxq.spiel.load_game("mlem", {"players": 2})
    state = game.new_initial_state()

Names and meanings are OpenSpiel's; the package itself isn't needed. Chance nodes
are explicit. Returns are shares of the win, so the game's sum is constant: 1.
"""
from __future__ import annotations

import numpy as np

from . import _library as _l
from .game import Game as _Game
from .game import State as _State

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4


def load_game(name: str, parameters: dict | None = None) -> "Game":
    return Game(name, parameters or {})


class Game:
    def __init__(self, name: str, parameters: dict):
        self.game = _Game(name)
        options = dict(parameters)
        self._players = options.pop("players", self.game.min_players)
        self._options = options
        self.game.setup(self._players, **options)  # refuses what isn't there

    def new_initial_state(self) -> "State":
        return State(self, self.game.new(self._players, 0, chance=False,
                                         **self._options))

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return self.game.action_count

    def max_chance_outcomes(self) -> int:
        return _l.MAX_OUTCOMES

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 1.0 if self._players > 1 else None

    def observation_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    observation_tensor_size = lambda self: self.game.observation_size  # noqa: E731

    def get_parameters(self) -> dict:
        return {"players": self._players, **self._options}

    def __str__(self) -> str:
        return f"maxq_{self.game.name}({self.get_parameters()})"


class State:
    def __init__(self, game: Game, state: _State, history=()):
        self._game = game
        self._state = state
        self._history = list(history)

    def get_game(self) -> Game:
        return self._game

    def clone(self) -> "State":
        return State(self._game, self._state.clone(), self._history)

    def current_player(self) -> int:
        turn, _ = self._state.turn
        if turn == _l.TURN_OVER:
            return TERMINAL_PLAYER
        seat = self._state.seat
        return CHANCE_PLAYER if seat is None else seat

    def is_terminal(self) -> bool:
        return self._state.over

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE_PLAYER

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_chance_node():
            return [code for code, _ in self._state.outcomes()]
        return sorted(self._state.legal_actions(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        return self._state.legal_mask(player).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._state.outcomes()

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == CHANCE_PLAYER:
            self._state.apply_outcome(action)
        else:
            self._state.play(action, player)
        self._history.append((player, action))

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        return list(self._history)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        if action is None:
            player, action = self.current_player(), player
        if player == CHANCE_PLAYER:
            return self._game.game.event_text(_l.CHANCE_SEAT, action)
        return self._game.game.text(action, player)

    def returns(self) -> list[float]:
        return self._state.returns()

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        return self._state.observation(seat).tolist()

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return str(self._state.view(seat))

    def resample_from_infostate(self, player: int, probability_sampler=None
                                ) -> "State":
        """A state that the player can't tell from this one."""
        twin = self.clone()
        room = twin._state.memory
        handle = self._game.game.handle
        _l.lib.mq_view(handle, self._state.memory, player, room)
        _l.lib.mq_resample(handle, room, player, twin._state.rng)
        return twin

    def num_players(self) -> int:
        return self._game.num_players()

    def __str__(self) -> str:
        return str(self._state.position())
