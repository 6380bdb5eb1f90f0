"""Fails when a file of a tree contains one of some paths.

Usage: paths.py TREE PATH...

An installed tool that knew where it was built could use what is there, and would
break when that is gone.
"""

import os
import sys


def main():
    tree, *paths = sys.argv[1:]
    count = failures = 0
    for folder, _, names in os.walk(tree):
        for name in names:
            file = os.path.join(folder, name)
            if os.path.islink(file):
                target = os.readlink(file)
                if os.path.isabs(target) or not os.path.exists(file):
                    failures += 1
                    print(f"{file}: a link to {target}")
                continue
            with open(file, "rb") as opened:
                content = opened.read()
            count += 1
            for path in paths:
                if path.encode() in content:
                    failures += 1
                    print(f"{file}: contains {path}")
    if count < 50:
        sys.exit(f"{tree}: only {count} files")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
