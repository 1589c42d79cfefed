"""Gate Crasher: the third game. What it declares comes with its kernel."""
