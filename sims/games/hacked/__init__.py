"""You've Been Hacked: draw, play and freeze until one player is left."""
