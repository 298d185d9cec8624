"""The pages of docs/games: made from the table of parameters and the worked cases, in English and
Arabic. `python -m host_tools.pages` writes them.
"""
