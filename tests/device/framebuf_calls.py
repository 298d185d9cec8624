"""Runs on MicroPython: plays the calls of the JSON file named on the command line.

Prints the buffer in hex after each call, so that CPython can compare its stand-in byte for byte.
"""

import json
import sys

import framebuf

with open(sys.argv[1]) as calls_file:
    cases = json.load(calls_file)

for case in cases:
    width, height, stride = case["shape"]
    data = bytearray(bytes.fromhex(case["start"]))
    other = bytearray(bytes.fromhex(case["other"]))
    fb = framebuf.FrameBuffer(data, width, height, framebuf.MONO_VLSB, stride)
    source = framebuf.FrameBuffer(other, 8, 8, framebuf.MONO_VLSB)
    palette = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
    for name, args in case["calls"]:
        if name == "blit":
            if args[-1] == "palette":
                args[-1] = palette
            args = [source] + args
        result = getattr(fb, name)(*args)
        print(data.hex(), result)
