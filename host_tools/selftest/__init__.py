"""The table's self-test from the host: asked over the link, judged here, shown as a table."""
