"""What an operator wants to do, done in a browser by somebody who has not read the docs."""

from tests.web.table_process import table_process


def test_i_open_the_printed_set_up_address_and_begin_a_game_with_virtual_seats(visitor, tmp_path):
    with table_process(tmp_path, "--setup", "--seats", "sim:") as addresses:
        page = visitor.open(addresses["Set-up"], ready=".ages li")
        page.get_by_label("Seat 1: Name").fill("Zoë")
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Begin the game").click()
        page.wait_for_url("**/operator?lang=en")
        for seat in range(3):
            page.wait_for_selector(f'[data-key="seat-{seat}"] .pill.good')
        page.get_by_text("Turn 2 of 6").first.wait_for()  # the bots play
        page.get_by_text("Zoë").first.wait_for()
