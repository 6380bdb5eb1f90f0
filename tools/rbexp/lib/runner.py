"""Runs rbcheck, several at a time, and records each run as it ends.

One thread: children are started and waited for in one loop, so that every state of
the experiment is in one place. A child dies with rbexp. A cell that stops after so
many errors is worked off seed by seed, since how many of its runs there are depends
on what the earlier ones found; the runs of other cells are independent.

Tested by test/exp/resume.test.
"""

import ctypes
import json
import os
import signal
import subprocess
import tempfile
import time

import files
import plan
import results
import store

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
GRACE = 30  # seconds above its own limit after which a run is ended from outside


class BadRun(Exception):
    """rbcheck refused to run: the experiment file is wrong there."""

    def __init__(self, cell, message):
        super().__init__(message)
        self.cell = cell


def whenStarted():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def sequenceFile(instance, locations, folder):
    """The program's location sequence, or its first `locations`."""
    if locations < 0:
        return instance.locs
    stem = os.path.basename(instance.locs)
    path = os.path.join(folder, f"{locations}-of-{stem}")
    text = files.read(instance.locs, 1024).decode("utf-8", "replace")
    lines = [line for line in text.splitlines()
             if line.strip() and not line.startswith("#")]
    cut = [" > ".join(line.split(" > ")[:locations]) for line in lines]
    files.write(path, "\n".join(cut) + "\n")
    return path


