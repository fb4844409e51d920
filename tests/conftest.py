"""For all tests: how properties are searched, how many run at once, how many files stay open.

`make test` searches the same examples every time, `make soak` new ones; `brief` is for a second
look, at the compiled rules.
"""

import gc
import os
from pathlib import Path

from hypothesis import HealthCheck, settings

OPEN_FILES = Path("/proc/self/fd")
MANY = 200  # select knows 1024 at most

# No verdict by the clock: a busy machine draws slowly, and that says nothing of the code.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("wild", patient)
settings.register_profile("steady", patient, derandomize=True)
settings.register_profile("brief", patient, derandomize=True, max_examples=25)
settings.load_profile("steady")


def pytest_xdist_auto_num_workers():
    """Half as many again as cores: tests wait for boards, browsers and brokers a good part."""
    return max(2, len(os.sched_getaffinity(0)) * 3 // 2) if hasattr(os, "sched_getaffinity") else 2


kept_open = 0


def pytest_runtest_logfinish():
    """Close the journals that tests have left to the garbage collector, which comes seldom."""
    global kept_open
    if OPEN_FILES.exists() and len(list(OPEN_FILES.iterdir())) > kept_open + MANY:
        gc.collect()
        kept_open = len(list(OPEN_FILES.iterdir()))
