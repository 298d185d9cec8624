"""Somebody without rights, also where the tests run as root, who has all of them."""

import os

_NOBODY = 65534


def as_nobody(act):
    """What `act`, a function that returns a text, gives a process without rights."""
    if os.geteuid():
        return act()
    from_child, to_parent = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)
            said = act()
        except BaseException as error:
            said = f"raised {error!r}"
        os.write(to_parent, said.encode())
        os._exit(0)
    os.close(to_parent)
    with os.fdopen(from_child, encoding="utf-8") as file:
        said = file.read()
    os.waitpid(child, 0)
    return said
