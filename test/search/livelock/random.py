"""Compares livelock and termination with an explicit search of small programs.

Usage: random.py RBCHECK CLANG WORK COUNT [SEED]

Programs of two or three threads on a few shared variables: stores, loops until a
variable has a value, compare-exchange loops, loops around stores. The same programs
are executed here, as automata, with all interleavings:

  livelock     a state can be reached in which some thread can move, and from which
               no execution ever changes a shared variable or ends a thread
  termination  a fair cycle: found by taking apart what reaches each other, again
               and again

Nothing of rbcheck is used for that. Every search has to say the same.
"""

import json
import os
import random
import subprocess
import sys

VARIABLES = 3
# Search, and whether it may give up where executions do not end.
SEARCHES = [([], False), (["--search=dfs"], False), (["--search=bfs"], False),
            (["--search=dfs", "--reduce=on"], False), (["--steps=sync"], False),
            (["--jobs=2"], False), (["--search=dpor"], True)]


def draw(rng):
    """A program: per thread a list of statements."""
    def statement():
        v, c = rng.randrange(VARIABLES), rng.randrange(2)
        w = rng.randrange(VARIABLES)
        return rng.choice([("store", v, c), ("store", v, c), ("await", v, c),
                           ("lock", v), ("unlock", v), ("busy", v, c, w),
                           ("flip", v, c, w)])
    return [[statement() for _ in range(rng.randint(1, 3))]
            for _ in range(rng.choice([1, 2, 2, 2, 3]))]


def cText(program):
    lines = ["#include <pthread.h>", "#include <stdatomic.h>",
             f"static atomic_int v[{VARIABLES}];"]
    for number, thread in enumerate(program):
        lines += [f"static void *t{number}(void *arg) {{", "  int old;"]
        for what, v, *more in thread:
            if what == "store":
                lines += [f"  v[{v}] = {more[0]};"]
            elif what == "await":
                lines += [f"  while (v[{v}] != {more[0]})", "    ;"]
            elif what == "lock":
                lines += [f"  for (old = 0; !atomic_compare_exchange_strong(&v[{v}], "
                          "&old, 1); old = 0)", "    ;"]
            elif what == "unlock":
                lines += [f"  v[{v}] = 0;"]
            elif what == "busy":
                lines += [f"  while (v[{v}] != {more[0]})", f"    v[{more[1]}] = 1;"]
            else:
                lines += [f"  while (v[{v}] != {more[0]})",
                          f"    v[{more[1]}] = 1, v[{more[1]}] = 0;"]
        lines += ["  (void)old;", "  return arg;", "}"]
    lines += ["int main(void) {", f"  pthread_t t[{len(program)}];"]
    for number in range(len(program)):
        lines += [f"  pthread_create(&t[{number}], 0, t{number}, 0);"]
    for number in range(len(program)):
        lines += [f"  pthread_join(t[{number}], 0);"]
    return "\n".join(lines + ["}", ""])


def step(program, state, t):
    """The state behind a step of thread t; None if it has ended."""
    places, values = state
    at, half = places[t]
    if at == len(program[t]):
        return None
    what, v, *more = program[t][at]
    values = list(values)
    on, again = (at + 1, 0), (at, 0)
    if what in ("store", "unlock"):
        values[v] = more[0] if more else 0
        goes = on
    elif what == "await":
        goes = on if values[v] == more[0] else again
    elif what == "lock":
        goes = again if values[v] else on
        values[v] = 1
    elif half: # busy: a store between two looks; flip: two
        values[more[1]] = 2 - half
        goes = (at, 2) if what == "flip" and half == 1 else again
    else:
        goes = on if values[v] == more[0] else (at, 1)
    return places[:t] + (goes,) + places[t + 1:], tuple(values)


def graph(program):
    threads = range(len(program))
    first = (tuple((0, 0) for _ in threads), (0,) * VARIABLES)
    steps, todo = {}, [first]
    while todo:
        state = todo.pop()
        if state in steps:
            continue
        steps[state] = {t: after for t in threads
                        if (after := step(program, state, t)) is not None}
        todo += steps[state].values()
    return steps


def reachable(steps, state, inside=None):
    seen, todo = {state}, [state]
    while todo:
        for after in steps[todo.pop()].values():
            if after not in seen and (inside is None or after in inside):
                seen.add(after)
                todo.append(after)
    return seen


def hasTrap(program, steps):
    def ended(state):
        return sum(at == len(code) for (at, _), code in zip(state[0], program))
    for state in steps:
        if not steps[state]:
            continue
        seen = reachable(steps, state)
        # main waits for all: it is never the case that only one thread lives
        if all(other[1] == state[1] and ended(other) == ended(state)
               for other in seen):
            return True
    return False


def hasFairCycle(steps, states=None):
    states = set(steps) if states is None else states
    while states:
        state = next(iter(states))
        forward = reachable(steps, state, states)
        component = {other for other in forward
                     if state in reachable(steps, other, states)}
        states = states - component
        moves = {t for s in component for t, a in steps[s].items() if a in component}
        if not moves:
            continue
        kept = {t for s in component for t in steps[s]} - moves
        if not kept:
            return True
        if hasFairCycle(steps, {s for s in component if not kept & set(steps[s])}):
            return True
    return False


def check(rbcheck, program, options):
    run = subprocess.run([rbcheck, "--json=-", "--time-limit=60", *options, program],
                         capture_output=True, text=True, timeout=200)
    if run.returncode > 2:
        return run.stderr
    result = json.loads(run.stdout)
    return {error["kind"] for error in result["errors"]} or result["verdict"]


def main():
    rbcheck, clang, work, count = *sys.argv[1:4], int(sys.argv[4])
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    os.makedirs(work, exist_ok=True)
    failures, seen = 0, {"trap": 0, "endless": 0, "neither": 0}
    for number in range(count):
        program = draw(rng)
        steps = graph(program)
        trap, endless = hasTrap(program, steps), hasFairCycle(steps)
        assert endless or not trap
        seen["trap" if trap else "endless" if endless else "neither"] += 1
        source = os.path.join(work, f"{number}.c")
        bitcode = source[:-1] + "bc"
        with open(source, "w", encoding="utf-8") as text:
            text.write(cText(program))
        subprocess.run([*clang.split(), source, "-o", bitcode], check=True)
        wanted = {"livelock"} if trap else "no-error"
        for options, mayGiveUp in SEARCHES:
            found = check(rbcheck, bitcode, options)
            if found != wanted and not (mayGiveUp and found == "inconclusive"):
                failures += 1
                print(f"{source} {' '.join(options)}: {found}, expected {wanted}")
        wanted = {"non-termination"} if endless else "no-error"
        for options in (["--search=dfs"], ["--search=bfs"], ["--jobs=2"], []):
            found = check(rbcheck, bitcode,
                          [*options, "--check=-livelock,+termination"])
            if found != wanted:
                failures += 1
                print(f"{source} {' '.join(options)}: {found}, expected {wanted}")
    print(f"{count} programs: {seen}")
    return 1 if failures or 0 in seen.values() else 0


if __name__ == "__main__":
    sys.exit(main())
