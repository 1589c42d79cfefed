"""The strategies of Super Hack Override, one idea a file; `balance strategies override` lists them."""
