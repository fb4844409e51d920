"""Make a flash image, as `fill.py FLASH FILES`: the file to make, the folder to fill it with."""

import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from flash import Flash, fill

_, _flash, _files = sys.argv
fill(Flash(_flash), _files)
