"""Uses an installed rbcheck as somebody who has nothing else of it.

Usage: stranger.py PREFIX WORK CLANG INPUTS

In the empty folder WORK, with an empty environment but for a PATH of PREFIX/bin
and the system's folders: checks sources in C and C++, builds a project under
rbbuild and with rbcc, replays an error, also natively, runs an experiment, loads
the plug-in into clang, compiles a search of its own, and checks installed examples.
"""

import os
import shutil
import subprocess
import sys

prefix, work, clang, inputs = (os.path.abspath(each) for each in sys.argv[1:])
environment = {"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": work, "NO_COLOR": "1"}


def run(code, *command, says=None, **more):
    """Runs a command in WORK, demands its exit code and a piece of its output."""
    done = subprocess.run(command, cwd=work, env=environment | more, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != code or (says and says not in done.stdout):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}, expected "
                 f"{code} and '{says or ''}'\n{done.stdout}")
    return done.stdout


def main():
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(inputs, work)
    shown = run(0, "rbcheck", "--version", says="rbcheck ")
    if f"files: {prefix}/lib/rbcheck\n" not in shown:
        sys.exit(f"does not find its own files:\n{shown}")

    run(1, "rbcheck", "--trace=t.json", "--html=t.html", "lost.c", says="lost.c:")
    run(0, "rbcheck", "kept.c")
    run(1, "rbcheck", "race.cpp", says="race.cpp:")
    run(1, "rbreplay", "t.json", says="assertion failed")
    run(0, "rbreplay", "--export=dot", "--output=t.dot", "t.json")
    run(1, "rbreplay", "--native", "t.json", says="lost.c:")
    if "<html" not in open(f"{work}/t.html", encoding="utf-8").read():
        sys.exit("t.html: no page")

    run(0, "rbbuild", "make", "-s")
    run(1, "rbcheck", "prog", says="race.cpp:")
    run(0, "make", "-s", "-B", CXX="rbc++", MAKEFLAGS="-e")
    run(1, "rbcheck", "prog", says="race.cpp:")

    run(0, clang, "-g", "-O0", f"-fpass-plugin={prefix}/lib/RbCheckPass.so",
        f"-I{prefix}/include", "-emit-llvm", "-c", "lost.c", "-o", "lost.bc")
    run(1, "rbcheck", "lost.bc", says="lost.c:")
    # A search plug-in needs the headers, and that rbcheck exports what they declare.
    examples = f"{prefix}/share/doc/rbcheck/examples"
    run(0, clang, "--driver-mode=g++", "-std=c++20", "-O0", "-shared", "-fPIC",
        "-fno-exceptions", "-fno-rtti", f"-I{prefix}/include/rbcheck", "-isystem",
        f"{os.path.dirname(clang)}/../include",
        f"{examples}/search-plugin/zigzag.cpp", "-o", "zigzag.so")
    run(1, "rbcheck", "--load=./zigzag.so", "--search=zigzag", "lost.c", says="lost.c:")
    # With nothing else on the path: no git, say.
    os.mkdir(f"{work}/few")
    os.symlink(sys.executable, f"{work}/few/python3")
    run(0, "rbexp", "spec.toml", PATH=f"{prefix}/bin:{work}/few")
    run(1, "rbcheck", f"{examples}/bank.c", says="bank.c:")
    run(0, "rbcheck", f"{examples}/bank-fixed.c")


if __name__ == "__main__":
    main()
