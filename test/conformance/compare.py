"""Fails when a program behaves otherwise under rbcheck than natively.

Usage: compare.py --clang CLANG --plugin PLUGIN --work FOLDER
                  [--rbcheck RBCHECK] [--levels -O0,-O1,-O2]
                  (PROGRAM.c... | --generate FIRST-LAST)

Each program is compiled natively and to bitcode at each level; standard output
and exit status have to be the same. With --generate the programs are those of
generate.py for a range of seeds.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from generate import generate  # noqa: E402
from native import Tools, run  # noqa: E402


def differences(expected, got):
    """The first line that differs, or the exit codes."""
    pairs = zip(expected.out.splitlines() + [b"<end>"],
                got.out.splitlines() + [b"<end>"])
    for number, (a, b) in enumerate(pairs, 1):
        if a != b:
            return (f"output line {number}: expected {a.decode(errors='replace')!r}"
                    f", got {b.decode(errors='replace')!r}")
    return f"expected {expected.how()}, got {got.how()}"


def compare(tools, source, level, work):
    """What is different, or None."""
    stem = os.path.join(work, os.path.basename(source)[:-2] + level)
    compiled = tools.compileNative(source, level, stem)
    if compiled.code != 0:
        return "does not compile: " + compiled.err.decode()
    expected = run([stem, "first", "second"], 20)
    if expected.code is None or expected.code < 0:
        return "natively: " + expected.how()
    compiled = tools.compileBitcode(source, level, stem + ".bc")
    if compiled.code != 0:
        return "with the plug-in: " + compiled.err.decode()
    got = run([tools.rbcheck, "--run", stem + ".bc", "--", "first", "second"], 300)
    if (got.code, got.out) != (expected.code, expected.out):
        return differences(expected, got) + "\n" + got.err.decode(errors="replace")
    return None


def writeGenerated(span, work):
    """Writes the programs of seeds FIRST-LAST. Returns their paths."""
    first, last = map(int, span.split("-"))
    paths = []
    for seed in range(first, last + 1):
        paths.append(os.path.join(work, f"random{seed}.c"))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(generate(seed))
    return paths


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--rbcheck", default="rbcheck")
    parser.add_argument("--work", required=True)
    parser.add_argument("--levels", default="O0,O1,O2")
    parser.add_argument("--generate")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    tools = Tools(options.clang, options.plugin, options.rbcheck)
    programs = list(options.programs)
    if options.generate:
        programs += writeGenerated(options.generate, options.work)
    failures = 0
    for program in programs:
        for level in options.levels.split(","):
            what = compare(tools, program, "-" + level, options.work)
            if what:
                failures += 1
                print(f"{program} -{level}: {what}")
    print(f"{len(programs)} programs, {failures} differences")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
