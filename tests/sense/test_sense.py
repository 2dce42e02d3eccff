#!/usr/bin/env python3
"""Positions where experienced players agree, which bots solve from `normal`
on. Every silly move seen while playing becomes one more.

usage: tests/sense/test_sense.py MAXQ [GAME...]

A file has the positions of one game. `set` says what differs from the game's
position here where P1 decides; `good` are the choices of P1 that nobody would
object to.
"""
import json
import os
import pathlib
import subprocess
import sys

MAXQ = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(__file__).resolve().parent
BOTS = [("normal", 3), ("hard", 2), ("expert", 1)]  # and how many seeds
LEAST = 15  # positions


def one(text):
    """The astronaut object of "P1 scout"; None stays."""
    player, astronaut = text.split() if text else ("", "")
    return {"player": player, "astronaut": astronaut} if text else None


def row(text):
    """The row of a planet: "P1 scout pip"."""
    player, *astronauts = text.split()
    return {"player": player, "astronauts": astronauts}


def mlem(start, changes):
    """P1 decides about landing, at the start of a match of two."""
    position = start
    for player in position["players"].values():
        player.pop("board")
    position.update(step="land", turn="P1")
    for key, value in changes.items():
        head, _, tail = key.partition(".")
        if key == "crew":
            crew = [one(f"P{i} {name}") for i, name in enumerate(value, 1)]
            position["rocket"]["crew"] = crew
        elif key in ("dice", "rolled"):
            position["dice"]["available" if key == "dice" else key] = value
        elif head == "moons":
            position["moons"][tail] = [one(text) for text in value]
        elif head == "planets":
            position["planets"][tail] = [row(text) for text in value]
        elif key == "galaxy":
            position[key] = [one(text) for text in value]
        elif tail:
            position[head][tail] = value
        else:
            position[key] = value
    return position


# What follows from the rest of a position of Lift Off.
FOLLOWS = ["phase", "supply", "decks", "sizes", "station.price",
           "specialists.deck"] + [
    f"players.P{i}.{name}" for i in (1, 2) for name in ("weight", "cost")]
LAST_ROUND = {
    "round": 8, "step": "launch", "turn": "P1", "players.P1.score": 60,
    "players.P2.score": 60,
    "players.P1.sold": ["level-1", "level-2", "level-3"],
    "players.P2.sold": ["level-4", "station", "upgrades"],
    "players.P1.played": ["chemist", "quartermaster"],
    "players.P2.played": ["lab-director", "rocket-builder"],
}


def place(position, path):
    """The object that a path leads into, and the last key."""
    *folders, last = path.split(".")
    for key in folders:
        position = position[key]
    return position, last


def liftoff(position, changes):
    """P1, the last to launch, may do so in the last round: 60 points each, no
    money, no technology, no mission, all objectives sold."""
    for path in FOLLOWS:
        inside, key = place(position, path)
        del inside[key]
    for path, value in LAST_ROUND.items():
        inside, key = place(position, path)
        inside[key] = value
    for path, value in changes.items():
        path = "players." + path if path[0] == "P" else path
        inside, key = place(position, path)
        inside[key] = value
    return position


def member(text):
    """The engineer of "qian-tao rnd"; without a space: in hand."""
    engineer, *space = text.split()
    return {"engineer": engineer, "space": space[0]} if space else engineer


DECKS = ["first-stage", "upper-stage", "payload", "rnd", "junior", "senior"]


def apogee(_, changes):
    """P1 has two actions in round 3 of mission 1, P2 is far behind; nobody has
    a specialty or an intervention left."""
    changes = dict(changes)
    numbers = range(1, changes.pop("players", 2) + 1)
    directors = ["harper-tompkins", "yang-jinmei"]
    position = {
        "game": "apogee", "round": 3, "step": "actions", "turn": {},
        "options": {"mission": changes.pop("mission", 1), "tiebreak": "off",
                    "design": "per-player", "rounds": changes.pop("rounds", 100)},
        "rows": {"first-stage": ["kerosene", "solid-booster", "laser"],
                 "upper-stage": ["storable", "kick-stage", "cryogenic"],
                 "payload": ["cargo", "satellite", "rover"]},
        "investors": {"open": ["hesper-chemistry", "ares-settlement"]},
        "events": {"used": []},
        "decks": {deck: {} for deck in DECKS},
        "players": {f"P{i}": {"director": directors[i - 1], "credits": 80,
                              "specialty_used": True, "intervened": True}
                    for i in numbers},
    }
    for path, value in changes.items():
        path = "players." + path if path[0] == "P" else path
        inside, key = place(position, path)
        inside[key] = [member(each) for each in value] if key == "crew" else value
    return position


# How positions are made, and the options of the match.
GAMES = {
    "mlem": (mlem, {"start": "P1"}),
    "liftoff": (liftoff, {"start": "P2"}),
    "apogee": (apogee, {}),
}


class Bridge:
    def __init__(self):
        self.process = subprocess.Popen(
            [MAXQ, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            sys.exit(f"{request}: {answer['error']}")
        return answer


def silly(bridge, case):
    """What bots do there that nobody would."""
    legal = bridge.ask(op="legal", player=0)["actions"]
    found = [f"{text}: not legal" for text in case["good"] if text not in legal]
    if len(legal) <= len(case["good"]):
        found.append("there is nothing to choose")
    for bot, seeds in BOTS:
        for seed in range(seeds):
            answer = bridge.ask(op="bot", bot=bot, player=0, seed=seed)
            if answer["action"] not in case["good"]:
                found.append(f"{bot} (seed {seed}): {answer['action']}")
    return found


def test(bridge, game):
    """Tries the positions of a game; how many of them went wrong."""
    make, options = GAMES[game]
    cases = json.loads((FOLDER / f"{game}.json").read_text())
    failed = 0
    for case in cases:
        position = bridge.ask(op="new", game=game, players=2, seed=1,
                              options=options)["position"]
        bridge.ask(op="load", position=make(position, case["set"]))
        found = silly(bridge, case)
        failed += bool(found)
        for line in found:
            print(f"{game}: {case['name']}: {line}")
    if len(cases) < LEAST:
        sys.exit(f"{game}: only {len(cases)} positions")
    print(f"{game}: {len(cases) - failed} passed, {failed} failed")
    return failed


def main():
    bridge = Bridge()
    games = sys.argv[2:] or GAMES
    return sum(test(bridge, game) for game in games) > 0


sys.exit(main())
