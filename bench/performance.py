"""rbcheck beside other tools on the same programs: docs/performance.md.

Usage: performance.py --build BUILD [--genmc PATH] [--nidhugg PATH] [--write]
                      [--filter REGEX]

Prints the page; with --write it becomes docs/performance.md. lli and SPIN are Debian
packages (tools/dev/packages.txt); GenMC and Nidhugg have to be there already, --nidhugg
is its script `nidhuggc`. What is absent is "not measured" in the page. --filter chooses
sections by their titles and cannot be written.

Times are CPU times of the process and all that it starts, compilers too; the best of
three unless a run takes long.
"""

import argparse
import json
import os
import re
import shutil
import sys

import first_error
import weak_memory

from run import Bench, use

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PAGE = os.path.join(ROOT, "docs", "performance.md")
SECONDS = 30  # after that a run is given up
NOT_MEASURED = "not measured"
GIVEN_UP = f"> {SECONDS} s"


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def milliseconds(seconds):
    value = seconds * 1000
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def version(command, pattern):
    """What a tool says of itself; None if it is not there."""
    if not command or not shutil.which(command[0]):
        return None
    found = re.search(pattern, use(command).out)
    return found.group(1) if found else "unknown"


class Comparison:
    """The tools, and in which rows another one is ahead."""

    def __init__(self, options):
        self.bench = Bench(options.build, options.clang, options.lli)
        self.clang, self.lli, self.spin = options.clang, options.lli, options.spin
        self.genmc, self.nidhugg = options.genmc, options.nidhugg
        self.versions = {
            "rbcheck": version([self.bench.rbcheck, "--version"], r"rbcheck (.*)"),
            "clang": version([self.clang, "--version"], r"version ([\d.]+)"),
            "lli": version([self.lli, "--version"], r"LLVM version ([\d.]+)"),
            "SPIN": version([self.spin, "-V"], r"Version ([\d.]+)"),
            "GenMC": version([self.genmc, "--version"], r"(?i)GenMC v?([\d.]+)"),
            "Nidhugg": version([self.nidhugg, "--version"], r"([\d.]+)")}
        self.genmc = self.versions["GenMC"] and self.genmc
        self.nidhugg = self.versions["Nidhugg"] and self.nidhugg
        self.ahead = []

    def compare(self, what, ours, peer, theirs, unit, isLessBetter=True):
        """Notes down that a peer is ahead by more than what runs differ by."""
        factor = theirs / ours if isLessBetter else ours / theirs
        if factor < 0.95:
            self.ahead.append(f"- {what}: {peer} {theirs:,.{unit[0]}f} {unit[1]}, "
                              f"rbcheck {ours:,.{unit[0]}f}")

    # Running a program ----------------------------------------------------------

    # What, program, flags, level of optimisation; rounds of rbcheck and of lli: the
    # program's unit is a million of them, or a thousand.
    LOOPS = (("arithmetic, a million", "arithmetic", (), "-O1", 30, 3),
             ("memory, a million", "memory", (), "-O1", 20, 2),
             ("struct copies, a thousand", "kernels", ("-DKERNEL=0",), "-O0", 1000, 15),
             ("malloc, free, a thousand", "kernels", ("-DKERNEL=1",), "-O0", 1000, 15),
             ("strings, a thousand", "kernels", ("-DKERNEL=2",), "-O0", 500, 8),
             ("fib(10), a thousand", "kernels", ("-DKERNEL=3",), "-O0", 50, 3),
             ("hash, a thousand", "kernels", ("-DKERNEL=4",), "-O0", 2000, 30))

    def running(self):
        rows = []
        per = self.bench.perMillion
        for name, program, flags, level, many, few in self.LOOPS:
            bitcode = self.bench.compile(program, *flags, level=level)
            ours = per([self.bench.rbcheck, "--run", bitcode, "--"], 1, many)
            row = [name, level, milliseconds(ours)]
            if self.versions["lli"]:
                theirs = per([self.lli, "-force-interpreter", bitcode], 1, few)
                row += [milliseconds(theirs), f"{theirs / ours:.0f}"]
                self.compare(f"running {name}", ours * 1000, "lli", theirs * 1000,
                             (1, "ms"))
            else:
                row += [NOT_MEASURED] * 2
            rows.append(row)
        return table(["loop", "bitcode", "rbcheck --run, ms", "lli, ms",
                      "times as fast as lli"], rows)

    # States ---------------------------------------------------------------------

    MODELS = (("fetch-add", 4, 40), ("lock-unlock", 3, 60))
    KINDS = (("fp128", "-DHC4"), ("exact", "-DCOLLAPSE"))

    def ours(self, name, flags, kind):
        """(states, steps, seconds, megabytes over those of a small run)"""
        program = self.bench.compile(name, *flags)
        how = [f"--visited={kind}"]
        _, small = self.bench.check(program, *how, "--max-states=100", wanted=(2,))
        result, used = self.bench.check(program, *how)
        stats = result["stats"]
        return (stats["states"], stats["transitions"], used.seconds,
                used.megabytes - small.megabytes)

    def theirs(self, name, flags, option):
        """The same of the verifier that SPIN makes."""
        folder = os.path.join(self.bench.work, "spin-" + name)
        os.makedirs(folder, exist_ok=True)
        pan = os.path.join(folder, "pan")
        model = os.path.join(HERE, "programs", name + ".pml")
        # It writes into the working directory.
        use(["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", folder, self.spin,
             *flags, "-a", model], (0,))
        use(["cc", "-O2", "-w", "-DSAFETY", option, "-o", pan,
             os.path.join(folder, "pan.c")], (0,))
        small = use([pan, "-m2", "-w10"], (0,))
        used = use([pan, "-m10000", "-w22"], (0,))
        found = [int(float(re.search(rf"([\d.e+]+) {word}", used.out).group(1)))
                 for word in ("states, stored", r"transitions \(")]
        if "errors: 0" not in used.out:
            raise SystemExit(f"bench: SPIN finds an error in {model}")
        return (*found, used.seconds, used.megabytes - small.megabytes)

    def states(self):
        rows = []
        for name, threads, rounds in self.MODELS:
            flags = (f"-DTHREADS={threads}", f"-DROUNDS={rounds}")
            for kind, option in self.KINDS:
                label = f"{name}, {threads} x {rounds}"
                us = self.ours(name, flags, kind)
                rows.append([label, f"rbcheck --visited={kind}", *self.figures(us)])
                if not self.versions["SPIN"]:
                    rows.append([label, f"SPIN {option}", *[NOT_MEASURED] * 5])
                    continue
                them = self.theirs(name, flags, option)
                rows.append([label, f"SPIN {option}", *self.figures(them)])
                for what, unit, isLess in (("states/s", (0, "states/s"), False),
                                           ("memory", (1, "bytes a state"), True)):
                    values = [self.quotient(one, what) for one in (us, them)]
                    self.compare(f"{label}, --visited={kind}, {what}", values[0],
                                 f"SPIN {option}", values[1], unit, isLess)
        return table(["program", "tool", "states", "steps", "s", "states/s",
                      "bytes a state"], rows)

    @staticmethod
    def quotient(one, what):
        states, _, seconds, megabytes = one
        return states / seconds if what == "states/s" else megabytes * 2**20 / states

    def figures(self, one):
        states, steps, seconds, _ = one
        return [f"{states:,}", f"{steps:,}", f"{seconds:.2f}",
                f"{self.quotient(one, 'states/s'):,.0f}",
                f"{self.quotient(one, 'memory'):.1f}"]

    # All of a program -----------------------------------------------------------

    PROGRAMS = "bench/programs/"
    COMPLETE = (
        ("fetch-add, 2 x 8", PROGRAMS + "fetch-add.c", "-DTHREADS=2", "-DROUNDS=8"),
        ("fetch-add, 3 x 3", PROGRAMS + "fetch-add.c", "-DTHREADS=3", "-DROUNDS=3"),
        ("fetch-add, 3 x 4", PROGRAMS + "fetch-add.c", "-DTHREADS=3", "-DROUNDS=4"),
        ("fetch-add, 3 x 5", PROGRAMS + "fetch-add.c", "-DTHREADS=3", "-DROUNDS=5"),
        ("lock-unlock, 3 x 2", PROGRAMS + "lock-unlock.c", "-DINIT", "-DTHREADS=3",
         "-DROUNDS=2"),
        ("lock-unlock, 3 x 4", PROGRAMS + "lock-unlock.c", "-DINIT", "-DTHREADS=3",
         "-DROUNDS=4"),
        ("bakery, 1 round", PROGRAMS + "bakery.c", "-DROUNDS=1"),
        ("many-threads, 6", PROGRAMS + "many-threads.c", "-DINIT", "-DTHREADS=6"),
        ("many-threads, 8", PROGRAMS + "many-threads.c", "-DINIT", "-DTHREADS=8"),
        ("disjoint, 5 x 20", PROGRAMS + "disjoint.c", "-DTHREADS=5", "-DROUNDS=20"))

    def complete(self):
        """Sequential consistency, from the source to a verdict on all schedules."""
        return self.verdicts(self.COMPLETE, "sc")

    def weak(self):
        """The same under the memory model of C11."""
        return self.verdicts(weak_memory.LITMUS + weak_memory.LARGE, "c11")

    def verdicts(self, programs, model):
        rows = []
        for label, source, *flags in programs:
            path = os.path.join(ROOT, source)
            seconds, cells = self.ourVerdict(path, flags, model)
            row = [label, *cells]
            peers = [("GenMC", self.genmc, self.genmcVerdict)]
            if model == "sc":
                peers.append(("Nidhugg", self.nidhugg, self.nidhuggVerdict))
            for name, isThere, run in peers:
                if not isThere:
                    row += [NOT_MEASURED] * 2
                    continue
                used, executions = run(path, flags, model)
                time = used.seconds if executions else None
                row += [executions or "-", f"{time * 1000:,.0f}" if time else
                        GIVEN_UP if used.code == first_error.TIMED_OUT else "other verdict"]
                if time:
                    what = f"{label}{', C11' if model == 'c11' else ''}"
                    if seconds:
                        self.compare(what, seconds * 1000, name, time * 1000, (0, "ms"))
                    else:
                        self.ahead.append(f"- {what}: {name} {time * 1000:,.0f} ms, "
                                          f"rbcheck {GIVEN_UP}")
            rows.append(row)
        titles = ["program", "rbcheck, states", "ms", "GenMC, executions", "ms"]
        return table(titles + (["Nidhugg, executions", "ms"] if model == "sc" else []),
                     rows)

    def best(self, run):
        """Of three, if they are short."""
        used = run()
        if used.seconds < 2:
            used = min((used, run(), run()), key=lambda one: one.seconds)
        return used

    def ourVerdict(self, source, flags, model):
        options = [f"--memory-model={model}", *(["--history=16"] if model == "c11"
                                               else [])]
        used = self.best(lambda: use([self.bench.rbcheck, *options, "--json=-",
                                      f"--time-limit={SECONDS}", *flags, source],
                                     (0, 2)))
        result = json.loads(used.out)
        isDone = result["verdict"] == "no-error"
        searches = result["members"] or [result["stats"]]
        states = sum(one["states"] for one in searches)
        return (used.seconds if isDone else None,
                [f"{states:,}", f"{used.seconds * 1000:,.0f}" if isDone else GIVEN_UP])

    def genmcVerdict(self, source, flags, model):
        how = ["--sc"] if model == "sc" else ["--rc11", "--unroll=6"]
        used = self.best(lambda: weak_memory.runGenmc(self.genmc, source, flags, SECONDS,
                                                      *how))
        return used, weak_memory.executionsOf(used)

    def nidhuggVerdict(self, source, flags, _):
        used = self.best(lambda: first_error.runNidhugg(self.nidhugg, source, flags,
                                                        SECONDS))
        found = re.search(r"Trace count: (\d+)", used.out)
        isDone = used.code == 0 and found and "No errors were detected" in used.out
        return used, f"{int(found.group(1)):,}" if isDone else ""

    # The first error ------------------------------------------------------------

    def firstError(self):
        rows = []
        for label, _, source, *flags in first_error.PROGRAMS:
            path = os.path.join(ROOT, source)
            times, words = first_error.times(self.bench, path, flags, self.genmc,
                                             self.nidhugg)
            row = [label]
            for name in ("rbcheck", "clang", "GenMC", "Nidhugg"):
                time, said = times.get(name, NOT_MEASURED), words.get(name)
                row.append(time if isinstance(time, str) else
                           f"{time * 1000:.0f}" + (f" ({said})" if said else ""))
            rows.append(row)
            for name in ("GenMC", "Nidhugg"):
                if isinstance(times.get(name), float):
                    self.compare(f"{label}, first error", times["rbcheck"] * 1000, name,
                                 times[name] * 1000, (0, "ms"))
        return table(["program", "rbcheck, ms", "clang -c alone, ms", "GenMC, ms",
                      "Nidhugg, ms"], rows)


