"""What reduction is worth: states, executions and CPU time, with it and without.

Usage: reduction.py --build BUILD [--states N] [--seconds N] [PROGRAM...]

Each program is checked by the depth-first search without and with --reduce, by
dpor, and by the default without and with reduction. Printed is a table: the
verdict; what each of the first three took, `-` if it did not end within N states
and seconds; and the CPU time of the default before and after, with the ratio.
Where there is an error, what it took to find the first. Without arguments: the
examples and the programs of bench/. docs/searches.md has a run of it.
"""

import argparse
import glob
import json
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEARCHES = (["--search=dfs", "--reduce=off"], ["--search=dfs", "--reduce=on"],
            ["--search=dpor"])
# What the programs of bench/programs leave open.
SIZES = ("-DTHREADS=3", "-DROUNDS=4", "-DACCESSES=10000")
DEFAULTS = (["--reduce=off"], ["--reduce=auto"])


def programs():
    for folder in ("examples", "bench/programs", "bench/programs/papers"):
        found = [name for suffix in ("c", "cpp")
                 for name in glob.glob(os.path.join(ROOT, folder, "*." + suffix))]
        yield from sorted(found)


def compiled(args, program, folder):
    bitcode = os.path.join(folder, os.path.basename(program) + ".bc")
    clang = "clang-19" if program.endswith(".c") else "clang++-19"
    subprocess.run(
        [clang, *SIZES, "-g", "-O0", "-w", "-emit-llvm", "-c", program, "-o", bitcode,
         "-fpass-plugin=" + os.path.join(args.build, "lib", "RbCheckPass.so"),
         "-I" + os.path.join(ROOT, "runtime", "include")]
        + (["-std=c++20"] if clang == "clang++-19" else []), check=True)
    return bitcode


def check(args, program, options):
    """The result as JSON, and the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run(
        [os.path.join(args.build, "bin", "rbcheck"), program, *options,
         f"--max-states={args.states}", f"--time-limit={args.seconds}",
         "--json=-", "--progress=never", "--no-minimize"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    try:
        return json.loads(run.stdout), took
    except ValueError:
        sys.exit(f"{program}: {run.stderr}")


def hasEnded(result):
    return result["verdict"] == "error" or result["complete"]


def amount(result):
    """States, or executions of a search that remembers none."""
    if not hasEnded(result):
        return "-"
    stats = result["stats"]
    return f"{stats['executions' if 'dpor' in result['search'] else 'states']:,}"


def row(args, program):
    with tempfile.TemporaryDirectory() as folder:
        bitcode = compiled(args, program, folder)
        results = [check(args, bitcode, options)[0] for options in SEARCHES]
        (before, slow), (after, fast) = (check(args, bitcode, options)
                                         for options in DEFAULTS)
    verdicts = {result["verdict"] for result in results + [before, after]
                if hasEnded(result)}
    name = os.path.relpath(program, ROOT)
    if len(verdicts) > 1:
        sys.exit(f"{name}: {verdicts}")
    times = [f"{took:.2f}" if hasEnded(result) else "-"
             for result, took in ((before, slow), (after, fast))]
    ratio = f"{slow / max(fast, 0.01):.1f}" if "-" not in times else ""
    return [f"`{name}`", verdicts.pop() if verdicts else "inconclusive",
            *map(amount, results), *times, ratio]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--states", type=int, default=3_000_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    print("| program | verdict | dfs, states | reduced, states | dpor, executions "
          "| default before, s | after, s | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for program in args.programs or programs():
        print("| " + " | ".join(row(args, program)) + " |", flush=True)


if __name__ == "__main__":
    main()
