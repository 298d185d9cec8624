"""`python -m host_tools.languages`: write the generated firmware modules."""

from pathlib import Path

from host_tools import FIRMWARE
from host_tools.languages import fonts, texts

SHOWN = ("en",)  # languages that the screen can show so far


def generated() -> dict[Path, str]:
    """{path: text} of every module made from the language files and the drawings."""
    made = {FIRMWARE / "domino" / "ui" / "font.py": fonts.module()}
    for language in SHOWN:
        words = FIRMWARE / "domino" / "words"
        made[words / f"{language}.py"] = texts.module(language)
        for part in texts.PARTS:
            made[words / f"{language}_{part}.py"] = texts.module(language, part)
    return made


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(FIRMWARE.parent)}: {len(text)} characters")
