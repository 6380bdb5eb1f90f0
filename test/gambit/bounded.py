"""Compares what gambit reaches under a bound with a plain bounded search.

Usage: bounded.py RBCHECK CLANG INCLUDE GENERATOR WORK COUNT [FIRST [SEARCH...]]

For each of COUNT generated programs and each bound: the errors and exit statuses of
`dfs --visited=exact --bound=preemptions:N`, which keeps a state once for each number
of preemptions, against those of gambit, which finds its way over executions, with
and without remembered states, and with the reduction for bounds. None may be
missing, none may be more; and what gambit says to have covered must be true of it.
"""

import json
import os
import subprocess
import sys

BOUNDS = (0, 1, 2, 3)
SEARCHES = ("gambit:", "gambit:match=no,cost=ss+mdpor+rand",
            "gambit:cost=atomicity+pb/rand,reprioritise=yes",
            "gambit:reduce=yes,cost=pb", "gambit:first=random,cost=rand")


def place(location):
    return f"{os.path.basename(location['file'])}:{location['line']}"


def reached(rbcheck, bitcode, options):
    """Errors and exit statuses, and how far it came."""
    report = bitcode + ".json"
    done = subprocess.run([rbcheck, "--all-errors", "--emit=finals", "--spurious=off",
                           f"--json={report}", *options, bitcode],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{options}: {done.stderr}")
    with open(report, encoding="utf-8") as file:
        result = json.load(file)
    ends = {" ".join(line.split()[:2]) for line in done.stdout.splitlines()
            if line.startswith("exit ")}
    for error in result["errors"]:
        places = [place(error["location"])]
        if error["kind"] == "data-race":
            places.append(place(error["related"][0]["location"]))
        ends.add(" ".join([error["kind"], *sorted(places)]
                          if error["kind"] != "deadlock" else ["deadlock"]))
    return ends, result


def main():
    rbcheck, clang, include, generator, work, count = sys.argv[1:7]
    first = int(sys.argv[7]) if len(sys.argv) > 7 else 0
    searches = sys.argv[8:] or SEARCHES
    sys.path.insert(0, generator)
    from generate import Program
    os.makedirs(work, exist_ok=True)
    failures = compared = bounded = 0
    for seed in range(first, first + int(count)):
        source = os.path.join(work, f"{seed}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(Program(seed, "c", []).text()) + "\n")
        bitcode = os.path.join(work, f"{seed}.bc")
        subprocess.run([clang, "-g", "-O0", "-w", "-I" + include, "-emit-llvm",
                        "-c", source, "-o", bitcode], check=True)
        everything, _ = reached(rbcheck, bitcode, ["--search=dfs"])
        for bound in BOUNDS:
            wanted, _ = reached(rbcheck, bitcode, [
                "--search=dfs", "--visited=exact", f"--bound=preemptions:{bound}"])
            bounded += wanted != everything
            for search in searches:
                got, result = reached(rbcheck, bitcode,
                                      [f"--search={search},bound={bound}"])
                compared += 1
                covered = (result["covered"] or {}).get("preemptions", -1)
                isEndless = "does not end" in (result["reason"] or "")
                if got - wanted or (wanted - got and not isEndless):
                    failures += 1
                    print(f"{source}: {search},bound={bound}: more {sorted(got - wanted)}, "
                          f"missing {sorted(wanted - got)}", flush=True)
                elif not result["errors"] and not result["complete"] and \
                        covered != bound and not isEndless:
                    failures += 1
                    print(f"{source}: {search},bound={bound}: covered {covered}", flush=True)
        os.remove(bitcode)
    # A comparison says nothing where bounds keep nothing away.
    if bounded == 0:
        print("no bound kept anything away")
        failures += 1
    print(f"{count} programs, {compared} comparisons, {failures} failures")


main()
