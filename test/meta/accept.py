"""Compares the approximations with the documents that list them.

Usage: accept.py ROOT
"""

import os
import re
import sys


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def main():
    root = sys.argv[1]
    table = re.findall(r'^RB_APPROXIMATION\(\w+, "([\w-]+)", (true|false),',
                       read(root, "interp/exec/Approximations.def"), re.M)
    rows = {name: answer.startswith("yes") for name, answer in re.findall(
        r"^\| `([\w-]+)` \| [^|]* \| ([^|]*) \|",
        read(root, "docs/what-no-error-means.md"), re.M)}
    manual = read(root, "docs/man/rbcheck.md")
    failed = not table
    for name, couldHide in table:
        if rows.get(name) != (couldHide == "true"):
            print(f"docs/what-no-error-means.md: row of '{name}'")
            failed = True
        if couldHide == "true" and f"`{name}`" not in manual:
            print(f"docs/man/rbcheck.md: --accept does not name '{name}'")
            failed = True
    return failed


sys.exit(main())
