# Run behind a line that sets CONFIGS, a JSON list of boards: each starts or is a BoardError.
import json

from domino.board.config import Board, BoardError


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, *how, **more):
        if not 0 <= number < 49:
            raise ValueError("invalid pin")

    def value(self, level=None):
        return 1

    __call__ = value


class Bus:
    def __init__(self, *how, **more):
        pass

    def write(self, data):
        pass

    def writeto(self, address, data):
        pass


class Machine:
    SPI = I2C = SoftI2C = Bus


Machine.Pin = Pin
wrong = 0
for config in json.loads(CONFIGS):  # noqa: F821
    try:
        Board(config, Machine)
    except BoardError:
        wrong += 1
print(wrong)
print("done")
