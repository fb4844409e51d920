"""All tests, and the benchmarks. The emulated Pico runs the UF2 that lies beside the project."""

import os
from pathlib import Path

UF2 = Path(__file__).parents[2] / "shared" / "firmware" / "RPI_PICO-1.26.1.uf2"
os.environ.setdefault("WONDERTABLE_PICO_UF2", str(UF2))
