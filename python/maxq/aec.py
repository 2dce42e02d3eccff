"""A match after the conventions of PettingZoo's agent-environment cycle (AEC).

Names, shapes and order of calls are PettingZoo's; the package itself isn't
needed. Observations are dictionaries with "observation" and "action_mask".
Rewards are 0 until the end, then each seat's share of the win, so that they add
up to 1.
"""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .game import Game


class Discrete:
    """Numbers from 0 to n - 1."""

    def __init__(self, n: int):
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x) -> bool:
        return 0 <= int(x) < self.n

    def sample(self, mask: np.ndarray | None = None) -> int:
        legal = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._random.choice(legal))


class Box:
    """Arrays of one shape between two bounds."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...],
                 dtype=np.float32):
        self.low, self.high, self.shape = low, high, shape
        self.dtype = np.dtype(dtype)

    def contains(self, x) -> bool:
        return (x.shape == self.shape and x.dtype == self.dtype
                and bool(np.all((x >= self.low) & (x <= self.high))))


class Dict(dict):
    """Spaces by name."""

    def contains(self, x) -> bool:
        return set(x) == set(self) and all(
            space.contains(x[name]) for name, space in self.items())


class AECEnv:
    metadata = {"name": "maxq_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game: Game | str = "mlem", players: int | None = None,
                 **options):
        self.game = game if isinstance(game, Game) else Game(game)
        self.metadata = {**self.metadata, "name": f"maxq_{self.game.name}_v0"}
        self.setup = (players, options)
        count = self.game.setup(players, **options).players
        self.possible_agents = [f"player_{i}" for i in range(count)]
        self.agents: list[str] = []
        self.action_spaces = {
            agent: Discrete(self.game.action_count)
            for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                observation=Box(-8, 8, (self.game.observation_size,)),
                action_mask=Box(0, 1, (self.game.action_count,), np.int8))
            for agent in self.possible_agents}

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "AECEnv":
        return self

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        players, chosen = self.setup
        number = np.random.default_rng(seed).integers(2**63) if seed is None else seed
        self.state_ = self.game.new(players, int(number), **chosen)
        self.agents = list(self.possible_agents)
        zero = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict(zero)
        self._cumulative_rewards = dict(zero)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.state_.seat
        self.agent_selection = self.agents[0 if seat is None else seat]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seat(agent)
        return {
            "observation": self.state_.observation(seat),
            "action_mask": self.state_.legal_mask(seat).astype(np.int8),
        }

    def last(self, observe: bool = True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None,
                self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("An agent whose match is over takes None.")
            self._remove(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_.play(int(action), self._seat(agent))  # type: ignore[arg-type]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.state_.over:
            shares = self.state_.returns()
            for name in self.agents:
                self.rewards[name] = shares[self._seat(name)]
                self.terminations[name] = True
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]
        self._select()

    def _remove(self, agent: str) -> None:
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards,
                      self.terminations, self.truncations, self.infos):
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def state(self) -> np.ndarray:
        return self.state_.observation(0)

    def render(self) -> None:
        return None

    def close(self) -> None:
        self.agents = []