SECTIONS = (
    ("Running a program", Comparison.running,
     "CPU time of loops of `bench/programs` (`arithmetic.c`, `memory.c`, `kernels.c`), the "
     "same bitcode for both; start-up is taken out."),
    ("States", Comparison.states,
     "`dfs` through all states of two programs, and SPIN's compiled verifier (`cc -O2 "
     "-DSAFETY`, `-m10000 -w22`) through all of the same written in Promela "
     "(`bench/programs/*.pml`, which take the same steps; making and compiling the "
     "verifier is not counted). Bytes are peak resident memory over that of a run of "
     "100 states, or of 2 steps."),
    ("All schedules", Comparison.complete,
     "From the source to the verdict that there is no error, sequential consistency; "
     "rbcheck as it comes (its default search has several members, the states are those "
     "of all of them), GenMC with `--sc --disable-ipr`, Nidhugg with `--sc`. In brackets executions "
     "that were blocked. Nidhugg does not tell orders of `fetch_add`s apart whose "
     "results nobody uses."),
    ("All behaviours of C11", Comparison.weak,
     "The same under the memory model of C11: rbcheck `--memory-model=c11 "
     "--history=16`, GenMC `--rc11 --disable-ipr --unroll=6`. Nidhugg has no such model. "
     "[searches.md](searches.md) has more."),
    ("The first error", Comparison.firstError,
     "From the source to the report of an error, GenMC and Nidhugg with "
     "`--sc`; in brackets what they call it; and what "
     "clang takes to compile the same source, which all of them have to wait for. Other "
     "verdicts: deadlocks on mutexes are no errors for GenMC, and Nidhugg knows no data "
     "races and no mutexes with a static initialiser. rbcheck makes the trace that it "
     "found shorter, which is part of its time."))

