"""Makes `found` importable: tests are no packages, so that two games may have like-named files."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
