"""How many errors of a folder's programs are predicted from one execution.

Usage: suite.py RBCHECK CLANG INCLUDE WORK [--runs=N] [--states=N] [--list]
                [--generate=N] FILE...

Each program (a C or C++ file; with -DFIXED once more if it has that) is searched
depth-first for all errors, up to a number of states, and then by
--search=predict:runs=N for all errors. What is predicted must be among what the
first search found, unless that came to its limit. With --generate also N programs
that are made (test/generate). Every error that is reported was
replayed: rbcheck exits with 4 otherwise. Prints what differs, and how many races
and other errors there are and were predicted.
"""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "generate"))
from compare import ON, errorOf  # noqa: E402
from generate import Program  # noqa: E402


def made(work, count):
    os.makedirs(work, exist_ok=True)
    for seed in range(1, count + 1):
        path = os.path.join(work, f"made-{seed}.c")
        with open(path, "w") as file:
            file.write("\n".join(Program(seed, "c", ON).text()) + "\n")
        yield path


def variants(source):
    with open(source) as file:
        text = file.read()
    options = ["--spurious=off"] if "without spurious" in text else []
    yield [], options
    if "FIXED" in text:
        yield ["-DFIXED"], options


def search(rbcheck, bitcode, options):
    """Exit code, errors, whether it was complete, and what was predicted."""
    path = bitcode + ".json"
    if os.path.exists(path):
        os.remove(path)
    code = subprocess.run(
        [rbcheck, "--all-errors", f"--json={path}", *options, bitcode],
        capture_output=True, text=True).returncode
    if code not in (0, 1, 2):
        return code, set(), False, None
    with open(path) as file:
        result = json.load(file)
    return (code, {errorOf(each) for each in result["errors"]},
            result["complete"], result["stats"]["predictions"])


def isRace(error):
    return error.startswith("data-race")


def main(rbcheck, clang, include, work, *rest):
    runs, states, isLong, files = "1", "20000", False, []
    for word in rest:
        if word.startswith("--runs="):
            runs = word[7:]
        elif word.startswith("--states="):
            states = word[9:]
        elif word.startswith("--generate="):
            files += list(made(work, int(word[11:])))
        elif word == "--list":
            isLong = True
        else:
            files.append(word)
    os.makedirs(work, exist_ok=True)
    programs = failures = right = 0
    there, predicted = [0, 0], [0, 0]  # others, races
    total = {"predicted": 0, "replayed": 0, "asked": 0, "unanswered": 0}
    for source in sorted(files):
        for flags, options in variants(source):
            name = os.path.basename(source) + "".join(flags)
            bitcode = os.path.join(work, name + ".bc")
            subprocess.run([clang, "-g", "-O0", "-w", "-pthread", "-emit-llvm",
                            "-c", "-I", include, *flags, source, "-o", bitcode],
                           check=True)
            _, all_, isWhole, _ = search(
                rbcheck, bitcode,
                ["--search=dfs", f"--max-states={states}", *options])
            code, some, _, counts = search(
                rbcheck, bitcode, [f"--search=predict:runs={runs}", *options])
            programs += 1
            # A program with few schedules may have been seen whole on the way.
            isWrong = code == 0 and (all_ or not isWhole)
            if (code not in (0, 1, 2) or isWrong
                    or (isWhole and not some <= all_)):
                failures += 1
                print(f"{name}: exit {code}, invented {sorted(some - all_)}")
                continue
            right += isWhole and not all_
            for error in all_ | some:
                there[isRace(error)] += 1
                predicted[isRace(error)] += error in some
            for key in total:
                total[key] += counts[key]
            if isLong:
                print(f"{name}: {len(some)} of {len(all_ | some)}"
                      f"{'' if isWhole else ' (limit)'}, missing "
                      f"{sorted(all_ - some)}")
    print(f"{programs} programs, {right} right ones, {failures} failures")
    print(f"races: {predicted[1]} of {there[1]}, "
          f"other errors: {predicted[0]} of {there[0]}")
    print(", ".join(f"{key} {value}" for key, value in total.items()))


main(*sys.argv[1:])
