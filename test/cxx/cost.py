"""cost.py SOURCE TMP "COMPILER" CASE...: states and steps in C and in C++."""
import json
import shlex
import subprocess
import sys

source, prefix, compiler, *cases = sys.argv[1:]
for case in cases:
    shown = []
    for language in ("C", "CXX"):
        program = f"{prefix}.{case}.{language}.bc"
        subprocess.run([*shlex.split(compiler), f"-D{case}", f"-D{language}", source,
                        "-o", program, "-Wno-unused"], check=True)
        out = subprocess.run(["rbcheck", "--search=dfs", "--json=-", program],
                             check=True, capture_output=True).stdout
        stats = json.loads(out)["stats"]
        shown.append(f"{stats['states']} states {stats['transitions']} steps")
    print(f"{case}: C {shown[0]}, C++ {shown[1]}")
