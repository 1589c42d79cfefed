"""The strategies of Super Hack Override, one idea a file."""
