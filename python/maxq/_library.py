"""The shared library: where it is, and what its functions take.

The library is looked for in this order: the file that MAXQ_LIBRARY names, this
folder (a wheel has it here), the build folder of a clone, the system's folders.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import (
    POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double,
    c_float, c_int, c_int8, c_int32, c_size_t, c_uint8, c_uint32,
    c_uint64, c_void_p,
)

SONAME = "libmaxq.so.1"
MAX_PLAYERS = 5
MAX_LEGAL = 1024
MAX_OUTCOMES = 1024
MAX_STATE = 1536
MAX_OPTIONS = 8
TEXT_SIZE = 128
NAME_SIZE = 128
INPUT_NAME = 64
CANDIDATES = 8
CHANCE_SEAT = -2
SPECTATOR = -1
TURN_SEATS, TURN_CHANCE, TURN_OVER = range(3)


class Argument(Structure):
    _fields_ = [("kind", c_char), ("number", c_int32), ("text", c_char * 56)]


class Message(Structure):
    _fields_ = [("id", c_char_p), ("args", c_int), ("arg", Argument * 6)]


class Note(Structure):
    _fields_ = [("rule", c_char_p), ("message", Message)]


class Error(Structure):
    _fields_ = [("status", c_int), ("message", Message)]


class Voice(Structure):
    _fields_ = [("language", c_char_p), ("game", c_char_p),
                ("names", POINTER(c_char_p)), ("players", c_int)]


class Rng(Structure):
    _fields_ = [("s", c_uint64 * 4)]


class Seed(Structure):
    _fields_ = [("bytes", c_uint8 * 32)]


class Event(Structure):
    _fields_ = [("seat", c_int), ("action", c_uint32)]


class Option(Structure):
    _fields_ = [("name", c_char_p), ("words", POINTER(c_char_p)),
                ("low", c_int), ("high", c_int), ("standard", c_int)]


class Setup(Structure):
    _fields_ = [("players", c_int), ("option", c_int * MAX_OPTIONS)]


class Seat(Structure):
    _fields_ = [("name", c_char * NAME_SIZE), ("bot", c_char * NAME_SIZE)]


class MatchConfig(Structure):
    _fields_ = [("setup", Setup), ("seed", Seed), ("typed_seed", c_bool),
                ("seat", Seat * MAX_PLAYERS)]


class MatchNotice(Structure):
    _fields_ = [("line", c_int), ("message", Message)]


class Verdict(Structure):
    _fields_ = [("commitment", c_bool), ("revealed", c_bool),
                ("typed_seed", c_bool), ("followed", c_int),
                ("supplied", c_int), ("first_wrong", c_int)]


class Budget(Structure):
    _fields_ = [("iterations", c_int), ("ms", c_int), ("threads", c_int),
                ("stop", POINTER(c_int))]


class Candidate(Structure):
    _fields_ = [("action", c_uint32), ("value", c_double),
                ("margin", c_double)]


class Choice(Structure):
    _fields_ = [("count", c_int), ("candidate", Candidate * CANDIDATES),
                ("valued", c_bool)]


class EnvsConfig(Structure):
    _fields_ = [("setup", Setup), ("count", c_int), ("threads", c_int),
                ("seed", c_uint64)]


class EnvArrays(Structure):
    _fields_ = [("observation", c_void_p), ("mask", c_void_p),
                ("seat", c_void_p), ("ended", c_void_p),
                ("returns", c_void_p)]


# Public structs by their C name, for the test that compares their sizes.
STRUCTS = {
    "mq_arg": Argument, "mq_message": Message, "mq_note": Note,
    "mq_error": Error, "mq_rng": Rng, "mq_seed": Seed, "mq_event": Event,
    "mq_option": Option, "mq_setup": Setup, "mq_seat": Seat,
    "mq_match_config": MatchConfig, "mq_match_notice": MatchNotice,
    "mq_verdict": Verdict, "mq_budget": Budget, "mq_candidate": Candidate,
    "mq_choice": Choice, "mq_envs_config": EnvsConfig,
    "mq_env_arrays": EnvArrays, "mq_voice": Voice,
}

_STATE = c_void_p
_SIGNATURES: dict[str, tuple] = {
    "mq_version": (c_char_p,),
    "mq_status_word": (c_char_p, c_int),
    "mq_game_count": (c_int,),
    "mq_game_id": (c_char_p, c_int),
    "mq_game_open": (c_int, c_char_p, c_void_p, c_int, POINTER(c_void_p),
                     c_void_p),
    "mq_game_close": (None, c_void_p),
    "mq_game_players": (None, c_void_p, POINTER(c_int), POINTER(c_int)),
    "mq_game_state_size": (c_size_t, c_void_p),
    "mq_game_options": (POINTER(Option), c_void_p, POINTER(c_int)),
    "mq_setup_init": (None, c_void_p, c_int, POINTER(Setup)),
    "mq_setup_set": (c_int, c_void_p, POINTER(Setup), c_char_p, c_char_p,
                     POINTER(Error)),
    "mq_begin": (c_int, c_void_p, _STATE, POINTER(Setup), POINTER(Error)),
    "mq_players": (c_int, c_void_p, _STATE),
    "mq_turn": (c_int, c_void_p, _STATE, POINTER(c_uint32)),
    "mq_legal": (c_int, c_void_p, _STATE, c_int, POINTER(c_uint32)),
    "mq_is_legal": (c_bool, c_void_p, _STATE, c_int, c_uint32),
    "mq_apply": (None, c_void_p, _STATE, c_int, c_uint32),
    "mq_outcomes": (c_int, c_void_p, _STATE, POINTER(c_uint32),
                    POINTER(c_double)),
    "mq_sample": (c_uint32, c_void_p, _STATE, POINTER(Rng)),
    "mq_scores": (None, c_void_p, _STATE, POINTER(c_double)),
    "mq_winners": (c_uint32, c_void_p, _STATE),
    "mq_phase": (c_char_p, c_void_p, _STATE),
    "mq_view": (None, c_void_p, _STATE, c_int, _STATE),
    "mq_resample": (None, c_void_p, _STATE, c_int, POINTER(Rng)),
    "mq_event_text": (None, c_void_p, Event, c_char_p, c_size_t),
    "mq_read_text": (c_int, c_void_p, c_char_p, c_int, POINTER(c_uint32),
                     POINTER(Error)),
    "mq_position_write": (c_void_p, c_void_p, _STATE),
    "mq_position_read": (c_int, c_void_p, c_char_p, c_size_t, _STATE,
                         POINTER(Error)),
    "mq_rng_seed": (None, POINTER(Rng), c_uint64),
    "mq_seed_from_text": (None, POINTER(Seed), c_char_p),
    "mq_sentence": (c_size_t, POINTER(Message), POINTER(Voice), c_char_p,
                    c_size_t),
    "mq_bot_find": (c_void_p, c_char_p),
    "mq_bot_choose": (c_int, c_void_p, c_void_p, _STATE, c_int,
                      POINTER(Budget), POINTER(Rng), POINTER(Choice)),
    "mq_observe_size": (c_int, c_void_p),
    "mq_observe_version": (c_int, c_void_p),
    "mq_observe_name": (None, c_void_p, c_int, c_char_p),
    "mq_observe_floats": (None, c_void_p, _STATE, c_int, POINTER(c_float)),
    "mq_observe_bytes": (None, c_void_p, _STATE, c_int, POINTER(c_int8)),
    "mq_action_count": (c_int, c_void_p),
    "mq_action_index": (c_int, c_void_p, c_uint32),
    "mq_action_at": (c_uint32, c_void_p, c_int),
    "mq_legal_mask": (None, c_void_p, _STATE, c_int, POINTER(c_uint8)),
    "mq_returns": (None, c_void_p, _STATE, POINTER(c_double)),
    "mq_envs_create": (c_int, c_void_p, POINTER(EnvsConfig),
                       POINTER(EnvArrays), POINTER(c_void_p), POINTER(Error)),
    "mq_envs_destroy": (None, c_void_p),
    "mq_envs_step": (c_int, c_void_p, c_void_p, POINTER(c_int)),
    "mq_envs_state": (c_void_p, c_void_p, c_int),
    "mq_envs_random_actions": (None, c_void_p, c_void_p),
    "mq_match_create": (c_int, c_void_p, POINTER(MatchConfig),
                        POINTER(c_void_p), POINTER(Error)),
    "mq_match_destroy": (None, c_void_p),
    "mq_match_game": (c_void_p, c_void_p),
    "mq_match_config_of": (POINTER(MatchConfig), c_void_p),
    "mq_match_state": (c_void_p, c_void_p),
    "mq_match_state_at": (None, c_void_p, c_int, _STATE),
    "mq_match_turn": (c_int, c_void_p, POINTER(c_uint32)),
    "mq_match_play": (c_int, c_void_p, c_int, c_uint32, POINTER(Note)),
    "mq_match_play_text": (c_int, c_void_p, c_int, c_char_p, POINTER(Note)),
    "mq_match_chance": (c_int, c_void_p, POINTER(Event)),
    "mq_match_undo": (c_int, c_void_p, c_int, c_bool, POINTER(c_int)),
    "mq_match_close": (c_int, c_void_p),
    "mq_match_winners": (c_uint32, c_void_p),
    "mq_match_length": (c_int, c_void_p),
    "mq_match_event": (Event, c_void_p, c_int),
    "mq_match_write": (c_void_p, c_void_p, POINTER(c_size_t)),
    "mq_match_read": (c_int, c_char_p, c_size_t, POINTER(c_void_p),
                      POINTER(MatchNotice), POINTER(Error)),
    "mq_match_verify": (c_int, c_void_p, POINTER(Verdict)),
}


def _candidates():
    here = pathlib.Path(__file__).resolve().parent
    named = os.environ.get("MAXQ_LIBRARY")
    if named:
        yield named
        return
    yield str(here / SONAME)
    yield str(here.parent.parent / "build" / SONAME)
    yield SONAME


def _load() -> ctypes.CDLL:
    tried = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            tried.append(f"{path}: {error}")
    raise ImportError(
        "The library libmaxq was not found. Build it (make), install it (make "
        "install), or name its file in MAXQ_LIBRARY. Tried:\n  "
        + "\n  ".join(tried)
    )


lib = _load()
for _name, (_result, *_arguments) in _SIGNATURES.items():
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments

_free = ctypes.CDLL(None).free
_free.argtypes = [c_void_p]


def take_text(address: int | None) -> str:
    """A text that the library has allocated; frees it."""
    if not address:
        raise MemoryError
    text = ctypes.string_at(address).decode()
    _free(address)
    return text


class MaxqError(Exception):
    """What the library refused. `status` is its word ("illegal"), `rule` the
    rule behind it where there is one."""

    def __init__(self, status: int, message: Message, rule: str | None = None):
        self.status = lib.mq_status_word(status).decode()
        self.rule = rule
        super().__init__(sentence(message) or self.status)


def sentence(message: Message, language: str = "en") -> str:
    """A message in words."""
    if not message.id:
        return ""
    voice = Voice(language=language.encode())
    room = ctypes.create_string_buffer(1024)
    lib.mq_sentence(byref(message), byref(voice), room, len(room))
    return room.value.decode()


def check(status: int, error: Error) -> None:
    """Raises what went wrong, if anything did."""
    if status:
        raise MaxqError(status, error.message)


def check_note(status: int, note: Note) -> None:
    if status:
        rule = note.rule.decode() if note.rule else None
        raise MaxqError(status, note.message, rule)
