"""Makes `toys` importable; see tests/contract/conftest.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
