"""Compares verdicts on races with all executions of small programs.

Usage: order_agree.py RBCHECK CLANG INCLUDE WORK COUNT [FIRST]

For COUNT generated programs (order_reference.py) every pair of accesses of two
lines becomes a warning. A pair that races in some execution, by vector clocks,
must be confirmed; any other must not be, and is refuted unless one of the lines
is never executed.
"""

import itertools
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import order_reference  # noqa: E402


def isRight(verdict, races, isExecuted):
    if races:
        return verdict == "confirmed"
    # Whether a place behind a deadlock can be reached is nobody's promise.
    return (verdict == "refuted"
            or verdict in ("not-applicable", "undecided") and not isExecuted)


def judge(rbcheck, clang, include, work, seed, text, wanted):
    """The warnings of the result, in the order of `wanted`."""
    name = os.path.join(work, f"order{seed}")
    with open(name + ".c", "w") as file:
        file.write(text)
    with open(name + ".locs", "w") as file:
        for a, b in wanted:
            file.write(f"order{seed}.c:{a} <> order{seed}.c:{b}\n")
    subprocess.run([clang, "-g", "-O0", "-w", "-I" + include, "-emit-llvm",
                    "-c", name + ".c", "-o", name + ".bc"], check=True)
    done = subprocess.run([rbcheck, "--locs=" + name + ".locs", "--json=-",
                           "--memory-model=sc", name + ".bc"],
                          capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["warnings"]
    except ValueError:
        print(done.stderr)
        return []


def main():
    rbcheck, clang, include, work = sys.argv[1:5]
    count = int(sys.argv[5])
    first = int(sys.argv[6]) if len(sys.argv) > 6 else 0
    os.makedirs(work, exist_ok=True)
    programs = pairs = racing = apart = failures = 0
    for seed in itertools.count(first):
        if programs == count:
            break
        text, codes = order_reference.translate(order_reference.generate(seed))
        lines = sorted({code[1] for thread in codes for code in thread
                        if code[0] == "access"})
        wanted = list(itertools.combinations(lines, 2))
        found = order_reference.reference(codes) if wanted else None
        if not found:
            continue
        programs += 1
        warnings = judge(rbcheck, clang, include, work, seed, text, wanted)
        if len(warnings) != len(wanted):
            failures += 1
            print(f"order{seed}: {len(wanted)} pairs, {len(warnings)} verdicts")
            continue
        for pair, warning in zip(wanted, warnings):
            races = pair in found.races
            pairs += 1
            racing += races
            apart += "and the earlier" in warning["why"]
            if not isRight(warning["verdict"], races,
                           set(pair) <= found.executed):
                failures += 1
                print(f"order{seed}: {pair} {'races' if races else 'does not'}, "
                      f"but is {warning['verdict']}: {warning['why']}")
    print(f"{programs} programs, {pairs} pairs, {racing} race, {apart} of them "
          f"in no state, {failures} failures")
    return 1 if failures or not apart else 0


if __name__ == "__main__":
    sys.exit(main())
