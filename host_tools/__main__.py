"""`python -m host_tools` does what `domino-table` does."""

import sys

from host_tools.cli import main

sys.exit(main())
