"""Gives rbcheck broken bitcode files and option strings.

Usage: mutate.py RBCHECK BITCODE WORK COUNT

Every run must end with exit code 0 to 3 and, with 3, exactly one line of its
own on standard error. The mutations are the same in every run.
"""

import os
import random
import subprocess
import sys

OPTIONS = ["--search=dfs", "--bound=preemptions:1", "--order=random", "--seed=3",
           "--visited=exact", "--check=-memory", "--max-states=10", "--run",
           "--time-limit=1", "--json=/dev/null", "--all-errors", "--verbose"]


def run(rbcheck, arguments):
    try:
        done = subprocess.run([rbcheck, *arguments], capture_output=True,
                              timeout=60)
    except subprocess.TimeoutExpired:
        return f"does not end: {arguments}"
    if done.returncode not in (0, 1, 2, 3):
        return f"exit code {done.returncode}: {arguments}\n{done.stderr[-400:]}"
    own = [line for line in done.stderr.split(b"\n")
           if line.startswith(b"rbcheck: ") and b" warning: " not in line]
    if done.returncode == 3 and len(own) != 1:
        return f"{len(own)} messages: {arguments}\n{done.stderr[-400:]}"
    return None


def mutateBytes(data, rng):
    data = bytearray(data)
    kind = rng.randrange(4)
    if kind == 0:
        return data[:rng.randrange(len(data))]
    if kind == 1:
        at = rng.randrange(len(data))
        del data[at:at + rng.randrange(1, 64)]
        return data
    for _ in range(1 if kind == 2 else rng.randrange(2, 40)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return data


def mutateText(text, rng):
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        text = rng.choice([text[:at] + text[at + 1:],
                           text[:at] + rng.choice("=:,-+x09~") + text[at:],
                           text[:at]])
    return text


def main():
    rbcheck, bitcode, work, count = sys.argv[1:5]
    os.makedirs(work, exist_ok=True)
    rng = random.Random(1)
    with open(bitcode, "rb") as file:
        data = file.read()
    broken = os.path.join(work, "mutated.bc")
    failures = 0
    for i in range(int(count)):
        with open(broken, "wb") as file:
            file.write(mutateBytes(data, rng))
        problem = run(rbcheck, ["--max-states=1000", "--time-limit=5", broken])
        if problem:
            failures += 1
            kept = os.path.join(work, f"mutated-{i}.bc")
            os.rename(broken, kept)
            print(f"{kept}: {problem}")
        words = [mutateText(word, rng)
                 for word in rng.sample(OPTIONS, rng.randrange(1, 4))]
        problem = run(rbcheck, [*words, bitcode])
        if problem:
            failures += 1
            print(problem)
    print(f"{count} mutations of each kind, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
