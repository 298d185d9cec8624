"""The part of the check that board.schema.json states: fields, types, ranges.

The schema is the one source: the words of a message are made from its bounds and descriptions.
"""

import copy
import difflib
import json
from collections.abc import Iterator
from functools import cache

import jsonschema

from host_tools.boards.faults import Fault, entries, place, shown
from host_tools.boards.reading import CONFIGS
from host_tools.counting import one_of
from host_tools.files.reading import text as file_text

SCHEMA_FILE = CONFIGS / "board.schema.json"


def faults(config: dict) -> list[Fault]:
    """Everything in `config` that the schema refuses, in the order of its places."""
    found: list[Fault] = []
    for error in _validator().iter_errors(config):
        found += _faults_of(error)
    return sorted(set(found))


def without_faults(config: dict) -> dict:
    """A copy in which the values that the schema refuses are left out, for what can be told of
    the others."""
    left = copy.deepcopy(config)
    paths = {path for error in _validator().iter_errors(config) for path in _refused(error)}
    for path in sorted(paths, key=_later_first, reverse=True):  # so that no place in a list moves
        node = left
        for step in path[:-1]:
            node = node[step]
        if path:
            del node[path[-1]]
    return left


def as_meant(config: dict) -> dict:
    """A copy in which an unknown field has the name that it is much like, or is left out where
    there is none: for what can be told of all the others."""
    made = copy.deepcopy(config)
    for error in sorted(_validator().iter_errors(config), key=_deepest_first):
        if error.validator != "additionalProperties":
            continue
        node, known = made, error.schema["properties"]
        for step in error.absolute_path:
            node = node[step]
        for name in [name for name in node if name not in known]:
            value, like = node.pop(name), _like(name, list(known))
            if like:
                node.setdefault(like[0], value)
    return made


def _deepest_first(error: jsonschema.ValidationError) -> int:
    return -len(error.absolute_path)


def _later_first(path: tuple) -> tuple:
    return tuple((isinstance(step, str), step) for step in path)


def _refused(error: jsonschema.ValidationError) -> Iterator[tuple]:
    """The paths of values that are there and should be otherwise, or not be there."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        unknown = (name for name in error.instance if name not in error.schema["properties"])
        yield from ((*path, name) for name in unknown)
    elif error.validator != "required" and "propertyNames" not in error.absolute_schema_path:
        yield path


@cache
def _validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(file_text(SCHEMA_FILE))
    # JSON Schema takes 4.0 for an integer; the board would get a float, where it counts on pins.
    checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    strict = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=checker)
    return strict(schema)


def _is_integer(_checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _faults_of(error: jsonschema.ValidationError) -> Iterator[Fault]:
    path = list(error.absolute_path)
    node = error.schema
    if error.validator == "required":
        for name in error.validator_value:
            if name not in error.instance:
                accepted = _expected(node.get("properties", {}).get(name, {}))
                yield Fault(place([*path, name]), "is missing", accepted)
    elif error.validator == "additionalProperties":
        for name in error.instance:
            if name not in node["properties"]:
                accepted = _nearest(name, list(node["properties"]))
                yield Fault(place([*path, name]), "is not a known field", accepted)
    elif "propertyNames" in error.absolute_schema_path:
        yield Fault(place(path), f"{shown(error.instance)} is no name", node["description"])
    elif error.validator in ("minItems", "maxItems", "minProperties", "maxProperties"):
        yield Fault(place(path), f"has {entries(len(error.instance))}", _entries(node))
    else:
        yield Fault(place(path), f"is {shown(error.instance)}", _expected(node))


def _like(name: str, known: list[str]) -> list[str]:
    """The known name that is much like this one, or nothing."""
    return difflib.get_close_matches(name[:40], known, 1)


def _nearest(name: str, known: list[str]) -> str:
    close = _like(name, known)
    fields = ", ".join(field for field in known if field != "notes")
    return f"{close[0]}, perhaps; the fields are {fields}" if close else f"one of {fields}"


def _entries(node: dict) -> str:
    least = node.get("minItems", node.get("minProperties", 0))
    most = node.get("maxItems", node.get("maxProperties"))
    if least == most:
        return entries(least)
    return f"{least} to {most} entries"


def _expected(node: dict) -> str:
    """What a place accepts, in words: `an integer from 0 to 63 (The number of a GPIO.)`."""
    node = _followed(node)
    words = _kind(node)
    description = node.get("description", "").rstrip(".")
    return f"{words} ({description})" if description else words


def _kind(node: dict) -> str:
    if "enum" in node:
        return one_of(map(json.dumps, node["enum"]))
    if "const" in node:
        return json.dumps(node["const"])
    kinds = node.get("type", "a value")
    if kinds == "integer" or "integer" in kinds:
        return _integer(node) + (" or null" if "null" in kinds else "")
    if kinds == "string" and "pattern" in node:
        return "a string"  # its description says of which letters
    if kinds == "string":
        return f"a string of {node.get('minLength', 0)} to {node.get('maxLength', 32)} characters"
    words = {"array": "a list", "object": "an object"}
    return " or ".join(
        words.get(kind, "a value") for kind in ([kinds] if isinstance(kinds, str) else kinds)
    )


def _integer(node: dict) -> str:
    words = f"an integer from {node['minimum']} to {node['maximum']}"
    return words + (f", a multiple of {node['multipleOf']}" if "multipleOf" in node else "")


def _followed(node: dict) -> dict:
    """The node that `$ref` points to, with what stands beside the reference laid over it."""
    if "$ref" not in node:
        return node
    target = _validator().schema["$defs"][node["$ref"].rpartition("/")[2]]
    beside = {key: value for key, value in node.items() if key != "$ref"}
    return {**_followed(target), **beside}
