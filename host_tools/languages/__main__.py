"""`python -m host_tools.languages`: write the generated firmware modules."""

from pathlib import Path

from host_tools import FIRMWARE
from host_tools.files.saving import save
from host_tools.languages import fonts, texts


def generated() -> dict[Path, str]:
    """{path: text} of every module made from the language files and the drawings."""
    domino = FIRMWARE / "domino"
    made = {
        domino / "ui" / "font.py": fonts.module(),
        domino / "store" / "languages.py": texts.choices_module(),
    }
    for language in texts.languages():
        for name, text in texts.modules(language).items():
            made[domino / "words" / name] = text
    return made


if __name__ == "__main__":
    for path, text in generated().items():
        save(path, text)
        print(f"{path.relative_to(FIRMWARE.parent)}: {len(text)} characters")
