"""Compares the number of executions of dpor and gambit with the number of traces.

Usage: traces.py --build BUILD [--clang CLANG] [--count N] [--first SEED]
                 [--most BEGINNINGS] [--programs FOLDER] [--keep FOLDER]

rbcheck-reference --traces goes through all executions and counts those once that
differ only in the order of independent operations. dpor has to execute each of
them once, with sets=optimal without following a path in vain, with
sets=persistent at least once; gambit, with sleep sets or without, the same in
another order.
Programs come from test/generate (seeds from SEED on), or are the C files of a
folder; those with too many executions to be counted are skipped.
"""

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../generate"))
sys.path.insert(0, os.path.join(HERE, "../starts"))
import zygote  # noqa: E402
from compare import ON, casesOf  # noqa: E402
from generate import Program  # noqa: E402

SEARCHES = {"dpor:sets=optimal": "optimal", "dpor:sets=source": "source",
            "dpor:sets=persistent": "persistent", "gambit:mode=dpor": "source",
            "gambit:mode=dpor,cost=rand,first=random": "source",
            "gambit:mode=dpor,sleep=no,cost=pb": "persistent"}


def isRight(sets, traces, executions, inVain):
    if sets == "persistent":
        return executions >= traces and not inVain
    return executions == traces and not (sets == "optimal" and inVain)


class Comparison:
    def __init__(self, args):
        self.args = args
        self.bin = os.path.join(args.build, "bin")
        os.makedirs(args.keep, exist_ok=True)

    def run(self, tool, *words):
        return zygote.run([os.path.join(self.bin, tool), *words], timeout=600)

    def executions(self, bitcode, search, spurious):
        """(ended, in vain), or what went wrong, or None: not to be compared."""
        file = f"{bitcode}.{search}.json"
        done = self.run("rbcheck", f"--search={search}", "--all-errors",
                        spurious, f"--json={file}", bitcode)
        if done.returncode not in (0, 1, 2):
            return f"exit code {done.returncode}: {done.stderr}"
        with open(file, encoding="utf-8") as text:
            report = json.load(text)
        os.remove(file)
        if report["errors"] and spurious == "--spurious=on":
            return None  # it was searched again without spurious events
        stats = report["stats"]
        return stats["executions"], stats["executions_blocked"]

    def compare(self, source, flags, spurious):
        """(kind of outcome, lines)."""
        bitcode = os.path.join(self.args.keep, os.path.basename(source) +
                               "".join(flags) + ".bc")
        done = zygote.run(
            [self.args.clang, "-g", "-O0", "-w", *flags, "-I",
             os.path.join(HERE, "../../runtime/include"), "-emit-llvm", "-c",
             source, "-o", bitcode])
        if done.returncode:
            return "different", [f"does not compile: {done.stderr}"]
        done = self.run("rbcheck-reference", "--traces", spurious,
                        f"--states={self.args.most}", bitcode)
        answer = done.stdout.split()
        if done.returncode or not answer:
            return "different", [done.stdout + done.stderr]
        if answer[0] in ("cut", "vague"):
            os.remove(bitcode)
            return "skipped", []
        bad = []
        for search, sets in SEARCHES.items():
            found = self.executions(bitcode, search, spurious)
            if found is None:
                os.remove(bitcode)
                return "skipped", []
            if isinstance(found, str):
                bad.append(f"{search}: {found}")
            elif not isRight(sets, int(answer[0]), *found):
                bad.append(f"{search}: {found[0]} executions, {found[1]} in vain; "
                           f"{answer[0]} traces")
        if bad:
            return "different", bad
        os.remove(bitcode)
        return ("many" if int(answer[0]) > 1 else "one"), []

    def generated(self, index):
        seed = self.args.first + index
        source = os.path.join(self.args.keep, f"{seed}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(Program(seed, "c", ON).text()) + "\n")
        # Wake-ups without a reason make many executions: now and then only.
        spurious = "--spurious=" + ("on" if seed % 4 == 0 else "off")
        outcome = self.compare(source, (), spurious)
        if outcome[0] != "different":
            os.remove(source)
        return f"seed {seed}, kept as {source}", outcome

    def given(self, case):
        source, flags = case
        return f"{source} {' '.join(flags)}", self.compare(source, flags,
                                                           "--spurious=off")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--most", type=int, default=20000)
    parser.add_argument("--programs")
    parser.add_argument("--keep", default="traces")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    comparison = Comparison(args)
    work, one = range(args.count), comparison.generated
    if args.programs:
        work, one = list(casesOf(args.programs)), comparison.given
    counts = {"one": 0, "many": 0, "skipped": 0, "different": 0}
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, (kind, lines) in pool.map(one, work):
            counts[kind] += 1
            if kind == "different":
                print(f"different: {name}", *lines, sep="\n  ", flush=True)
    print(f"{sum(counts.values())} programs: {counts['many']} with several "
          f"traces, {counts['one']} with one, {counts['skipped']} skipped, "
          f"{counts['different']} different")
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
