"""`make bench`: measures rbcheck against the figures of docs/design.md.

Usage: run.py --build BUILD [--filter REGEX] [--list] [--genmc PATH]

Each line has a name, what was measured, the figure, the target and "met" or
"MISSED". Exits with 1 if any was missed. README.md explains each. Times are CPU
times of the process, the best of a few runs, so a busy machine disturbs little.
With --genmc the first error is also compared with GenMC's.
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
SEARCH_STATES = 1_500_000  # states a search is measured over


@dataclass
class Used:
    """What a process used, and what it printed."""
    code: int
    out: str
    seconds: float    # of CPU
    megabytes: float  # resident, at its peak
    errors: str = ""  # what it printed there


def use(command, wanted=None):
    """Runs a command. Fails if its exit code is none of `wanted`."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        text, errors = out.read().decode(), err.read().decode()
    if code < 0 or wanted is not None and code not in wanted:
        raise SystemExit(f"bench: {' '.join(command)}: exit code {code}\n{errors}")
    return Used(code, text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
                errors)


class Bench:
    def __init__(self, build, clang, lli, genmc=""):
        self.build, self.clang, self.lli = os.path.abspath(build), clang, lli
        self.genmc = genmc
        self.rbcheck = os.path.join(self.build, "bin", "rbcheck")
        self.work = os.path.join(self.build, "bench", "work")
        os.makedirs(self.work, exist_ok=True)
        self.missed = 0

    def report(self, name, what, value, target, isMet):
        self.missed += not isMet
        print(f"{name:18}{what:44}{value:>22}   target {target:18}"
              f"{'met' if isMet else 'MISSED'}", flush=True)

    def compile(self, name, *flags, level="-O0", native=False, suffix=".c"):
        """A program of bench/programs. Returns the path of what was made."""
        tag = "".join(re.sub(r"\W", "", f) for f in (level, *flags))
        base = name.replace("/", "-")
        to = os.path.join(self.work, f"{base}.{tag}" + ("" if native else ".bc"))
        how = [] if native else ["-emit-llvm", "-c", "-g"]
        use([self.clang, level, *flags, *how,
             os.path.join(HERE, "programs", name + suffix), "-o", to], (0,))
        return to

    def check(self, program, *options, wanted=(0,)):
        """(result of --json, what was used) of one check."""
        used = use([self.rbcheck, "--search=dfs", "--json=-", *options, program],
                   wanted)
        return json.loads(used.out), used

    # Speed of the interpreter -------------------------------------------------

    @staticmethod
    def perMillion(command, few, many):
        """Seconds per million iterations, start-up taken out, best of 3."""
        short = min(use([*command, str(few)]).seconds for _ in range(3))
        long = min(use([*command, str(many)]).seconds for _ in range(3))
        return max(long - short, 1e-9) / (many - few)

    def loopLength(self, bitcode):
        """IR instructions of the loop: the block that branches to itself."""
        text = use(["llvm-dis-19", bitcode, "-o", "-"], (0,)).out
        for label, body in re.findall(r"^(\w+):[^\n]*\n((?:  .*\n)+)", text, re.M):
            lines = [line for line in body.splitlines() if "#dbg" not in line]
            if re.search(rf"br i1 .*label %{label}\b", lines[-1]) and len(lines) > 8:
                return len(lines)
        return 0

    def interpreterSpeed(self):
        for name in ("arithmetic", "memory"):
            bitcode = self.compile(name, level="-O1")
            native = self.compile(name, level="-O0", native=True)
            # --run takes the program's arguments behind "--".
            ours = self.perMillion([self.rbcheck, "--run", bitcode, "--"], 1, 60)
            theirs = self.perMillion([self.lli, "-force-interpreter", bitcode], 1, 4)
            machine = self.perMillion([native], 1, 300)
            rate = self.loopLength(bitcode) / ours
            ratio = theirs / ours
            self.report("interp-speed",
                        f"{name} loop: {rate:.0f} M instructions/s; lli",
                        f"{ratio:.1f} x as fast", ">= 20 (aim 30)", ratio >= 20)
            ratio = ours / machine
            self.report("interp-speed", f"{name} loop; native -O0",
                        f"{ratio:.1f} x slower", "<= 30", ratio <= 30)

    def kernels(self, bench, *rows):
        """Kernels of kernels.c, -O0 as users build them, against lli on the same file:
        (number, name, thousands of rounds, the same for lli, times as fast)."""
        for number, name, rounds, few, target in rows:
            bitcode = self.compile("kernels", f"-DKERNEL={number}")
            ours = self.perMillion([self.rbcheck, "--run", bitcode, "--"], 1, rounds)
            theirs = self.perMillion([self.lli, "-force-interpreter", bitcode], 1, few)
            ratio = theirs / ours
            self.report(bench, f"{name}; lli", f"{ratio:.1f} x as fast",
                        f">= {target}", ratio >= target)

    def bulk(self):
        self.kernels("bulk", (0, "struct copies", 2000, 20, 30),
                     (1, "malloc, free", 2000, 20, 30),
                     (2, "string functions", 1000, 10, 30))

    def calls(self):
        self.kernels("calls", (3, "fib", 100, 3, 60))

    def shifts(self):
        self.kernels("shifts", (4, "hash loop", 4000, 40, 60))

    KERNELS = (("vector, sort, map", 200), ("vector", 400), ("unordered_map", 400),
               ("string", 400), ("shared_ptr", 400), ("function", 400),
               ("optional", 400), ("ranges", 400))

    def cxx(self):
        """C++ without optimisation, as users build it, against the same natively."""
        for number, (name, rounds) in enumerate(self.KERNELS):
            how = {"suffix": ".cpp", "level": "-O0"}
            flags = (f"-DKERNEL={number}", "-std=c++20")
            ours = self.perMillion([self.rbcheck, "--run",
                                    self.compile("cxx", *flags, **how), "--"],
                                   1, 5 * rounds)
            machine = self.perMillion(
                [self.compile("cxx", *flags, "-lstdc++", native=True, **how)],
                1, 20 * rounds)
            ratio = ours / machine
            self.report("cxx", f"{name}; native -O0", f"{ratio:.1f} x slower",
                        "<= 5", ratio <= 5)

    # Searching ----------------------------------------------------------------

    PROGRAMS = (("fetch-add", "-DTHREADS=4", "-DROUNDS=40"),
                ("fetch-add", "-DTHREADS=2", "-DROUNDS=2000"),
                ("lock-unlock", "-DTHREADS=3", "-DROUNDS=60"),
                ("bakery", "-DROUNDS=30"),
                ("buffer", "-DROUNDS=40"))

    def statesPerSecond(self):
        for name, *flags in self.PROGRAMS:
            program = self.compile(name, *flags)
            rates = []
            for _ in range(3):
                result, used = self.check(
                    program, "--search=dfs", f"--max-states={SEARCH_STATES}",
                    wanted=(0, 2))
                states = result["stats"]["states"]
                rates.append(states / used.seconds)
            steps = result["stats"]["transitions"] / states
            what = (f"{name} {' '.join(f[2:] for f in flags)}, "
                    f"{steps:.1f} steps/state")
            self.report("states-per-second", what, f"{max(rates):,.0f}",
                        ">= 500,000", max(rates) >= 500_000 and states >= 1_000_000)

    def parallel(self):
        for wanted, name, *flags in (
                (1.8, "fetch-add", "-DTHREADS=4", "-DROUNDS=40"),
                (1.6, "fetch-add", "-DTHREADS=2", "-DROUNDS=1500")):
            program = self.compile(name, *flags)
            times = {1: [], 2: []}
            for _ in range(3):
                for jobs, seen in times.items():
                    result, _ = self.check(
                        program, "--search=dfs", f"--jobs={jobs}", wanted=(0,))
                    seen.append(result["stats"]["seconds"])
            ratio = min(times[1]) / min(times[2])
            what = f"{name}, {result['stats']['states']} states, 2 workers"
            self.report("parallel", what, f"{ratio:.2f} x", f">= {wanted}",
                        ratio >= wanted)

    def ranks(self):
        """One search over ranks of this machine, and over ranks that are far apart."""
        mpirun = shutil.which("mpirun")
        if not mpirun:
            print("ranks: no mpirun here")
            return
        launcher = [mpirun, "--allow-run-as-root", "--oversubscribe", "-n", "2"]
        for name, *flags in (("fetch-add", "-DTHREADS=4", "-DROUNDS=40"),
                             ("lock-unlock", "-DTHREADS=3", "-DROUNDS=60")):
            program = self.compile(name, *flags)
            times, states = {1: [], 2: []}, set()
            for _ in range(3):  # by turns
                for count, seen in times.items():
                    out = os.path.join(self.work, "ranks.json")
                    use([*(launcher if count > 1 else []), self.rbcheck,
                         "--search=dfs", f"--json={out}", program], (0,))
                    with open(out, encoding="utf-8") as file:
                        stats = json.load(file)["stats"]
                    seen.append(stats["seconds"])
                    states.add(stats["states"])
            ratio = min(times[1]) / min(times[2])
            what = f"{name}, {min(states):,} states, 2 ranks"
            self.report("ranks", what, f"{ratio:.2f} x", ">= 1.3", ratio >= 1.3)
            self.report("ranks", "  states by one and by two",
                        " and ".join(f"{n:,}" for n in sorted(states)), "the same",
                        len(states) == 1)
        program = self.compile("fetch-add", "-DTHREADS=4", "-DROUNDS=20")
        out = use([os.path.join(self.build, "bench", "latency"), program, "2"],
                  (0,)).out
        print("  " + out.strip().replace("\n", "\n  "), flush=True)

    def memoryPerState(self):
        program = self.compile("fetch-add", "-DTHREADS=4", "-DROUNDS=60")
        peaks = {}
        for count in (2_000_000, 5_000_000):
            result, used = self.check(program, "--visited=fp128",
                                      f"--max-states={count}", wanted=(2,))
            peaks[result["stats"]["states"]] = used.megabytes
        (few, low), (many, high) = sorted(peaks.items())
        each = (high - low) * 2**20 / (many - few)
        self.report("memory-per-state", f"fp128, between {few} and {many} states",
                    f"{each:.1f} B", "<= 24.7", each <= 24.7)

    def exactStates(self):
        """Whole states, instead of fingerprints of them: what that costs."""
        for name, *flags in (("fetch-add", "-DTHREADS=4", "-DROUNDS=40"),
                             ("lock-unlock", "-DTHREADS=3", "-DROUNDS=60"),
                             ("bakery", "-DROUNDS=30")):
            program = self.compile(name, *flags)
            _, none = self.check(program, "--visited=exact", "--max-states=100",
                                 wanted=(2,))
            # By turns: what slows the machine down for a while slows both.
            rounds = [{kind: self.check(program, f"--visited={kind}",
                                        "--max-states=1000000", wanted=(0, 2))
                       for kind in ("fp128", "exact")} for _ in range(3)]
            seconds = {kind: min(r[kind][1].seconds for r in rounds)
                       for kind in ("fp128", "exact")}
            result, used = rounds[0]["exact"]
            states = result["stats"]["states"]
            each = (used.megabytes - none.megabytes) * 2**20 / states
            ratio = seconds["exact"] / seconds["fp128"]
            self.report("exact", f"{name}, {states} states; fp128",
                        f"{ratio:.2f} x the CPU", "<= 1.5", ratio <= 1.5)
            self.report("exact", "  memory of these", f"{each:.1f} B", "<= 25",
                        each <= 25)

    # Where threads meet all the time a reduction saves little, and has to cost little.
    CONTENDED = (("fetch-add", "-DTHREADS=4", "-DROUNDS=20"),
                 ("lock-unlock", "-DTHREADS=3", "-DROUNDS=60"),
                 ("lock-unlock", "-DTHREADS=4", "-DROUNDS=10"),
                 ("buffer", "-DROUNDS=10"))

    def reducedContended(self):
        for name, *flags in self.CONTENDED:
            program = self.compile(name, *flags)
            # By turns: what slows the machine down for a while slows both.
            rounds = [{how: self.check(program, f"--reduce={how}")
                       for how in ("off", "on")} for _ in range(7)]
            seconds, states = {}, {}
            for how in ("off", "on"):
                seconds[how] = min(r[how][1].seconds for r in rounds)
                states[how] = rounds[0][how][0]["stats"]["states"]
            ratio = seconds["on"] / seconds["off"]
            what = (f"{name} {' '.join(f[2:] for f in flags)}, "
                    f"{states['off']:,} states")
            self.report("reduced-contended", what, f"{ratio:.2f} x", "<= 1.10",
                        ratio <= 1.1)
            self.report("reduced-contended", "  states of these, reduced",
                        f"{states['on']:,}", "not more",
                        states["on"] <= states["off"])

    def longThread(self):
        # Both too large for the processor's cache: what is compared is the
        # work, not where the visited set lies.
        programs = {n: self.compile("long-thread", f"-DACCESSES={n}")
                    for n in (1_000_000, 4_000_000)}
        # By turns: what slows the machine down for a while slows both.
        rounds = [{n: self.check(p)[1] for n, p in programs.items()}
                  for _ in range(3)]
        runs = {n: min((r[n] for r in rounds), key=lambda used: used.seconds)
                for n in programs}
        tiny = self.startupOnce()
        short, long = (runs[n].seconds - tiny for n in sorted(runs))
        # An iteration is a read and a write.
        self.report("long-thread", "a million iterations on shared memory",
                    f"{2 * short:.2f} s", "<= 1 s", 2 * short <= 1)
        self.report("long-thread", "four times as many against that",
                    f"{long / short:.2f} x", "<= 5", long / short <= 5)
        peak = runs[1_000_000].megabytes
        self.report("long-thread", "peak memory", f"{peak:.0f} MB", "< 300 MB",
                    peak < 300)
        few, many = (self.check(self.compile("long-thread", "-DPRIVATE",
                                             f"-DACCESSES={n}"))[1].megabytes
                     for n in (200_000, 20_000_000))
        self.report("long-thread", "memory, 100 times the private work",
                    f"{many - few:.1f} MB more", "< 1 MB", many - few < 1)

    def wide(self):
        for name in ("fetch-add", "lock-unlock"):
            program = self.compile(name, "-DTHREADS=3", "-DROUNDS=5")
            result, _ = min((self.check(program) for _ in range(3)),
                            key=lambda pair: pair[0]["stats"]["seconds"])
            time = result["stats"]["seconds"]
            isMet = time < 0.02 and result["verdict"] == "no-error"
            self.report("wide", f"{name}, 3 x 5, {result['stats']['states']} states",
                        f"{time * 1000:.2f} ms", "< 20 ms, complete", isMet)
        program = self.compile("many-threads")
        time = min(use([self.rbcheck, "--run", program], (0,)).seconds
                   for _ in range(3))
        self.report("wide", "100 threads, one schedule", f"{time * 1000:.0f} ms",
                    "< 200 ms", time < 0.2)
        few = self.compile("lock-unlock", "-DTHREADS=3", "-DROUNDS=60")
        rates = {}
        for _ in range(3):
            for which in (program, few):
                result, used = self.check(which, "--max-states=400000", wanted=(2,))
                rate = result["stats"]["states"] / used.seconds
                rates[which] = max(rate, rates.get(which, 0))
        rate = rates[program]
        self.report("wide", f"100 threads, {rate / rates[few]:.2f} x as fast as 3",
                    f"{rate:,.0f} states/s", ">= 400,000", rate >= 400_000)

    SHALLOW = (("papers/twostage", "7", "1"), ("papers/twostage", "10", "1"),
               ("papers/reorder", "10", "1"), ("papers/wronglock", "1", "20"))

    def shallow(self):
        """The default search on errors a user expects at once."""
        for name, *arguments in self.SHALLOW:
            for flavour, word in (("", "data race"), ("_Atomic", "assertion")):
                program = self.compile(name, f"-DSHARED={flavour}")
                time = max(use([self.rbcheck, f"--seed={seed}", program, "--",
                                *arguments], (1,)).seconds
                           for seed in range(1, 6))
                what = f"{os.path.basename(name)}({','.join(arguments)}), {word}"
                self.report("shallow", what, f"{time * 1000:.0f} ms", "< 300 ms",
                            time < 0.3)
        for name in ("lock-order", "lost-update"):
            source = os.path.join(HERE, "..", "test", "search", "Inputs", "agree",
                                  name + ".c")
            program = os.path.join(self.work, name + ".bc")
            use([self.clang, "-g", "-O0", "-emit-llvm", "-c", source, "-o",
                 program], (0,))
            time = max(use([self.rbcheck, program], (1,)).seconds
                       for _ in range(5))
            self.report("shallow", name, f"{time * 1000:.0f} ms", "< 300 ms",
                        time < 0.3)

    def firstError(self):
        """From the source to the report, against GenMC if it is there, and against
        the compiler that has to run before."""
        import first_error
        for label, wanted, source, *flags in first_error.PROGRAMS:
            path = os.path.join(os.path.dirname(HERE), source)
            times, _ = first_error.times(self, path, flags, self.genmc)
            ours = times["rbcheck"]
            theirs = times.get("GenMC")
            if isinstance(theirs, float):
                self.report("first-error", label + "; GenMC",
                            f"{ours / theirs:.2f} x its time", "< 1", ours < theirs)
            elif theirs:
                self.report("first-error", label + "; GenMC", f"its: {theirs}", "< 1",
                            True)
            ratio = ours / times["clang"]
            self.report("first-error", label + "; clang -c",
                        f"{ratio:.2f} x, {ours * 1000:.0f} ms", f"<= {wanted}",
                        ratio <= wanted)

    def minimising(self):
        """What a plainer trace costs, against the search that found the error."""
        for threads in (7, 10):
            program = self.compile("papers/twostage", "-DSHARED=_Atomic",
                                   f"-DT={threads}")
            for seed in (1, 2, 3):
                command = [self.rbcheck, f"--seed={seed}", program]
                rounds = [[use(command + more, (1,)).seconds
                           for more in (["--no-minimize"], [])] for _ in range(5)]
                without, whole = (min(each) for each in zip(*rounds))
                part = (whole - without) / whole
                self.report("minimising", f"twostage({threads},1), seed {seed}, of "
                            f"{whole * 1000:.0f} ms", f"{100 * part:.0f} %", "<= 50 %",
                            part <= 0.5)

    def weakMemory(self):
        """All states of programs with weak atomics. (They need this file, too.)"""
        import weak_memory
        for program in weak_memory.LITMUS + weak_memory.LARGE:
            bitcode = weak_memory.compiled(self.clang, program, self.work)
            result, used = weak_memory.check(self.rbcheck, bitcode, 120)
            isComplete = result["verdict"] == "no-error"
            what = f"{program[0]}, {result['stats']['states']:,} states"
            if program in weak_memory.LITMUS:
                time = result["stats"]["seconds"] * 1000
                self.report("weak-memory", what, f"{time:.2f} ms",
                            "< 10 ms, complete", isComplete and time < 10)
            else:
                self.report("weak-memory", what,
                            f"{used.seconds:.2f} s, {used.megabytes:.0f} MB",
                            "< 60 s, 4 GB", isComplete and used.seconds < 60
                            and used.megabytes < 4096)

    # Open inputs ----------------------------------------------------------------

    def outsideSolver(self, program, *options, runs=5):
        """(part of the searches' time that is not for answers, CPU seconds) of the
        shortest run."""
        found = []
        for _ in range(runs):
            used = use([self.rbcheck, "--json=-", *options, program], (0, 1))
            result = json.loads(used.out)
            searches = result["members"] or [result["stats"]]
            searched = sum(each["seconds"] for each in searches)
            part = 1 - result["solver"]["seconds"] / searched
            found.append((searched, part, used.seconds))
        return min(found)[1:]

    def inputs(self):
        examples = os.path.join(os.path.dirname(HERE), "examples", "inputs")
        branches = os.path.join(HERE, "programs", "inputs.c")
        programs = [os.path.join(examples, name) for name in sorted(os.listdir(examples))
                    if name.endswith(".c")] + [branches]
        for program in programs:
            part, seconds = self.outsideSolver(program)
            self.report("inputs", os.path.basename(program) + ", outside the solver",
                        f"{100 * part:.0f} %", ">= 60 %", part >= 0.6)
        self.report("inputs", "three inputs, 20 branches", f"{seconds:.2f} s", "< 5 s",
                    seconds < 5)
        part, seconds = self.outsideSolver(branches, "--cflags=-DDENSE", runs=1)
        self.report("inputs", "the same, sums and masks",
                    f"{seconds:.2f} s, {100 * part:.0f} %", "< 5 s", seconds < 5)

    # Small things ---------------------------------------------------------------

    def startupOnce(self):
        program = self.compile("tiny")
        return statistics.median(use([self.rbcheck, program], (0,)).seconds
                                 for _ in range(20))

    def startup(self):
        time = self.startupOnce()
        self.report("startup", "tiny program, median of 20", f"{time * 1000:.1f} ms",
                    "<= 8 ms", time <= 0.008)

    def snapshot(self):
        text = use([os.path.join(self.build, "bench", "snapshot")], (0,)).out
        small, large = (float(t) for t in re.findall(r"([\d.]+) ns", text))
        ratio = large / small
        self.report("snapshot", f"1 MiB {small:.0f} ns, 64 MiB {large:.0f} ns",
                    f"{ratio:.2f} x", "<= 1.5", ratio <= 1.5)

    def overhead(self):
        """By instructions; times move by some per cent with the place of functions
        in the binary."""
        bench = os.path.join(self.build, "bench", "overhead")
        if shutil.which("valgrind"):
            bare, search = self.instructions(
                bench, self.compile("fetch-add", "-DTHREADS=4", "-DROUNDS=8"),
                ("bare", "search"))
            self.report("overhead", f"dfs {search / 1e6:,.0f} M instructions, bare",
                        f"{100 * (search / bare - 1):.1f} %", "< 10 %",
                        search < 1.1 * bare)
        else:
            print("overhead: no valgrind here, instructions are not counted")
        program = self.compile("fetch-add", "-DTHREADS=4", "-DROUNDS=20")
        text = use([bench, program], (0,)).out
        bare, search = (float(t) for t in re.findall(r"([\d.]+) ns", text))
        print(f"  by time: bare {bare:.0f} ns, dfs {search:.0f} ns a step, "
              f"{100 * (search / bare - 1):.1f} %", flush=True)

    def instructions(self, program, argument, functions):
        """That a program executed in each of its functions, what they call included."""
        stripped = program + ".stripped"  # beside it: it looks for the library there
        counts = os.path.join(self.work, os.path.basename(program) + ".callgrind")
        # valgrind does not know the form of our debug info.
        use(["llvm-objcopy-19", "--strip-debug", program, stripped], (0,))
        use(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", stripped,
             argument], (0,))
        table = use(["callgrind_annotate", "--inclusive=yes", "--threshold=100", counts],
                    (0,)).out
        found = []
        for name in functions:
            count = re.search(rf"^ *([\d,]+) .*\bnamespace\)::{name}\(\S+ const&\) ", table,
                              re.M)
            found.append(int(count.group(1).replace(",", "")))
        return found


