#!/usr/bin/env python3
"""Positions where experienced players agree, which bots solve from `normal`
on. Every silly move seen while playing becomes one more.

usage: tests/sense/test_sense.py MAXQ

A file has the positions of one game. `set` says what differs from the start
of a match of two where P1 decides about landing; `good` are the choices of P1
that nobody would object to.
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
    """The position that the changes make of the start."""
    position = json.loads(json.dumps(start))
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


def main():
    bridge = Bridge()
    start = bridge.ask(op="new", game="mlem", players=2, seed=1,
                       options={"start": "P1"})["position"]
    cases = json.loads((FOLDER / "mlem.json").read_text())
    failed = 0
    for case in cases:
        bridge.ask(op="load", position=mlem(start, case["set"]))
        found = silly(bridge, case)
        failed += bool(found)
        for line in found:
            print(f"{case['name']}: {line}")
    if len(cases) < LEAST:
        sys.exit(f"only {len(cases)} positions")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
