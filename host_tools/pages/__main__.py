"""`python -m host_tools.pages`: write docs/games, and the parameters in the house page."""

from pathlib import Path

from host_tools import ROOT
from host_tools.files.saving import save
from host_tools.pages.files import FOLDER, generated, stale

if __name__ == "__main__":
    made = generated()
    for path in stale(made):
        path.unlink()
        print(f"{path.relative_to(ROOT)}: gone")
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, text)
    print(f"{Path(FOLDER).relative_to(ROOT)}: {len(made)} files")
