"""Fails when a manual page and the help of its tool name different options.

Usage: man.py PAGE.md HELP

HELP is what the tool prints for --help. Options of the page are those that begin a
definition: `--name=VALUE` alone or with others in a line above `: ...`.
"""

import re
import sys

# --name, or a letter and how its value is called: -IFOLDER.
OPTION = re.compile(r"--[a-z][a-z-]*|(?<![\w-])-[A-Za-z](?=[A-Z])")


def main():
    page, help = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    # `--verbose` in a title may be one of several: `--help`, `--version`.
    explained = set()
    for line, after in zip(lines, lines[1:]):
        if line.startswith("`-") and after.startswith(": "):
            explained |= set(OPTION.findall(re.sub(r"=[^`]*`", "`", line)))
    with open(help, encoding="utf-8") as file:
        known = {found[1] for found in
                 re.finditer(rf"^ +(?:-\w, )?({OPTION.pattern})", file.read(), re.M)}
    for option in sorted(known - explained):
        print(f"{page}: {option} is missing")
    for option in sorted(explained - known):
        print(f"{page}: the tool has no {option}")
    return 0 if known and known == explained else 1


if __name__ == "__main__":
    sys.exit(main())
