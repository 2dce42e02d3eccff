"""Learns MLEM from nothing: a policy with one hidden layer, by its own results.

usage: python3 learn.py [MINUTES]        (PYTHONPATH=python in a clone)

The policy plays every seat of 1,024 matches. After a match each decision is
pushed towards what it won beyond an equal share (REINFORCE). Then the policy
plays 1,000 matches against random.
"""
import sys
import time

import numpy as np

import maxq

COUNT, HIDDEN, RATE = 1024, 64, 0.003


class Policy:
    def __init__(self, game, rng):
        size, self.rng, self.steps = game.observation_size, rng, 0
        self.w = [rng.normal(0, size**-0.5, (size, HIDDEN)).astype(np.float32),
                  np.zeros((game.action_count, HIDDEN), np.float32)]
        self.mean = [np.zeros_like(w) for w in self.w]
        self.square = [np.zeros_like(w) for w in self.w]

    def choose(self, observation, mask):
        """A legal action for each row, and what learning needs of it."""
        hidden = np.maximum(observation @ self.w[0], 0)
        row, action = np.nonzero(mask)  # the legal ones: few of many
        logit = np.einsum("ij,ij->i", hidden[row], self.w[1][action])
        first = np.searchsorted(row, np.arange(len(mask)))
        odds = np.exp(logit - np.maximum.reduceat(logit, first)[row])
        odds /= np.add.reduceat(odds, first)[row]
        score = odds / -np.log(self.rng.random(len(odds)) + 1e-12)
        best = np.flatnonzero(score == np.maximum.reduceat(score, first)[row])
        picked = best[np.searchsorted(row[best], np.arange(len(mask)))]
        return action[picked], (observation.copy(), hidden, row, action, odds, picked)

    def learn(self, memory, gain):
        observation, hidden, row, action, odds, picked = memory
        push = -odds
        push[picked] += 1
        push = (push * gain[row])[:, None].astype(np.float32)
        back, outer = np.zeros_like(hidden), np.zeros_like(self.w[1])
        np.add.at(back, row, push * self.w[1][action])
        np.add.at(outer, action, push * hidden[row])
        self.steps += 1
        for i, slope in enumerate((observation.T @ (back * (hidden > 0)), outer)):
            self.mean[i] += 0.1 * (slope - self.mean[i])
            self.square[i] += 0.001 * (slope**2 - self.square[i])
            scale = np.sqrt(self.square[i] / (1 - 0.999**self.steps)) + 1e-6
            self.w[i] += RATE * self.mean[i] / scale


def train(game, minutes):
    envs = maxq.Envs(game, COUNT, players=2, seed=1)
    policy = Policy(game, np.random.default_rng(1))
    end, made, matches = time.time() + 60 * minutes, [], 0
    while time.time() < end:
        seat = envs.seat.copy()
        actions, memory = policy.choose(envs.observation, envs.mask)
        envs.step(actions)
        made.append((memory, seat, envs.ended > 0, envs.returns.copy()))
        matches += int(envs.ended.sum())
        if len(made) == 120:
            gain = np.zeros((COUNT, 2), np.float32)
            for memory, seat, ended, returns in reversed(made):
                gain[ended] = returns[ended] - 0.5
                policy.learn(memory, gain[np.arange(COUNT), seat])
            made = []
    print(f"{matches} matches in {minutes:g} minutes")
    return policy


def play(game, policy, matches=1000):
    """The policy's share of the wins against random, from both seats."""
    envs = maxq.Envs(game, matches, players=2, seed=2)
    own, won, runs = np.arange(matches) % 2, np.zeros(matches), np.ones(matches, bool)
    while runs.any():
        actions, _ = policy.choose(envs.observation, envs.mask)
        envs.step(np.where(envs.seat == own, actions, envs.random_actions()))
        over = runs & (envs.ended > 0)
        won[over] = envs.returns[over, own[over]]
        runs &= ~over
    return won.mean()


if __name__ == "__main__":
    mlem = maxq.Game("mlem")
    learned = train(mlem, float(sys.argv[1]) if len(sys.argv) > 1 else 10)
    print(f"{100 * play(mlem, learned):.1f} % against random, 1000 matches")
