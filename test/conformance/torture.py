"""The execute tests of GCC's C torture suite.

Every test is a C program that exits with 0 when the compiler was right. Those
that compile with clang and exit with 0 natively have to do so under
`rbcheck --run`, too, at -O0 and at -O2. Outcomes:

  pass         exits with 0
  unsupported  rbcheck names a construct that it cannot run
  explained    listed in torture-known.txt: the test itself is wrong there
  wrong        anything else: wrong result, false report, crash, timeout

The source comes from Debian's gcc-12-source. Sources, native results and logs
stay in <build>/conformance/torture; delete the folder to start afresh.
"""

import glob
import json
import os
import re
import subprocess
import tarfile

from native import inParallel, run, runsUnsupported

LEVELS = ("-O0", "-O2")
TARGET = 99.0  # per cent
NATIVE_TIMEOUT, TIMEOUT = 10, 60

# GCC 12 speaks gnu17 and takes old C; clang has to be told. Some tests want
# gnu89 throughout, so that is the second try.
OLD_C = ["-Wno-implicit-function-declaration", "-Wno-implicit-int",
         "-Wno-int-conversion", "-Wno-return-mismatch",
         "-Wno-incompatible-function-pointer-types"]
DIALECTS = (["-std=gnu17", *OLD_C], ["-std=gnu89"])

DG_OPTIONS = re.compile(
    r'dg-(?:additional-)?options\s+\{?\s*"([^"]*)"\s*\}?\s*(\{[^}]*\})?')
# What changes the meaning of a program; other options tune GCC's passes.
MEANINGFUL = re.compile(r"-std=.*|-fgnu89-inline|-fwrapv|-fno-strict-\w+|-D\w+|"
                        r"-fno-builtin.*|-ffast-math|-fno-inline|-fno-common|"
                        r"-finstrument-functions")


def archive():
    """The path of GCC's source archive, or None."""
    found = sorted(glob.glob("/usr/src/gcc-12/gcc-*.tar.xz"))
    return found[0] if found else None


def extract(folder):
    """Unpacks the tests into `folder` once. Returns their paths."""
    done = os.path.join(folder, "done")
    if not os.path.exists(done):
        source = archive()
        if not source:
            raise SystemExit("conformance: no GCC source below /usr/src/gcc-12; "
                             "install the package gcc-12-source")
        os.makedirs(folder, exist_ok=True)
        marker = "/gcc.c-torture/execute/"
        with tarfile.open(source, "r|xz") as tar:
            for member in tar:
                head, found, path = member.name.partition(marker)
                if found and member.isfile() and "builtins/" not in path:
                    member.name = path
                    tar.extract(member, folder)
        open(done, "w", encoding="ascii").close()
    return sorted(glob.glob(f"{folder}/*.c") + glob.glob(f"{folder}/ieee/*.c"))


def nameOf(path):
    parts = path.split(os.sep)
    return ("ieee/" if parts[-2] == "ieee" else "") + parts[-1]


