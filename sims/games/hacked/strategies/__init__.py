"""The strategies of You've Been Hacked, one idea a file; `balance strategies hacked` lists them."""
