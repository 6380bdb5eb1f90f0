"""Mutates every sample and demands that rbcheck reads or refuses each mutant.

Usage: fuzz.py RBCHECK SAMPLES-DIR TEMPORARY ROUNDS
Deterministic: the same rounds give the same mutants. Several mutants go to one
process, as reports of one run.
"""
import os
import random
import subprocess
import sys


def mutate(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(6)
        if what == 0:
            del data[at:]
        elif what == 1:
            del data[at:at + rng.randint(1, 40)]
        elif what == 2:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
        elif what == 3:
            piece = data[at:at + rng.randint(1, 200)]
            to = rng.randrange(len(data) + 1)
            data[to:to] = piece * rng.randint(1, 3)
        elif what == 4 and at < len(data):
            data[at] = rng.choice(b'"{}[]<>:,\'\\-#\n 0189')
        else:
            data[at:at] = rng.choice([b"99999999999", b"-1", b"null", b"[[[[", b"<a>"])
    return bytes(data)


def main():
    rbcheck, root, temporary, rounds = sys.argv[1:]
    os.makedirs(temporary, exist_ok=True)
    samples = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(set(folders) - {"expected", "programs"})
        samples += [os.path.join(folder, f) for f in sorted(files)]
    count = 0
    for number in range(int(rounds)):
        rng = random.Random(number)
        names = []
        for i in range(40):
            with open(rng.choice(samples), "rb") as file:
                data = mutate(file.read(), rng)
            names.append(os.path.join(temporary, f"{i}"))
            with open(names[-1], "wb") as out:
                out.write(data)
        done = subprocess.run([rbcheck, "--emit=warnings", f"--path-map=/srv/={root}/"]
                              + [f"--locs={name}" for name in names],
                              capture_output=True, timeout=60)
        if done.returncode not in (0, 2, 3):
            sys.exit(f"round {number}: exit {done.returncode}\n"
                     + done.stderr.decode(errors="replace")[-2000:])
        count += len(names)
    print(f"{count} mutants were read or refused")


main()
