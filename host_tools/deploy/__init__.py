"""What gets the firmware onto a board: so far the lists of its files."""
