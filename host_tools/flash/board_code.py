"""What a board runs for us at its REPL, and what it answers."""

from typing import TypedDict

SOURCE = """
import hashlib, json, os, sys

def _kind(path):
    try:
        return "folder" if os.stat(path)[0] & 0x4000 else "file"
    except OSError:
        return ""

def _text(path):
    try:
        with open(path) as file:
            return file.read()
    except (OSError, UnicodeError):
        return ""

def _start():
    try:
        with open("/main.py", "rb") as file:
            return file.read(8192).hex()
    except OSError:
        return ""

def _digest(path):
    made, part = hashlib.sha256(), bytearray(512)
    with open(path, "rb") as file:
        size = file.readinto(part)
        while size:
            made.update(memoryview(part)[:size])
            size = file.readinto(part)
    return made.digest().hex()

def _digests(folder, inner=""):
    for name in sorted(os.listdir(folder + inner)):
        path = inner + "/" + name
        if _kind(folder + path) == "folder":
            _digests(folder, path)
        else:
            print(_digest(folder + path), path[1:])

def _wipe(path):
    if _kind(path) == "folder":
        for name in os.listdir(path):
            _wipe(path + "/" + name)
        os.rmdir(path)
    elif _kind(path):
        os.remove(path)
    print(path)

def _marked(slot):
    return _kind(slot + "/trial") + _kind(slot + "/tried") != ""

def _filled(slot):
    return _kind(slot + "/manifest.json") != "" and not _marked(slot)

def _facts(slots):
    import machine
    made, disk = sys.implementation, os.statvfs("/")
    print(json.dumps({
        "uid": machine.unique_id().hex(),
        "machine": getattr(made, "_machine", sys.platform),
        "micropython": list(made.version[:3]),
        "mpy": getattr(made, "_mpy", 0),
        "free": disk[0] * disk[3],
        "block": disk[0],
        "start": _start(),
        "has_start": _kind("/main.py") != "",
        "marks": {slot: _marked(slot) for slot in slots},
        "filled": [slot for slot in slots if _filled(slot)],
        "seat": _text("/seat.json"),
        "wiring": _text("/wiring.json"),
    }))
"""


class BoardReply(TypedDict):
    """What `_facts` prints on a board."""

    uid: str
    machine: str
    micropython: list[int]
    mpy: int
    free: int
    block: int
    start: str
    has_start: bool
    marks: dict[str, bool]
    filled: list[str]
    seat: str
    wiring: str
