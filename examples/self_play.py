"""Self-play with an actor-critic in the vector environment, in plain PyTorch.

`python examples/self_play.py --updates 300 --out learnt` trains one network on all seats of many games and writes it
(`policy.pt`) and its learning curve (`curve.svg`) to a directory. It needs `pip install 'bastide[learn]'`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track
from torch import nn
from torch.distributions import Categorical

from bastide.rl.vector_env import BastideVectorEnv
from bastide.rl.warmup import compile_all

WINDOW = 31
ROLLOUT_STEPS = 64
"""Steps per environment between two updates."""
DISCOUNT = 0.99
RETURN_SCALE = 10
"""The divisor of returns, in points, to the scale of the value head."""


class Network(nn.Module):
    """The policy and value network."""

    def __init__(self, planes: int, scalars: int, actions: int) -> None:
        super().__init__()
        self.board = nn.Sequential(
            nn.Conv2d(planes, 16, 1), nn.ReLU(), nn.Conv2d(16, 16, 3, stride=2), nn.ReLU(), nn.AdaptiveMaxPool2d(3)
        )
        self.trunk = nn.Sequential(nn.Linear(16 * 9 + scalars, 128), nn.ReLU())
        self.policy = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, board: torch.Tensor, table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of all actions and the value."""
        features = self.trunk(torch.cat([self.board(board.float()).flatten(1), table], dim=1))
        return self.policy(features), self.value(features).squeeze(1)


def action_distribution(logits: torch.Tensor, mask: torch.Tensor) -> Categorical:
    """Return the distribution over the legal actions."""
    return Categorical(logits=logits.masked_fill(mask == 0, -1e9))


def returns(rewards: np.ndarray, seats: np.ndarray, over: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return the discounted return of every action: the points of its seat minus the mean of the others'.

    ``rewards`` holds the rewards of all seats at every step. ``value`` bootstraps the return after the last step, for
    the seat to act then. Returns do not cross the ends of episodes.
    """
    steps, games, players = rewards.shape
    future = np.zeros((games, players))
    future[np.arange(games), seats[steps]] = value
    future -= (future.sum(1, keepdims=True) - future) / (players - 1)
    result = np.zeros((steps, games))
    for step in reversed(range(steps)):
        ahead = rewards[step] - (rewards[step].sum(1, keepdims=True) - rewards[step]) / (players - 1)
        future = ahead + DISCOUNT * future * ~over[step][:, None]
        result[step] = future[np.arange(games), seats[step]]
    return result


def win_rate(network: Network, opponent: str, games: int, seed: int) -> float:
    """Return the win rate against a bot, counting draws as half a win."""
    env = BastideVectorEnv(games, "second", window=WINDOW, opponents=opponent, reward="win", beyond="truncate")
    observations, info = env.reset(seed=seed)
    won, done = np.zeros(games), np.zeros(games, bool)
    while not done.all():
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(observations["board"]), torch.from_numpy(observations["table"]))
        actions = action_distribution(logits, torch.from_numpy(info["action_mask"])).sample().numpy()
        observations, reward, terminated, truncated, info = env.step(actions)
        won += np.where(done, 0, (1 + reward) / 2 * terminated + 0.5 * truncated)
        done |= terminated | truncated
    return float(won.mean())


def train(updates: int, out: Path, games: int = 64, seed: int = 1) -> tuple[float, float]:
    """Train a network; return its win rates against a random bot, before and after training."""
    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    env = BastideVectorEnv(games, "second", window=WINDOW, reward="score", beyond="truncate", copy=True)
    observations, info = env.reset(seed=seed)
    network = Network(observations["board"].shape[1], observations["table"].shape[1], info["action_mask"].shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    before, curve = win_rate(network, "random", 200, seed), []
    for update in track(range(updates), "Training"):
        boards, tables, masks, actions, rewards, over, live = [], [], [], [], [], [], []
        seats = [info["seat"].copy()]
        for _ in range(ROLLOUT_STEPS):
            board, table = torch.from_numpy(observations["board"]), torch.from_numpy(observations["table"])
            mask = torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                action = action_distribution(network(board, table)[0], mask).sample()
            boards.append(board), tables.append(table), masks.append(mask), actions.append(action)
            live.append(mask.any(1))
            observations, _, terminated, truncated, info = env.step(action.numpy())
            rewards.append(info["rewards"].copy())
            over.append(terminated | truncated)
            seats.append(info["seat"].copy())
        with torch.no_grad():
            board, table = torch.from_numpy(observations["board"]), torch.from_numpy(observations["table"])
            value = network(board, table)[1].numpy() * RETURN_SCALE
        targets = returns(np.array(rewards), np.array(seats), np.array(over), value) / RETURN_SCALE
        valid = torch.cat(live)
        batch = [torch.cat(part)[valid] for part in (boards, tables, masks, actions)]
        loss = improve(network, optimizer, *batch, torch.from_numpy(targets).float().flatten()[valid])
        if update % 10 == 9:
            curve.append((update + 1, win_rate(network, "random", 100, seed + update)))
    torch.save(network.state_dict(), out / "policy.pt")
    draw(curve, out / "curve.svg")
    print(f"last loss {loss:.3f}" if updates else "not trained")
    return before, win_rate(network, "random", 200, seed)


def improve(
    network: Network,
    optimizer: torch.optim.Optimizer,
    board: torch.Tensor,
    table: torch.Tensor,
    mask: torch.Tensor,
    action: torch.Tensor,
    targets: torch.Tensor,
) -> float:
    """Take gradient steps on the policy, value and entropy losses; return the sum of the losses."""
    total = 0.0
    for part in torch.randperm(len(targets)).split(512):
        logits, value = network(board[part], table[part])
        distribution = action_distribution(logits, mask[part])
        advantage = targets[part] - value.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        loss = -(advantage * distribution.log_prob(action[part])).mean() + 0.5 * (targets[part] - value).pow(2).mean()
        loss = loss - 0.01 * distribution.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    return total


def draw(curve: list[tuple[int, float]], path: Path) -> None:
    """Draw the learning curve as an SVG."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    axes.plot(
        [update for update, _ in curve], [100 * won for _, won in curve], color="#2f5d8a", marker="o", markersize=3
    )
    axes.axhline(50, color="#777", linewidth=0.8)
    axes.set(xlabel="updates", ylabel="% won against random", ylim=(0, 100), title="Self-play")
    figure.savefig(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--games", type=int, default=64, help="number of environments")
    parser.add_argument("--out", type=Path, default=Path("learnt"))
    parser.add_argument("--threads", type=int, default=0, help="threads for PyTorch (default: chosen by PyTorch)")
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    with Console().status("Compiling the simulator, about half a minute the first time…"):
        compile_all()
    first, last = train(args.updates, args.out, args.games)
    print(f"won against random: {first:.0%} before, {last:.0%} after; see {args.out}/curve.svg")
