"""Runs before main.py on every start. Nothing to do: the table is built in main.py."""
