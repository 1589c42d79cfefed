"""The statistics must not slow down `balance --help`."""

import subprocess
import sys


def test_importing_the_statistics_loads_no_heavy_package():
    code = (
        "import sys, balance.stats;"
        "print(sorted({'scipy', 'statsmodels', 'pandas', 'numba', 'matplotlib'} & {*sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
