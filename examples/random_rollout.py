"""Play a random game in the PettingZoo environment: `python examples/random_rollout.py [RULES]`."""

import sys

from bastide.rl import bastide_v0


def play(rules: str = "second", seed: int = 1) -> dict[str, float]:
    """Play one episode and return the return of every agent."""
    env = bastide_v0.env(rules, reward="score")
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return returns


if __name__ == "__main__":
    print(play(*sys.argv[1:2]))
