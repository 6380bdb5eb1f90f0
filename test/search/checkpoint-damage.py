"""checkpoint-damage.py FILE PROGRAM: a checkpoint with a changed byte, or cut, is refused.

FILE is a checkpoint of PROGRAM. In each of a number of places, spread over the file,
one bit is flipped; then the file is cut at a number of lengths, and bytes are added.
Never may rbcheck crash, or come to a verdict.
"""
import random
import subprocess
import sys

file, program = sys.argv[1:]
with open(file, "rb") as source:
    whole = source.read()
numbers = random.Random(1)
PLACES = 40


def refused(data, what):
    with open(file + ".bad", "wb") as target:
        target.write(data)
    done = subprocess.run(["rbcheck", f"--checkpoint={file}.bad", program],
                          capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()
    if done.returncode != 3 or len(said) != 1 or ".bad: " not in said[0]:
        sys.exit(f"{what}: exit code {done.returncode}, {done.stdout} {done.stderr}")


for i in range(PLACES):
    at = min(len(whole) - 1, len(whole) * i // PLACES + numbers.randrange(8))
    bit = 1 << numbers.randrange(8)
    refused(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1:], f"byte {at}")
for i in range(10):
    length = len(whole) * i // 10
    refused(whole[:length], f"{length} bytes of {len(whole)}")
refused(whole + b"\0", "a byte more")
print("all refused")
