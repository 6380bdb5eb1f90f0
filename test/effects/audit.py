"""Audits the effects of every program of some folders.

Usage: audit.py REFERENCE CLANG INCLUDE DIR STATES FILE... [--generated=N]

rbcheck-reference --audit compares what operations touch with what they declare,
and runs operations that are declared independent in both orders.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

reference, clang, include, folder, states, *files = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
if files[-1].startswith("--generated="):  # and programs of the generator
    count = int(files.pop().split("=")[1])
    generator = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                             "generate", "generate.py")
    for seed in range(1, count + 1):
        files.append(os.path.join(folder, f"generated-{seed}.c"))
        with open(files[-1], "w") as file:
            subprocess.run([sys.executable, generator, str(seed)], stdout=file,
                           check=True)


def audit(file):
    bitcode = os.path.join(folder, os.path.basename(file) + ".bc")
    made = subprocess.run([clang, "-g", "-O0", "-w", "-I", include, "-emit-llvm", "-c",
                           file, "-o", bitcode], capture_output=True)
    if made.returncode:
        return file, None, "not compiled"  # needs options of its own
    run = subprocess.run([reference, "--audit", f"--states={states}", bitcode],
                         text=True, capture_output=True)
    return file, run.returncode, run.stdout + run.stderr


failed, done, pairs = [], 0, 0
with ThreadPoolExecutor(2) as pool:
    for file, code, text in pool.map(audit, files):
        if code is None or code == 3:  # 3: it cannot be loaded by itself
            continue
        done += 1
        if code:
            failed.append(f"{file}: {text}")
        else:
            pairs += int(text.split()[0])
print(f"{done} of {len(files)} programs, {pairs} pairs, {len(failed)} failed")
print("\n".join(failed))
sys.exit(1 if failed or done < len(files) / 2 else 0)
