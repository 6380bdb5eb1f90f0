"""Kills rbexp with SIGKILL after every few runs, as often as it takes to the end.

Usage: resume.py SPEC OUT

Every start must find what was recorded, and nothing may be recorded twice. Once a
torn line is left behind, as by a machine that died in the middle of a write.
"""

import json
import os
import subprocess
import sys
import time


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        return [line for line in file if line.endswith(b"\n")]


def main():
    spec, out = sys.argv[1:]
    path = os.path.join(out, "runs.jsonl")
    kills = 0
    while True:
        before = len(lines(path))
        child = subprocess.Popen(["rbexp", spec, "--jobs=2", "--out=" + out],
                                 stdout=subprocess.DEVNULL)
        while child.poll() is None and len(lines(path)) < before + 5:
            time.sleep(0.002)
        if child.poll() is not None:
            break
        child.kill()
        child.wait()
        kills += 1
        if kills == 2:
            with open(path, "ab") as file:
                file.write(b'{"key":"torn')
    keys = [json.loads(line)["key"] for line in lines(path)]
    print(f"killed {kills} times, exit code {child.returncode}, "
          f"{len(keys) - len(set(keys))} runs recorded twice")
    return 0 if kills >= 3 else 1


if __name__ == "__main__":
    sys.exit(main())
