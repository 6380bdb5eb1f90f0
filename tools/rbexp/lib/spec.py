"""Reads an experiment file (TOML) and says where it is wrong.

load() gives a Spec that holds only values of the right kind, with defaults filled in.
What it complains about is a SpecError: file, line, what is wrong and what to do. Lines
come from a scan of the text, because the TOML reader keeps none.

Tested by test/exp/bad-specs.test.
"""

import difflib
import os
import re
import tomllib

import files

MOST_MEGABYTES = 16  # of a spec


class SpecError(Exception):
    """A message of the form file:line: what is wrong."""

    def __init__(self, path, line, message):
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: error: {message}")


#===--- What may stand in the file -------------------------------------------===#

class Key:
    """One key: what it holds, what it is by default (None = must be given)."""

    def __init__(self, kind, default, check=None):
        self.kind = kind
        self.default = default
        self.check = check


REQUIRED = object()


def positive(value):
    return None if value > 0 else f"{value} is not above 0"


def oneOf(*words):
    return lambda value: (None if value in words else
                          f"'{value}' is not one of {', '.join(words)}")


LIMITS = {
    "time": Key(float, None, positive),
    "memory": Key(int, None, positive),
    "states": Key(int, None, positive),
    "depth": Key(int, None, positive),
}
SEEDS = {
    "first": Key(int, 1),
    "count": Key(int, 10, positive),
    "until-found": Key(int, None, positive),
}
MOST_SEEDS = {              # of one program: where fewer than elsewhere are enough
    "count": Key(int, None, positive),
    "until-found": Key(int, None, positive),
}
PROGRAM = {
    "name": Key(str, REQUIRED),
    "source": Key(str, REQUIRED),
    "macros": Key([str], ()),
    "flags": Key([str], ()),
    "args": Key([str], ("",)),
    "check": Key(str, ""),
    "options": Key([str], ()),
    "locs": Key(str, None),
    "limits": Key(LIMITS, {}),
    "seeds": Key(MOST_SEEDS, {}),
    "vars": Key({str: list}, {}),
}
SEARCH = {
    "name": Key(str, REQUIRED),
    "search": Key(str, ""),
    "group": Key(str, ""),
    "options": Key([str], ()),
    "grid": Key({str: list}, {}),
    "seeds": Key(SEEDS, None),
    "programs": Key([str], None),
    "locations": Key(str, None),
    "optional": Key(bool, False),
}
TABLE = {
    "title": Key(str, REQUIRED),
    "kind": Key(str, "summary", oneOf("summary", "best", "extremes", "pivot",
                                      "prss", "prss-steps", "ranking", "teams",
                                      "effects")),
    "programs": Key([str], None),
    "searches": Key([str], None),
    "metric": Key(str, None),
    "values": Key([str], ("mean",)),
    "pool": Key(str, None),
    "default": Key(str, None),
    "top": Key(int, None, positive),
}
PLOT = {
    "title": Key(str, REQUIRED),
    "file": Key(str, REQUIRED),
    "kind": Key(str, REQUIRED, oneOf("box", "distribution", "prss", "line")),
    "programs": Key([str], None),
    "searches": Key([str], None),
    "metric": Key(str, None),
    "pool": Key(str, None),
    "default": Key(str, None),
    "x": Key(str, None),
    "x-title": Key(str, None),
}
TOP = {
    "name": Key(str, None),
    "base": Key(str, None),
    "title": Key(str, ""),
    "metric": Key(str, "states", oneOf("states", "transitions", "executions",
                                       "instructions", "depth")),
    "options": Key([str], ()),
    "limits": Key(LIMITS, {}),
    "seeds": Key(SEEDS, {}),
    "program": Key([PROGRAM], REQUIRED),
    "search": Key([SEARCH], REQUIRED),
    "table": Key([TABLE], ()),
    "plot": Key([PLOT], ()),
}


#===--- Where things stand ---------------------------------------------------===#

HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"^\s*([\w-]+)\s*=(.*)$")


def openBrackets(text):
    """How many more [ than ] there are outside strings and comments."""
    text = re.sub(r'"(\\.|[^"\\])*"' + r"|'[^']*'", "", text).partition("#")[0]
    return text.count("[") + text.count("{") - text.count("]") - text.count("}")


def scan(text):
    """Paths to lines: ("program", 0, "source") -> 12."""
    lines = {}
    counts = {}
    here = ()
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        if depth > 0:
            depth += openBrackets(line)
            continue
        header = HEADER.match(line)
        if header:
            here = ()
            names = header[2].split(".")
            for i, name in enumerate(names):
                here += (name,)
                if i + 1 == len(names) and header[1] == "[[":
                    counts[here] = counts.get(here, -1) + 1
                if here in counts:
                    here += (counts[here],)
            lines.setdefault(here, number)
            continue
        key = KEY.match(line)
        if key:
            lines.setdefault(here + (key[1],), number)
            depth = openBrackets(key[2])
    return lines


#===--- Checking -------------------------------------------------------------===#

