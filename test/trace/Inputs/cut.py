# Cuts a trace file at many places; each must be refused with exit code 3.
import subprocess
import sys

text = open(sys.argv[1]).read()
for i in range(12):
    with open(sys.argv[2], "w") as f:
        f.write(text[: len(text) * i // 12])
    run = subprocess.run(["rbreplay", sys.argv[2]], capture_output=True, text=True)
    assert run.returncode == 3, (i, run)
    assert len(run.stderr.splitlines()) == 1, run.stderr
    if i == 6:
        print(run.stderr)
print("ok")
