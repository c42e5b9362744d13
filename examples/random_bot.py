"""A bot that plays at random at a table: `python examples/random_bot.py http://localhost:8000 TABLE NAME`."""

import asyncio
import random
import sys

from bastide.client import Client


async def play(address: str, table: str, name: str) -> None:
    """Take a seat and play at random until the game has ended."""
    client = Client(address)
    seat = await client.take_seat(table, name)
    print(f"{name} has seat {seat.seat + 1}; to reconnect, use the token {seat.token}")
    async with client.connect(table, seat.token) as connection:
        async for snapshot in connection:
            if snapshot.ended:
                print("scores:", snapshot.view["scores"])
                return
            if snapshot.options:
                await connection.act(random.randrange(len(snapshot.options)))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:4]))
