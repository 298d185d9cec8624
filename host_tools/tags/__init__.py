"""Tags of tiles, host side: what stands on them and blank ones to lay on the simulated table."""
