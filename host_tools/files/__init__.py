"""The only way to the files of the computer that a command runs on: read with a limit, saved as a
whole. tests/test_structure.py holds all host code to it."""