# Of the page it is the only section that is written by hand: the last one.
KEPT = "## One search over many machines"


def keptSection():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    at = text.find("\n" + KEPT)
    return text[at + 1:].rstrip() if at >= 0 else ""


INTRODUCTION = """# rbcheck beside other tools

Written by `python3 bench/performance.py --build build --write`, which `make bench` runs
without `--write`; see `bench/README.md`. All figures of this page are from one run on
one machine: {machine}. Times are CPU times of the whole process and of the compilers it
starts. A run is given up after {limit} s by the clock. The load of the machine was {load} at the
end: with more than its cores times are longer and limits are met earlier. The last
section is written by hand and stays as it is.

{versions}
"""


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        name = re.search(r"model name\s*: (.*)", file.read())
    return f"{os.cpu_count()} x {name.group(1) if name else 'unknown'}"


def page(comparison, chosen):
    versions = table(["tool", "version"],
                     [[name, found or NOT_MEASURED]
                      for name, found in comparison.versions.items()])
    parts = []
    for title, measure, text in chosen:
        print(f"bench: {title}", file=sys.stderr, flush=True)
        parts += [f"## {title}", text, measure(comparison)]
    absent = [name for name, found in comparison.versions.items() if not found]
    parts += ["## Where a peer is ahead",
              "By more than 5 %, of what was measured above."
              + (f" Not measured: {', '.join(absent)}." if absent else ""),
              "\n".join(comparison.ahead) or "Nowhere."]
    begin = INTRODUCTION.format(machine=machine(), versions=versions, limit=SECONDS,
                                load=f"{os.getloadavg()[2]:.1f}")
    parts = [begin.rstrip(), *parts, keptSection()]
    return "\n\n".join(part for part in parts if part) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--lli", default="lli-19")
    parser.add_argument("--spin", default="spin")
    parser.add_argument("--genmc", default="")
    parser.add_argument("--nidhugg", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    chosen = [one for one in SECTIONS if re.search(options.filter, one[0])]
    if options.write and options.filter:
        parser.error("--write makes the whole page, without --filter")
    text = page(Comparison(options), chosen)
    print(text, end="")
    if options.write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
