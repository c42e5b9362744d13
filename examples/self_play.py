"""Learn from playing against oneself, many games at a time, in plain PyTorch.

`python examples/self_play.py --updates 300 --out learnt` plays all seats of many games in the vector environment with
one network, and makes choices likelier that led to more points than those of the others. It needs `pip install
'bastide[learn]'`. The network (`policy.pt`) and its learning curve (`curve.svg`) go to a folder.
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
LENGTH = 64
"""Steps of every game between two updates."""


class Network(nn.Module):
    """From what a seat sees to how good every action looks, and how far ahead the rest of the game may bring it."""

    def __init__(self, planes: int, beside: int, actions: int) -> None:
        super().__init__()
        self.board = nn.Sequential(
            nn.Conv2d(planes, 16, 1), nn.ReLU(), nn.Conv2d(16, 16, 3, stride=2), nn.ReLU(), nn.AdaptiveMaxPool2d(3)
        )
        self.all = nn.Sequential(nn.Linear(16 * 9 + beside, 128), nn.ReLU())
        self.choice = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, board: torch.Tensor, table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return a number for every action, and the value."""
        found = self.all(torch.cat([self.board(board.float()).flatten(1), table], dim=1))
        return self.choice(found), self.value(found).squeeze(1)


def choices(numbers: torch.Tensor, mask: torch.Tensor) -> Categorical:
    """Return how likely every action is, those that cannot be chosen being out of the question."""
    return Categorical(logits=numbers.masked_fill(mask == 0, -1e9))


def returns(gains: np.ndarray, seats: np.ndarray, over: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return what every choice brought: its seat's points less the others', from then on.

    ``gains`` is what every seat got at every step, ``value`` what is expected after the last step by the seat then to
    move. Nothing carries over from one game to the next.
    """
    steps, games, players = gains.shape
    rest = np.zeros((games, players))
    rest[np.arange(games), seats[steps]] = value
    rest -= (rest.sum(1, keepdims=True) - rest) / (players - 1)
    found = np.zeros((steps, games))
    for step in reversed(range(steps)):
        ahead = gains[step] - (gains[step].sum(1, keepdims=True) - gains[step]) / (players - 1)
        rest = ahead + 0.99 * rest * ~over[step][:, None]
        found[step] = rest[np.arange(games), seats[step]]
    return found


def win_rate(network: Network, opponent: str, games: int, seed: int) -> float:
    """Return the share of games won against a bot, half of those that are drawn included."""
    env = BastideVectorEnv(games, "second", window=WINDOW, opponents=opponent, reward="win", beyond="truncate")
    seen, info = env.reset(seed=seed)
    won, done = np.zeros(games), np.zeros(games, bool)
    while not done.all():
        with torch.no_grad():
            numbers, _ = network(torch.from_numpy(seen["board"]), torch.from_numpy(seen["table"]))
        actions = choices(numbers, torch.from_numpy(info["action_mask"])).sample().numpy()
        seen, reward, ended, cut, info = env.step(actions)
        won += np.where(done, 0, (1 + reward) / 2 * ended + 0.5 * cut)
        done |= ended | cut
    return float(won.mean())


def train(updates: int, out: Path, games: int = 64, seed: int = 1) -> tuple[float, float]:
    """Train a network; return the shares of games that it wins against random choices, before and after."""
    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    env = BastideVectorEnv(games, "second", window=WINDOW, reward="score", beyond="truncate", copy=True)
    seen, info = env.reset(seed=seed)
    network = Network(seen["board"].shape[1], seen["table"].shape[1], info["action_mask"].shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    before, curve = win_rate(network, "random", 200, seed), []
    for update in track(range(updates), "Playing and learning"):
        boards, tables, masks, actions, gains, over, live = [], [], [], [], [], [], []
        seats = [info["seat"].copy()]
        for _ in range(LENGTH):
            board, table = torch.from_numpy(seen["board"]), torch.from_numpy(seen["table"])
            mask = torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                action = choices(network(board, table)[0], mask).sample()
            boards.append(board), tables.append(table), masks.append(mask), actions.append(action)
            live.append(mask.any(1))
            seen, _, ended, cut, info = env.step(action.numpy())
            gains.append(info["rewards"].copy()), over.append(ended | cut), seats.append(info["seat"].copy())
        with torch.no_grad():
            value = network(torch.from_numpy(seen["board"]), torch.from_numpy(seen["table"]))[1].numpy() * 10
        goal = returns(np.array(gains), np.array(seats), np.array(over), value) / 10
        kept = torch.cat(live)
        every = [torch.cat(part)[kept] for part in (boards, tables, masks, actions)]
        loss = improve(network, optimizer, *every, torch.from_numpy(goal).float().flatten()[kept])
        if update % 10 == 9:
            curve.append((update + 1, win_rate(network, "random", 100, seed + update)))
    torch.save(network.state_dict(), out / "policy.pt")
    draw(curve, out / "curve.svg")
    print(f"last loss {loss:.3f}" if updates else "nothing learnt")
    return before, win_rate(network, "random", 200, seed)


def improve(
    network: Network,
    optimizer: torch.optim.Optimizer,
    board: torch.Tensor,
    table: torch.Tensor,
    mask: torch.Tensor,
    action: torch.Tensor,
    goal: torch.Tensor,
) -> float:
    """Make choices likelier that brought more than was expected, and expect what they brought; return the loss."""
    total = 0.0
    for part in torch.randperm(len(goal)).split(512):
        numbers, value = network(board[part], table[part])
        likely = choices(numbers, mask[part])
        better = goal[part] - value.detach()
        better = (better - better.mean()) / (better.std() + 1e-6)
        loss = -(better * likely.log_prob(action[part])).mean() + 0.5 * (goal[part] - value).pow(2).mean()
        loss = loss - 0.01 * likely.entropy().mean()
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
    axes.set(xlabel="updates", ylabel="% won against random", ylim=(0, 100), title="Learning from self-play")
    figure.savefig(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--games", type=int, default=64, help="games that are played at once")
    parser.add_argument("--out", type=Path, default=Path("learnt"))
    parser.add_argument("--threads", type=int, default=0, help="threads for PyTorch (default: as many as it likes)")
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    with Console().status("Compiling the simulator, about half a minute the first time…"):
        compile_all()
    first, last = train(args.updates, args.out, args.games)
    print(f"won against random: {first:.0%} before, {last:.0%} after; see {args.out}/curve.svg")
