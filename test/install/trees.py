"""Fails when an installed tree and that of the package hold different files.

Usage: trees.py INSTALLED PACKAGE

The package has what Debian wants in addition, and leaves MPI to another one.
"""

import os
import sys

ONLY_INSTALLED = {"lib/rbcheck/rbcheck-mpi.so", "share/zsh/site-functions/_rbcheck"}
ONLY_PACKAGED = {"share/doc/rbcheck/changelog.Debian.gz",
                 "share/doc/rbcheck/copyright", "share/lintian/overrides/rbcheck",
                 "share/zsh/vendor-completions/_rbcheck"}


def filesOf(tree):
    return {os.path.relpath(os.path.join(folder, name), tree)
            for folder, _, names in os.walk(tree) for name in names}


def main():
    installed, packaged = map(filesOf, sys.argv[1:])
    differences = ([f"only installed: {file}" for file in
                    sorted(installed - packaged - ONLY_INSTALLED)] +
                   [f"only in the package: {file}" for file in
                    sorted(packaged - installed - ONLY_PACKAGED)] +
                   [f"not in the package: {file}" for file in
                    sorted(ONLY_PACKAGED - packaged)])
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