def optionsOf(path):
    """The options that a test asks for with dg-options."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    return [option
            for options, target in DG_OPTIONS.findall(text)
            if not target or "86" in target
            for option in options.split() if MEANINGFUL.fullmatch(option)]


class Torture:
    def __init__(self, tools, folder):
        self.tools, self.folder = tools, folder
        self.tests = extract(os.path.join(folder, "src"))
        self.known = self.readKnown()

    @staticmethod
    def readKnown():
        """{(name, level): reason} of torture-known.txt."""
        known = {}
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                            "torture-known.txt")
        with open(path, encoding="utf-8") as file:
            for line in file:
                words = line.split(None, 2)
                if words and not words[0].startswith("#"):
                    for level in words[1].split(","):
                        known[words[0], level] = words[2].strip()
        return known

    def workFolder(self, name, level):
        work = os.path.join(self.folder, "work" + level, name.replace("/", "."))
        os.makedirs(work, exist_ok=True)
        return work

    def tryNative(self, path, level):
        """The flags with which a test exits with 0 natively, or why it cannot."""
        name = nameOf(path)
        work = self.workFolder(name, level)
        program = os.path.join(work, "native")
        why = "does not compile"
        for dialect in DIALECTS:
            flags = dialect + optionsOf(path)
            if self.tools.compileNative(path, level, program, flags).code != 0:
                continue
            ran = run([program], NATIVE_TIMEOUT, work)
            os.unlink(program)
            if ran.code == 0:
                return {"flags": flags}
            why = "natively " + ran.how()
        return {"why": why}

    def native(self, level, jobs):
        """tryNative of all tests, remembered in a file."""
        version = subprocess.run([self.tools.clang, "--version"], check=True,
                                 capture_output=True, text=True).stdout
        cache = os.path.join(self.folder, f"native{level}.json")
        try:
            with open(cache, encoding="utf-8") as file:
                stored = json.load(file)
            if stored["clang"] == version and len(stored["tests"]) == len(self.tests):
                return stored["tests"]
        except (OSError, ValueError, KeyError):
            pass
        results = inParallel(jobs, lambda path: self.tryNative(path, level),
                             self.tests)
        tests = {nameOf(path): result for path, result in zip(self.tests, results)}
        with open(cache, "w", encoding="utf-8") as file:
            json.dump({"clang": version, "tests": tests}, file, indent=1)
        return tests

    def check(self, path, level, flags):
        """(outcome, what rbcheck said) of one test."""
        name = nameOf(path)
        work = self.workFolder(name, level)
        bitcode = os.path.join(work, "test.bc")
        compiled = self.tools.compileBitcode(path, level, bitcode, flags)
        if compiled.code != 0:
            return "wrong", "with the plug-in: " + compiled.how() + ": " + compiled.firstLine()
        ran = self.tools.interpret(bitcode, TIMEOUT, work)
        if ran.code == 0:
            return "pass", ""
        if runsUnsupported(ran):
            return "unsupported", ran.firstLine()
        said = f"{ran.how()}: {ran.firstLine()}"
        if (name, level) in self.known:
            return "explained", f"{said} ({self.known[name, level]})"
        return "wrong", said

    def runLevel(self, level, jobs, pattern):
        """Runs all tests at one level. True if the target is met."""
        native = self.native(level, jobs)
        able = [path for path in self.tests
                if "flags" in native[nameOf(path)]
                and re.search(pattern, nameOf(path))]
        compiled = sum(result.get("why") != "does not compile"
                       for result in native.values())
        outcomes = inParallel(
            jobs,
            lambda path: self.check(path, level, native[nameOf(path)]["flags"]),
            able)
        counts = dict.fromkeys(("pass", "unsupported", "explained", "wrong"), 0)
        log = os.path.join(self.folder, f"torture{level}.log")
        with open(log, "w", encoding="utf-8") as file:
            for path, (outcome, said) in zip(able, outcomes):
                counts[outcome] += 1
                line = f"{outcome:12}{nameOf(path):28}{said}".rstrip()
                print(line, file=file, flush=True)
                if outcome == "wrong":
                    print("  " + line, flush=True)
        percent = 100 * counts["pass"] / max(len(able), 1)
        isMet = percent >= TARGET and not counts["wrong"]
        print(f"torture {level}: {len(self.tests)} tests, {compiled} compile, "
              f"{len(able)} exit 0 natively; under rbcheck "
              f"{counts['pass']} pass, {counts['unsupported']} unsupported, "
              f"{counts['explained']} explained, {counts['wrong']} wrong: "
              f"{percent:.2f} % (target {TARGET:g} %, none wrong) "
              f"{'met' if isMet else 'MISSED'}\n  log: {log}", flush=True)
        return isMet


def runTorture(tools, build, jobs, pattern):
    suite = Torture(tools, os.path.join(build, "conformance", "torture"))
    return all([suite.runLevel(level, jobs, pattern) for level in LEVELS])
