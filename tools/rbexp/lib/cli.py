"""The command line of rbexp: read the file, make the runs, write what came out.

Exit codes are those of all tools: 0 every run is done, 2 some are not (interrupted,
or --report before the end), 3 the file or the command line is wrong, 4 rbcheck itself
failed in a run.

Tested by test/exp.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys

import files
import figures  # noqa: F401  (its absence should be noticed at the start)
import plan
import plots
import progress
import ranking
import results as resultsModule
import runner
import spec as specModule
import store
import tables

try:
    import config  # written by the build
    CLANG, VERSION = config.CLANG, config.VERSION
except ImportError:
    CLANG, VERSION = "clang-19", "0"
if not os.path.exists(CLANG):  # installed on another machine
    CLANG = "clang-19"


class Usage(Exception):
    pass


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Usage(message)


def readArguments(arguments):
    parser = Parser(prog="rbexp", description="Runs an experiment: programs x "
                    "searches x seeds, into tables and plots. The same command "
                    "goes on after an interruption.", allow_abbrev=False)
    parser.add_argument("spec", metavar="SPEC", help="experiment file (TOML)")
    parser.add_argument("--out", metavar="DIR",
                        help="where everything is kept (default: SPEC's name + "
                        ".results)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="runs at a time; 0 = all cores; default 1")
    parser.add_argument("--progress", choices=("auto", "always", "never"),
                        default="auto", help="a live line on standard error")
    parser.add_argument("--report", action="store_true",
                        help="no runs: tables and plots from what is recorded")
    parser.add_argument("--list", action="store_true",
                        help="no runs: print what would be run")
    parser.add_argument("--restart", action="store_true",
                        help="forget what is recorded")
    parser.add_argument("--only", metavar="REGEX",
                        help="only runs whose 'program search' matches")
    parser.add_argument("--rbcheck", metavar="FILE", help="which rbcheck")
    parser.add_argument("--version", action="version", version=f"rbexp {VERSION}")
    return parser.parse_args(arguments)


LAUNCHERS = ("OMPI_", "PMI_", "PMIX_")


def leaveRanks():
    """(rank, size) of this process under mpirun or srun; (None, 1) alone. The runs are
    no ranks: what it starts from here on does not see who started it."""
    known = rankAndSize()
    for name in [name for name in os.environ if name.startswith(LAUNCHERS)]:
        del os.environ[name]
    return known


def rankAndSize():
    for rank, size in (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                       ("PMI_RANK", "PMI_SIZE"),
                       ("SLURM_PROCID", "SLURM_NTASKS")):
        if rank in os.environ and int(os.environ.get(size, "1")) > 1:
            return int(os.environ[rank]), int(os.environ[size])
    return None, 1


def findRbcheck(given):
    if given:
        path = shutil.which(given)
        if not path:
            raise Usage(f"'{given}' is no program")
        return path
    here = os.path.dirname(os.path.realpath(sys.argv[0]))
    beside = os.path.join(here, "rbcheck")
    path = beside if os.access(beside, os.X_OK) else shutil.which("rbcheck")
    if not path:
        raise Usage("rbcheck is neither beside rbexp nor in PATH; use --rbcheck=FILE")
    return path


def includeFolder(rbcheck):
    return os.path.join(os.path.dirname(os.path.realpath(rbcheck)), "..", "lib",
                        "rbcheck", "include")


def aboutTools(rbcheck, spec):
    said = subprocess.run([rbcheck, "--version"], capture_output=True, text=True,
                          check=False).stdout.split("\n")[0]
    return {"version": said.removeprefix("rbcheck").strip(),
            "commit": commitOf(spec.folder)}


def commitOf(folder):
    """That of the experiment file, or "" if it is in no clone or there is no git."""
    try:
        run = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty"],
                             capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


#===--- Programs -------------------------------------------------------------===#

def identify(spec, cells, include):
    """Fills in the digest of every program."""
    known = {}
    for cell in cells:
        instance = cell.instance
        key = instance.source, instance.macros, instance.flags, instance.locs
        if key not in known:
            if instance.source.endswith((".bc", ".ll")):
                source = files.read(instance.source, 1024)
                known[key] = hashlib.sha256(source).hexdigest()[:16]
            else:
                known[key], said = plan.digest(instance, CLANG, include)
                if known[key] is None:
                    notCompiled(spec, instance, said)
        instance.digest = known[key]


def notCompiled(spec, instance, said):
    program = next(p for p in spec["program"] if p["name"] == instance.name)
    first = next((line for line in said.split("\n") if "error" in line), said)
    spec.fail(program["at"] + ("source",),
              f"program '{instance.name}' cannot be compiled: {first.strip()}")


def buildCommand(instance, include):
    """How the bitcode is made, without where it goes."""
    return [CLANG, "-g", "-O0", "-w", "-emit-llvm", "-c", instance.source,
            "-I" + include, *("-D" + m for m in instance.macros), *instance.flags]


def compileAll(spec, cells, include, folder):
    os.makedirs(folder, exist_ok=True)
    for cell in cells:
        instance = cell.instance
        if instance.source.endswith((".bc", ".ll")):
            instance.bitcode = instance.source
            continue
        instance.build = buildCommand(instance, include)
        instance.bitcode = os.path.join(folder,
                                        f"{instance.name}-{instance.digest}.bc")
        if os.path.exists(instance.bitcode):
            continue
        made = f"{instance.bitcode}.{os.getpid()}"
        run = subprocess.run([*instance.build, "-o", made], capture_output=True,
                             text=True, check=False)
        if run.returncode:
            notCompiled(spec, instance, run.stderr)
        os.replace(made, instance.bitcode)


def dropUnavailable(rbcheck, cells):
    """Cells of optional searches that this rbcheck does not have, left out."""
    listed = subprocess.run([rbcheck, "--list-searches"], capture_output=True,
                            text=True, check=False).stdout
    known = set(re.findall(r"^(\S+)", listed, re.M))
    kept, dropped = [], {}
    for cell in cells:
        name = cell.config.search.partition(":")[0]
        if cell.config.block["optional"] and name and name not in known:
            dropped[name] = True
        else:
            kept.append(cell)
    for name in dropped:
        print(f"rbexp: note: this rbcheck has no search '{name}': left out",
              file=sys.stderr)
    return kept


#===--- What comes out -------------------------------------------------------===#

def writeAll(spec, cells, out):
    """Tables, CSV and plots from everything recorded; true if no run is missing."""
    results = resultsModule.Results(spec, cells, store.read(out))
    missing = sum(results.missing(c) for c in cells)
    done = sum(len(results.runsOf(c)) for c in cells)
    drawn = []
    for block in spec["plot"]:
        chart = plots.KINDS[block["kind"]](results, block)
        if chart is None:
            continue
        path = os.path.join(out, block["file"] + ".svg")
        files.write(path, chart.done())
        plots.toPng(path)
        drawn.append((block, block["file"] + ".svg"))
    tables.writeCsv(results, os.path.join(out, "summary.csv"))
    files.write(os.path.join(out, "tables.md"),
                tables.page(results, done, done + missing, drawn,
                            tables.KINDS | ranking.KINDS))
    return missing == 0, done, missing


def refuseOverwriting(spec, cells, out):
    """No file of the results may be one of those that are read, or another one."""
    inputs = [spec.path, *(c.instance.source for c in cells),
              *(c.instance.locs for c in cells if c.instance.locs)]
    written = []
    for name in ("tables.md", "summary.csv", "lock",
                 *(block["file"] + ".svg" for block in spec["plot"])):
        path = os.path.join(out, name)
        if other := files.sameAs(path, inputs):
            raise Usage(f"the results would overwrite '{other}'; use another --out")
        if files.sameAs(path, written):
            raise Usage(f"two results have the same file, '{path}'")
        written.append(path)


def listRuns(cells):
    for cell in cells:
        until = f", until {cell.untilFound} found" if cell.untilFound else ""
        seeds = f"seeds {cell.seeds[0]}..{cell.seeds[-1]}"
        print(f"{cell.instance.label}\t{cell.config.label}\t{seeds}{until}")
    print(f"{len(cells)} cells, at most {sum(len(c.seeds) for c in cells):,} runs")


def experiment(options):
    spec = specModule.Spec(options.spec)
    cells = plan.cells(spec)
    if options.list:
        listRuns(cells)
        return 0
    rank, size = leaveRanks()
    rbcheck = findRbcheck(options.rbcheck)
    out = options.out or spec.name + ".results"
    refuseOverwriting(spec, cells, out)
    os.makedirs(out, exist_ok=True)
    if options.restart and not options.report:
        for path in store.parts(out):
            os.unlink(path)
    cells = dropUnavailable(rbcheck, cells)
    include = includeFolder(rbcheck)
    identify(spec, cells, include)
    failed = 0
    if not options.report:
        failed = makeRuns(options, spec, cells, rbcheck, include, out, rank, size)
        if failed is None:
            print(f"rbexp: interrupted; the same command goes on in {out}",
                  file=sys.stderr)
            return 2
    with open(os.path.join(out, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        isDone, done, missing = writeAll(spec, cells, out)
    print(f"{spec.name}: {done:,} runs" +
          ("" if isDone else f", {missing:,} missing") +
          f"; {os.path.join(out, 'tables.md')}")
    if failed:
        print(f"rbexp: rbcheck failed in {failed} runs; see 'failed' in "
              f"{out}/runs*.jsonl", file=sys.stderr)
        return 4
    # A rank has done its own part; mpirun would end the others if it said 2.
    return 0 if isDone or (rank is not None and not options.report) else 2


def load(path, out, rbcheck):
    """The results of an experiment as they are recorded, for other programs."""
    spec = specModule.Spec(path)
    cells = dropUnavailable(rbcheck, plan.cells(spec))
    identify(spec, cells, includeFolder(rbcheck))
    return resultsModule.Results(spec, cells, store.read(out))


def makeRuns(options, spec, cells, rbcheck, include, out, rank, size):
    """How many runs failed; None if interrupted."""
    compileAll(spec, cells, include, os.path.join(out, "programs"))
    work = os.path.join(out, "work" if rank is None else f"work.{rank}")
    try:
        writer = store.Writer(out, rank)
    except store.Busy as busy:
        raise Usage(f"'{busy}' is being written by another rbexp") from None
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    mine = [c for c in cells if not options.only or
            re.search(options.only, f"{c.instance.label} {c.config.label}")]
    records = store.read(out)
    if rank is not None:
        mine = shareOf(mine, rank, size)
    jobs = options.jobs or os.cpu_count() or 1
    made = runner.Runner(rbcheck, work, jobs, writer, records, aboutTools(rbcheck, spec))
    shown = resultsModule.Results(spec, mine, made.records)
    left = {c.index: shown.missing(c) for c in mine}
    total = sum(left.values())
    bar = progress.Progress(options.progress, total)
    found = 0

    def whenDone(cell):
        nonlocal found, total
        now = shown.missing(cell)
        total += now - left[cell.index]
        left[cell.index] = now
        found += made.lastFound
        bar.step(total, found, f"{cell.instance.label} {cell.config.label}")

    try:
        made.run(mine, whenDone)
    except runner.BadRun as bad:
        spec.fail(bad.cell.config.block["at"] + ("search",),
                  f"{bad.cell.instance.label}, {bad.cell.config.label}: {bad}")
    finally:
        bar.end()
        shutil.rmtree(work, ignore_errors=True)
        writer.close()
    return None if made.wasInterrupted else made.failed


def shareOf(cells, rank, size):
    """The runs of this rank: every size-th cell that stops early, and every size-th
    seed of the others."""
    mine = []
    chains = 0
    for cell in cells:
        if cell.untilFound:
            if chains % size == rank:
                mine.append(cell)
            chains += 1
        else:
            part = cell.seeds[(rank - cell.index) % size::size]
            if part:
                mine.append(plan.Cell(cell.instance, cell.config, cell.index, part, 0))
    return mine


def main(arguments):
    try:
        return experiment(readArguments(arguments))
    except specModule.SpecError as error:
        print(error, file=sys.stderr)
        return 3
    except Usage as error:
        print(f"rbexp: error: {error} (rbexp --help)", file=sys.stderr)
        return 3
    except files.FileError as error:
        print(f"rbexp: error: {error}", file=sys.stderr)
        return 3
    except OSError as error:
        print(f"rbexp: error: {error}", file=sys.stderr)
        return 3
