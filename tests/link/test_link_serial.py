"""A serial port between the host's wire and a real MicroPython: the ends of a pseudo terminal."""

import os
import signal
import subprocess
import time

import pytest

from host_tools import FIRMWARE
from host_tools.link.serial_wire import SerialWire, run
from host_tools.link.table import LinkError, Table
from host_tools.runtimes.micropython import binary
from tests.micropython import DEVICE

tty = pytest.importorskip("tty", reason="no pseudo terminals here")


@pytest.fixture
def port():
    """The device file of a port with a MicroPython behind it, and its process."""
    program = binary.find()
    if program is None:
        pytest.skip(binary.MISSING)
    ours, theirs = os.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)
    process = subprocess.Popen(
        [program, str(DEVICE / "link_serial.py")],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        stdin=ours,
        stdout=ours,
        stderr=subprocess.DEVNULL,
    )
    yield os.ttyname(theirs), process
    process.kill()
    process.wait()
    os.close(ours)
    os.close(theirs)


def test_asks_and_answers_over_a_port(port):
    async def main(table):
        hello = await table.greet()
        texts = [(await table.ask("x.talk", count=count))["text"] for count in (0, 1, 300, 3000)]
        later = await table.ask("table.hello")
        return hello, texts, later

    wire = SerialWire(port[0])
    hello, texts, later = run(main(Table(wire)))
    wire.close()
    assert [len(text) for text in texts] == [0, 1, 300, 3000]
    assert later["rounds"] >= hello["rounds"]


def test_a_host_that_does_not_read_holds_nothing_up(port):
    """Whoever asks for much and reads nothing loses it; the game goes on, and so does the link."""
    wire = SerialWire(port[0])
    table = Table(wire)
    before = run(table.greet())["rounds"]
    for _ in range(30):
        wire.send(b'{"id":900,"do":"x.talk","count":3000}\n')
    time.sleep(1)
    after = run(table.ask("table.hello", 20_000))["rounds"]
    wire.close()
    assert after - before > 60


def test_ctrl_c_ends_it_within_a_second(port):
    wire = SerialWire(port[0])
    run(Table(wire).greet())
    began = time.monotonic()
    os.kill(port[1].pid, signal.SIGINT)  # what MicroPython makes of a byte 3 on a board
    port[1].wait(5)
    wire.close()
    assert time.monotonic() - began < 1


def test_a_port_that_goes_away_is_told(port):
    wire = SerialWire(port[0])
    table = Table(wire)
    run(table.greet())
    port[1].kill()
    port[1].wait()
    with pytest.raises(LinkError, match="does not answer|connection is lost"):
        run(table.ask("table.hello", 200))
    wire.close()
