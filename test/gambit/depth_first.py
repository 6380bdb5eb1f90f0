"""Compares gambit with all costs equal with a depth-first search, state by state.

Usage: depth_first.py RBCHECK CLANG INCLUDE WORK PROGRAM...

Where nothing is cheaper, the deviation that was found last comes first: the deepest.
So the two visit the same states in the same order: as many up to the first error, as
many steps in all, the same trace.
"""

import json
import os
import subprocess
import sys


def main():
    rbcheck, clang, include, work = sys.argv[1:5]
    os.makedirs(work, exist_ok=True)
    failures = errors = 0
    for source in sys.argv[5:]:
        bitcode = os.path.join(work, "program.bc")
        subprocess.run([clang, "-g", "-O0", "-w", "-I" + include, "-emit-llvm",
                        "-c", source, "-o", bitcode], check=True)
        for bound in (0, 1, 2, 9):
            seen = []
            for options in (["--search=dfs", "--order=same",
                             f"--bound=preemptions:{bound}"],
                            [f"--search=gambit:cost=equal,bound={bound}"]):
                report = os.path.join(work, "report.json")
                subprocess.run([rbcheck, f"--json={report}", "--spurious=off",
                                *options, bitcode], capture_output=True)
                with open(report, encoding="utf-8") as file:
                    result = json.load(file)
                stats = result["stats"]
                seen.append((result["verdict"], stats["states"], stats["transitions"],
                             stats["revisits"], stats["states_to_first_error"],
                             [error["message"] for error in result["errors"]]))
            errors += seen[0][0] == "error"
            if seen[0] != seen[1]:
                failures += 1
                print(f"{source}, bound {bound}: {seen[0]}, {seen[1]}")
    print(f"{len(sys.argv) - 5} programs, {errors} errors, {failures} failures")


main()
