"""The programs of a checkout of SCTBench, or of PERIOD's copy of it, as bitcode.

Used by sctbench.py. Nothing of a checkout is kept but what was compiled, below the
folder that is given.

  SCTBench  benchmarks/buggy.txt lists suite, program and threads; the source is
            SUITE/PROGRAM.c or .cpp, or what the build.sh of the folder names, and its
            first line says the arguments
  PERIOD    evaluation/SUITE/PROGRAM/ has a build.sh that names the source, and a
            README.md with the command line

Programs are named as in the papers, CS/reorder_10: where both have one, the first
checkout that is given counts. What needs a build of its own (configure, make, macros of
m4) has no single sources and is listed with that reason.

Tested by test/papers/sctbench.test.
"""

import glob
import os
import re
import subprocess

CLANG, CLANGXX, LINK = "clang-19", "clang++-19", "llvm-link-19"
SUITES = {"concurrent-software-benchmarks": "CS", "chess": "Chess", "conc-bugs": "CB",
          "inspect_benchmarks": "Inspect_benchmarks",
          "inspect_examples": "Inspect_benchmarks", "radbench": "RADBench",
          "safestack": "SafeStack", "splash2": "Splash2", "parsec-2.0": "PARSEC"}
FLAGS = ["-g", "-O0", "-w", "-pthread", "-emit-llvm", "-c"]
C = ["-std=gnu17", "-fgnu89-inline", "-Wno-implicit-function-declaration",
     "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-return-type",
     "-Wno-incompatible-function-pointer-types"]
CXX = ["-std=gnu++14"]  # as old as their builds want it
SOURCE = re.compile(r"[\w./-]+\.(?:c|cc|cpp)\b")


class Program:
    def __init__(self, name, sources, args, why=None):
        self.name, self.sources, self.args, self.why = name, sources, args, why
        self.bitcode = None


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def named(script):
    """The sources that the compiler is given in a script."""
    folder = os.path.dirname(script)
    found = []
    for line in text(script).splitlines():
        if re.match(r"\s*\S*(clang|gcc|g\+\+|cc)\S*\s", line):
            for source in SOURCE.findall(line):
                path = os.path.normpath(os.path.join(folder, source))
                if os.path.isfile(path) and path not in found:
                    found.append(path)
    return found


def inFolder(folder):
    """What the build.sh of a folder compiles; or all its sources, if it has a few and
    nothing below it."""
    script = os.path.join(folder, "build.sh")
    found = named(script) if os.path.isfile(script) else []
    if not found and os.path.isdir(folder) and \
            not any(os.path.isdir(each) for each in glob.glob(folder + "/*")):
        found = sorted(each for each in glob.glob(folder + "/*")
                       if SOURCE.fullmatch(os.path.basename(each)))
    return found


def whyNot(*folders):
    """Why there are no single sources to compile."""
    folders = [each for each in folders if os.path.isdir(each)]
    if not folders:
        return "is not in this checkout"
    scripts = [path for each in folders for path in
               glob.glob(each + "/*.sh") + glob.glob(each + "/scripts/*.sh")]
    said = " ".join(text(path) for path in scripts)
    tools = [tool for tool in ("configure", "make", "m4", "patch", "tar")
             if re.search(r"\b%s\b" % tool, said)]
    return "is no single sources: its scripts run " + ", ".join(tools) if tools else \
        "is built from more than single sources"


def ofSctbench(checkout):
    home = os.path.join(checkout, "benchmarks")
    for line in text(os.path.join(home, "buggy.txt")).splitlines():
        fields = line.split()
        if len(fields) < 3 or line.startswith("#"):
            continue
        suite, program, threads = fields[:3]
        short = SUITES.get(suite, suite)
        name = short if suite == "safestack" else \
            f"{short}/{program.removesuffix('_bad')}"
        base = os.path.join(home, suite, program)
        sources = [base + end for end in (".c", ".cpp") if os.path.isfile(base + end)]
        if not sources:
            folder = base if os.path.isdir(base) else os.path.join(home, suite)
            sources = inFolder(folder)
        if not sources:
            yield Program(name, [], "", whyNot(
                base, os.path.join(home, suite, "Benchmarks", program),
                os.path.join(home, suite)))
            continue
        said = re.search(r"args:(.*)", text(sources[0]).split("\n", 1)[0])
        args = said[1].replace("{NUMTHREADS}", threads) if said else ""
        yield Program(name, sources, " ".join(args.split()))


def ofPeriod(checkout):
    home = os.path.join(checkout, "evaluation")
    folders = glob.glob(home + "/*/build.sh") + glob.glob(home + "/*/*/build.sh")
    for script in sorted(folders):
        folder = os.path.dirname(script)
        name = os.path.relpath(folder, home)
        sources = named(script)
        if not sources:
            yield Program(name, [], "", whyNot(folder))
            continue
        args = ""
        readme = os.path.join(folder, "README.md")
        if os.path.isfile(readme):
            said = re.search(r"run_PDS\.py.* \./\S+([^\n`]*)", text(readme))
            args = said[1] if said else ""
        yield Program(name, sources, " ".join(args.split()))


def ofCheckout(checkout):
    if os.path.isfile(os.path.join(checkout, "benchmarks", "buggy.txt")):
        return ofSctbench(checkout)
    if os.path.isdir(os.path.join(checkout, "evaluation")):
        return ofPeriod(checkout)
    raise FileNotFoundError(
        f"{checkout}: neither benchmarks/buggy.txt nor evaluation/ is there")


def ofAll(checkouts):
    """Each program once. One that an earlier checkout cannot build may be in a later
    one."""
    programs = {}
    for checkout in checkouts:
        for program in ofCheckout(os.path.abspath(checkout)):
            before = programs.get(program.name)
            if not before or (not before.sources and program.sources):
                programs[program.name] = program
    return [programs[name] for name in sorted(programs)]


def compile(program, folder):
    """Sets the bitcode of a program, or why there is none."""
    target = os.path.join(folder, program.name.replace("/", "-") + ".bc")
    parts = []
    for number, source in enumerate(program.sources):
        isC = source.endswith(".c")
        part = f"{target[:-3]}.{number}.part"
        run = subprocess.run(
            [CLANG if isC else CLANGXX, *FLAGS, *(C if isC else CXX),
             os.path.basename(source), "-o", part],
            cwd=os.path.dirname(source), capture_output=True, text=True)
        if run.returncode:
            errors = [line for line in run.stderr.splitlines() if "error:" in line]
            program.why = "does not compile: " + \
                (errors or ["?"])[0].partition("error: ")[2]
            return
        parts.append(part)
    run = subprocess.run([LINK, *parts, "-o", target], capture_output=True, text=True)
    for part in parts:
        os.remove(part)
    if run.returncode:
        program.why = "does not link: " + run.stderr.splitlines()[0]
    else:
        program.bitcode = target
