"""Gives every option of rbcheck --help in every mode.

Usage: modes.py PROGRAM PREFIX
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
import zygote  # noqa: E402

program, prefix = sys.argv[1:3]
report = prefix + ".locs"
with open(report, "w") as file:
    file.write("hello.c:1\n")

# A value for each option that takes one.
VALUES = {
    "check": "deadlock", "stdin": report, "env": "A=b", "accept": "time", "link": "",
    "stub": "nothing=0", "locs": report, "format": "native",
    "path-map": "/a=/b", "time-per-warning": "1", "guide": "first", "explain-verdict": "W1",
    "target": "main", "search": "dfs", "order": "same", "function": "main",
    "var": "counter", "bound": "preemptions:1", "spurious": "off", "steps": "sync",
    "partial-io": "on", "memory-model": "c11", "history": "4",
    "uninitialised": "fill", "reduce": "off",
    "symbolic": "off", "symbolic-args": "1,2", "symbolic-stdin": "3",
    "symbolic-values": "9", "symbolic-subsume": "on", "solver-limit": "900",
    "load": prefix + ".so", "std": "c11", "cflags": "-DX", "visited": "fp64", "seed": "3", "jobs": "2",
    "checkpoint": prefix + ".ckpt", "checkpoint-every": "9",
    "time-limit": "60", "memory-limit": "9999", "max-states": "9999",
    "max-depth": "9999", "rank-patience": "5", "json": prefix + ".json",
    "trace": prefix + ".rbt", "html": prefix + ".html",
    "sarif": prefix + ".sarif", "sarif-flow": "both",
    "sarif-profile": "github", "witness": prefix + ".yml",
    "witness-format": "yaml", "codechecker": prefix + ".cc",
    "junit": prefix + ".xml", "emit": "states", "progress": "never",
}
FLAGS = {"run", "all-errors", "strict", "include-suppressed", "needs",
         "no-minimize", "verbose", "gtest", "gtest-list"}
# Prints something and ends.
SHOWS = {"help", "version", "list-searches", "list-models", "list-checks",
         "explain", "completion"}
# Values that are wrong by themselves are said first.
BAD_VALUES = {"link", "load", "var", "function", "std", "cflags"}

MODES = {
    "": [program],
    "--locs": [program, "--locs=" + report],
    "--run": [program, "--run"],
    "--needs": [program, "--needs"],
    "--target": [program, "--target=main"],
    "--emit=program": [program, "--emit=program"],
    "--emit=warnings": ["--emit=warnings", "--locs=" + report],
}
REFUSED_WITH_LOCS = {
    "check", "checkpoint", "checkpoint-every", "emit", "function", "load",
    "rank-patience", "reduce", "sarif-flow", "var", "witness", "witness-format",
}
# These make another mode of it, or another search.
OTHER_MODES = {"run", "needs", "target", "emit", "search", "gtest",
               "gtest-list"}


def options():
    text = subprocess.run(["rbcheck", "--help"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return re.findall(r"^  --([a-z-]+)", text, re.MULTILINE)


def attempt(name, mode):
    """The message that refuses an option, or None."""
    word = "--" + name
    if name not in FLAGS:
        word += "=" + VALUES[name]
    done = zygote.run(["rbcheck", *MODES[mode], word])
    for left in (".ckpt",):
        if os.path.exists(prefix + left):
            os.remove(prefix + left)
    if done.returncode not in (0, 1, 2, 3):
        sys.exit(f"{word} in mode '{mode}': exit code {done.returncode}")
    if done.returncode != 3:
        return None
    lines = done.stderr.splitlines()
    if len(lines) != 1 or not lines[0].startswith("rbcheck: "):
        sys.exit(f"{word} in mode '{mode}': {done.stderr}")
    if name not in BAD_VALUES and "--" + name not in lines[0] and \
            mode.split("=")[0] not in lines[0]:
        sys.exit(f"{word} in mode '{mode}' is not named: {lines[0]}")
    return lines[0]


names = [name for name in options() if name not in SHOWS]
for name in names:
    if name not in VALUES and name not in FLAGS:
        sys.exit(f"modes.py does not know --{name}")
refused = {mode: {} for mode in MODES}
for mode in MODES:
    for name in names:
        message = attempt(name, mode)
        if message:
            refused[mode][name] = message
print(len(names), "options,", len(MODES), "modes")
wrong = (set(refused["--locs"]) ^ REFUSED_WITH_LOCS) - OTHER_MODES - {"link", "std", "cflags"}
print("with --locs:", "all that is refused is expected" if not wrong
      else f"not as expected: {sorted(wrong)}")
for name in sorted(REFUSED_WITH_LOCS & set(refused["--locs"])):
    print(refused["--locs"][name])
