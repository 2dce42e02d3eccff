"""Games and states: play on bare states, as fast as Python goes.

    game = maxq.Game("mlem")
    state = game.new(players=2, seed=1)
    while not state.over:
        state.play(random.choice(state.legal_actions()))
    print(state.returns())

Actions are numbers from 0 to game.action_count - 1; an action keeps its number
in every position. Chance acts by itself unless the state was made with
chance=False.
"""
from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_double, c_float, c_int, c_uint8, c_uint32, c_void_p

import numpy as np

from . import _library as _l
from ._library import lib


def games() -> list[str]:
    """The ids of all games."""
    return [lib.mq_game_id(i).decode() for i in range(lib.mq_game_count())]


class Game:
    """A game with its built-in tables."""

    def __init__(self, name: str):
        handle = c_void_p()
        if lib.mq_game_open(name.encode(), None, 0, byref(handle), None):
            raise ValueError(f"There is no game {name!r}; there are {games()}.")
        self.name = name
        self.handle = handle
        least, most = c_int(), c_int()
        lib.mq_game_players(handle, byref(least), byref(most))
        self.min_players, self.max_players = least.value, most.value
        self.state_size = lib.mq_game_state_size(handle)
        self.action_count = lib.mq_action_count(handle)
        self.observation_size = lib.mq_observe_size(handle)
        self.observation_version = lib.mq_observe_version(handle)

    def __del__(self):
        if getattr(self, "handle", None):
            lib.mq_game_close(self.handle)
            self.handle = None

    def __repr__(self) -> str:
        return f"maxq.Game({self.name!r})"

    @property
    def options(self) -> dict[str, list[str] | range]:
        """The game's options: their words, or a range of numbers."""
        count = c_int()
        rows = lib.mq_game_options(self.handle, byref(count))
        found: dict[str, list[str] | range] = {}
        for row in rows[: count.value]:
            words = []
            while row.words and row.words[len(words)]:
                words.append(row.words[len(words)].decode())
            found[row.name.decode()] = words or range(row.low, row.high + 1)
        return found

    def setup(self, players: int | None = None, **options) -> _l.Setup:
        """How a match begins; raises MaxqError for what doesn't exist."""
        setup, error = _l.Setup(), _l.Error()
        lib.mq_setup_init(self.handle, players or self.min_players, byref(setup))
        for name, value in options.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            _l.check(lib.mq_setup_set(self.handle, byref(setup), name.encode(),
                                      text.encode(), byref(error)), error)
        return setup

    def new(self, players: int | None = None, seed: int = 0,
            chance: bool = True, **options) -> "State":
        """A new match as a bare state. chance=False: outcomes are yours."""
        state, error = State(self, seed, chance), _l.Error()
        setup = self.setup(players, **options)
        _l.check(lib.mq_begin(self.handle, state.memory, byref(setup),
                              byref(error)), error)
        state.go_on()
        return state

    def load(self, position: dict | str, seed: int = 0,
             chance: bool = True) -> "State":
        """A state from a position (docs/positions-*.md)."""
        text = position if isinstance(position, str) else json.dumps(position)
        state, error, data = State(self, seed, chance), _l.Error(), text.encode()
        _l.check(lib.mq_position_read(self.handle, data, len(data),
                                      state.memory, byref(error)), error)
        state.go_on()
        return state

    def action(self, index: int) -> int:
        """The library's own code of a numbered action."""
        if not 0 <= index < self.action_count:
            raise IndexError(f"Actions go from 0 to {self.action_count - 1}, "
                             f"not {index}.")
        return lib.mq_action_at(self.handle, index)

    def index(self, action: int) -> int:
        return lib.mq_action_index(self.handle, action)

    def text(self, index: int, seat: int = 0) -> str:
        """An action in the words that people type: "board scout"."""
        return self.event_text(seat, self.action(index))

    def event_text(self, seat: int, action: int) -> str:
        room = ctypes.create_string_buffer(_l.TEXT_SIZE)
        lib.mq_event_text(self.handle, _l.Event(seat, action), room, len(room))
        return room.value.decode()

    def observation_names(self) -> list[str]:
        """What each number of an observation is."""
        room = ctypes.create_string_buffer(_l.INPUT_NAME)
        names = []
        for i in range(self.observation_size):
            lib.mq_observe_name(self.handle, i, room)
            names.append(room.value.decode())
        return names


