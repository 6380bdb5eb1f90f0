#!/usr/bin/env python3
"""Compares what rbcheck says is lost with a walk through small random graphs.

    leak_graphs.py RBCHECK CLANG WORK COUNT [FIRST]

Each program allocates blocks, every one on a line of its own, lets them point to each
other, and keeps pointers to some of them in globals. Which blocks can be reached is
worked out here, from the edges. Blocks that cannot be reached are lost: rbcheck has to
name one of each group of them that nothing outside leads to, and count all others.
"""
import json
import os
import random
import re
import subprocess
import sys


def reached(edges, starts):
    seen, work = set(), list(starts)
    while work:
        block = work.pop()
        if block not in seen:
            seen.add(block)
            work += edges[block]
    return seen


def program(seed):
    """The text, the edges, what globals lead to, the line and size of each block."""
    rng = random.Random(seed)
    count = rng.randint(1, 9)
    sizes = [8 * rng.randint(1, 40) for _ in range(count)]
    edges = [[rng.randrange(count) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
             for _ in range(count)]
    kept = [b for b in range(count) if rng.random() < 0.3]
    lines = ["#include <stdlib.h>", "static char *global[16];",
             "static char **block[16];", "int main(void) {"]
    where = {}
    for b in range(count):
        lines.append(f"  block[{b}] = calloc(1, {sizes[b]});")
        where[len(lines)] = b
    for b in range(count):
        slots = rng.sample(range(sizes[b] // 8), min(len(edges[b]), sizes[b] // 8))
        edges[b] = edges[b][:len(slots)]
        for slot, to in zip(slots, edges[b]):
            inside = rng.choice([0, 1, sizes[to] - 1, sizes[to]])
            lines.append(f"  block[{b}][{slot}] = (char *)block[{to}] + {inside};")
    for place, b in enumerate(kept):
        lines.append(f"  global[{place}] = (char *)block[{b}] + {rng.randrange(sizes[b])};")
    lines += ["  for (int i = 0; i < 16; ++i)", "    block[i] = 0;", "  return 0;", "}"]
    return "\n".join(lines) + "\n", edges, kept, where, sizes


def check(seed, rbcheck, clang, work):
    text, edges, kept, where, sizes = program(seed)
    base = os.path.join(work, f"graph-{seed}")
    with open(base + ".c", "w") as out:
        out.write(text)
    subprocess.run([clang, "-g", "-O0", "-emit-llvm", "-c", base + ".c", "-o", base + ".bc"],
                   check=True)
    subprocess.run([rbcheck, "--check=leak", "--all-errors", "--json=" + base + ".json",
                    base + ".bc"], stdout=subprocess.DEVNULL)
    with open(base + ".json") as file:
        result = json.load(file)
    lost = set(range(len(sizes))) - reached(edges, kept)
    named, blocks, size = [], 0, 0
    for error in result["errors"]:
        named.append(where[error["location"]["line"]])
        for n, m in re.findall(r"(\d+) bytes in (\d+) block", error["message"]):
            size += int(n)
            blocks += int(m)
    # Groups that nothing lost outside leads to: who reaches a block is reached by it.
    groups = set()
    for b in lost:
        above = [a for a in lost if b in reached(edges, [a])]
        if all(a in reached(edges, [b]) for a in above):
            groups.add(frozenset(above))
    problems = []
    if blocks != len(lost) or size != sum(sizes[b] for b in lost):
        problems.append(f"{size} bytes in {blocks} blocks, should be "
                        f"{sum(sizes[b] for b in lost)} in {len(lost)}")
    if len(named) != len(groups) or any(len(g & set(named)) != 1 for g in groups):
        problems.append(f"names {sorted(named)} of {sorted(map(sorted, groups))}")
    if (result["verdict"] == "error") != bool(lost):
        problems.append("verdict " + result["verdict"])
    if not problems:
        for end in ".c", ".bc", ".json":
            os.remove(base + end)
    return problems, len(lost)


def main():
    rbcheck, clang, work, count = sys.argv[1:5]
    first = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    os.makedirs(work, exist_ok=True)
    bad = blocks = 0
    for seed in range(first, first + int(count)):
        problems, lost = check(seed, rbcheck, clang, work)
        blocks += lost
        for problem in problems:
            bad += 1
            print(f"graph-{seed}.c: {problem}")
    print(f"{count} programs, {blocks} lost blocks, {bad} differences")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
