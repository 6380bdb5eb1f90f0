"""same.py CLANG PLUGIN INCLUDE TMP SOURCE [FLAG...]

Builds a C or C++ program natively and as bitcode with the same flags, runs
both (the second by `rbcheck --run`), and fails unless standard output and exit
status are the same.
"""
import difflib
import os
import subprocess
import sys


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=int(os.environ["RBCHECK_TEST_TIMEOUT"]))
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def build(*command):
    status, _, errors = run(*command)
    if status:
        sys.exit(f"same.py: {' '.join(command)}\n{errors}")


def main():
    clang, plugin, include, prefix, source, *flags = sys.argv[1:]
    if not source.endswith(".c"):
        clang += "++"
    common = [clang, "-g", "-pthread", "-w", f"-I{include}", *flags, source, "-o"]
    build(*common, prefix + ".exe", "-lm")
    build(*common, prefix + ".bc", f"-fpass-plugin={plugin}", "-emit-llvm", "-c")
    native = run(prefix + ".exe")
    ours = run("rbcheck", "--run", prefix + ".bc")
    if native[:2] == ours[:2]:
        return
    print(f"native exits {native[0]}, rbcheck {ours[0]}\n{ours[2]}")
    texts = [out.decode(errors="replace").splitlines() for _, out, _ in (native, ours)]
    print("\n".join(difflib.unified_diff(*texts, "native", "rbcheck", lineterm="")))
    sys.exit(1)


main()