class State:
    """A position, with all that is hidden in it."""

    def __init__(self, game: Game, seed: int = 0, chance: bool = True):
        self.game = game
        self.memory = ctypes.create_string_buffer(_l.MAX_STATE)
        self.chance = chance
        self.rng = _l.Rng()
        self.mind = _l.Rng()  # of bots: their thoughts don't change the dice
        lib.mq_rng_seed(byref(self.rng), seed)
        lib.mq_rng_seed(byref(self.mind), seed + 1)

    def clone(self) -> "State":
        twin = State(self.game, 0, self.chance)
        ctypes.memmove(twin.memory, self.memory, self.game.state_size)
        ctypes.memmove(byref(twin.rng), byref(self.rng), ctypes.sizeof(_l.Rng))
        ctypes.memmove(byref(twin.mind), byref(self.mind), ctypes.sizeof(_l.Rng))
        return twin

    def __eq__(self, other) -> bool:
        size = self.game.state_size
        return (isinstance(other, State) and self.game.name == other.game.name
                and self.memory.raw[:size] == other.memory.raw[:size])

    __hash__ = None  # type: ignore[assignment]  # it changes

    @property
    def players(self) -> int:
        return lib.mq_players(self.game.handle, self.memory)

    @property
    def turn(self) -> tuple[int, int]:
        """Who is to act: TURN_SEATS, TURN_CHANCE or TURN_OVER, and a mask."""
        actors = c_uint32()
        turn = lib.mq_turn(self.game.handle, self.memory, byref(actors))
        return turn, actors.value

    @property
    def over(self) -> bool:
        return self.turn[0] == _l.TURN_OVER

    @property
    def seat(self) -> int | None:
        """The first seat that is to decide; None: chance acts, or it is over."""
        turn, actors = self.turn
        if turn != _l.TURN_SEATS:
            return None
        return (actors & -actors).bit_length() - 1

    @property
    def phase(self) -> str:
        return lib.mq_phase(self.game.handle, self.memory).decode()

    def go_on(self) -> None:
        """Lets chance act until somebody is to decide."""
        while self.chance and self.turn[0] == _l.TURN_CHANCE:
            self.sample()

    def sample(self) -> int:
        """One outcome of chance, applied; returns its code."""
        outcome = lib.mq_sample(self.game.handle, self.memory, byref(self.rng))
        lib.mq_apply(self.game.handle, self.memory, _l.CHANCE_SEAT, outcome)
        return outcome

    def outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of chance with their probabilities."""
        codes = (c_uint32 * _l.MAX_OUTCOMES)()
        chances = (c_double * _l.MAX_OUTCOMES)()
        count = lib.mq_outcomes(self.game.handle, self.memory, codes, chances)
        if count < 0:
            raise OverflowError("There are too many outcomes to list; sample().")
        return list(zip(codes[:count], chances[:count]))

    def apply_outcome(self, code: int) -> None:
        if self.turn[0] != _l.TURN_CHANCE or not lib.mq_is_legal(
                self.game.handle, self.memory, _l.CHANCE_SEAT, code):
            raise ValueError(f"Outcome {code} can't happen now.")
        lib.mq_apply(self.game.handle, self.memory, _l.CHANCE_SEAT, code)
        self.go_on()

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Numbers of what the seat may do; [] where it may not act."""
        seat = self.seat if seat is None else seat
        turn, actors = self.turn
        if seat is None or turn != _l.TURN_SEATS or not actors >> seat & 1:
            return []
        codes = (c_uint32 * _l.MAX_LEGAL)()
        count = lib.mq_legal(self.game.handle, self.memory, seat, codes)
        return [self.game.index(code) for code in codes[:count]]

    def legal_mask(self, seat: int | None = None) -> np.ndarray:
        mask = np.zeros(self.game.action_count, np.uint8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play(self, index: int, seat: int | None = None) -> None:
        """Plays a numbered action; raises ValueError where it isn't legal."""
        seat = self.seat if seat is None else seat
        code = self.game.action(index)
        if seat is None or not lib.mq_is_legal(self.game.handle, self.memory,
                                               seat, code):
            name = self.game.event_text(seat or 0, code)
            raise ValueError(f"Seat {seat} can't do {name!r} now.")
        lib.mq_apply(self.game.handle, self.memory, seat, code)
        self.go_on()

    def play_text(self, text: str, seat: int | None = None) -> None:
        """Plays an action in words: "board scout"."""
        seat = self.seat if seat is None else seat
        code, error = c_uint32(), _l.Error()
        _l.check(lib.mq_read_text(self.game.handle, text.encode(), seat or 0,
                                  byref(code), byref(error)), error)
        self.play(self.game.index(code.value), seat)

    def observation(self, seat: int | None = None) -> np.ndarray:
        """What the seat knows, as floats."""
        seat = self.seat if seat is None else seat
        out = np.zeros(self.game.observation_size, np.float32)
        lib.mq_observe_floats(self.game.handle, self.memory, seat or 0,
                              out.ctypes.data_as(ctypes.POINTER(c_float)))
        return out

    def scores(self) -> list[float]:
        out = (c_double * _l.MAX_PLAYERS)()
        lib.mq_scores(self.game.handle, self.memory, out)
        return out[: self.players]

    def returns(self) -> list[float]:
        """Each seat's share of the win; all 0 while the match runs."""
        out = (c_double * _l.MAX_PLAYERS)()
        if self.over:
            lib.mq_returns(self.game.handle, self.memory, out)
        return out[: self.players]

    def view(self, seat: int) -> dict:
        """What the seat sees, as a position ("?" for what is hidden)."""
        room = ctypes.create_string_buffer(_l.MAX_STATE)
        lib.mq_view(self.game.handle, self.memory, seat, room)
        return json.loads(_l.take_text(
            lib.mq_position_write(self.game.handle, room)))

    def position(self) -> dict:
        """The whole position, hidden cards included."""
        return json.loads(_l.take_text(
            lib.mq_position_write(self.game.handle, self.memory)))

    def ask_bot(self, name: str, seat: int | None = None,
                iterations: int = 0) -> int:
        """What a bot ("greedy", "hard" …) would do; it sees the seat's view."""
        seat = self.seat if seat is None else seat
        bot = lib.mq_bot_find(name.encode())
        if not bot:
            raise ValueError(f"There is no bot {name!r}.")
        budget, choice = _l.Budget(iterations=iterations), _l.Choice()
        status = lib.mq_bot_choose(bot, self.game.handle, self.memory,
                                   seat or 0, byref(budget), byref(self.mind),
                                   byref(choice))
        if status:
            raise MemoryError
        return self.game.index(choice.candidate[0].action)
