#!/usr/bin/env python3
"""Facts of drawn positions: a plan with pencilled cards, a director's turn, the
last round, the solo calendar. The figures were worked out by hand.

usage: tests/bridge/test_pencil.py MAXQ
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

MAXQ = os.path.abspath(sys.argv.pop(1))
POSITIONS = pathlib.Path(__file__).resolve().parent / "positions"
PLAN = [
    "build cubesat-60",
    "assign patrick-dahm specialty",
    "assign airi-horikoshi construction",
    "assign geza-szebehely operations",
    "assign ethan-maughmer operations",
]


class Facts(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen(
            [MAXQ, "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def tearDown(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.assertEqual(self.process.wait(10), 0)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def load(self, name, event=None, dice=(), director=None):
        position = json.loads((POSITIONS / f"{name}.json").read_text())
        if event is not None:
            used = position["events"]["used"]
            unseen = position["events"]["unseen"]
            used.remove(position["event"])
            unseen.append(position["event"])
            if event in used:
                used.remove(event)
            else:
                unseen.remove(event)
            position["event"] = event
            used.append(event)
        if director is not None:
            position["players"]["P1"]["director"] = director
        for seat, count in enumerate(dice):
            position["players"][f"P{seat + 1}"]["dice"] = count
        names = ["Captain", "Vera", "Edwin"][: len(position["players"])]
        answer = self.ask(op="load", position=position, seed=1, names=names)
        self.assertTrue(answer["ok"], answer)

    def tell(self, pencil=(), player=0):
        answer = self.ask(op="tell", player=player, pencil=list(pencil))
        self.assertTrue(answer["ok"], answer)
        self.choices = {c["text"]: c["facts"] for c in answer["choices"]}
        self.survey = answer["survey"]
        self.standings = answer["standings"]

    def find(self, kind, subject, item=None, facts=None, **more):
        found = [
            f
            for f in (self.survey if facts is None else facts)
            if (f["kind"], f["subject"]) == (kind, subject)
            and item in (None, f.get("item"))
            and all(f.get(key) == value for key, value in more.items())
        ]
        self.assertTrue(found, f"no {kind} {subject} {item} {more}")
        return found[0]

    def absent(self, kind, subject, item=None):
        for f in self.survey:
            if (f["kind"], f["subject"]) == (kind, subject):
                self.assertNotIn(item, (None, f.get("item")), f)

    def change(self, *of, **more):
        fact = self.find(*of, **more)
        return fact["before"], fact["after"]


class Plan(Facts):
    def test_forecast(self):
        self.load("plan")
        self.tell(PLAN)
        for subject, figures in (
            ("thrust", (12, 13)),
            ("mass", (9, 10)),
            ("performance", (11, 15)),
            ("cost", (140, 140)),
            ("authority", (0, 136)),
        ):
            self.assertEqual(self.change("holds", subject, seat=0), figures)
        self.assertEqual(self.change("needs", "number", "venus"), (7, 9))
        sources = [
            f["after"]
            for f in self.survey
            if f["subject"] == "source" and f["place"] == 3
        ]
        self.assertEqual(sources, [7, 2])
        launch = self.find("ready", "launch", "venus")
        self.assertAlmostEqual(launch["chance"], 4 / 12)
        dice = self.find("chance", "launch", "venus", before=3)
        self.assertAlmostEqual(dice["chance"], 1 - (8 / 12) ** 4)
        self.find("wins", "launch", "venus")
        self.assertEqual(self.change("next", "credits"), (140, 180))
        self.assertEqual(self.change("lacks", "number", "mars"), (15, 17))
        self.find("gain", "thrust", "patrick-dahm", after=1)
        self.find("gain", "mass", "cubesat-60", after=1)

    def test_nothing_is_pencilled(self):
        self.load("plan")
        self.tell()
        self.assertEqual(self.change("holds", "thrust", seat=0), (12, 12))
        self.find("lacks", "launch", "venus")
        self.absent("ready", "pencil")

    def test_what_cannot_be_done(self):
        self.load("plan")
        self.tell(["build rover", "assign ethan-maughmer design", "done"])
        self.find("lacks", "pencil", "rover", place=0)
        self.find("ready", "pencil", "ethan-maughmer", place=1)
        self.find("lacks", "pencil", place=2)
        answer = self.ask(op="tell", player=0, pencil=["fly away"])
        self.assertEqual(answer["error"]["code"], "syntax")
        self.assertIn("fly away", answer["error"]["message"])
        answer = self.ask(op="tell", player=0, pencil=["done"] * 17)
        self.assertFalse(answer["ok"])

    def test_one_card_more(self):
        self.load("plan")
        self.tell(PLAN)
        card = "solid-booster"
        self.assertEqual(self.change("opens", "thrust", card), (13, 17))
        self.assertEqual(self.change("opens", "mass", card), (10, 14))
        self.assertEqual(self.change("opens", "performance", card), (15, 14))
        self.assertEqual(self.change("opens", "number", card), (9, 9))
        self.assertEqual(self.change("loses", "count", card), (140, 160))
        self.find("opens", "investor", card, after=40)
        self.find("lacks", "build", card)  # a second engineer is needed

    def test_what_an_engineer_brings(self):
        self.load("plan")
        self.tell(PLAN[:-1])
        facts = self.choices["assign ethan-maughmer operations"]
        self.assertEqual(
            self.change("gain", "space", facts=facts), (84, 136)
        )
        self.find("opens", "launch", "venus", facts=facts)
        facts = self.choices["assign ethan-maughmer construction"]
        self.assertEqual(self.change("gain", "space", facts=facts), (1, 2))
        # An engineer who is pencilled in is told against the hand.
        facts = self.choices["assign patrick-dahm specialty"]
        self.assertEqual(
            self.change("opens", "thrust", facts=facts), (12, 13)
        )


class Turn(Facts):
    def test_directors(self):
        self.load("directors")
        self.tell()
        fire = self.find("gain", "action", "static-fire")
        self.assertAlmostEqual(fire["chance_before"], 0.5)
        self.assertAlmostEqual(fire["chance"], 0.75 * 0.75 + 0.25 * 0.5)
        facts = self.choices["launch venus"]
        self.find("wins", "launch", facts=facts)
        self.assertEqual(
            self.change("gain", "credits", facts=facts), (160, 360)
        )
        self.find("gain", "investor", "hesper-chemistry", facts=facts)
        self.find("loses", "launch", facts=self.choices["launch moon"])
        facts = self.choices["sell ssto"]
        self.assertEqual(
            self.change("left", "credits", facts=facts), (160, 220)
        )
        facts = self.choices["intervene"]
        hit = {f["seat"] for f in facts if f["subject"] == "target"}
        self.assertEqual(hit, {1, 2})
        self.assertNotIn("self", [f["subject"] for f in facts])

    def test_an_attack_that_hits_only_oneself(self):
        self.load("directors", dice=(2, 0, 0))
        self.tell()
        facts = self.choices["intervene"]
        hit = {f["seat"] for f in facts if f["subject"] == "target"}
        self.assertEqual(hit, {0})
        self.find("risk", "self", facts=facts)
        self.find("cost", "action", "intervene")

    def test_events_change_what_a_launch_needs(self):
        self.load("directors", event="engineer-training")
        self.tell()
        self.assertEqual(self.change("ready", "authority", "venus"), (136, 90))
        self.assertEqual(self.change("lacks", "number", "mars"), (15, 17))
        self.load("directors", event="skeptical-insurance")
        self.tell()
        facts = self.choices["launch venus"]
        self.assertEqual(
            self.change("cost", "credits", facts=facts), (160, 100)
        )
        self.assertEqual(
            self.change("gain", "credits", facts=facts), (160, 300)
        )

    def test_a_failure_says_why(self):
        self.load("directors", event="bad-weather", dice=(1,))
        self.ask(op="apply", player=0, action="launch venus")
        self.ask(op="apply", chance="roll 8")
        self.tell()
        self.assertEqual(self.change("lacks", "roll"), (8, 9))
        sources = [
            f["after"] for f in self.survey if f["subject"] == "source"
        ]
        self.assertIn(7, sources)
        self.assertIn(2, sources)
        one = self.find("chance", "roll", facts=self.choices["reroll"])
        self.assertAlmostEqual(one["chance"], 4 / 12)
        self.assertEqual(
            self.change("left", "dice", facts=self.choices["reroll"]), (1, 0)
        )
        self.find("ends", "roll", facts=self.choices["accept"])
        log = self.ask(op="log", player=0)["log"]
        notes = " ".join(note["text"] for note in log[-1]["notes"])
        self.assertIn("9 was needed: 7, and 2", notes)

    def test_a_specialty_is_pencilled_in(self):
        self.load("directors", director="yang-jinmei")
        self.tell(["specialty"])
        self.assertEqual(self.change("holds", "thrust", seat=0), (13, 15))
        self.load("directors")
        self.tell(["specialty"])
        self.find("lacks", "pencil", "specialty")

    def test_last_round(self):
        self.load("last-chance")
        self.tell()
        self.find("meets", "mission", seat=2)
        self.find("ends", "match")
        self.find("loses", "match", seat=2)
        self.find("later", "action", "sell")
        self.find("lacks", "rival", seat=1)
        self.find("lacks", "action", "hire")
        self.assertEqual(self.standings["players"][2]["rank"], 1)
        self.tell(player=2)
        self.assertIn("You win", self.find("wins", "match")["text"])

    def test_solo(self):
        self.load("solo")
        self.tell(["build nuclear-electric"])
        self.assertEqual(self.find("where", "round")["text"], "Round 6 of 10")
        self.find("needs", "ban", "backwardness")
        self.find("needs", "added", "satellite", place=2)
        self.find("next", "calendar", "thrust-rating", place=7)
        self.assertEqual(self.change("ready", "calendar", place=7), (20, 20))
        self.assertNotIn("item", self.find("next", "calendar", place=8))
        self.find("lacks", "build", "ssto")
        self.find("lacks", "attack", seat=0)
        self.find("ready", "part", "cubesat", before=1, after=4)


class Setup(Facts):
    def begin(self, players, mission):
        options = {"mission": mission}
        self.ask(
            op="new",
            game="apogee",
            players=players,
            options=options,
            seed=3,
            auto_chance=True,
        )

    def test_every_mission_has_a_sentence(self):
        said = set()
        for players, missions in ((2, 12), (1, 6)):
            for mission in range(1, missions + 1):
                self.begin(players, mission)
                self.tell()
                fact = self.find("needs", "mission", place=mission)
                self.assertNotIn("parts", fact["text"])
                said.add(fact["text"])
                self.find("effect", "level")
        self.assertEqual(len(said), 18)

    def test_two_juniors(self):
        self.begin(1, 1)
        self.tell()
        self.ask(op="apply", player=0, action=next(iter(self.choices)))
        self.tell()
        facts = self.choices["hire junior"]
        self.assertEqual(facts[0]["text"], "Hire 2 juniors")
        self.assertEqual(
            self.change("holds", "engineers", facts=facts), (0, 2)
        )

    def test_a_director_without_use(self):
        for seed in range(40):
            self.ask(
                op="new",
                game="apogee",
                players=2,
                options={"mission": 9},
                seed=seed,
                auto_chance=True,
            )
            self.tell()
            if "choose ekaterina-vostochny" in self.choices:
                facts = self.choices["choose ekaterina-vostochny"]
                self.find("lacks", "specialty", facts=facts)
                return
        self.fail("she was never dealt")


if __name__ == "__main__":
    unittest.main()
