"""The tests run the sources as they stand; `tests/test_compiled.py` runs the rules compiled."""

import os
import sys

os.environ.setdefault("WONDERTABLE_PURE", "1")
os.environ["WONDERTABLE_CONFIG"] = os.devnull  # not the settings of whoever runs the tests

# Tests start hundreds of processes: they should not compile our sources again in each of them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
