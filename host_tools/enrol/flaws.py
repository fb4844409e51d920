"""What can be wrong with the number of a tag itself.

>>> flaw("04a1b2c3d4e5f6"), flaw("8804a1b2"), flaw("08a1b2c3")
('', 'truncated', 'random')
"""

CASCADE = "88"  # ISO 14443-3: the cascade tag, where a 4-byte number would begin a longer one
RANDOM = "08"  # ISO 14443-3: a number drawn anew every time


def flaw(uid: str) -> str:
    """Say why this number cannot name a card; nothing when it can."""
    if len(set(uid)) == 1:  # all 0, all f: a clone that was never given a number
        return "blank"
    if len(uid) == 8 and uid.startswith(CASCADE):
        return "truncated"
    if len(uid) == 8 and uid.startswith(RANDOM):
        return "random"
    return ""
