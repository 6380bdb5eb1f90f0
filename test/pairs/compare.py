"""Compares what the code alone says of two lines with every interleaving.

Usage: compare.py --build BUILD [--clang CLANG] [--count N] [--first SEED]
                  [--jobs J] [--cxx-every N] [--keep FOLDER]

Makes N programs (shapes.py, every fifth one by objects.py and every fifth one by
test/generate/generate.py),
asks rbcheck-pairs which lines exclude each other and rbcheck-oracle which lines
race. Two lines that exclude each other and race are a difference: the program is
kept, and so are two that race and are not in the list. Also prints how many of
the pairs that do not race were excluded.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../generate"))
sys.path.insert(0, os.path.join(HERE, "../starts"))
import zygote  # noqa: E402
from generate import Program  # noqa: E402
from objects import Objects  # noqa: E402
from shapes import Shape  # noqa: E402


class Comparison:
    def __init__(self, args):
        self.args = args
        os.makedirs(args.keep, exist_ok=True)

    def tool(self, name, *words):
        command = [os.path.join(self.args.build, "bin", name), *words]
        return zygote.run(command, timeout=600)

    def text(self, seed, lang):
        if seed % 5 == 0:
            return Program(seed, lang, ["third-range", "call-arguments", "sections"]).text()
        if seed % 5 == 1 and lang == "c":
            return Objects(seed).text()
        return Shape(seed, lang).text()

    def compare(self, index):
        seed = self.args.first + index
        lang = "c++" if seed % self.args.cxx_every == 0 else "c"
        source = os.path.join(self.args.keep, f"{seed}.{'cpp' if lang == 'c++' else 'c'}")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(self.text(seed, lang)) + "\n")
        outcome = self.judge(source)
        if outcome[0] != "difference":
            os.remove(source)
        return source, outcome

    def judge(self, source):
        """(kind, lines to print, excluded pairs, pairs without a race)"""
        bitcode = source + ".bc"
        done = zygote.run([self.args.clang, "-g", "-O0", "-w", "-emit-llvm", "-c", source,
                           *(["-std=c++20"] if source.endswith(".cpp") else []),
                           "-o", bitcode])
        if done.returncode:
            return "difference", ["does not compile: " + done.stderr], 0, 0
        oracle = self.tool("rbcheck-oracle", "--spurious=on",
                           f"--max-states={self.args.max_states}", bitcode)
        pairs = self.tool("rbcheck-pairs", bitcode)
        os.remove(bitcode)
        if oracle.returncode == 3:
            return "skipped", [oracle.stdout + oracle.stderr], 0, 0
        if oracle.returncode or pairs.returncode:
            return "difference", [oracle.stderr, pairs.stderr], 0, 0
        races, isComplete = set(), "complete" in oracle.stdout.splitlines()
        for line in oracle.stdout.splitlines():
            words = line.split()
            if len(words) == 4 and words[1] == "data-race":
                races.add(frozenset(words[2:]))
        bad, excluded, free, listed = [], 0, 0, set()
        for line in pairs.stdout.splitlines():
            word, first, second, *why = line.split(" ")
            listed.add(frozenset([first, second]))
            isRace = frozenset([first, second]) in races
            if word == "excluded" and isRace:
                bad.append(f"race of {first} and {second}, but " + " ".join(why))
            excluded += word == "excluded" and not isRace
            free += not isRace
        bad += [f"race of {' and '.join(sorted(pair))}, which is not listed"
                for pair in races - listed]
        if bad:
            return "difference", bad, 0, 0
        if not isComplete:
            return "cut", [], 0, 0
        return "agreed", [], excluded, free


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cxx-every", type=int, default=8)
    parser.add_argument("--max-states", type=int, default=60000)
    parser.add_argument("--keep", default="pairs")
    args = parser.parse_args()
    comparison = Comparison(args)
    counts = {"agreed": 0, "cut": 0, "skipped": 0, "difference": 0}
    excluded = free = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for source, (kind, lines, ofThem, ofAll) in pool.map(comparison.compare,
                                                            range(args.count)):
            counts[kind] += 1
            excluded += ofThem
            free += ofAll
            if lines:
                print(f"{kind}: {source}", *lines, sep="\n  ", flush=True)
    print(f"{args.count} programs: {counts['agreed']} agreed, {counts['cut']} cut, "
          f"{counts['skipped']} skipped, {counts['difference']} differences; "
          f"{excluded} of {free} pairs without a race excluded "
          f"({100 * excluded // max(free, 1)} %)")
    return 1 if counts["difference"] else 0


if __name__ == "__main__":
    sys.exit(main())
