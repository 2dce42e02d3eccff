"""Matches with a record: seed, undo, files, proof of the dice.

    match = maxq.Match("mlem", ["Ada", "Bo"], seed="caturday")
    match.play("board scout")
    match.save("first.mqm")
"""
from __future__ import annotations

import ctypes
import json
import os
import secrets
import subprocess
from ctypes import byref, c_int, c_size_t, c_uint32, c_void_p

from . import _library as _l
from ._library import lib
from .game import Game, State


class Match:
    def __init__(self, game: Game | str, names: list[str],
                 seed: str | None = None, **options):
        self.game = game if isinstance(game, Game) else Game(game)
        config, error = _l.MatchConfig(), _l.Error()
        config.setup = self.game.setup(len(names), **options)
        config.typed_seed = seed is not None
        if seed is None:
            config.seed.bytes[:] = list(secrets.token_bytes(32))
        else:
            lib.mq_seed_from_text(byref(config.seed), seed.encode())
        for seat, name in enumerate(names):
            config.seat[seat].name = name.encode()
        self.handle = c_void_p()
        _l.check(lib.mq_match_create(self.game.handle, byref(config),
                                     byref(self.handle), byref(error)), error)
        self._go_on()

    @classmethod
    def open(cls, path: str | os.PathLike) -> "Match":
        """A match from a file (.mqm), damaged ends left out."""
        with open(path, "rb") as file:
            return cls.read(file.read())

    @classmethod
    def read(cls, data: bytes) -> "Match":
        match = cls.__new__(cls)
        match.handle = c_void_p()
        notice, error = _l.MatchNotice(), _l.Error()
        _l.check(lib.mq_match_read(data, len(data), byref(match.handle),
                                   byref(notice), byref(error)), error)
        match.game = Game(json.loads(data.split(b"\n", 1)[0])["game"])
        return match

    def __del__(self):
        if getattr(self, "handle", None):
            lib.mq_match_destroy(self.handle)
            self.handle = None

    def __len__(self) -> int:
        return lib.mq_match_length(self.handle)

    def _go_on(self) -> None:
        while self.turn[0] == _l.TURN_CHANCE:
            if lib.mq_match_chance(self.handle, None):
                break

    @property
    def turn(self) -> tuple[int, int]:
        actors = c_uint32()
        return lib.mq_match_turn(self.handle, byref(actors)), actors.value

    @property
    def over(self) -> bool:
        return self.turn[0] == _l.TURN_OVER

    @property
    def seat(self) -> int | None:
        turn, actors = self.turn
        if turn != _l.TURN_SEATS:
            return None
        return (actors & -actors).bit_length() - 1

    @property
    def names(self) -> list[str]:
        config = lib.mq_match_config_of(self.handle).contents
        return [config.seat[i].name.decode()
                for i in range(config.setup.players)]

    @property
    def winners(self) -> list[int]:
        mask = lib.mq_match_winners(self.handle)
        return [seat for seat in range(_l.MAX_PLAYERS) if mask >> seat & 1]

    def events(self) -> list[tuple[int, str]]:
        """All that happened: seat (-2: chance) and text."""
        found = []
        for k in range(len(self)):
            event = lib.mq_match_event(self.handle, k)
            found.append((event.seat,
                          self.game.event_text(event.seat, event.action)))
        return found

    def state(self, length: int | None = None) -> State:
        """A copy of the state now, or after so many events (a replay)."""
        state = State(self.game)
        if length is None:
            address = lib.mq_match_state(self.handle)
            ctypes.memmove(state.memory, address, self.game.state_size)
        elif 0 <= length <= len(self):
            lib.mq_match_state_at(self.handle, length, state.memory)
        else:
            raise IndexError(f"The match has {len(self)} events, not {length}.")
        return state

    def play(self, action: str | int, seat: int | None = None) -> None:
        """Plays an action by its text or number; chance then acts. Raises
        MaxqError with the rule where it is refused."""
        seat = self.seat if seat is None else seat
        note = _l.Note()
        if isinstance(action, str):
            status = lib.mq_match_play_text(self.handle, seat or 0,
                                            action.encode(), byref(note))
        else:
            status = lib.mq_match_play(self.handle, seat or 0,
                                       self.game.action(action), byref(note))
        _l.check_note(status, note)
        self._go_on()

    def undo(self, seat: int) -> int:
        """Takes the seat's last action back; returns how many events."""
        count = c_int()
        status = lib.mq_match_undo(self.handle, seat, False, byref(count))
        if status:
            raise _l.MaxqError(status, _l.Message())
        return count.value

    def close(self) -> None:
        """Ends the record: the seed is revealed, nothing can follow."""
        status = lib.mq_match_close(self.handle)
        if status:
            raise _l.MaxqError(status, _l.Message())

    def verify(self) -> _l.Verdict:
        """What the revealed seed proves."""
        verdict = _l.Verdict()
        lib.mq_match_verify(self.handle, byref(verdict))
        return verdict

    def text(self) -> str:
        length = c_size_t()
        return _l.take_text(lib.mq_match_write(self.handle, byref(length)))

    def save(self, path: str | os.PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text())


def analyze(path: str | os.PathLike, budget: int = 600, seed: int = 1,
            program: str = "maxq") -> dict:
    """What each decision of a stored match was worth, and what was luck: the
    figures of `maxq analyze --json` (maxq-analyze(1)), by the program."""
    done = subprocess.run(
        [program, "analyze", os.fspath(path), "--json", "--budget",
         str(budget), "--seed", str(seed)],
        capture_output=True, text=True, check=False,
    )
    if done.returncode == 2:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)
