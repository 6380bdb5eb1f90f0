"""Guided search on the programs of its paper: error density and states generated.

Usage: meta.py --build BUILD [--trials N] [--filter REGEX] [--searches A,B,...]
               [--seconds N] [--states N]

For each program, size and search: how many of N trials (seeds 1..N) find the error,
and the fewest, the mean and the most states of those that do, beside the mean of the
paper (Rungta and Mercer, "A Meta Heuristic for Effectively Detecting Concurrency
Errors", tables 1 and 2; a dash where it has none). A trial ends after --seconds of
wall time or --states states. The slowest trial's CPU time is in the last column.

Exits with 1 if `pfsm` misses an error, or generates more states on average than the
paper where it gives a figure.
"""

import argparse
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAPERS = os.path.join(HERE, "programs", "papers")

# Program, arguments, and the paper's means: pfsm, rand, prefer-threads.
SUBJECTS = (
    ("twostage", (7, 1), (213, 130839, 2206109)),
    ("twostage", (8, 1), (250, 217637, 4436444)),
    ("twostage", (10, 1), (333, 314590, 6690008)),
    ("reorder", (5, 1), (109, 5597, 977)),
    ("reorder", (8, 1), (197, 36332, 3110)),
    ("reorder", (9, 1), None),
    ("reorder", (10, 1), (271, 67958, 5136)),
    ("wronglock", (1, 10), (3526, 7082, 120305)),
    ("wronglock", (1, 20), (21391, 24479, 3827020)),
    ("abslist", (1, 7), None),
    ("abslist", (1, 8), None),
    ("abslist", (1, 10), (1382, 10497302, None)),
    ("arylist", (1, 5), None),
    ("arylist", (1, 8), None),
    ("arylist", (1, 9), None),
    ("arylist", (1, 10), (14044, 15972, None)),
    ("deadlock", (1, 9), None),
    ("deadlock", (1, 10), None),
)
# The paper's density of random-order depth-first search.
RANDOM_DFS = {
    ("twostage", (7, 1)): 0.41, ("twostage", (8, 1)): 0.04,
    ("twostage", (10, 1)): 0.00, ("reorder", (9, 1)): 0.06,
    ("reorder", (10, 1)): 0.00, ("wronglock", (1, 20)): 0.28,
    ("abslist", (1, 7)): 0.01, ("abslist", (1, 8)): 0.00,
    ("deadlock", (1, 9)): 0.00, ("deadlock", (1, 10)): 0.00,
    ("arylist", (1, 5)): 0.81, ("arylist", (1, 8)): 0.00,
    ("arylist", (1, 9)): 0.00, ("arylist", (1, 10)): 0.00,
}
HEURISTICS = ("pfsm", "rand", "prefer-threads")


def compileProgram(build, name):
    """Bitcode with atomic variables: the program's own error is left."""
    for suffix, clang in ((".c", "clang-19"), (".cpp", "clang++-19")):
        source = os.path.join(PAPERS, name + suffix)
        if os.path.exists(source):
            break
    else:
        sys.exit(f"meta.py: no program {name} in {PAPERS}")
    work = os.path.join(build, "bench", "work")
    os.makedirs(work, exist_ok=True)
    to = os.path.join(work, f"meta-{name}.bc")
    subprocess.run([clang, "-O0", "-g", "-DSHARED=_Atomic", "-emit-llvm", "-c", source,
                    "-o", to], check=True)
    return to


def searchOf(name, program, sizes):
    """The words of the command line for a search."""
    if name == "random-order":
        return ["--search=random-order"]
    locs = f"--locs={os.path.join(PAPERS, program + '.locs')}"
    name, _, more = name.partition(":")
    if name == "prefer-threads":
        # Those that take part in the error: one of each kind.
        first, second = 1, sizes[0] + 1
        more = f"threads={first}+{second}" + ("," + more if more else "")
    return [f"--search=meta:secondary={name}{',' + more if more else ''}", locs]


def trial(rbcheck, bitcode, sizes, words, seed, options):
    """(states, seconds) of one run, states None if it found nothing."""
    command = [rbcheck, *words, f"--seed={seed}", "--check=-data-race",
               f"--time-limit={options.seconds}", f"--max-states={options.states}",
               "--no-minimize", "--json=-", bitcode, "--", *map(str, sizes)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"meta.py: {' '.join(command)}: exit code {done.returncode}\n"
                 f"{done.stderr.decode()}")
    result = json.loads(done.stdout)
    stats = result["stats"]
    found = result["verdict"] == "error"
    return stats["states"] if found else None, stats["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--filter", default="")
    parser.add_argument("--searches", default="pfsm,rand,prefer-threads,random-order")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--states", type=int, default=20_000_000)
    options = parser.parse_args()
    rbcheck = os.path.join(os.path.abspath(options.build), "bin", "rbcheck")
    print(f"{'program':18}{'search':24}{'found':>9}{'paper':>7}{'least':>10}"
          f"{'mean':>11}{'most':>11}{'paper':>10}{'slowest':>10}")
    missed = 0
    for name, sizes, means in SUBJECTS:
        title = f"{name}({','.join(map(str, sizes))})"
        if not re.search(options.filter, title):
            continue
        bitcode = compileProgram(options.build, name)
        for search in options.searches.split(","):
            words = searchOf(search, name, sizes)
            runs = [trial(rbcheck, bitcode, sizes, words, seed, options)
                    for seed in range(1, options.trials + 1)]
            states = [count for count, _ in runs if count is not None]
            slowest = max(seconds for _, seconds in runs)
            mean = sum(states) / len(states) if states else 0
            paper, density = None, "1.00"
            if search in HEURISTICS:
                paper = means[HEURISTICS.index(search)] if means else None
            if search == "random-order":
                known = RANDOM_DFS.get((name, sizes))
                density = "-" if known is None else f"{known:.2f}"
            elif search != "pfsm":
                density = "-"
            if search == "pfsm":
                missed += len(states) < options.trials
                missed += bool(paper and mean > paper)
            figures = (f"{min(states):10,}{mean:11,.0f}{max(states):11,}" if states
                       else f"{'-':>10}{'-':>11}{'-':>11}")
            print(f"{title:18}{search:24}{len(states):5}/{options.trials:<3}"
                  f"{density:>7}{figures}"
                  f"{format(paper, ',') if paper else '-':>10}{slowest:8.2f} s",
                  flush=True)
    print(f"meta: {'all met' if not missed else f'{missed} MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
