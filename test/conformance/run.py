"""`make conformance`: rbcheck --run against native execution, on a large scale.

Usage: run.py --build BUILD [--jobs J] [--filter REGEX]
              [--torture] [--csmith N] [--random N] [--mutations N]
              [--replays N]

  --torture      the execute tests of GCC's C torture suite (torture.py)
  --csmith N     N programs made by Csmith (csmith.py)
  --random N     N programs made by generate.py, at -O0 and -O2
  --mutations N  N damaged programs and option strings (../robustness/mutate.py)
  --replays N    N native replays of each error of test/verify and examples/
                 (../native/native.py)

Without any of these, all of them with their usual sizes. --filter narrows the
torture tests by name. Everything is kept in BUILD/conformance. Exits with 0 only
when every figure is reached.
"""

import argparse
import glob
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
from compare import compare, writeGenerated  # noqa: E402
from csmith import runCsmith  # noqa: E402
from native import Tools, inParallel  # noqa: E402
from torture import runTorture  # noqa: E402

USUAL = {"csmith": 300, "random": 300, "mutations": 4000,
         "replays": 100}

# Programs of test/verify that have no error.
CORRECT = {"weak-atomics.c"}


def runRandom(tools, build, jobs, count):
    """Compares `count` programs of generate.py. True if none differs."""
    work = os.path.join(build, "conformance", "random")
    os.makedirs(work, exist_ok=True)
    cases = [(path, level) for path in writeGenerated(f"1000-{999 + count}", work)
             for level in ("-O0", "-O2")]
    results = inParallel(jobs, lambda case: compare(tools, *case, work), cases)
    bad = 0
    for (path, level), what in zip(cases, results):
        if what:
            bad += 1
            print(f"  {path} {level}: {what}", flush=True)
    print(f"random: {count} programs, {len(cases)} runs, {len(cases) - bad} the "
          f"same (target all) {'MISSED' if bad else 'met'}", flush=True)
    return bad == 0


def runMutations(tools, build, jobs, count):
    """Damaged input in a process of its own per job. True if all end well."""
    script = os.path.join(HERE, "..", "robustness", "mutate.py")
    per = -(-count // jobs)
    running = [subprocess.Popen(
        [sys.executable, "-I", "-S", script, "--rbcheck", tools.rbcheck,
         "--clang", tools.clang, "--plugin", tools.plugin, "--seed", str(7 + job),
         "--work", os.path.join(build, "conformance", f"mutations{job}"),
         "--count", str(per)]) for job in range(jobs)]
    return not any([process.wait() for process in running])


def runReplays(tools, build, jobs, count):
    """Replays errors natively. True if every run comes to its error."""
    root = os.path.join(HERE, "..", "..")
    programs = [
        path for pattern in ("test/verify/*.c", "examples/*-broken.c*")
        for path in sorted(glob.glob(os.path.join(root, pattern)))
        if os.path.basename(path) not in CORRECT]
    return subprocess.run(
        [sys.executable, "-I", "-S",
         os.path.join(HERE, "..", "native", "native.py"),
         f"--runs={count - 1}", f"--plain={count}", f"--jobs={jobs}", build,
         os.path.join(build, "conformance", "replays"),
         *programs]).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", default="")
    parser.add_argument("--torture", action="store_true")
    for name in USUAL:
        parser.add_argument(f"--{name}", type=int)
    options = parser.parse_args()
    tools = Tools.ofBuild(options.build, options.clang)
    if tools.missing():
        print(f"conformance: {tools.missing()[0]} does not exist; build first",
              file=sys.stderr)
        return 3
    chosen = {name: getattr(options, name) for name in USUAL}
    if not options.torture and not any(chosen.values()):
        options.torture, chosen = True, USUAL
    build, jobs = os.path.abspath(options.build), options.jobs
    start = time.monotonic()
    results = []
    if options.torture:
        results.append(runTorture(tools, build, jobs, options.filter))
    for name, suite in (("csmith", runCsmith), ("random", runRandom),
                        ("mutations", runMutations), ("replays", runReplays)):
        if chosen[name]:
            results.append(suite(tools, build, jobs, chosen[name]))
    print(f"conformance: {'met' if all(results) else 'MISSED'} "
          f"({time.monotonic() - start:.0f} s)")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
