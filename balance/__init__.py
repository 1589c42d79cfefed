"""Questions about card games, answered by simulation and statistics."""
