"""Checks all that rbcheck-oracle says about a program, not only a part.

Usage: expect.py CLANG INCLUDE SOURCE TEMPORARY VARIANT [OPTION...]

Compiles SOURCE with -DVARIANT and demands that the oracle, given the OPTIONs,
prints exactly the lines that the source's comments announce:

    // VARIANT: error data-race @first @second | exit 0

"@name" stands for this file and the line that has the comment "// @name" in it;
the line `complete` is added unless `cut` is announced. The order is the oracle's.
"""

import os
import re
import subprocess
import sys


def main():
    clang, include, source, temporary, variant, *options = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    marks, expected = {}, None
    for number, line in enumerate(lines, 1):
        for mark in re.findall(r"// (@\w+)", line):
            marks[mark] = f"{os.path.basename(source)}:{number}"
        found = re.match(rf"// {variant}: (.*)", line)
        if found:
            expected = found[1].split(" | ")
    if expected is None:
        sys.exit(f"nothing announced for {variant}")
    expected = [re.sub(r"@\w+", lambda m: marks[m[0]], line) for line in expected]
    if expected[-1] != "cut" and not expected[-1].startswith("unsupported"):
        expected.append("complete")
    bitcode = f"{temporary}.{variant}.bc"
    cxx = ["-std=c++20", "-x", "c++"] if source.endswith(".cc") else []
    subprocess.run([clang, "-g", "-O0", "-w", f"-D{variant}", "-I" + include, *cxx,
                    "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    done = subprocess.run(["rbcheck-oracle", *options, bitcode], capture_output=True,
                          text=True)
    said = done.stdout.splitlines()
    code = 3 if expected[-1].startswith("unsupported") else 0
    if said == expected and done.returncode == code and not done.stderr:
        return 0
    print(f"{variant}: exit code {done.returncode} {done.stderr}\nexpected:",
          *expected, "said:", *said, sep="\n  ")
    return 1


if __name__ == "__main__":
    sys.exit(main())
