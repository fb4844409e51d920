"""Whose main.py it is: ours, what is left of one of ours, or another program."""

import pytest

from host_tools.flash.firmware import source_firmware
from host_tools.flash.slots import HEAD, SLOTS, fill, is_damaged, is_known, is_ours, names_slots
from tests.flash.tiny import OLD_MAIN, OLDEST_MAIN

NOW = source_firmware().start
MAINS = [NOW, OLD_MAIN, OLDEST_MAIN, *(fill(main, *SLOTS) for main in (NOW, OLD_MAIN))]


@pytest.mark.parametrize("main", [main.decode() for main in MAINS])
def test_a_main_py_of_ours_is_known_whole_and_wherever_it_was_cut_off(main):
    assert main.startswith(HEAD)
    assert is_ours(main)
    assert not is_damaged(main)
    whole = main.rstrip()
    for size in range(len(whole)):
        assert is_damaged(main[:size]), main[:size]
        assert is_damaged(main[:size] + "\0" * 64), main[:size]


@pytest.mark.parametrize(
    "program",
    [
        "print('my lamp')\n",
        "1",
        "# nothing yet\n",
        '"""A lamp."""\n',
        '"""Copied from a board: my lamp."""\nprint(1)\n',
        "import os\nimport sys\n",
        "print('lamp')\0\0\0",
        "\0\0print('lamp')",
        "print('\ufffd')\n",
    ],
)
def test_another_program_stays_another_program(program):
    assert not is_damaged(program)
    assert not is_ours(program)


@pytest.mark.parametrize("start", ["", "\n", "\0" * 900, "\ufffd" * 900])
def test_a_main_py_with_nothing_in_it_is_nobody_s_program(start):
    assert is_damaged(start)


@pytest.mark.parametrize("main", [main.decode() for main in MAINS])
def test_a_main_py_of_ours_is_no_loss_but_one_with_lines_of_its_owner_is(main):
    lamp = "print('my lamp')\n"
    assert is_known(main, NOW)
    assert is_known(main.replace("\n", "\r\n"), NOW)
    for changed in (main + lamp, lamp + main, main.replace("import run", "import run\n" + lamp)):
        assert is_ours(changed) and not is_damaged(changed)
        assert not is_known(changed, NOW)


def test_the_first_part_of_our_main_py_is_no_loss():
    main = fill(NOW, *SLOTS).decode()
    for size in range(len(main)):
        assert is_known(main[:size] + "\0" * 9, NOW), main[:size]
    assert not is_known(main[:200] + "print('my lamp')\n", NOW)


def test_what_is_left_of_a_main_py_may_still_name_its_slots():
    main = fill(NOW, *SLOTS).decode()
    assert names_slots(main[: main.index("def choose")])
    assert not names_slots(main[: main.index("SLOT, OLD") + 20])
