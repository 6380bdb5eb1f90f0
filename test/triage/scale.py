"""Many warnings over a large program, within a given budget.

Usage: scale.py RBCHECK CLANG WORK MODULES LINES SECONDS MEGABYTES

Makes a C program of MODULES modules, LINES lines of code altogether, and one
warning per module: a race in every fourth one, one that a lock excludes, one in
code that nothing calls, and one on what is written before there are threads.
rbcheck has to give every one a verdict in SECONDS (and some to load), within
MEGABYTES; none may be wrong. Prints how many there are of each.
"""

import collections
import json
import os
import subprocess
import sys
import time

THREADS = 3


def module(i, lines):
    """Source of one module, and the offsets of its two places."""
    kind = ("race", "locked", "dead", "early")[i % 4]
    lock, unlock = f"pthread_mutex_lock(&mu{i});", f"pthread_mutex_unlock(&mu{i});"
    if kind == "race":
        lock = unlock = ";"
    text = [f"static int value{i};",
            f"static pthread_mutex_t mu{i} = PTHREAD_MUTEX_INITIALIZER;",
            f"static void put{i}(int x) {{",
            f"  {lock}",
            f"  value{i} = x;",
            f"  {unlock}",
            "}",
            f"static int get{i}(void) {{",
            "  int x;",
            f"  {lock}",
            f"  x = value{i};",
            f"  {unlock}",
            "  return x;",
            "}"]
    text.append(f"static int work{i}(int x) {{")
    while len(text) < lines - 2:
        k = len(text)
        text.append(f"  if (x % {k + 3} == {k % 3}) x = x * {k} + {i};")
    return kind, text + ["  return x;", "}"], 4, 10


def program(modules, lines):
    text = ["#include <pthread.h>"]
    warnings = []
    use = {"main": [], "thread": []}
    for i in range(modules):
        kind, body, write, read = module(i, lines // modules)
        first = len(text) + 1
        warnings.append((kind, first + write, first + read))
        text += body
        if kind == "early":
            use["main"].append(f"  put{i}({i});")
            use["thread"].append(f"  x += work{i}(value{i});")
        elif kind != "dead":
            use["thread"].append(f"  put{i}(work{i}(x)); x += get{i}();")
    text += ["static void *run(void *arg) {", "  int x = *(int *)arg;"]
    text += use["thread"] + ["  *(int *)arg = x;", "  return 0;", "}"]
    text += ["int main(void) {", f"  pthread_t t[{THREADS}];",
             f"  int ids[{THREADS}];"] + use["main"]
    text += [f"  for (int i = 0; i < {THREADS}; i++) {{", "    ids[i] = i;",
             "    pthread_create(&t[i], 0, run, &ids[i]);", "  }",
             f"  for (int i = 0; i < {THREADS}; i++) pthread_join(t[i], 0);",
             "  return 0;", "}"]
    return text, warnings


ALLOWED = {"race": {"confirmed"},
           "locked": {"refuted", "refuted-bounded", "undecided"},
           "dead": {"refuted", "not-applicable"},
           "early": {"refuted", "refuted-bounded", "undecided",
                     "not-applicable"}}


def main():
    rbcheck, clang, work = sys.argv[1:4]
    modules, lines, seconds, megabytes = (int(word) for word in sys.argv[4:8])
    os.makedirs(work, exist_ok=True)
    source, locs = os.path.join(work, "large.c"), os.path.join(work, "large.locs")
    text, warnings = program(modules, lines)
    with open(source, "w") as file:
        file.write("\n".join(text) + "\n")
    with open(locs, "w") as file:
        for _, write, read in warnings:
            file.write(f"large.c:{write} <> large.c:{read}\n")
    bitcode = source + ".bc"
    subprocess.run([clang, "-g", "-O0", "-emit-llvm", "-c", source, "-o",
                    bitcode], check=True)
    start = time.time()
    done = subprocess.run(
        [rbcheck, "--locs=" + locs, "--json=-", f"--time-limit={seconds}",
         f"--memory-limit={megabytes}", bitcode], capture_output=True,
        text=True)
    took = time.time() - start
    result = json.loads(done.stdout)
    verdicts = [warning["verdict"] for warning in result["warnings"]]
    wrong = [f"{kind} at line {write}: {verdict}" for (kind, write, _), verdict
             in zip(warnings, verdicts) if verdict not in ALLOWED[kind]]
    missed = [line for line in wrong if line.endswith("undecided")
              or line.endswith("refuted-bounded")]
    # A race that was not found in time is a pity; one that is denied a bug.
    wrong = [line for line in wrong if line not in missed]
    peak = result["stats"]["peak_rss_mb"]
    print(f"{len(text)} lines, {len(verdicts)} of {len(warnings)} warnings with "
          f"a verdict, {len(wrong)} wrong, {len(missed)} races not found")
    for verdict, count in sorted(collections.Counter(verdicts).items()):
        print(f"  {verdict}: {count}")
    for line in wrong:
        print("  wrong: " + line)
    print(f"  {took:.1f} s, {peak} MB", file=sys.stderr)
    isLate = "timed" in sys.argv[8:] and took > seconds * 1.5 + 30
    return 1 if wrong or isLate or len(verdicts) != len(warnings) else 0


if __name__ == "__main__":
    sys.exit(main())
