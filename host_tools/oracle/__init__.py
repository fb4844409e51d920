"""What a game may come to: rollouts from what everybody knows, and what turns have cost."""
