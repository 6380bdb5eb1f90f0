"""Compares ways to remember states under a bound.

Usage: bounded.py RBCHECK CLANG INCLUDE GENERATOR WORK COUNT PROGRAM...

What a bounded search reaches must not depend on how states are remembered.
--visited=exact keeps a state once for each number of preemptions or delays it was
reached with: obvious, and slow. --visited=fp128 keeps the least number and explores
again what is reached with less. Both, by several searches, must reach the same ends.
The programs are those given and COUNT generated ones.
"""

import itertools
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
from zygote import run  # noqa: E402

BOUNDS = [f"--bound={kind}:{n}" for kind in ("preemptions", "delays")
          for n in (0, 1, 2, 3)]
SEARCHES = (["--search=dfs"], ["--search=dfs", "--order=switch"],
            ["--search=bfs"], ["--search=random-order", "--seed=5"],
            ["--search=dfs", "--jobs=2"])


def main():
    rbcheck, clang, include, generator, work, count = sys.argv[1:7]
    sys.path.insert(0, generator)
    from generate import Program
    os.makedirs(work, exist_ok=True)
    sources = sys.argv[7:]
    for seed in range(int(count)):
        sources.append(os.path.join(work, f"{seed}.c"))
        with open(sources[-1], "w", encoding="utf-8") as file:
            file.write("\n".join(Program(seed, "c", []).text()) + "\n")

    def ends(bitcode, options):
        done = run([rbcheck, "--all-errors", "--emit=finals", *options, bitcode])
        if done.returncode not in (0, 1, 2):
            sys.exit(f"{options}: {done.stderr}")
        return done.stdout

    failures = 0
    kinds = set()
    for number, source in enumerate(sources):
        bitcode = os.path.join(work, f"{number}.bc")
        run([clang, "-g", "-O0", "-w", "-I" + include, "-emit-llvm", "-c", source,
             "-o", bitcode], check=True)
        unbounded = ends(bitcode, ["--search=dfs"])
        for bound in BOUNDS:
            wanted = ends(bitcode, ["--search=dfs", "--visited=exact", bound])
            kinds.add((bound, wanted == unbounded))
            for search in SEARCHES:
                if ends(bitcode, [*search, bound]) != wanted:
                    failures += 1
                    print(f"{source}: {' '.join(search)} {bound}")
        os.remove(bitcode)
    # A comparison says nothing unless bounds keep some ends away, but not all.
    for bound, same in itertools.product(BOUNDS[:2], (True, False)):
        if (bound, same) not in kinds:
            print(f"{bound}: no program where all ends are reached: {same}")
            failures += 1
    print(f"{len(sources)} programs, {failures} failures")


main()
