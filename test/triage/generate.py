"""Writes small racy and less racy C programs for agree.py.

Usage: generate.py FOLDER COUNT

Two or three threads, each with a few plain or atomic accesses to two variables,
some under one of two mutexes, some skipped by what another thread wrote; main
accesses them before it makes threads, between, and after the joins. Every
access has a line of its own. The same COUNT gives the same programs.
"""

import os
import random
import sys


def access(rng, name):
    target = rng.choice(["x", "y"])
    form = rng.randrange(5)
    if form == 0:
        return [f"  {target} = {rng.randrange(1, 4)};"]
    if form == 1:
        return [f"  {name} = {target};"]
    if form == 2:
        return ["  flag = 1;"]
    if form == 3:
        return ["  if (flag)", f"    {target} = 5;"]
    return [f"  {target}++;"]


def body(rng, name, most):
    lines = []
    for _ in range(rng.randrange(1, most + 1)):
        some = access(rng, name)
        if rng.random() < 0.5:
            mutex = rng.choice(["m", "m", "n"])
            some = ([f"  pthread_mutex_lock(&{mutex});"] + some
                    + [f"  pthread_mutex_unlock(&{mutex});"])
        lines += some
    return lines


def program(seed):
    rng = random.Random(seed)
    threads = rng.choice([2, 2, 2, 3])
    text = ["#include <pthread.h>", "#include <stdatomic.h>",
            "static int x, y;", "static atomic_int flag;",
            "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
            "static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;"]
    for i in range(threads):
        text += [f"static void *run{i}(void *arg) {{", "  int local = 0;"]
        text += body(rng, "local", 2 if threads == 2 else 1)
        text += ["  return local ? arg : 0;", "}"]
    text += ["int main(void) {", f"  pthread_t t[{threads}];", "  int local = 0;"]
    text += access(rng, "local")
    for i in range(threads):
        text.append(f"  pthread_create(&t[{i}], 0, run{i}, 0);")
        if i == 0 and rng.random() < 0.3:
            text += access(rng, "local")
        if i == 0 and rng.random() < 0.2:
            text.append("  pthread_join(t[0], 0);")
    for i in range(threads):
        if f"  pthread_join(t[{i}], 0);" not in text:
            text.append(f"  pthread_join(t[{i}], 0);")
    text += access(rng, "local") + ["  return local > 100;", "}"]
    return "\n".join(text) + "\n"


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    for seed in range(count):
        with open(os.path.join(folder, f"random{seed}.c"), "w") as file:
            file.write(program(seed))


if __name__ == "__main__":
    main()
