"""Registers the environments with Gymnasium."""

from __future__ import annotations

from gymnasium.envs import registration

from boardwalk.contract import registry

MODULE = "boardwalk.learning.gymnasium"
LIMIT = 1000  # steps or cycles after which an episode is cut, by default


def environment_id(game: str) -> str:
    """`boardwalk/FogQuoridor-v0` for the first version of the rules of `fog_quoridor`."""
    return f"boardwalk/{game.title().replace('_', '')}-v{registry.game(game).environment_version}"


def register_envs() -> None:
    """Register an environment for each game, alone and as a vector. Existing registrations are kept."""
    for game in registry.games():
        if environment_id(game.name) not in registration.registry:
            registration.register(
                environment_id(game.name),
                entry_point=f"{MODULE}:BoardwalkEnv",
                vector_entry_point=f"{MODULE}:BoardwalkVectorEnv",
                max_episode_steps=LIMIT,
                kwargs={"game": game.name},
            )
