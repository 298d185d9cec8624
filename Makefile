# make demo: a match on the simulated table.   make test: every test.   make soak: 200 matches full
# of faults, then 500 on one heap, for hours.   All set themselves up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test soak lint format clean

setup: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
	  || { echo "Python 3.10 or newer is needed; name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "python3-venv is missing; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

demo: $(READY)
	@$(BIN)/python -m host_tools demo

# The table imports the pages of its menu again and again: with their bytecode kept, quickly.
test: $(READY)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest

soak: $(READY)
	@$(BIN)/python -m host_tools.sim.soak

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) build pictures .pytest_cache .ruff_cache .hypothesis *.egg-info
