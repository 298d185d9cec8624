"""The on-table menu: imported when somebody opens it, dropped when it is closed (door.py)."""
