"""Train a policy with maskable PPO against a bot: `python examples/train_maskable_ppo.py --steps 60000 --out learnt`.

It writes the policy (`policy.zip`) and its learning curve (`curve.svg`) to a directory, and needs
`pip install 'bastide[learn]'`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from gymnasium import spaces
from matplotlib.figure import Figure
from rich.progress import Progress, track
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from bastide.rl import BastideEnv

WINDOW = 31
SMOOTHING = 100
"""The length of the moving average of the learning curve, in games."""


class BoardExtractor(BaseFeaturesExtractor):
    """Convolutions over the planes of the board, concatenated with the scalars."""

    def __init__(self, space: spaces.Dict, features: int = 128) -> None:
        super().__init__(space, features)
        planes, scalars = space["board"].shape[0], space["table"].shape[0]
        self.board = torch.nn.Sequential(
            torch.nn.Conv2d(planes, 16, 1),
            torch.nn.ReLU(),
            torch.nn.Conv2d(16, 16, 3, stride=2),
            torch.nn.ReLU(),
            torch.nn.AdaptiveMaxPool2d(3),
            torch.nn.Flatten(),
        )
        self.head = torch.nn.Sequential(torch.nn.Linear(16 * 9 + scalars, features), torch.nn.ReLU())

    def forward(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the features of an observation."""
        return self.head(torch.cat([self.board(observation["board"].float()), observation["table"]], dim=1))


class Curve(BaseCallback):
    """Records the margins of games during training, and shows progress."""

    def __init__(self, steps: int, bar: Progress) -> None:
        super().__init__()
        self.bar, self.task = bar, bar.add_task("Training", total=steps)
        self.margins: list[float] = []
        """The learner's lead at the end of every game."""

    def _on_step(self) -> bool:
        for info, done in zip(self.locals["infos"], self.locals["dones"], strict=True):
            if done:
                own = info["scores"][info["seat"]]
                others = [score for seat, score in enumerate(info["scores"]) if seat != info["seat"]]
                self.margins.append(own - max(others))
        self.bar.update(self.task, completed=self.num_timesteps)
        return True

    def draw(self, path: Path) -> None:
        """Draw the learning curve as an SVG."""
        size = min(SMOOTHING, len(self.margins))
        smooth = np.convolve(self.margins, np.ones(size) / size, "valid")
        figure = Figure(figsize=(7, 4))
        axes = figure.subplots()
        axes.plot(np.arange(len(smooth)) + size, smooth, color="#a8431f")
        axes.axhline(0, color="#777", linewidth=0.8)
        axes.set(xlabel="games", ylabel=f"points ahead, mean of {size} games", title="Maskable PPO")
        figure.savefig(path)


def win_rate(model: MaskablePPO, env: BastideEnv, games: int) -> float:
    """Return the win rate of a policy, counting draws as half a win."""
    won = 0.0
    for seed in track(range(games), "Evaluating"):
        observation, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        won += (1 + np.sign(reward)) / 2
    return won / games


def train(steps: int, out: Path, opponents: str = "random", games: int = 100, seed: int = 1) -> tuple[float, float]:
    """Train a policy; return its win rates before and after training."""
    out.mkdir(parents=True, exist_ok=True)
    options = {"rules": "second", "opponents": opponents, "window": WINDOW, "beyond": "truncate"}
    envs = make_vec_env(BastideEnv, 8, seed=seed, env_kwargs={**options, "reward": "score"})
    model = MaskablePPO(
        "MultiInputPolicy",
        envs,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=0.99,
        learning_rate=1e-3,
        seed=seed,
        policy_kwargs={"features_extractor_class": BoardExtractor, "net_arch": [64]},
    )
    evaluation_env = BastideEnv(**options, reward="win")
    before = win_rate(model, evaluation_env, games)
    with Progress() as bar:
        curve = Curve(steps, bar)
        model.learn(steps, callback=curve)
    model.save(out / "policy.zip")
    curve.draw(out / "curve.svg")
    return before, win_rate(model, evaluation_env, games)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--out", type=Path, default=Path("learnt"))
    parser.add_argument("--opponents", default="random", help="a level: random, novice, greedy, strong, master")
    parser.add_argument("--games", type=int, default=100, help="number of games of an evaluation")
    parser.add_argument("--threads", type=int, default=0, help="threads for PyTorch (default: chosen by PyTorch)")
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    before, after = train(args.steps, args.out, args.opponents, args.games)
    print(f"won against {args.opponents}: {before:.0%} before, {after:.0%} after; see {args.out}/curve.svg")
