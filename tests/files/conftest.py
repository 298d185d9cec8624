"""A folder that anybody may enter."""

import pathlib
import shutil
import tempfile

import pytest


@pytest.fixture
def lent_folder():
    """Below the system's own, as pytest's folders are for their owner alone."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)
