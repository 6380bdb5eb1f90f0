#!/usr/bin/env python3
"""Compares searches, reduced and not, on leaks of generated concurrent programs.

    leaks.py --build DIR --clang CLANG --work DIR [--first SEED] [--count N]

Threads hand heap blocks to each other through atomic slots, and lose some; some end
the process early, while others are in the middle of something. --search=dpor has to
find leaks of the same lines as the naive search of rbcheck-reference. Where a block
comes from is no part of a state: a search that remembers states may name fewer lines,
but some if there is a leak, and no other.
"""
import argparse
import json
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../starts"))
import zygote  # noqa: E402

SEARCHES = [["--search=dfs", "--reduce=off"], ["--search=dfs", "--reduce=on"],
            ["--search=dpor"], ["--search=bfs", "--reduce=off"],
            ["--search=dfs", "--reduce=off", "--steps=sync"], []]


def action(rng):
    slot, other = rng.sample(range(3), 2)
    return rng.choice([
        f"atomic_store(&slot[{slot}], malloc(8));",
        f"atomic_store(&slot[{other}], malloc(8));",
        f"atomic_store(&slot[0], atomic_load(&slot[0]) ? (void *)0 : malloc(8));",
        f"free(atomic_exchange(&slot[{slot}], malloc(8)));",
        f"free(atomic_exchange(&slot[{slot}], (void *)0));",
        f"atomic_exchange(&slot[{slot}], (void *)0);",
        f"atomic_store(&slot[{slot}], atomic_exchange(&slot[{other}], (void *)0));",
        f"if (!atomic_load(&slot[{slot}])) atomic_store(&slot[{slot}], malloc(8));",
        f"{{ void *mine = malloc(8); atomic_load(&slot[{slot}]); free(mine); }}",
        f"if (atomic_load(&slot[{slot}])) exit(0);",
        "atomic_fetch_add(&count, 1);",
        "if (atomic_load(&count)) exit(0);",
    ])


def program(seed):
    rng = random.Random(seed)
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <stdlib.h>",
             "static _Atomic(void *) slot[3];", "static atomic_int count;"]
    threads = rng.choice([1, 2, 2])
    for thread in range(threads):
        lines.append(f"static void *run{thread}(void *arg) {{")
        lines += ["  " + action(rng) for _ in range(rng.randint(1, 3 if threads < 3 else 2))]
        lines += ["  return arg;", "}"]
    lines += ["int main(void) {", f"  pthread_t id[{threads}];"]
    lines += [f"  pthread_create(&id[{t}], 0, run{t}, 0);" for t in range(threads)]
    lines += ["  " + action(rng) for _ in range(rng.randint(0, 2))]
    lines += [f"  pthread_join(id[{t}], 0);" for t in range(threads) if rng.random() < 0.6]
    lines += [f"  free(atomic_exchange(&slot[{s}], (void *)0));"
              for s in range(3) if rng.random() < 0.4]
    return "\n".join(lines + ["  return 0;", "}"]) + "\n"


def by_reference(build, base):
    out = zygote.run([os.path.join(build, "bin", "rbcheck-reference"), "--check=leak",
                      base + ".bc"], check=True).stdout
    if "cut" in out.split() or "incomplete" in out.split():
        return None
    return sorted({int(line.rsplit(":", 2)[1]) for line in out.splitlines()
                   if line.startswith("leak ")})


def by_search(build, base, search):
    zygote.run([os.path.join(build, "bin", "rbcheck"), "--check=leak" if "--steps=sync"
                not in search else "--check=leak,data-race", "--all-errors",
                "--no-minimize", "--json=" + base + ".json", *search, base + ".bc"])
    with open(base + ".json") as file:
        result = json.load(file)
    if result["verdict"] == "inconclusive" or not result["complete"]:
        return "inconclusive: " + str(result["reason"])
    return sorted({error["location"]["line"] for error in result["errors"]})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    bad = leaks = skipped = 0
    for seed in range(args.first, args.first + args.count):
        base = os.path.join(args.work, f"leaks-{seed}")
        with open(base + ".c", "w") as out:
            out.write(program(seed))
        zygote.run([args.clang, "-g", "-O0", "-emit-llvm", "-c", base + ".c", "-o",
                    base + ".bc"], check=True)
        wanted = by_reference(args.build, base)
        if wanted is None:
            skipped += 1
            continue
        leaks += len(wanted)
        for search in SEARCHES:
            found = by_search(args.build, base, search)
            is_exact = found == wanted
            is_some = "--search=dpor" not in search and isinstance(found, list) and \
                found and set(found) <= set(wanted)
            if not is_exact and not is_some:
                bad += 1
                print(f"leaks-{seed}.c: {' '.join(search)}: {found}, should be {wanted}")
    print(f"{args.count} programs, {leaks} leaks, {skipped} skipped, {bad} differences")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
