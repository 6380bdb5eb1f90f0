#!/usr/bin/env python3
"""rbexp: runs an experiment, programs x searches x seeds, into tables and plots.

Only finds its library: ../lib/rbcheck/rbexp beside the installed program, or lib/
beside this file. What it does is in lib/cli.py; how to use it in docs/man/rbexp.md.
"""

import os
import sys

here = os.path.dirname(os.path.realpath(__file__))
for folder in (os.path.join(here, "..", "lib", "rbcheck", "rbexp"),
               os.path.join(here, "lib")):
    if os.path.exists(os.path.join(folder, "cli.py")):
        sys.path.insert(0, folder)
        break
sys.dont_write_bytecode = True

import cli  # noqa: E402  (found just now)

if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:]))
