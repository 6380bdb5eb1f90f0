"""The recorded runs: one JSON line each, in files that are only ever appended to.

A line is written with one write(), as soon as its run has ended, so that being killed
loses at most runs that had not ended. A torn last line (a machine that died) is cut
off when the file is opened for writing. Several ranks write a file each and read
those of all; a file is locked while it is written to.

Tested by test/exp/resume.test and test/exp/ranks.test.
"""

import fcntl
import glob
import json
import os
import sys


class Busy(Exception):
    """Another rbexp writes to this file."""


def parts(folder):
    return sorted(glob.glob(os.path.join(glob.escape(folder), "runs*.jsonl")))


# What tables need. The rest of a record is for people: a large experiment would be
# hundreds of megabytes, and starting a process takes longer the more memory one has.
KEPT = ("verdict", "reason", "complete", "stats", "team", "errors", "warnings",
        "version", "commit")


def inShort(record):
    return {key: sys.intern(value) if isinstance(value, str) else value
            for key, value in record.items() if key in KEPT}


def read(folder):
    """Every complete record, in short, by its key; the first one counts."""
    records = {}
    for path in parts(folder):
        with open(path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    continue
                try:
                    record = json.loads(line)
                    records.setdefault(record["key"], inShort(record))
                except (ValueError, KeyError, TypeError):
                    continue
    return records


class Writer:
    def __init__(self, folder, rank):
        name = "runs.jsonl" if rank is None else f"runs.{rank}.jsonl"
        self.path = os.path.join(folder, name)
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy(self.path) from None
        self.cutTornLine()

    def cutTornLine(self):
        size = os.fstat(self.file).st_size
        if size == 0:
            return
        with open(self.path, "rb") as file:
            text = file.read()
        if not text.endswith(b"\n"):
            os.ftruncate(self.file, text.rfind(b"\n") + 1)

    def add(self, record):
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self.file, line):]

    def close(self):
        os.close(self.file)
