"""Runs rbcheck on concurrent programs of SV-COMP and prints a table.

Usage: svcomp.py [--build DIR] [--limit SECONDS] [--only REGEX] [--inputs]
                 [--list FILE] CHECKOUT

CHECKOUT is a copy of sv-benchmarks, or of some of its folders under c/. Each *.yml
there names a program and what is expected of its properties; `unreach-call` and
`no-data-race` are looked at. The source is taken rather than its preprocessed form,
which may be for another machine. With --inputs only programs that ask for inputs
(__VERIFIER_nondet_*) are run.

The competition's rules differ from rbcheck's in two things, and sources are changed
so: a call of reach_error() is the error, whatever the program defines it to do, and
abort() ends the program like any other end. One property is asked for at a time,
since a program with a data race can be one in which no error is reached.

Printed are the counts, and each program that was not judged as expected, with the
reason that rbcheck gave. With --list a line for each goes to FILE. One at a time.
"""

import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLANG, LINK = "clang-19", "llvm-link-19"
# The check of rbcheck that a property is.
CHECKS = {"unreach-call": "assertion", "no-data-race": "data-race"}
ABORT = "#include <unistd.h>\nvoid svcomp_abort(void) { _exit(0); }\n"


def expectations(task):
    """(source, {property: expected}) of a *.yml."""
    with open(task, encoding="utf-8") as file:
        text = file.read()
    name = re.search(r"^input_files:\s*['\"]?([^'\"\s]+)", text, re.M)
    found = re.findall(r"property_file:\s*\S*?([\w-]+)\.prp\s+"
                       r"expected_verdict:\s*(true|false)", text)
    if not name:
        return None, {}
    source = os.path.join(os.path.dirname(task), name[1])
    written = re.sub(r"\.i$", ".c", source)
    if os.path.exists(written):
        source = written
    return source, {each: verdict == "true" for each, verdict in found
                    if each in CHECKS}


def withoutBody(text, head):
    """The function that `head` matches is declared only."""
    found = re.search(head + r"\s*\([^)]*\)\s*(?=\{)", text)
    if not found:
        return text
    at, depth = found.end(), 0
    while True:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if not depth:
            return text[:found.end()] + ";" + text[at:]


def read(source):
    with open(source, encoding="utf-8", errors="replace") as file:
        return file.read()


def compiled(source, build, folder):
    """The bitcode of a program, or the compiler's message."""
    home = os.path.dirname(os.path.abspath(source))
    headers = os.path.join(folder, "headers")
    os.makedirs(headers)
    # What the rules are about may be in a header of the folder.
    for header in glob.glob(os.path.join(home, "*.h")):
        with open(os.path.join(headers, os.path.basename(header)), "w",
                  encoding="utf-8") as out:
            out.write(withoutBody(read(header), r"\bvoid\s+reach_error"))
    changed = os.path.join(folder, os.path.basename(source))
    with open(changed, "w", encoding="utf-8") as out:
        out.write(withoutBody(read(source), r"\bvoid\s+reach_error"))
    end = os.path.join(folder, "abort.c")
    with open(end, "w", encoding="utf-8") as out:
        out.write(ABORT)
    flags = ["-g", "-O0", "-w", "-std=gnu17", "-fgnu89-inline", "-emit-llvm", "-c",
             "-Wno-implicit-function-declaration", "-Wno-implicit-int",
             "-Wno-int-conversion", "-Wno-return-type",
             "-Dabort=svcomp_abort", "-I", headers, "-I", home]
    parts = []
    for each in (changed, end):
        parts.append(each + ".bc")
        run = subprocess.run([CLANG, *flags, each, "-o", parts[-1]],
                             capture_output=True, text=True)
        if run.returncode:
            errors = [line for line in run.stderr.splitlines()
                      if "error:" in line]
            return None, "does not compile: " + (errors or ["?"])[0]
    whole = os.path.join(folder, "whole.bc")
    subprocess.run([LINK, *parts, "-o", whole], check=True)
    return whole, None


def judged(program, check, options):
    """What rbcheck says of it, in one word, and why."""
    out = program + ".json"
    words = [os.path.join(options.build, "bin", "rbcheck"),
             f"--time-limit={options.limit}", "--memory-limit=3000",
             f"--check={check}", f"--json={out}", *options.options.split(),
             program]
    try:
        run = subprocess.run(words, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True,
                             timeout=20 * options.limit)
    except subprocess.TimeoutExpired:
        return "stuck", ""
    if run.returncode not in (0, 1, 2):
        return "failed", (run.stderr + run.stdout).strip().splitlines()[0]
    with open(out, encoding="utf-8") as text:
        result = json.load(text)
    if result["verdict"] != "error":
        return result["verdict"], result["reason"] or ""
    error = result["errors"][0]
    where = error["location"]
    return "error", f"{error['message']} (line {where['line']})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--inputs", action="store_true")
    parser.add_argument("--options", default="", help="more, for rbcheck")
    parser.add_argument("--list")
    options = parser.parse_args()
    tasks = [task for task in sorted(glob.glob(
        os.path.join(options.checkout, "**", "*.yml"), recursive=True))
        if re.search(options.only, os.path.relpath(task, options.checkout))]
    if not tasks:
        sys.exit(f"{options.checkout}: no *.yml there")
    counts = collections.Counter()
    lines, wrong = [], []
    for task in tasks:
        source, expected = expectations(task)
        if not source or not os.path.exists(source):
            continue
        if options.inputs and not re.search(
                r"[=(!]\s*__VERIFIER_nondet_\w+\s*\(", read(source)):
            continue
        name = os.path.relpath(source, options.checkout)
        for each, holds in expected.items():
            begin = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                program, why = compiled(source, options.build, folder)
                verdict = "failed"
                if program:
                    verdict, why = judged(program, CHECKS[each], options)
            expects = "no-error" if holds else "error"
            counts[expects, verdict] += 1
            lines.append(f"{name}\t{each}\t{expects}\t{verdict}\t"
                         f"{time.monotonic() - begin:.1f}\t{why}")
            print(lines[-1], file=sys.stderr, flush=True)
            if verdict != expects:
                wrong.append(f"{name}: {each}: {verdict}, expected {expects}: "
                             f"{why}")
    verdicts = ["error", "no-error", "inconclusive"]
    verdicts += sorted({verdict for _, verdict in counts} - set(verdicts))
    print(f"| expected | {' | '.join(verdicts)} |")
    print("| --- |" + " --- |" * len(verdicts))
    for expects in ("error", "no-error"):
        cells = [str(counts[expects, verdict]) for verdict in verdicts]
        print(f"| {expects} | {' | '.join(cells)} |")
    print("\n".join(wrong))
    if options.list:
        with open(options.list, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
