"""Keeps the location sequences of the papers' programs in step with their lines.

Usage: locs.py [--check] [FILE.locs ...]

The last comment line of a .locs file names labels in order, `# L1 > lock L2 > L3`; the
line after it is that sequence with file:line for each label, found where a source line of the program
(the file of the same name up to the first dot, and the headers it includes) ends in a comment
that begins with the label. Rewrites that line; with --check only compares, and exits
with 1 if a file is out of step.
"""

import argparse
import os
import re
import sys

PAPERS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "programs", "papers")


def sources(stem):
    """The program and the headers beside it that it includes, program first."""
    for suffix in (".c", ".cpp"):
        path = os.path.join(PAPERS, stem + suffix)
        if os.path.exists(path):
            break
    else:
        sys.exit(f"{stem}.locs: there is no program of that name")
    found = [path]
    with open(path, encoding="utf-8") as text:
        for name in re.findall(r'^#include "(\w+\.h)"', text.read(), re.M):
            found.append(os.path.join(PAPERS, name))
    return found


def place(stem, label):
    """file:line of the one source line that has the label."""
    places = []
    for path in sources(stem):
        with open(path, encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                comment = line.partition("//")[2]
                if line.strip().startswith("//") or not comment:
                    continue
                if label in re.findall(r"\w+", comment.partition(":")[0]):
                    places.append(f"{os.path.basename(path)}:{number}")
    if len(places) != 1:
        sys.exit(f"{stem}.locs: the label {label} is on {len(places)} lines")
    return places[0]


def inStep(path):
    """The text the file should have."""
    stem = os.path.basename(path).partition(".")[0]
    with open(path, encoding="utf-8") as text:
        comments = [line for line in text.read().splitlines()
                    if line.startswith("#")]
    if not comments:
        sys.exit(f"{path}: no comment line names the labels")
    labels = comments[-1].lstrip("# ").split(" > ")
    words = [label.rpartition(" ") for label in labels]
    sequence = " > ".join(what + space + place(stem, label)
                          for what, space, label in words)
    return "\n".join(comments + [sequence, ""])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("files", nargs="*")
    options = arguments.parse_args()
    files = options.files or sorted(
        os.path.join(PAPERS, name) for name in os.listdir(PAPERS)
        if name.endswith(".locs"))
    stale = 0
    for path in files:
        wanted = inStep(path)
        with open(path, encoding="utf-8") as text:
            if text.read() == wanted:
                continue
        stale += 1
        if options.check:
            print(f"{path}: out of step with the program; run bench/locs.py")
        else:
            with open(path, "w", encoding="utf-8") as out:
                out.write(wanted)
    if options.check:
        print(f"{len(files)} files, {stale} out of step")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
