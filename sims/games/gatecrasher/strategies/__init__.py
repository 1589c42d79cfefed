"""The strategies of Gate Crasher, one idea a file; `balance strategies gatecrasher` lists them."""
