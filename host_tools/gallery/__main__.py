"""`python -m host_tools.gallery [--differences]`."""

import argparse
import sys

from PIL import Image

from host_tools.gallery import FOLDER, making

# What a pixel was and is.
_SIGNS = {(False, False): ".", (True, True): "#", (False, True): "+", (True, False): "-"}


def main() -> int:
    """Exit status: 0; with --differences 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.gallery")
    parser.add_argument(
        "--differences", action="store_true", help="show what differs, write nothing"
    )
    files = making.made()
    if not parser.parse_args().differences:
        changed = making.write(files)
        for path in changed:
            print(path.relative_to(FOLDER.parent.parent))
        print(f"{len(files)} files, {len(changed)} changed")
        return 0
    names = making.differing(files)
    for name in names:
        print(name)
        for line in difference(name, files):
            print("  " + line)
    return 1 if names else 0


def difference(name: str, files: dict[str, Image.Image | str]) -> list[str]:
    """How a picture differs: the lines that do, `+` where a pixel is lit now, `-` where it was."""
    path = FOLDER / name
    if name not in files:
        return ["should not be there"]
    if not path.exists():
        return ["is missing"]
    now = files[name]
    if isinstance(now, str):
        return ["the text differs"]
    kept = making.kept_picture(path)
    if kept.size != now.size:
        return [f"{kept.width} x {kept.height} pixels are kept, {now.width} x {now.height} drawn"]
    return [line for y in range(now.height) if (line := _line(kept, now, y))]


def _line(kept: Image.Image, now: Image.Image, y: int) -> str:
    """A line of pixels, "" where both are the same."""
    places = [(x, y) for x in range(now.width)]
    pairs = [(bool(kept.getpixel(place)), bool(now.getpixel(place))) for place in places]
    if all(before == after for before, after in pairs):
        return ""
    return f"{y:3} " + "".join(_SIGNS[pair] for pair in pairs)


if __name__ == "__main__":
    sys.exit(main())
