"""Games as environments for reinforcement learning, on the engine alone; the extra `rl` brings what they need."""
