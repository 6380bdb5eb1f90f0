"""Judges one warning on many variants of a program.

Usage: order_variants.py RBCHECK CLANG INCLUDE PROGRAM WORK

PROGRAM has lines `// VARIANT verdict | TELL | NOTICED | BEFORE`, whose last three
parts become macros, and marks two lines with `// WRITES` and `// READS`. The
warning says that these two race; its verdict must be the one of the line.
"""

import json
import os
import subprocess
import sys


def judge(rbcheck, clang, include, program, work, locs, macros):
    bitcode = os.path.join(work, "variant.bc")
    defines = [f"-D{name}={value}" for name, value in macros.items() if value]
    subprocess.run([clang, "-g", "-O0", "-w", "-I" + include, "-DTELL=",
                    "-emit-llvm", "-c", program, "-o", bitcode, *defines],
                   check=True)
    done = subprocess.run([rbcheck, "--locs=" + locs, "--json=-",
                           "--accept=weak-memory", bitcode],
                          capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["warnings"][0]
    except ValueError:
        return {"verdict": "none", "why": done.stderr}


def main():
    rbcheck, clang, include, program, work = sys.argv[1:6]
    os.makedirs(work, exist_ok=True)
    with open(program) as file:
        text = file.read().splitlines()
    places = [f"{os.path.basename(program)}:{number}"
              for mark in ("// WRITES", "// READS")
              for number, line in enumerate(text, 1) if line.endswith(mark)]
    locs = os.path.join(work, "pair.locs")
    with open(locs, "w") as file:
        file.write(" <> ".join(places) + "\n")
    variants = failures = 0
    for line in text:
        if not line.startswith("// VARIANT "):
            continue
        wanted, *parts = [part.strip() for part in
                          line.removeprefix("// VARIANT ").split(" |")]
        macros = dict(zip(("TELL", "NOTICED", "BEFORE"), parts))
        warning = judge(rbcheck, clang, include, program, work, locs, macros)
        variants += 1
        if warning["verdict"] != wanted:
            failures += 1
            print(f"{line}\n  is {warning['verdict']}: {warning['why']}")
    print(f"{variants} variants, {failures} failures")
    return 1 if failures or not variants else 0


if __name__ == "__main__":
    sys.exit(main())
