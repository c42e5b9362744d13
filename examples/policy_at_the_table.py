"""Let a trained policy play at a table: `python examples/policy_at_the_table.py ADDRESS TABLE NAME POLICY`.

ADDRESS is that of a server, such as http://localhost:8000. POLICY is a file that `examples/self_play.py` (`policy.pt`)
or `examples/train_maskable_ppo.py` (`policy.zip`) has written.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import torch

from bastide.bots import Budget
from bastide.bots.remote import RemoteBot
from bastide.client import Client
from bastide.games import make_rules
from bastide.rl import make_encoding
from bastide.rl.policy import Policy, PolicyBot

RULES, PLAYERS, WINDOW = "second", 2, 31
"""The parameters of training in both examples."""


def load(path: Path) -> Policy:
    """Load a policy from a file."""
    if path.suffix == ".zip":
        from sb3_contrib import MaskablePPO

        model = MaskablePPO.load(path)
        return lambda observation, mask: int(
            model.predict(observation, action_masks=mask.astype(bool), deterministic=True)[0]
        )
    from self_play import Network

    encoding = make_encoding(RULES, PLAYERS, WINDOW)
    network = Network(encoding.planes.shape[0], encoding.table.size, encoding.actions.size)
    network.load_state_dict(torch.load(path, weights_only=True))

    def choose(observation: dict[str, object], mask: object) -> int:
        board, table = (torch.as_tensor(observation[name])[None] for name in ("board", "table"))
        with torch.no_grad():
            logits, _ = network(board, table)
        return int(logits[0].masked_fill(torch.as_tensor(mask) == 0, -1e9).argmax())

    return choose


async def play(address: str, table: str, name: str, policy: str) -> None:
    """Take a seat and play by the policy until the game has ended."""
    rules = make_rules(RULES)
    bot = RemoteBot(PolicyBot(rules, Random(1), load(Path(policy)), WINDOW), rules, Random(2))
    client = Client(address)
    facts = await client.request("GET", f"/api/tables/{table}")
    if (facts["rules"], len(facts["seats"])) != (RULES, PLAYERS):
        sys.exit(f"The policy was trained for “{RULES}” with {PLAYERS} seats; this table has other rules or seats.")
    seat = await client.take_seat(table, name)
    async with client.session(table, seat.token) as session:
        async for snapshot in session:
            if snapshot.ended:
                print("scores:", snapshot.view["scores"])
                return
            if snapshot.options:
                await session.act(bot.choose(snapshot.view, snapshot.options, Budget()))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:5]))
