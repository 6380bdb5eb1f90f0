"""Fails on source files that do not look like the others.

Usage: style.py ROOT

  - A C++ file in passes interp search tools opens with the banner
    `//===- <its path> - what it is ---===//`.
  - Sources have no tabs and no trailing whitespace.
  - No text file names a path that exists on one machine only.
  - There are no other folders than those of docs/design.md: what a tool leaves
    behind belongs below build/.
"""

import os
import re
import sys

FOLDERS = {"bench", "docs", "examples", "files", "interp", "passes", "runtime", "search",
           "test", "tools"}
CXX_FOLDERS = ("passes/", "interp/", "search/", "tools/")
SOURCES = (".h", ".cpp", ".c", ".def", ".py", ".sh")
TEXT = SOURCES + (".md", ".txt", ".cmake", ".json", ".test", ".ll", ".in", ".cc")
# Spelled so that this file passes its own test.
MACHINE_PATH = re.compile(r"(?<![\w.>})])/(?:" + "work|root|home" + r")/[\w.]")
LLVM_PREFIX = "/usr/lib/" + "llvm"


def complaints(path, text):
    """Pairs of line number and what is wrong there."""
    lines = text.split("\n")
    if path.startswith(CXX_FOLDERS) and path.endswith((".h", ".cpp")):
        head = lines[0]
        if not (head.startswith(f"//===- {path} - ") and head.endswith("===//")):
            yield 1, f"expected the banner //===- {path} - what it is ---===//"
    # Tests may need odd whitespace in their input.
    isSource = path.endswith(SOURCES) and not path.startswith("test/")
    for number, line in enumerate(lines, 1):
        if isSource and "\t" in line:
            yield number, "tab"
        if isSource and line.rstrip() != line:
            yield number, "trailing whitespace"
        if MACHINE_PATH.search(line) or (isSource and LLVM_PREFIX in line):
            yield number, "a path of one machine"


def main():
    root = sys.argv[1]
    failures = 0
    for entry in sorted(os.scandir(root), key=lambda each: each.name):
        if (entry.is_dir() and entry.name not in FOLDERS
                and not entry.name.startswith((".", "build", "__pycache__"))):
            failures += 1
            print(f"{entry.name}/: a folder that does not belong here")
    for directory, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders
                            if not f.startswith(("build", ".git", "__pycache__")))
        for file in sorted(files):
            full = os.path.join(directory, file)
            path = os.path.relpath(full, root)
            if not file.endswith(TEXT) and file not in ("Makefile", "run"):
                continue
            with open(full, encoding="utf-8", errors="replace") as text:
                for number, what in complaints(path, text.read()):
                    failures += 1
                    print(f"{path}:{number}: {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