class Runner:
    def __init__(self, rbcheck, folder, jobs, writer, records, about):
        self.rbcheck = rbcheck
        self.folder = folder
        self.jobs = jobs
        self.writer = writer
        self.records = records
        self.about = about          # version, commit: into every record
        self.running = {}
        self.wasInterrupted = False
        self.failed = 0
        self.found = {}             # errors so far, by the index of the cell
        self.lastFound = False      # whether the last run that ended found an error

    def command(self, cell, seed, result):
        instance, config = cell.instance, cell.config
        # The depth of an error is that of the trace the search found.
        words = [self.rbcheck, "--progress=never", f"--json={result}",
                 f"--seed={seed}", "--jobs=1", "--no-minimize"]
        if config.search:
            words.append("--search=" + config.search)
        if instance.check:
            words.append("--check=" + instance.check)
        if config.locations:
            words.append("--locs=" + sequenceFile(instance, config.locations,
                                                  self.folder))
        for key, option in (("time", "time-limit"), ("memory", "memory-limit"),
                            ("states", "max-states"), ("depth", "max-depth")):
            if instance.limits[key]:
                words.append(f"--{option}={instance.limits[key]:g}"
                             if key == "time" else
                             f"--{option}={instance.limits[key]}")
        words += [*instance.options, *config.options, instance.bitcode]
        return words + (["--", *instance.args] if instance.args else [])

    #===--- Which run is next ------------------------------------------------===#

    def queue(self, cells):
        """Yields lists of (cell, seed) that must be done one after the other."""
        for cell in cells:
            if cell.untilFound:
                yield cell, list(cell.seeds)
            else:
                for seed in cell.seeds:
                    if plan.keyOf(cell, seed) not in self.records:
                        yield cell, [seed]

    def nextOf(self, chain):
        """The next seed of a chain that is to be run; None if it is done."""
        cell, seeds = chain
        while seeds:
            if cell.untilFound and self.foundIn(cell) >= cell.untilFound:
                return None
            seed = seeds.pop(0)
            if plan.keyOf(cell, seed) not in self.records:
                return seed
        return None

    def foundIn(self, cell):
        if cell.index not in self.found:
            self.found[cell.index] = sum(
                results.isFound(self.records.get(plan.keyOf(cell, seed), {}))
                for seed in cell.seeds)
        return self.found[cell.index]

    #===--- Running ----------------------------------------------------------===#

    def start(self, chain, seed):
        handle, result = tempfile.mkstemp(".json", "run-", self.folder)
        os.close(handle)
        handle, errors = tempfile.mkstemp(".txt", "run-", self.folder)
        command = self.command(chain[0], seed, result)
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=handle, preexec_fn=whenStarted)
        os.close(handle)
        self.running[child.pid] = (chain, seed, command, result, errors,
                                   time.time(), child)

    def ended(self, pid, status, usage):
        chain, seed, command, result, errors, begin, child = self.running.pop(pid)
        child.returncode = os.waitstatus_to_exitcode(status)
        with open(errors, encoding="utf-8", errors="replace") as file:
            said = file.read().strip()
        try:
            with open(result, encoding="utf-8") as file:
                report = json.load(file)
        except ValueError:
            report = None
        os.unlink(errors)
        os.unlink(result)
        cell = chain[0]
        if child.returncode == 3:
            raise BadRun(cell, said.split("\n")[0])
        record = {"key": plan.keyOf(cell, seed), **plan.describe(cell, seed),
                  "label": cell.config.label, **self.about,
                  "build": cell.instance.build,
                  "command": self.repeatable(command), "exit": child.returncode}
        if report is None or child.returncode not in (0, 1, 2):
            self.failed += 1
            record.update(verdict="failed", reason=said[-500:])
        else:
            record.update(
                verdict=report["verdict"], reason=report["reason"],
                complete=report["complete"], stats=report["stats"],
                team=[{k: m[k] for k in ("search", "states", "transitions")}
                      for m in report.get("members", ())],
                errors=[{k: e.get(k) for k in ("kind", "message", "trace_length",
                                               "preemptions")}
                        for e in report["errors"][:3]],
                warnings=[{k: w.get(k) for k in ("id", "verdict", "observed", "of")}
                          for w in report.get("warnings", [])])
        record.update(wall=round(time.time() - begin, 3),
                      cpu=round(usage.ru_utime + usage.ru_stime, 3),
                      rss_kb=usage.ru_maxrss)
        self.writer.add(record)
        self.records[record["key"]] = store.inShort(record)
        self.lastFound = results.isFound(record)
        if cell.index in self.found:
            self.found[cell.index] += self.lastFound
        return chain

    def repeatable(self, command):
        """The command without where its own files happened to be."""
        return ["rbcheck"] + [word for word in command[1:]
                              if not word.startswith(("--json=", "--progress="))]

    def run(self, cells, whenDone):
        """Everything that is not recorded yet. whenDone(cell) after each run."""
        signal.pthread_sigmask(signal.SIG_BLOCK,
                               [signal.SIGCHLD, signal.SIGINT, signal.SIGTERM])
        chains = self.queue(cells)
        waiting = []
        try:
            while True:
                while len(self.running) < self.jobs:
                    chain = waiting.pop() if waiting else next(chains, None)
                    if chain is None:
                        break
                    seed = self.nextOf(chain)
                    if seed is not None:
                        self.start(chain, seed)
                if not self.running:
                    return
                if self.wasAsked():
                    self.wasInterrupted = True
                    return
                for chain in self.collect():
                    waiting.append(chain)
                    whenDone(chain[0])
        finally:
            self.stopAll()
            signal.pthread_sigmask(signal.SIG_UNBLOCK,
                                   [signal.SIGCHLD, signal.SIGINT, signal.SIGTERM])

    def wasAsked(self):
        """Waits a moment; true if Ctrl-C or SIGTERM came."""
        info = signal.sigtimedwait(
            [signal.SIGCHLD, signal.SIGINT, signal.SIGTERM], 0.5)
        return bool(info and info.si_signo != signal.SIGCHLD)

    def collect(self):
        """The chains whose run has ended by now."""
        chains = []
        for pid in list(self.running):
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                chains.append(self.ended(pid, status, usage))
                continue
            chain, begin = self.running[pid][0], self.running[pid][5]
            limit = chain[0].instance.limits["time"]
            if limit and time.time() - begin > 2 * limit + GRACE:
                os.kill(pid, signal.SIGKILL)
        return chains

    def stopAll(self):
        for pid, (*_, result, errors, _, child) in self.running.items():
            os.kill(pid, signal.SIGKILL)
            child.wait()
            for path in (result, errors):
                if os.path.exists(path):
                    os.unlink(path)
        self.running.clear()