class Reader:
    def __init__(self, path, text):
        self.path = path
        self.lines = scan(text)

    def fail(self, where, message):
        while where and where not in self.lines:
            where = where[:-1]
        raise SpecError(self.path, self.lines.get(where, 1), message)

    def table(self, where, value, keys):
        """A dictionary with every key of `keys`, and `at`, its place."""
        if not isinstance(value, dict):
            self.fail(where, f"'{where[-1]}' must be a table")
        for name in value:
            if name not in keys:
                near = difflib.get_close_matches(name, keys, 1)
                hint = (f"; did you mean '{near[0]}'?" if near else
                        f"; known are {', '.join(keys)}")
                self.fail(where + (name,), f"unknown key '{name}'{hint}")
        done = {"at": where}
        for name, key in keys.items():
            if name in value:
                done[name] = self.value(where + (name,), value[name], key)
            elif key.default is REQUIRED:
                self.fail(where, f"'{name}' is missing")
            elif isinstance(key.kind, dict) and key.default == {} and all(
                    isinstance(k, Key) for k in key.kind.values()):
                done[name] = self.table(where + (name,), {}, key.kind)
            else:
                done[name] = key.default
        return done

    def value(self, where, value, key):
        name, kind = where[-1], key.kind
        if kind == {str: list}:
            return self.lists(where, value)
        if isinstance(kind, dict):
            return self.table(where, value, kind)
        if isinstance(kind, list):
            if not isinstance(value, list):
                self.fail(where, f"'{name}' must be a list")
            if isinstance(kind[0], dict):
                if not value:
                    self.fail(where, f"no '{name}' is given")
                return [self.table(where + (i,), item, kind[0])
                        for i, item in enumerate(value)]
            for item in value:
                if not isinstance(item, kind[0]):
                    self.fail(where, f"'{name}' must be a list of strings")
            return tuple(value)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            names = {str: "a string", int: "a whole number", float: "a number",
                     bool: "true or false"}
            self.fail(where, f"'{name}' must be {names[kind]}")
        complaint = key.check and key.check(value)
        if complaint:
            self.fail(where, f"'{name}': {complaint}")
        return value

    def lists(self, where, value):
        if not isinstance(value, dict):
            self.fail(where, f"'{where[-1]}' must be a table of lists")
        for name, values in value.items():
            if not isinstance(values, list) or not values:
                self.fail(where + (name,), f"'{name}' must be a list of values")
            for item in values:
                if not isinstance(item, (str, int, float)):
                    self.fail(where + (name,),
                              f"'{name}': values must be strings or numbers")
        return value


class Spec:
    """A checked experiment file. Paths in it are relative to its folder."""

    def __init__(self, path):
        self.path = path
        try:
            raw = files.read(path, MOST_MEGABYTES)
        except files.FileError as error:
            raise SpecError(path, 0, error.why) from None
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise SpecError(path, 0, "is not text in UTF-8") from None
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            line = re.search(r"at line (\d+)", message)
            number = int(line[1]) if line else text.count("\n") + 1
            message = re.sub(r" \(at .*\)$", "", message)
            raise SpecError(path, number, f"not valid TOML: {message}") from None
        self.reader = Reader(path, text)
        self.folder = os.path.dirname(os.path.abspath(path))
        self.base = None
        self.inherited = set()
        if isinstance(data.get("base"), str):
            self.readBase(data)
        keys = {k: v for k, v in TOP.items() if k not in self.inherited}
        self.data = self.reader.table((), data, keys)
        for key in self.inherited:
            self.data[key] = self.base[key]
        self.name = self.data["name"] or os.path.basename(path).partition(".")[0]
        self.checkNames()

    def readBase(self, data):
        """What this file does not say, another one in the same folder says."""
        name = data["base"]
        if os.path.basename(name) != name or name == os.path.basename(self.path):
            self.fail(("base",), f"'{name}' is no other file in the same folder")
        self.base = Spec(os.path.join(os.path.dirname(self.path), name))
        self.inherited = set(TOP) - set(data) - {"name", "base"}

    def __getitem__(self, key):
        return self.data[key]

    def fail(self, where, message):
        if where and where[0] in self.inherited:
            self.base.fail(where, message)
        self.reader.fail(where, message)

    def file(self, name):
        return os.path.normpath(os.path.join(self.folder, name))

    def checkNames(self):
        """Files exist, names are unique, patterns are patterns."""
        seen = set()
        for program in self["program"]:
            at = program["at"]
            if program["name"] in seen:
                self.fail(at + ("name",), f"two programs '{program['name']}'")
            seen.add(program["name"])
            for key in ("source", "locs"):
                if program[key] and not os.path.isfile(self.file(program[key])):
                    self.fail(at + (key,),
                              f"'{program[key]}': no such file in {self.folder}")
            if not program["args"]:
                self.fail(at + ("args",), "'args' is empty: use [\"\"] for none")
            for name, values in program["vars"].items():
                if len(values) != len(program["args"]):
                    self.fail(at + ("vars", name), f"'{name}' has {len(values)} values "
                              f"for {len(program['args'])} sets of arguments")
        for block in (*self["search"], *self["table"], *self["plot"]):
            for key in ("programs", "searches"):
                for pattern in block.get(key) or ():
                    try:
                        re.compile(pattern)
                    except re.error as error:
                        self.fail(block["at"] + (key,),
                                  f"'{pattern}' is no regular expression: {error}")
        for block in (*self["table"], *self["plot"]):
            metric = block["metric"]
            if metric is not None:
                complaint = TOP["metric"].check(metric)
                if complaint:
                    self.fail(block["at"] + ("metric",), f"'metric': {complaint}")
