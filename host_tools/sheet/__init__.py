"""The Mexican Train score sheet on the host: `domino-table sheet`. The table's own code adds."""
