"""What every game shares: randomness, cells, the kernel loop, the runner, positions, traces."""
