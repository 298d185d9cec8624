"""Pictures of all that players see: every screen in every language, every state of the strip.

`python -m host_tools.gallery` writes them into docs/gallery, with a page that shows them;
`--differences` shows how what is drawn now differs from what is kept there. The tests compare them
pixel by pixel, so that they are the record of how screens look as well.
"""

from host_tools import ROOT

FOLDER = ROOT / "docs" / "gallery"
