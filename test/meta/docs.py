"""Fails when README.md or docs/ name a repository path that does not exist.

Usage: docs.py ROOT

Checked are words in backticks that start with a folder of the repository
(`test/exits.py`, `interp/models/`, with * as a wildcard) and relative Markdown
links. Placeholders (`passes/<Pass>.cpp`) and fenced code are left alone.
"""

import glob
import os
import re
import sys

FOLDERS = {".ci", "bench", "docs", "examples", "files", "interp", "passes", "runtime",
           "search", "test", "tools"}
FILES = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "Makefile",
         "README.md", ".clang-format", ".clang-tidy"}
TICKS = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")
PATH = re.compile(r"[\w.*/+-]+")


def isPath(word):
    if not PATH.fullmatch(word):
        return False
    return word in FILES or ("/" in word and word.split("/", 1)[0] in FOLDERS)


def missing(root, page, line):
    """The paths and links in `line` that lead nowhere."""
    for word in TICKS.findall(line):
        if isPath(word) and not glob.glob(os.path.join(root, word)):
            yield word
    for target, _ in LINK.findall(TICKS.sub("", line)):
        if "://" in target or target.startswith("mailto:"):
            continue
        if not os.path.exists(os.path.join(os.path.dirname(page), target)):
            yield target


def main():
    root = sys.argv[1]
    pages = [os.path.join(root, folder, "README.md")
             for folder in ("", "bench", "examples")]
    pages += sorted(glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True))
    failures = 0
    for page in pages:
        fenced = False
        with open(page, encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                if line.lstrip().startswith("```"):
                    fenced = not fenced
                if fenced:
                    continue
                for word in missing(root, page, line):
                    failures += 1
                    print(f"{os.path.relpath(page, root)}:{number}: "
                          f"{word} does not exist")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
