"""Runs rbcheck on the C and C++ programs of DataRaceBench and prints a table.

Usage: dataracebench.py [--build DIR] [--limit SECONDS] [--only REGEX]
                        [--list FILE] BENCHMARK

BENCHMARK is a copy of DataRaceBench (its micro-benchmarks/*.c and *.cpp). A program
whose name ends in -yes has a data race, one in -no has none. Printed are the counts,
and each program that was not judged so, with the reason that rbcheck gave. With
--list a line for each program goes to FILE. One at a time; takes an hour at most.
"""

import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLANG, LINK = "clang-19", "llvm-link-19"
# Of programs that are taken from PolyBench, as their own scripts compile them.
POLYBENCH = ["-DPOLYBENCH_NO_FLUSH_CACHE", "-DPOLYBENCH_TIME",
             "-D_POSIX_C_SOURCE=200112L"]


def compiled(source, build, folder):
    """The bitcode of a program, or the compiler's message."""
    home = os.path.dirname(source)
    with open(source, encoding="utf-8", errors="replace") as text:
        usesPolybench = "polybench" in text.read()
    sources = [source]
    flags = ["-g", "-O0", "-fopenmp", "-w", "-emit-llvm", "-c",
             "-Xclang", "-fsanitize-address-use-after-scope",
             "-I", os.path.join(build, "include"), "-I", home]
    if usesPolybench:
        sources.append(os.path.join(home, "utilities", "polybench.c"))
        flags += POLYBENCH + ["-I", os.path.join(home, "polybench"),
                              "-I", os.path.join(home, "utilities")]
    parts = []
    for number, each in enumerate(sources):
        parts.append(os.path.join(folder, f"part{number}.bc"))
        run = subprocess.run([CLANG, *flags, each, "-o", parts[-1]],
                             capture_output=True, text=True)
        if run.returncode:
            return None, "does not compile: " + run.stderr.splitlines()[0]
    whole = os.path.join(folder, "whole.bc")
    subprocess.run([LINK, *parts, "-o", whole], check=True)
    return whole, None


def judged(program, build, limit, accept):
    """What rbcheck says of it, in one word, and why."""
    out = program + ".json"
    try:
        subprocess.run(
            [os.path.join(build, "bin", "rbcheck"), f"--time-limit={limit}",
             "--memory-limit=3000", f"--accept={accept}", f"--json={out}",
             program],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=20 * limit)
    except subprocess.TimeoutExpired:
        return "stuck", ""
    try:
        with open(out, encoding="utf-8") as text:
            result = json.load(text)
    except OSError:
        return "failed", ""
    if result["verdict"] == "no-error":
        return "no-error", ""
    if result["verdict"] == "inconclusive":
        return "inconclusive", result["reason"]
    error = result["errors"][0]
    where = error["location"]
    text = f"{error['message']} ({os.path.basename(where['file'] or '')}:" \
           f"{where['line']})"
    return error["kind"], text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmark")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--limit", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--list")
    # Programs print how long they took.
    parser.add_argument("--accept", default="time")
    options = parser.parse_args()
    pattern = os.path.join(options.benchmark, "micro-benchmarks", "DRB*.c*")
    sources = [each for each in sorted(glob.glob(pattern))
               if re.search(options.only, os.path.basename(each))]
    if not sources:
        sys.exit(f"{pattern}: no such program")
    counts = collections.Counter()
    lines, wrong = [], []
    for source in sources:
        name = os.path.basename(source)
        expects = "yes" if "-yes." in name else "no"
        with tempfile.TemporaryDirectory() as folder:
            program, why = compiled(source, options.build, folder)
            verdict = "failed"
            if program:
                verdict, why = judged(program, options.build, options.limit,
                                      options.accept)
        isRight = verdict == ("data-race" if expects == "yes" else "no-error")
        group = {"data-race": "data race", "no-error": "no error",
                 "inconclusive": "inconclusive"}.get(verdict, "other")
        counts[expects, group] += 1
        lines.append(f"{name}\t{expects}\t{verdict}\t{why}")
        print(lines[-1], file=sys.stderr, flush=True)
        if not isRight:
            wrong.append(f"{name}: {verdict} {why}")
    print("| program has | data race | no error | inconclusive | other |")
    print("| --- | --- | --- | --- | --- |")
    for expects, text in (("yes", "a data race"), ("no", "none")):
        cells = [str(counts[expects, group]) for group in
                 ("data race", "no error", "inconclusive", "other")]
        print(f"| {text} | {' | '.join(cells)} |")
    print("\n".join(wrong))
    if options.list:
        with open(options.list, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
