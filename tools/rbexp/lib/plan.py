"""From an experiment file to the list of its runs.

A Cell is one program with one set of arguments under one configuration of one search;
its runs differ in their seeds only. Order and identity of everything here depend on
the file alone, never on time or on what has been done: that is what makes an
experiment resumable.

Tested by test/exp/plan.test.
"""

import hashlib
import itertools
import json
import os
import re
import subprocess
from dataclasses import dataclass, field, replace

import files


@dataclass
class Instance:
    """A program with its macros and arguments."""
    label: str
    name: str
    source: str
    macros: tuple
    flags: tuple
    args: tuple
    check: str
    options: tuple
    locs: str
    limits: dict
    seeds: dict           # no more than these
    vars: dict
    digest: str = ""      # of the preprocessed source
    bitcode: str = ""
    build: list = field(default_factory=list)   # the command; empty for bitcode


@dataclass
class Config:
    """A search with the values of its grid."""
    label: str
    group: str
    search: str
    options: tuple
    values: dict
    seeds: dict
    block: dict
    locations: int = 0    # how many locations of the program's sequence; -1 = all


@dataclass
class Cell:
    instance: Instance
    config: Config
    index: int
    seeds: range = field(default=range(0))
    untilFound: int = 0   # 0 = all seeds
    keys: dict = field(default_factory=dict)    # of runs, by seed


class _Values(dict):
    def __missing__(self, key):
        raise KeyError(key)


def fill(spec, where, text, values):
    """Puts the values of variables where {NAME} stands."""
    try:
        return text.format_map(_Values(values))
    except (KeyError, IndexError, ValueError):
        names = ", ".join(values) or "none"
        spec.fail(where, f"'{text}': only {{NAME}} of a variable "
                         f"(here: {names}) can be filled in")


def instances(spec):
    for program in spec["program"]:
        for i, args in enumerate(program["args"]):
            words = tuple(args.split())
            label = program["name"] + (f"({','.join(words)})" if words else "")
            limits = {key: program["limits"][key] or spec["limits"][key]
                      for key in ("time", "memory", "states", "depth")}
            yield Instance(
                label, program["name"], spec.file(program["source"]),
                program["macros"], program["flags"], words, program["check"],
                spec["options"] + program["options"],
                spec.file(program["locs"]) if program["locs"] else "", limits,
                program["seeds"],
                {name: values[i] for name, values in program["vars"].items()})


def configs(spec):
    # Variables of programs are filled in later, when the program is known.
    later = {name: "{" + name + "}" for p in spec["program"] for name in p["vars"]}
    for search in spec["search"]:
        grid = search["grid"]
        for values in itertools.product(*grid.values()):
            named = dict(zip(grid, values))
            at = search["at"]

            def filled(key, text):
                known = named if key == "name" else {**later, **named}
                return fill(spec, at + (key,), text, known)

            locations = 0
            if search["locations"] is not None:
                text = filled("locations", search["locations"])
                locations = -1 if text == "all" else int(text) if text.isdigit() else 0
                if locations == 0:
                    spec.fail(at + ("locations",),
                              f"'{text}' is neither 'all' nor a number above 0")
            yield Config(
                filled("name", search["name"]), search["group"],
                filled("search", search["search"]),
                tuple(filled("options", o) for o in search["options"]),
                named, search["seeds"] or spec["seeds"], search, locations)


def least(*values):
    """Of those that are given; None if none is."""
    return min((v for v in values if v is not None), default=None)


def cells(spec):
    """Every cell of the experiment, in the order of the file."""
    made = []
    configurations = list(configs(spec))
    seen = set()
    for config in configurations:
        if config.label in seen:
            spec.fail(config.block["at"] + ("name",),
                      f"two searches '{config.label}': the name must have every "
                      "variable of the grid in it")
        seen.add(config.label)
    labels = set()
    for instance in instances(spec):
        if instance.label in labels:
            spec.fail((), f"two programs '{instance.label}'")
        labels.add(instance.label)
        for config in configurations:
            only = config.block["programs"]
            if only is not None and not any(re.fullmatch(p, instance.label) or
                                            p == instance.name for p in only):
                continue
            if config.locations and not instance.locs:
                spec.fail(config.block["at"] + ("locations",),
                          f"program '{instance.label}' has no 'locs'")
            first = config.seeds["first"]
            count = least(config.seeds["count"], instance.seeds["count"])
            until = config.seeds["until-found"] or 0
            if until:
                until = least(until, instance.seeds["until-found"])
            made.append(Cell(instance, withVars(spec, config, instance), len(made),
                             range(first, first + count), until))
    if not made:
        spec.fail(("search",), "no program has a search")
    return made


def withVars(spec, config, instance):
    """The configuration with the variables of the program filled in."""
    at = config.block["at"]
    return replace(
        config, search=fill(spec, at + ("search",), config.search, instance.vars),
        options=tuple(fill(spec, at + ("options",), o, instance.vars)
                      for o in config.options))


#===--- What identifies a run ------------------------------------------------===#

def digest(instance, clang, include):
    """Of the source as the compiler sees it, and of what decides how it is read."""
    command = [clang, "-E", "-P", "-I" + include,
               *("-D" + macro for macro in instance.macros), *instance.flags,
               instance.source]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode:
        return None, run.stderr.decode("utf-8", "replace")
    whole = hashlib.sha256(run.stdout)
    if instance.locs:
        whole.update(files.read(instance.locs, 1024))
    return whole.hexdigest()[:16], ""


def describe(cell, seed):
    """All that decides what a run does, in a fixed order."""
    instance, config = cell.instance, cell.config
    return {
        "program": instance.label,
        "source": os.path.basename(instance.source),
        "digest": instance.digest,
        "macros": list(instance.macros),
        "flags": list(instance.flags),
        "args": list(instance.args),
        "check": instance.check,
        "search": config.search,
        "locations": config.locations,
        "options": [*instance.options, *config.options],
        "limits": {k: v for k, v in instance.limits.items() if v},
        "seed": seed,
    }


def keyOf(cell, seed):
    """Needs the digests of the programs."""
    if seed not in cell.keys:
        text = json.dumps(describe(cell, seed), sort_keys=True)
        cell.keys[seed] = hashlib.sha256(text.encode()).hexdigest()[:20]
    return cell.keys[seed]
