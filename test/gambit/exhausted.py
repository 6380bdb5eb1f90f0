"""Compares the executions of gambit under a bound with all schedules within it.

Usage: exhausted.py RBCHECK REFERENCE CLANG WORK PROGRAM...

gambit remembers no states (match=no) and goes on until nothing is left; the reference
counts schedules by plain recursion. The two numbers have to be the same for each bound
and each order of executions: none is left out, none is executed twice.
"""

import json
import os
import re
import subprocess
import sys

BOUNDS = (0, 1, 2, 3)
COSTS = ("pb", "mdpor+pb", "ss+mdpor", "rand")


def main():
    rbcheck, reference, clang, work = sys.argv[1:5]
    os.makedirs(work, exist_ok=True)
    compared = differ = 0
    for source in sys.argv[5:]:
        bitcode = os.path.join(work, "program.bc")
        subprocess.run([clang, "-g", "-O0", "-w", "-DN=3", "-DK=2", "-emit-llvm", "-c",
                        source, "-o", bitcode], check=True)
        for bound in BOUNDS:
            said = subprocess.run([reference, f"--schedules={bound}", bitcode],
                                  capture_output=True, text=True, check=True).stdout
            expected = int(re.fullmatch(r"(\d+) schedules\n", said)[1])
            for cost in COSTS:
                report = bitcode + ".json"
                subprocess.run([rbcheck, "--all-errors", "--check=-data-race",
                                f"--search=gambit:match=no,bound={bound},cost={cost}",
                                "--json=" + report, bitcode],
                               capture_output=True, check=False)
                with open(report, encoding="utf-8") as file:
                    result = json.load(file)
                compared += 1
                if result["stats"]["executions"] != expected or \
                        result["covered"]["preemptions"] < bound:
                    differ += 1
                    print(f"{os.path.basename(source)}, bound {bound}, {cost}: "
                          f"{result['stats']['executions']} executions, "
                          f"{expected} schedules")
    print(f"{compared} comparisons, {differ} differ")


if __name__ == "__main__":
    main()
