"""The tests run the sources as they stand; `tests/test_compiled.py` runs the rules compiled."""

import os

os.environ.setdefault("WONDERTABLE_PURE", "1")
