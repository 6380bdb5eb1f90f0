"""Compares verdicts on races with the reference search on small programs.

Usage: agree.py RBCHECK REFERENCE CLANG INCLUDE FOLDER WORK

Every program of FOLDER is compiled; all its accesses are read from
--emit=program, and every pair of their lines becomes a warning. Then

  - a pair that the reference search shows to race must be confirmed,
  - a pair that is confirmed must be a race that --all-errors or the reference
    finds, or come with a trace (which rbcheck has replayed by then),
  - what is refuted or not applicable must not race in the reference,
  - if there is neither a race nor memory freed too early in the reference,
    nothing is confirmed, by no means: also if the search is stopped at once and
    only executions at random are left.

Undecided is never wrong, but counted. A program with the words "without
spurious" is explored so by both (test/search/agree.py).
"""

import itertools
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
import zygote  # noqa: E402

ACCESS = re.compile(r"^\s*\d+\s+(Load|Store|Atomic|CmpXchg|MemCpy|MemSet|MemMove)")
PLACE = re.compile(r"; (\S+?):(\d+):(\d+)$")


def output(command):
    return zygote.run(command)


def accessLines(rbcheck, bitcode, name):
    """Lines of the program's own accesses that others may see."""
    lines = set()
    for line in output([rbcheck, "--emit=program", bitcode]).stdout.splitlines():
        place = PLACE.search(line)
        if (ACCESS.match(line) and " marked" in line and place
                and os.path.basename(place[1]) == name):
            lines.add(int(place[2]))
    return sorted(lines)


def machineOptions(source):
    with open(source) as file:
        return ["--spurious=off"] if "without spurious" in file.read() else []


def racesOf(text, name):
    """Pairs of lines from `data-race a.c:3:4 and a.c:5:6`."""
    races = set()
    for line in text.splitlines():
        if not line.startswith("data-race "):
            continue
        places = re.findall(r"([^/ ]+):(\d+):\d+", line)
        if len(places) == 2 and all(file == name for file, _ in places):
            races.add(tuple(sorted(int(number) for _, number in places)))
    return races


def main():
    rbcheck, reference, clang, include, folder, work = sys.argv[1:7]
    os.makedirs(work, exist_ok=True)
    failures = programs = pairs = undecided = confirmed = 0
    for name in sorted(os.listdir(folder)):
        bitcode = os.path.join(work, name + ".bc")
        zygote.run([clang, "-g", "-O0", "-I" + include, "-emit-llvm", "-c",
                    os.path.join(folder, name), "-o", bitcode], check=True)
        lines = accessLines(rbcheck, bitcode, name)
        wanted = list(itertools.combinations_with_replacement(lines, 2))
        if not wanted:
            continue
        locs = os.path.join(work, name + ".locs")
        with open(locs, "w") as file:
            for a, b in wanted:
                file.write(f"{name}:{a} <> {name}:{b}\n")
        machine = machineOptions(os.path.join(folder, name))
        found = output([reference, *machine, bitcode]).stdout
        races = racesOf(found, name)
        isClean = not races and "free" not in found
        done = output([rbcheck, "--locs=" + locs, "--json=-", *machine, bitcode])
        programs += 1
        if isClean and " confirmed, " in (stopped := output(
                [rbcheck, "--locs=" + locs, "--max-states=2", *machine,
                 bitcode]).stdout) and "\n0 confirmed" not in stopped:
            failures += 1
            print(f"{name}: has no race, but\n{stopped}")
        try:
            warnings = json.loads(done.stdout)["warnings"]
        except ValueError:
            warnings = []
        if len(warnings) != len(wanted):
            failures += 1
            print(f"{name}: {len(wanted)} pairs, {len(warnings)} verdicts\n"
                  f"{done.stderr}")
            continue
        for pair, warning in zip(wanted, warnings):
            pairs += 1
            verdict = warning["verdict"]
            undecided += verdict in ("undecided", "refuted-bounded")
            confirmed += verdict == "confirmed"
            if (pair in races) == (verdict == "confirmed"):
                continue
            if pair in races and verdict != "undecided":
                failures += 1
                print(f"{name}: {pair} races, but is {verdict}: "
                      f"{warning['why']}")
            elif verdict == "confirmed" and isClean:
                failures += 1
                print(f"{name}: {pair} is confirmed, but nothing races")
            elif verdict == "confirmed" and done.returncode != 1:
                failures += 1
                print(f"{name}: {pair} is confirmed, but the exit code is "
                      f"{done.returncode}")
    print(f"{programs} programs, {pairs} pairs, {confirmed} confirmed, "
          f"{undecided} undecided, {failures} failures")
    return 1 if failures or not confirmed else 0


if __name__ == "__main__":
    sys.exit(main())
