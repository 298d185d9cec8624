"""The languages that may be set, the one without a setting first.

Made by `python -m host_tools.languages` from its language files; do not edit here.
"""

CODES = ["en", "ar"]
