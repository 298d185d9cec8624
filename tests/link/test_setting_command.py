"""`domino-table setting` on the simulated table: read, changed, refused, and a forgotten PIN."""

import json

import pytest

from host_tools import cli
from host_tools.boards import load
from host_tools.link import setting_command
from host_tools.runtimes.flash import image

BOARD = "grid48_mfrc522"
UID = "04a81d12de5f80"


@pytest.fixture
def setting(capsys, tmp_path, monkeypatch):
    """Run it on a table with a PIN and a tag of its keeper; status, output, lines of errors."""
    monkeypatch.chdir(tmp_path)
    settings = {"game": "all-fives", "seed": 1, "keeper_pin": "0042", "keeper_tag": UID}
    files = {"board.json": load(BOARD), "settings.json": settings}
    (tmp_path / "flash.img").write_bytes(image(files))

    def run(*words, command="setting"):
        status = cli.main([command, *words, "--simulate", BOARD, "--flash", "flash.img"])
        out, err = capsys.readouterr()
        return status, out, err.splitlines()

    return run


def test_a_setting_is_read_and_changed(setting):
    pin = ("--pin", "0042")
    assert setting("language") == (0, 'language: "en"\n', [])
    assert setting("language", "ar", *pin) == (0, 'language: "ar"\n', [])
    assert setting("language") == (0, 'language: "ar"\n', [])
    status, out, _ = setting("turn_clock_s", "30", *pin)
    assert (status, out) == (0, "turn_clock_s: 30\nIt counts from the table's next start.\n")
    assert setting("brightness_pct", "null", *pin)[1].startswith("brightness_pct: null\n")
    _, out, _ = setting("game", "goats", *pin)
    assert out.splitlines()[1:] == [
        'note: "goats" (goat, perhaps) is no game of ours; games.json on the table must have it',
        "It counts from the table's next start.",
    ]
    assert "note" not in setting("game", "goat", *pin)[1]
    assert setting("language", "en")[0] == 1 and setting("language")[1] == 'language: "ar"\n'


def test_what_does_not_fit_the_other_settings_is_noted(setting):
    def note(*words):
        status, out, err = setting(*words, "--pin", "0042")
        assert (status, err) == (0, [])
        return "\n".join(line for line in out.splitlines() if line.startswith("note: "))

    assert note("options", '{"target": 100}') == ""
    assert note("starters", "[0, null, 3]") == "note: starters[2] is 3; 2 players sit at 0 to 1"
    assert note("players", "4") == ""
    assert note("game", "poker").startswith(
        'note: the match cannot begin so: bad_option: no option "target"; poker has none'
    )
    assert note("options", "{}") == ""
    assert note("game", "my-own").endswith("games.json on the table must have it")
    assert note("options", '{"x": 1}') == (
        'note: options are not checked: what "my-own" takes is not known here'
    )


def test_a_forgotten_pin_is_forgotten_by_who_stands_at_the_table(setting, tmp_path, monkeypatch):
    tiles = {"2-3": {"uid": "04112233"}}
    (tmp_path / "set.json").write_text(
        json.dumps({"version": 1, "set_id": "c0ffee01", "tiles": tiles})
    )
    assert setting("keeper_pin") == (0, "keeper_pin: there is one\n", [])  # which is not told

    async def nobody(simulated):
        pass

    with monkeypatch.context() as patched:
        patched.setattr(setting_command, "_hand", nobody)
        assert setting("keeper_pin", "") == (
            1,
            "press ok at the table\n",
            ["ok was not pressed at the table within 30 s: all stays"],
        )
    assert setting("import", "set.json", command="tags")[0] == 1
    (refused,) = setting("set_id", "c0ffee02", "--pin", "12345")[2]
    assert refused == '--pin is "12345"; accepted: four digits'
    assert setting("set_id", "c0ffee02", "--pin", "1111")[2] == [
        "the table has another PIN of its keeper"
    ]
    assert setting("set_id", "c0ffee02", "--pin", "0042")[1] == 'set_id: "c0ffee02"\n'
    for name in ("keeper_pin", "keeper_tag"):
        assert setting(name, "") == (0, f"press ok at the table\n{name}: none\n", [])
    assert setting("import", "set.json", command="tags")[0] == 0


@pytest.mark.parametrize(
    "words, told",
    [
        (("langauge",), 'no setting "langauge" (language, perhaps); accepted: game, '),
        (("language", "xx"), 'language is "xx"; accepted: en, ar'),
        (("turn_clock_s", "soon"), 'turn_clock_s is "soon"; accepted: a whole number from 0 to'),
        (("sound", "1"), 'sound is "1"; accepted: false, true'),
        (("set_id", "12"), "set_id is \"12\"; accepted: 8 of 0123456789abcdef, or ''"),
        (
            ("options", '{"target": NaN}'),
            'options is "{\\"target\\": NaN}"; accepted: an obj',
        ),
        (("options", "[]"), 'options is "[]"; accepted: an object of 200 bytes at most'),
        (("starters", "[0, 9]"), "starters[1] is 9; accepted: a seat from 0 to 3, or null"),
        (("starters", "0"), 'starters is "0"; accepted: a list of 200 bytes at most'),
        (("options", '{"target": 1, "target": 2}'), 'options: "target" stands twice; accepted: '),
        (("game", ""), 'game is ""; accepted: the id of a game, 2'),
        (
            ("options", '{"taget": 5}'),
            'options: no option "taget" (target, perhaps); options of all-fives are ',
        ),
        (("options", '{"target": 0}'), "options: target is 0; wanted: a whole number from 1 to"),
        (("keeper_pin", "1234"), "keeper_pin: the menu sets it: Players and keeper, Keeper; acc"),
    ],
)
def test_what_cannot_be_set_is_one_line(setting, words, told):
    status, out, err = setting(*words)
    assert (status, out, len(err)) == (1, "", 1) and err[0].startswith(told)


def test_a_simulated_table_without_a_flash_file_says_that_nothing_is_kept(capsys):
    for name, value in (("turn_clock_s", "30"), ("language", "ar")):
        assert cli.main(["setting", name, value, "--simulate", BOARD]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == [
            "Nothing is kept: --flash FILE keeps the memory of a simulated table."
        ]
    assert cli.main(["setting", "language", "--simulate", BOARD]) == 0
    assert "kept" not in capsys.readouterr().out
