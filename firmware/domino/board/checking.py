"""What of board.json the firmware uses, looked at before anything is made of it: types and ranges,
and that one part names another that is there. Imported at the start, and dropped.

`board_configs/board.schema.json` says the same and more; it is checked on the host.
"""

from domino.board.config import NONE, BoardError

# From, to, and the fields whose numbers these hold, but for those in it under another name here.
_NUMBERS = (
    "0,63,sck,mosi,miso,sda,scl,latch,enable,enables,pins,pin,reset,buttons",
    "0,119,address",
    "112,119,addresses",
    "0,254,selects,select",
    "0,253,neighbours",
    "8,256,outputs",
    "1,26,columns,rows",
    "0,23,places",
    "0,3,seats",
    "0,2,id",
    "1,2,fields",
    "1,4,tracks",
    "2,300,leds",
    "1,100,brightness_pct",
    "1,20000,current_ma",
    "100000,10000000,baud",
    "10000,400000,freq",
    "1000,6000,timeout_us",
    "2000,8388,watchdog_ms",
)
# What words a field may hold, any for "".
_WORDS = {
    "kind": "spi,i2c,74hc595,74hc138,gpio,tca9548a",
    "chip": "mfrc522,pn532,ssd1306,sh1106",
    "linked": "rows,columns,both",
    "side": "near,far",
    "": "name,names,bus,mcu,trick_slots",
}
# Without a default: of parts that may be left out, these.
_NEEDED = {"strip": "pin,tracks,leds", "display": "chip,bus,address", "buzzer": "pin"}
_MANY = "names,selects,address,addresses,enables,pins,neighbours,places,trick_slots,seats,buttons"
_DICTS = "slots,seats,readers,buses"
_ROWS = ("slots.neighbours", "slots.places")
_OBJECTS = ("pads", "selects")
_FOR_PEOPLE = ("supply", "notes")
_ALL = "slots,pads,seats,readers,selects,buses"


def check(config):
    """Raises BoardError for what cannot be started."""
    if not isinstance(config, dict) or config.get("version") != 1:
        raise BoardError("board.json: version: must be 1")
    _need(config, _ALL if "watchdog_ms" not in config else _ALL + ",mcu")
    for name in _DICTS.split(","):
        _see(isinstance(config[name], dict), name)
    for name in ("pads", "selects"):
        _see(isinstance(config[name], (list, dict)), name)
    check_parts(config)


def check_parts(config):
    """The same of the parts that are there, of which `buses` must be."""
    shapes = dict(_WORDS)
    for name in shapes.pop("").split(","):
        shapes[name] = ""
    for row in _NUMBERS:
        low, high, *names = row.split(",")
        for name in names:
            shapes[name] = int(low), int(high)
    for name in config:
        if name in shapes or name in _NEEDED or name in _ALL:
            _look(config[name], shapes.get(name), name, shapes)
    for name in config["buses"]:
        bus = config["buses"][name]
        path = "buses." + name + "."
        _need(bus, "kind", path)
        _need(bus, "id,sck,mosi,miso,baud" if bus["kind"] == "spi" else "sda,scl,freq", path)
        _need(bus, "kind" if bus.get("soft") is True else "id", path)
    for name in _NEEDED:
        if name in config:
            _need(config[name], _NEEDED[name], name + ".")


def relate(board, config):
    """What `check` let pass, held against the parts of the board that was made of it."""
    buttons, tricks = config.get("buttons", {}), config["slots"].get("trick_slots", {})
    for part in (buttons, tricks, config["seats"]):
        _see(isinstance(part, dict), "seats")
    for button in buttons:
        _see(type(buttons[button]) is int, "buttons")
    for link in board.neighbours:
        _see(link == NONE or link < board.slots, "slots.neighbours")
    _see(len(board.places) in (0, 2 * board.slots), "slots.places")
    for count in config["seats"]:
        _see(int(count) in (2, 3, 4) and len(config["seats"][count]) == int(count), "seats")
    for count in tricks:
        _see(len(tricks[count]) == int(count), "slots.trick_slots")
    if "display" in config:
        _see(type(config["display"]["address"]) is int, "display.address")
        _see(config["buses"][config["display"]["bus"]]["kind"] == "i2c", "display.bus")


def again(board, config):
    """Raises BoardError where the file no longer suits the board that was made of it."""
    check(config)
    try:
        relate(board, config)
        seat(board, config)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise BoardError("board.json: makes no sense")


def seat(board, config):
    """Where a match is played its seats must have pads."""
    for seats in config["seats"].values():
        _see(all(type(pad) is int and pad < board.pads for pad in seats), "seats")


def _need(part, names, path=""):
    _see(isinstance(part, dict), path)
    for name in names.split(","):
        if name not in part:
            raise BoardError("board.json: {}{} is missing".format(path, name))


def _see(is_well, path):
    if not is_well:
        raise BoardError("board.json: {}: makes no sense".format(path))


def _look(value, shape, path, shapes):
    """Hold a value, and all in it, to the shape that the name it stands under has."""
    if isinstance(value, dict):
        for name in value:
            if name not in _FOR_PEOPLE:
                is_one = not isinstance(value[name], (dict, list))
                _see(is_one or name not in shapes or name in _MANY.split(","), path + "." + name)
                _look(value[name], shapes.get(name, shape), path + "." + name, shapes)
    elif isinstance(value, list):
        _see(len(value) < NONE, path)
        for part in value:
            # Rows stand within rows in these alone, objects in a list where no shape is theirs.
            _see(not isinstance(part, list) or path in _ROWS, path)
            _see(not isinstance(part, dict) or path in _OBJECTS, path)
            _look(part, shape, path, shapes)
    elif isinstance(shape, tuple):
        is_null = value is None and path in ("slots.neighbours", "readers.reset", "selects.reset")
        if not is_null and (type(value) is not int or not shape[0] <= value <= shape[1]):
            raise BoardError("board.json: {}: must be {} to {}".format(path, *shape))
    elif shape is not None:
        is_text = isinstance(value, str) and all(32 <= ord(letter) < 127 for letter in value)
        if not is_text or (shape and value not in shape.split(",")):
            what = shape.replace(",", " or ") or "text"
            raise BoardError("board.json: {}: must be {}".format(path, what))
