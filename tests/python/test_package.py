#!/usr/bin/python3
"""The Python package: sizes of structs, states, environments, matches, and the
conventions of PettingZoo and OpenSpiel.

usage: tests/python/test_package.py LIBRARY PROGRAM
"""
import ctypes
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
os.environ["MAXQ_LIBRARY"] = LIBRARY
sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402

import maxq  # noqa: E402
from maxq import _library  # noqa: E402

SEED = int(os.environ.get("MAXQ_SEED", random.randrange(2**31)))


def random_match(state, chance):
    """Plays to the end; returns how many decisions it took."""
    decisions = 0
    while not state.over:
        state.play(chance.choice(state.legal_actions()))
        decisions += 1
    return decisions


class Library(unittest.TestCase):
    def test_sizes(self):
        sizes = {}
        for row in (ROOT / "tests/abi.txt").read_text().splitlines():
            if row.startswith("struct"):
                _, name, size = row.split()
                sizes[name] = int(size)
        for name, struct in _library.STRUCTS.items():
            self.assertEqual(ctypes.sizeof(struct), sizes[name], name)

    def test_refusals(self):
        with self.assertRaisesRegex(ValueError, "no game 'chess'"):
            maxq.Game("chess")
        game = maxq.Game("mlem")
        with self.assertRaisesRegex(maxq.MaxqError, "ufo"):
            game.new(ufo="perhaps")
        state = game.new(seed=1, start="P1")
        with self.assertRaisesRegex(ValueError, "can't do 'stay'"):
            state.play_text("stay")
        with self.assertRaises(IndexError):
            state.play(game.action_count)

    def test_missing_library(self):
        env = {**os.environ, "MAXQ_LIBRARY": "/nonexistent.so",
               "PYTHONPATH": str(ROOT / "python")}
        done = subprocess.run([sys.executable, "-c", "import maxq"], env=env,
                              capture_output=True, text=True)
        self.assertIn("name its file in MAXQ_LIBRARY", done.stderr)


class States(unittest.TestCase):
    def test_whole_matches(self):
        chance = random.Random(SEED)
        for name in maxq.games():
            game = maxq.Game(name)
            for players in range(game.min_players, game.max_players + 1):
                state = game.new(players, chance.randrange(2**32))
                first = state.clone()
                self.assertEqual(first, state)
                random_match(state, chance)
                self.assertNotEqual(first, state)
                self.assertIn(round(sum(state.returns()), 9), (0, 1))
                if players > 1:
                    self.assertAlmostEqual(sum(state.returns()), 1)

    def test_numbers_and_texts(self):
        chance = random.Random(SEED)
        for name in maxq.games():
            state = maxq.Game(name).new(seed=chance.randrange(2**32))
            while not state.over:
                seat, legal = state.seat, state.legal_actions()
                self.assertEqual(len(set(legal)), len(legal))
                self.assertEqual(state.legal_mask().sum(), len(legal))
                for index in legal:
                    code = state.game.action(index)
                    self.assertEqual(state.game.index(code), index)
                twin = state.clone()
                index = chance.choice(legal)
                twin.play_text(state.game.text(index, seat), seat)
                state.play(index)
                self.assertEqual(state, twin)

    def test_positions(self):
        game = maxq.Game("liftoff")
        state = game.new(3, 7)
        self.assertEqual(game.load(state.position(), chance=False), state)
        self.assertIn("?", str(state.view(0)))

    def test_observations(self):
        game = maxq.Game("apogee")
        state = game.new(2, 3)
        self.assertEqual(len(game.observation_names()), game.observation_size)
        seen = state.observation(0)
        self.assertEqual(seen.shape, (game.observation_size,))
        self.assertTrue(np.any(seen != state.observation(1)))

    def test_bots(self):
        state = maxq.Game("mlem").new(2, 5)
        while not state.over:
            state.play(state.ask_bot("greedy"))
        self.assertRaises(ValueError, state.ask_bot, "hal", 0)


