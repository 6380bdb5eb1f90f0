"""From a source to the report of its first error, and what of that is minimising.

Used by run.py (first-error, minimising) and performance.py. All times are CPU times of
the process and of the compiler that it starts.
"""

import os
import re
import statistics

from run import use

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNS = 9
SECONDS = 10  # after that a tool is given up
TIMED_OUT = 124

# How each tool says that it found the error: its exit code, and words of its output.
# (GenMC, as it comes, ends with writes that nothing orders. Nidhugg takes a mutex with
# a static initialiser for an error.)
RBCHECK_ERROR = (1, "")
GENMC_ERROR = (42, "Non-atomic race|Safety violation|Unordered writes")
NIDHUGG_ERROR = (42, "Assertion violation")

# What GenMC takes for an error that shows at once, in times of what clang alone takes;
# and what is allowed where the error has to be searched for.
AT_ONCE, SEARCHED = 1.6, 3

AGREE = "test/search/Inputs/agree/"
PAPERS = "bench/programs/papers/"
PROGRAMS = (
    ("lost update, data race", AT_ONCE, "test/verify/lost-update.c"),
    ("lost update, assertion", AT_ONCE, "test/verify/lost-update.c",
     "-DSHARED=_Atomic"),
    ("lock order, deadlock", AT_ONCE, AGREE + "lock-order.c"),
    ("twostage(7,1), assertion", SEARCHED, PAPERS + "twostage.c", "-DSHARED=_Atomic",
     "-DT=7"),
    ("reorder(10,1), assertion", SEARCHED, PAPERS + "reorder.c", "-DSHARED=_Atomic",
     "-DS=10"),
    ("wronglock(1,20), assertion", SEARCHED, PAPERS + "wronglock.c",
     "-DSHARED=_Atomic", "-DB=20"))


def runNidhugg(nidhugg, source, flags, seconds):
    """The script compiles, transforms and runs; blocked threads are no errors."""
    return use(["timeout", str(seconds), nidhugg, *flags, "--", "--sc", source])


def commands(bench, source, flags, genmc, nidhugg):
    """By name, (command, how it says that the error was found)"""
    output = os.path.join(bench.work, "first-error.o")
    found = {"clang": ([bench.clang, "-c", *flags, source, "-o", output], (0, "")),
             "rbcheck": ([bench.rbcheck, *flags, source], RBCHECK_ERROR)}
    if genmc:
        found["GenMC"] = ([genmc, "--sc", "--", *flags, source], GENMC_ERROR)
    if nidhugg:
        found["Nidhugg"] = ([nidhugg, *flags, "--", "--sc", source], NIDHUGG_ERROR)
    return found


def times(bench, source, flags, genmc=None, nidhugg=None, runs=RUNS):
    """Median of some runs by name, taken by turns: what slows the machine down for a
    while slows all. Instead "other verdict", or that it took too long: then it is not
    asked again. And in which words it said what it found."""
    taken, words = {}, {}
    asked = commands(bench, source, flags, genmc, nidhugg)
    for _ in range(runs):
        for name, (command, wanted) in asked.items():
            if isinstance(taken.get(name), str):
                continue
            used = use(["timeout", str(SECONDS), *command])
            said = re.search(wanted[1], used.out + used.errors)
            if used.code == wanted[0] and said:
                taken.setdefault(name, []).append(used.seconds)
                words[name] = said.group(0).lower()
            elif name in ("clang", "rbcheck"):
                raise SystemExit(f"bench: {' '.join(command)}: exit code {used.code}")
            else:
                taken[name] = (f"> {SECONDS} s" if used.code == TIMED_OUT
                               else "other verdict")
    return {name: each if isinstance(each, str) else statistics.median(each)
            for name, each in taken.items()}, words
