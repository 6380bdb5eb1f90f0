"""Compiles a C program natively and to marked bitcode, and runs both.

What the suites of this folder share. A program's native run is the truth; a run
under `rbcheck --run` has to show the same output and exit status.
"""

import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

# How rbcheck says that it cannot run something (exit code 2).
UNSUPPORTED = re.compile(rb"unsupported|neither a definition nor a model")


@dataclass(frozen=True)
class Ran:
    """How a process ended. `code` is None after a timeout, -N for signal N."""
    code: int | None
    out: bytes
    err: bytes

    def how(self):
        if self.code is None:
            return "timeout"
        if self.code < 0:
            return signal.Signals(-self.code).name
        return f"exit {self.code}"

    def firstLine(self):
        """The message, for a list of failures; the marker of a bug if any."""
        lines = [line for line in self.err.decode(errors="replace").splitlines()
                 if line.strip()]
        telling = [line for line in lines
                   if re.search(r"error|unsupported|neither|inconclusive", line)]
        return (telling or lines or [""])[0][:200]


def run(command, timeout, cwd=None, environment=None):
    """Runs to the end or kills it, with its children, after `timeout` s."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=cwd, env=environment,
        start_new_session=True)
    try:
        out, err = process.communicate(timeout=timeout)
        return Ran(process.returncode, out, err)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return Ran(None, out, err)


@dataclass(frozen=True)
class Tools:
    clang: str
    plugin: str
    rbcheck: str

    @staticmethod
    def ofBuild(build, clang="clang-19"):
        """The tools of a build directory."""
        return Tools(clang, os.path.abspath(f"{build}/lib/RbCheckPass.so"),
                     os.path.abspath(f"{build}/bin/rbcheck"))

    def missing(self):
        """The built files that do not exist."""
        return [path for path in (self.plugin, self.rbcheck)
                if os.sep in path and not os.path.exists(path)]

    def compileNative(self, source, level, to, flags=()):
        return run([self.clang, "-w", level, *flags, source, "-o", to, "-lm"], 60)

    def compileBitcode(self, source, level, to, flags=()):
        return run([self.clang, "-w", "-g", level, *flags,
                    f"-fpass-plugin={self.plugin}", "-emit-llvm", "-c", source,
                    "-o", to], 60)

    def interpret(self, bitcode, timeout, cwd=None):
        return run([self.rbcheck, "--run", bitcode], timeout, cwd)


def runsUnsupported(ran):
    """True if rbcheck named a construct that it cannot run."""
    return ran.code == 2 and bool(UNSUPPORTED.search(ran.err))


def inParallel(jobs, function, items):
    """function(item) for all items, in their order, `jobs` at a time."""
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(function, items)