class Environments(unittest.TestCase):
    def test_arrays_are_true(self):
        for name in maxq.games():
            game = maxq.Game(name)
            envs = maxq.Envs(game, 3, players=2, seed=SEED, threads=1)
            for _ in range(40):
                for i in range(3):
                    state = maxq.State(game)
                    address = _library.lib.mq_envs_state(envs.handle, i)
                    ctypes.memmove(state.memory, address, game.state_size)
                    self.assertEqual(envs.seat[i], state.seat)
                    np.testing.assert_array_equal(envs.mask[i], state.legal_mask())
                    np.testing.assert_array_equal(envs.observation[i],
                                                  state.observation())
                envs.step(envs.random_actions())

    def test_threads_change_nothing(self):
        game = maxq.Game("mlem")
        one, two = (maxq.Envs(game, 50, 3, seed=SEED, threads=n) for n in (1, 4))
        ended = 0
        for _ in range(200):
            actions = one.random_actions()
            np.testing.assert_array_equal(actions, two.random_actions())
            one.step(actions)
            two.step(actions)
            np.testing.assert_array_equal(one.observation, two.observation)
            np.testing.assert_array_equal(one.returns, two.returns)
            ended += one.ended.sum()
            shares = one.returns[one.ended > 0].sum(axis=1)
            np.testing.assert_allclose(shares, 1, atol=1e-6)
        self.assertGreater(ended, 50)

    def test_illegal_moves_nothing(self):
        envs = maxq.Envs(maxq.Game("mlem"), 4, seed=SEED)
        before = envs.observation.copy()
        actions = envs.random_actions()
        actions[2] = np.flatnonzero(envs.mask[2] == 0)[0]
        with self.assertRaisesRegex(ValueError, "Environment 2 may not"):
            envs.step(actions)
        np.testing.assert_array_equal(envs.observation, before)
        self.assertRaises(ValueError, envs.step, actions[:3])
        self.assertRaises(ValueError, maxq.Envs, envs.game, 0)


class Matches(unittest.TestCase):
    def test_record(self):
        match = maxq.Match("mlem", ["Ada", "Bo"], seed="caturday")
        chance = random.Random(SEED)
        while not match.over:
            match.play(chance.choice(match.state().legal_actions(match.seat)))
        match.close()
        self.assertTrue(match.verify().revealed)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.mqm")
            match.save(path)
            again = maxq.Match.open(path)
            self.assertEqual(again.events(), match.events())
            self.assertEqual(again.names, ["Ada", "Bo"])
            self.assertEqual(again.winners, match.winners)
            self.assertEqual(again.state(len(again)), match.state())
            found = maxq.analyze(path, budget=20, program=PROGRAM)
            self.assertEqual(len(found["players"]), 2)

    def test_refusal_has_its_rule(self):
        match = maxq.Match("mlem", ["Ada", "Bo"], seed="1", start="P1")
        match.play("board scout")
        self.assertEqual(match.undo(0), 1)
        match.play("board scout")
        match.play("board settler")
        self.assertEqual(match.state().phase, "use")
        with self.assertRaises(maxq.MaxqError) as caught:
            match.play("use 4")  # space 0 shows 1, 2 and A
        self.assertEqual(caught.exception.status, "illegal")
        self.assertRegex(caught.exception.rule or "", r"^ML-T")


class Conventions(unittest.TestCase):
    """What PettingZoo's and OpenSpiel's own tests ask of an environment."""

    def test_agent_environment_cycle(self):
        for name in maxq.games():
            players = 3 if name != "apogee" else 2
            env = maxq.aec.AECEnv(name, players)
            env.reset(seed=SEED)
            self.assertEqual(env.agents, env.possible_agents)
            total = dict.fromkeys(env.agents, 0.0)
            for agent in env.agent_iter():
                observation, reward, over, cut, info = env.last()
                total[agent] += reward
                self.assertFalse(cut)
                self.assertIsInstance(info, dict)
                self.assertTrue(env.observation_space(agent).contains(observation))
                if over:
                    env.step(None)
                    continue
                action = env.action_space(agent).sample(observation["action_mask"])
                self.assertTrue(env.action_space(agent).contains(action))
                env.step(action)
            self.assertEqual(env.agents, [])
            self.assertAlmostEqual(sum(total.values()), 1)

    def test_seeds_repeat(self):
        seen = []
        for _ in range(2):
            env = maxq.aec.AECEnv("mlem", 2)
            env.reset(seed=11)
            seen.append(env.observe(env.agent_selection)["observation"])
        np.testing.assert_array_equal(*seen)

    def test_open_spiel(self):
        chance = random.Random(SEED)
        for name in maxq.games():
            game = maxq.spiel.load_game(name, {"players": 2})
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes())
                    self.assertAlmostEqual(sum(odds), 1, 9)
                    state.apply_action(chance.choices(outcomes, odds)[0])
                    continue
                player, legal = state.current_player(), state.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                self.assertLess(max(legal), game.num_distinct_actions())
                self.assertEqual(len(state.observation_tensor(player)),
                                 game.observation_tensor_shape()[0])
                twin = state.resample_from_infostate(player)
                self.assertEqual(twin.legal_actions(), legal)
                self.assertEqual(twin.observation_tensor(player),
                                 state.observation_tensor(player))
                action = chance.choice(legal)
                self.assertTrue(state.action_to_string(player, action))
                state.apply_action(action)
            self.assertAlmostEqual(sum(state.returns()), game.utility_sum())
            self.assertEqual(state.current_player(), maxq.spiel.TERMINAL_PLAYER)


def main():
    print(f"MAXQ_SEED={SEED}")
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = unittest.TextTestRunner(sys.stdout, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    if failed:
        print(f"to repeat: MAXQ_SEED={SEED} {' '.join(sys.argv)}")
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


sys.exit(main())
