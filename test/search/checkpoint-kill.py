"""checkpoint-kill.py FILE PROGRAM: a search that is killed loses little.

It is killed as soon as it has written its file, again and again; then it goes on to
the end. The sum must be the same as one whole run: verdict, states, steps.
"""
import json
import os
import subprocess
import sys
import time

file, program = sys.argv[1:]
command = ["rbcheck", "--json=-", "--jobs=2", program]


def result(*options):
    done = subprocess.run([*command, *options], capture_output=True)
    result = json.loads(done.stdout)
    return result["verdict"], result["stats"]["states"], result["stats"]["transitions"]


def written():
    return os.stat(file).st_mtime_ns if os.path.exists(file) else 0


whole = result("--search=dfs")
kept = 0
for _ in range(3):
    before = written()
    process = subprocess.Popen(
        [*command, f"--checkpoint={file}", "--checkpoint-every=0.05"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while written() == before and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    kept += written() != before
if not kept:
    sys.exit("nothing was written")
rest = result(f"--checkpoint={file}")
if rest != whole:
    sys.exit(f"{rest} after {kept} kills, {whole} in one run")
if os.path.exists(file):
    sys.exit("the file is still there")
