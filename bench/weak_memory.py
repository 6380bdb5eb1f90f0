"""Programs with weak atomics under --memory-model=c11, beside GenMC.

Usage: weak_memory.py --build BUILD [--genmc PATH] [--seconds N] [--filter REGEX]

Prints a table: what it takes rbcheck to go through all states of each program
depth-first, without and with --reduce, and with --genmc what it takes GenMC under
RC11: executions, in brackets those that were blocked. Times are CPU times of the
process; GenMC's has the compilation in it, of a few hundredths of a second.
docs/searches.md has a run of it; run.py demands some of these figures.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from run import use

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ALGORITHMS = "test/memory-model/algorithms/"
LITMUS = [(f"{name}, relaxed", "bench/programs/weak/litmus.c", f"-DTEST={test}")
          for name, test in (("MP", "MP"), ("SB", "SB"), ("IRIW", "IRIW"),
                             ("2+2W", "W22"))]
# Those with a figure to be met: within a minute and 4 GB.
LARGE = [
    ("Chase-Lev deque, 2 thieves", ALGORITHMS + "chase-lev.c", "-DTHIEVES=2",
     "-DSTEALS=1"),
    ("the same, 2 steals each", ALGORITHMS + "chase-lev.c", "-DTHIEVES=2"),
    ("Michael-Scott queue, 2 x 2", ALGORITHMS + "michael-scott.c"),
    ("the same, two enqueue, two dequeue", ALGORITHMS + "michael-scott.c",
     "-DSPLIT"),
    ("seqlock, 2 readers, fences", ALGORITHMS + "seqlock.c", "-DREADERS=2"),
    ("seqlock, 2 readers, acquire loads", ALGORITHMS + "seqlock.c", "-DREADERS=2",
     "-DREADER=2"),
    ("seqlock, 2 readers, 2 writes", ALGORITHMS + "seqlock.c", "-DREADERS=2",
     "-DWRITES=2"),
]
SMALL = [
    ("Chase-Lev deque, grows, 1 thief", ALGORITHMS + "chase-lev.c", "-DSMALL=1",
     "-DARRAY=memory_order_release"),
    ("Peterson, seq_cst", ALGORITHMS + "peterson.c"),
    ("Peterson, exchange, 2 rounds", ALGORITHMS + "peterson.c", "-DEXCHANGE",
     "-DROUNDS=2"),
    ("Dekker, fences", ALGORITHMS + "dekker.c", "-DFENCE=memory_order_seq_cst"),
    ("Lamport's queue", ALGORITHMS + "lamport-queue.c"),
    ("ring with cached indices", ALGORITHMS + "spsc-ring.c"),
    ("hazard pointer", ALGORITHMS + "hazard-pointer.c"),
    ("RCU", ALGORITHMS + "rcu.c"),
    ("reference count", ALGORITHMS + "reference-count.c"),
    ("test-and-set lock, 3 threads", ALGORITHMS + "spin-tas.c", "-DTHREADS=3",
     "-DROUNDS=1"),
    ("ticket lock, 3 threads", ALGORITHMS + "spin-ticket.c", "-DTHREADS=3",
     "-DROUNDS=1"),
    ("MCS lock, 3 threads", ALGORITHMS + "spin-mcs.c", "-DTHREADS=3"),
    ("CLH lock, 3 threads", ALGORITHMS + "spin-clh.c"),
    ("barrier, 3 threads", ALGORITHMS + "barrier.c", "-DTHREADS=3", "-DPHASES=1"),
    ("Cilk's T and H", ALGORITHMS + "cilk-the.c"),
]


def compiled(clang, program, folder):
    """Bitcode of one of the programs above."""
    _, source, *flags = program
    bitcode = os.path.join(folder, "weak.bc")
    use([clang, "-g", "-O0", "-emit-llvm", "-c", *flags, os.path.join(ROOT, source),
         "-o", bitcode], (0,))
    return bitcode


def check(rbcheck, bitcode, seconds, *options):
    """(result of --json, what was used) of one check under c11. In some programs
    a thread may lag behind by more writes than are remembered by default."""
    used = use([rbcheck, "--memory-model=c11", "--history=16", "--search=dfs",
                "--json=-", *options, f"--time-limit={seconds}", bitcode], (0, 2))
    return json.loads(used.out), used


def ours(args, bitcode):
    cells = []
    for reduce in ("off", "on"):
        result, used = check(os.path.join(args.build, "bin", "rbcheck"), bitcode,
                             args.seconds, f"--reduce={reduce}")
        hasEnded = result["verdict"] == "no-error"
        cells += [f"{result['stats']['states']:,}" if hasEnded else "-",
                  f"{used.seconds:.2f}" if hasEnded else "-",
                  f"{used.megabytes:.0f}"]
    return cells


# No guess at how long it will take; and with in-place revisits some warnings are errors.
GENMC_OPTIONS = ["--disable-estimation", "--disable-ipr"]


def runGenmc(genmc, source, flags, seconds, *how):
    return use(["timeout", str(seconds), genmc, *how, *GENMC_OPTIONS, "--", *flags,
                source], (0, 42, 124))


def executionsOf(used):
    """"16 (48)": complete and blocked ones; "" if it found an error or did not end."""
    counts = re.findall(r"executions (?:explored|seen): (\d+)", used.out)
    if used.code or not counts:
        return ""
    blocked = f" ({int(counts[1]):,})" if len(counts) > 1 else ""
    return f"{int(counts[0]):,}{blocked}"


def theirs(args, program):
    _, source, *flags = program
    used = runGenmc(args.genmc, os.path.join(ROOT, source), flags, args.seconds,
                    "--rc11", "--unroll=6")
    executions = executionsOf(used)
    return [executions, f"{used.seconds:.2f}"] if executions else ["-", "-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--genmc")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--filter", default="")
    args = parser.parse_args()
    titles = ["program", "states", "s", "MB", "reduced, states", "s", "MB"]
    titles += ["GenMC, executions", "s"] if args.genmc else []
    print("| " + " | ".join(titles) + " |")
    print("| --- " * len(titles) + "|")
    for program in LITMUS + LARGE + SMALL:
        if not re.search(args.filter, program[0]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            cells = ours(args, compiled(args.clang, program, folder))
        cells += theirs(args, program) if args.genmc else []
        print("| " + " | ".join([program[0], *cells]) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
