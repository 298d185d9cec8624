"""What players read: language files, fonts, and the firmware modules made from them.

`python -m host_tools.languages` writes firmware/domino/words/en.py and firmware/domino/ui/font.py
anew; both are committed, and a test checks that they are fresh. Arabic (ar.json) is complete but
not shown yet: shaping it into bitmaps is a later step (texts.py).
"""
