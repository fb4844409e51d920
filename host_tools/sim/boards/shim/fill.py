"""Make a flash image, as `fill.py FLASH FILES`: the file to make, the folder to fill it with."""

import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from flash import make

_, _flash, _files = sys.argv
make(_flash, _files)
