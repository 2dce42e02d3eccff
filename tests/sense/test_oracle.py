#!/usr/bin/env python3
"""The search against exact answers: a lone astronaut of MLEM on the last
expedition of a match.

usage: tests/sense/test_oracle.py MAXQ

P1 is two points behind, has one astronaut left, and a crash ends the match
too: so what counts is the chance to land on something worth three points or
more; two points make half a victory. That chance follows from the mat and the die by the dynamic programme
behind `maxq odds mlem`; here it is computed again, by enumeration of all rolls.
"""
import csv
import functools
import itertools
import json
import os
import pathlib
import subprocess
import sys

MAXQ = os.path.abspath(sys.argv[1])
DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data" / "mlem"
DEEP = 26
DIE = ["1", "2", "2", "3", "4", "A"]
ITERATIONS = 3000
OFF = 0.08  # what a value may be off
PLAIN = 0.03  # choices that differ by less are both right
NAMES = ["satellite", "scout", "parachute", "moonwalker", "settler", "voyager",
         "ballast", "pip"]


def rows(name):
    with open(DATA / name) as file:
        return list(csv.DictReader(
            line for line in file if not line.startswith("#")))


MAT = {int(row["space"]): row for row in rows("mat.csv")}
FIRST = {row["planet"]: int(row["first"]) for row in rows("planets.csv")}


def points(space):
    """What landing there brings the astronaut, the mat being empty."""
    if space >= DEEP:
        return 7
    row = MAT[space]
    if row["place"] == "moons":
        return max(int(n) for n in row["moons"].split())
    if row["place"] == "planet":
        return FIRST[row["planet"]]
    return 0


def landing(space):
    """The part of the victory that it brings."""
    return 1.0 if points(space) > 2 else 0.5 if points(space) == 2 else 0.0


def step(space, face):
    return int(MAT[space]["afterburner"]) if face == "A" else int(face)


@functools.cache
def chance(space, dice):
    """To win from a landing phase there: land, or roll on."""
    if space >= DEEP:
        return 1.0
    return max(landing(space), rolling(space, dice))


@functools.cache
def rolling(space, dice):
    faces = MAT[space]["faces"].split()
    total = 0.0
    for roll in itertools.product(DIE, repeat=dice):
        shown = sorted(set(roll) & set(faces))
        total += max((used(space, dice, roll, kinds)
                      for n in range(1, len(shown) + 1)
                      for kinds in itertools.combinations(shown, n)),
                     default=0.0)
    return total / len(DIE) ** dice


def used(space, dice, roll, kinds):
    dice_used = [face for face in roll if face in kinds]
    left = max(1, dice - sum(face != "A" for face in dice_used))
    return chance(space + sum(step(space, face) for face in dice_used), left)


class Bridge:
    def __init__(self):
        self.process = subprocess.Popen(
            [MAXQ, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            sys.exit(f"{request['op']}: {answer['error']['message']}")
        return answer


def last_expedition(start, space, dice):
    """P1's satellite alone in the rocket; all others are in deep space."""
    position = json.loads(json.dumps(start))
    for player in position["players"].values():
        player.pop("board", None)
    position.update(step="land", turn="P1", failures=10)
    position["rocket"].update(space=space, crew=[
        {"player": "P1", "astronaut": "satellite", "used": False}])
    position["dice"]["available"] = dice
    position["goals"]["deep-space"] = "P1"
    position["galaxy"] = (
        [{"player": "P1", "astronaut": name} for name in NAMES[1:]]
        + [{"player": "P2", "astronaut": name} for name in NAMES[1:]])
    position["comet"] = [{"player": "P2", "astronaut": "satellite"}]
    return position


def main():
    bridge = Bridge()
    start = bridge.ask(op="new", game="mlem", players=2, seed=1,
                       options={"start": "P1"})["position"]
    failed = 0
    cases = [(space, dice) for space in (7, 8, 10, 12, 14, 18, 20, 23)
             for dice in (1, 2, 3)]
    for space, dice in cases:
        bridge.ask(op="load", position=last_expedition(start, space, dice))
        answer = bridge.ask(op="bot", bot="search", player=0, seed=1,
                            iterations=ITERATIONS)
        land, on = landing(space), rolling(space, dice)
        right = "land" if land > on else "stay"
        wrong = (abs(land - on) > PLAIN
                 and not answer["action"].startswith(right))
        off = abs(answer["value"] - max(land, on)) > OFF
        if wrong or off:
            failed += 1
            print(f"space {space}, {dice} dice: {answer['action']} "
                  f"{answer['value']:.3f}; exact: land {land:.3f}, "
                  f"on {on:.3f}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