BENCHES = {"interp-speed": Bench.interpreterSpeed,
           "cxx": Bench.cxx,
           "bulk": Bench.bulk,
           "calls": Bench.calls,
           "shifts": Bench.shifts,
           "states-per-second": Bench.statesPerSecond,
           "parallel": Bench.parallel,
           "ranks": Bench.ranks,
           "memory-per-state": Bench.memoryPerState,
           "exact": Bench.exactStates,
           "snapshot": Bench.snapshot,
           "overhead": Bench.overhead,
           "startup": Bench.startup,
           "reduced-contended": Bench.reducedContended,
           "long-thread": Bench.longThread,
           "wide": Bench.wide,
           "shallow": Bench.shallow,
           "first-error": Bench.firstError,
           "minimising": Bench.minimising,
           "weak-memory": Bench.weakMemory,
           "inputs": Bench.inputs}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--lli", default="lli-19")
    parser.add_argument("--genmc", default="")
    parser.add_argument("--filter", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    chosen = [name for name in BENCHES if re.search(options.filter, name)]
    if options.list:
        print("\n".join(chosen))
        return 0
    bench = Bench(options.build, options.clang, options.lli, options.genmc)
    if not os.path.exists(bench.rbcheck):
        print(f"bench: {bench.rbcheck} does not exist; build first", file=sys.stderr)
        return 3
    begin = time.monotonic()
    for name in chosen:
        BENCHES[name](bench)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"bench: {'all met' if not bench.missed else f'{bench.missed} MISSED'}; "
          f"{time.monotonic() - begin:.0f} s, "
          f"{used.ru_utime + used.ru_stime:.0f} s of CPU")
    return 1 if bench.missed else 0


if __name__ == "__main__":
    sys.exit(main())
