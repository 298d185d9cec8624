"""Makes all files of the gallery, and compares them with those that are kept."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from host_tools.files.reading import data as file_bytes
from host_tools.files.reading import text as file_text
from host_tools.files.saving import save
from host_tools.gallery import FOLDER, menu_pages, menu_tour, scenes, sheets, stage, strips
from host_tools.languages import texts

SCALE = 3
_SHEET_SCALE = 2
_SHEETS = {
    "messages": "Messages of every game",
    "games": "Messages of few games",
    "errors": "What is refused",
    "service": "Making tiles, testing the table",
}


def screens(language: str) -> dict[str, tuple[str, Image.Image]]:
    """{name: (what it shows, picture)} of a language."""
    found = {
        each.name: (each.says, stage.shown(language, each.kind, each.compose))
        for each in scenes.scenes()
    }
    for name, picture in (menu_tour.pages(language) | menu_pages.pages(language)).items():
        found[name] = (name.replace("_", " "), picture)
    return {name: (says, sheets.pixels(picture)) for name, (says, picture) in found.items()}


def made() -> dict[str, Image.Image | str]:
    """{path inside the gallery: picture or text} of every file."""
    files: dict[str, Image.Image | str] = {}
    says: dict[str, str] = {}
    for language in texts.languages():
        for name, (words, image) in screens(language).items():
            files[f"{language}/{name}.png"] = image
            says[name] = words
        for group in _SHEETS:
            files[f"{language}/sheet_{group}.png"] = sheets.sheet(language, group)
    for state in strips.states():
        files[f"strip/{state.name}.svg"] = strips.svg(state)
    files["README.md"] = _page(says)
    return files


def _page(says: dict[str, str]) -> str:
    """The index, in Markdown."""
    codes = texts.languages()
    out = ["# What players see", ""]
    out += ["Made by `python -m host_tools.gallery`; the tests compare every picture.", ""]
    out += [
        "## Screens",
        "",
        "| | " + " | ".join(texts.Script(code).name for code in codes) + " |",
    ]
    out.append("|---|" + "---|" * len(codes))
    for name, words in says.items():
        cells = [f"![{name}]({code}/{name}.png)" for code in codes]
        out.append(f"| {words} | " + " | ".join(cells) + " |")
    for group, title in _SHEETS.items():
        out += ["", f"## {title}", ""]
        out += [" ".join(f"![{group}]({code}/sheet_{group}.png)" for code in codes)]
    out += ["", "## Score strip", ""]
    for state in strips.states():
        out += [state.says, "", f"![{state.name}](strip/{state.name}.svg)", ""]
    return "\n".join(out)


def write(files: dict[str, Image.Image | str], folder: Path = FOLDER) -> list[Path]:
    """Write all files, and take away what is none of them any more. Returns what was changed."""
    changed = []
    for name in differing(files, folder):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name not in files:
            path.unlink()
        else:
            save(path, _bytes(name, files[name]))
        changed.append(path)
    return changed


def differing(files: dict[str, Image.Image | str], folder: Path = FOLDER) -> list[str]:
    """Names of files that are missing, differ or should not be there."""
    there = {str(path.relative_to(folder)) for path in folder.rglob("*.*")}
    wrong = [name for name in files if name not in there or not _is_same(name, files, folder)]
    return sorted(wrong) + sorted(there - set(files))


def _is_same(name: str, files: dict[str, Image.Image | str], folder: Path) -> bool:
    if isinstance(files[name], str):
        return file_text(folder / name) == files[name]
    kept = kept_picture(folder / name)
    return kept.size == files[name].size and kept.tobytes() == files[name].tobytes()


def kept_picture(path: Path) -> Image.Image:
    """A kept picture at the size of the screen."""
    with Image.open(BytesIO(file_bytes(path))) as image:
        scale = scale_of(path.name)
        size = (image.width // scale, image.height // scale)
        return image.convert("1").resize(size, Image.Resampling.NEAREST)


def scale_of(name: str) -> int:
    """How much a picture is enlarged in its file."""
    return _SHEET_SCALE if "sheet_" in name else SCALE


def _bytes(name: str, content: Image.Image | str) -> bytes:
    if isinstance(content, str):
        return content.encode("utf-8")
    scale = scale_of(name)
    out = BytesIO()
    size = (content.width * scale, content.height * scale)
    content.resize(size, Image.Resampling.NEAREST).save(out, "PNG", optimize=True)
    return out.getvalue()
