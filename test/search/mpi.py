"""mpi.py CASE... : what becomes of a result when a rank dies or stops.

CASE is RANKS,RANK,SIGNAL,PROGRAM,REPORTER[,OPTION...]: rank RANK of RANKS gets the signal
once the search runs. The result has to be the one of a single process, reported
once, in time, by rank REPORTER.
"""
import os
import re
import signal
import subprocess
import sys

LIMIT = 60  # seconds; a rank that waits for a lost one never ends


def ranks_of(parent):
    """The processes of a run, by their rank."""
    ranks = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                if int(file.read().rsplit(")", 1)[1].split()[1]) != parent:
                    continue
            with open(f"/proc/{name}/environ", "rb") as file:
                found = re.search(rb"OMPI_COMM_WORLD_RANK=(\d+)", file.read())
        except OSError:
            continue
        if found:
            ranks[int(found[1])] = int(name)
    return ranks


def run(count, rank, name, program, reporter, options):
    number = getattr(signal, "SIG" + name)
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe",
               "--tag-output", "-n", str(count)]
    if name == "KILL":
        command.append("--enable-recovery")
    command += ["rbcheck", "--rank-patience=1", "--progress=always", *options,
                program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    pids = {}
    try:
        while b"states" not in process.stderr.read1(4096):
            pass  # until the live line of rank 0
        pids = ranks_of(process.pid)
        os.kill(pids[rank], number)
        out, err = process.communicate(timeout=LIMIT)
    finally:
        for pid in [process.pid, *pids.values()]:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    # mpirun names the rank wherever a rank's output came in a new piece.
    pieces = re.split(r"\[1,(\d+)\]<stdout>:", out.decode())
    said = {}
    for who, text in zip(pieces[1::2], pieces[2::2]):
        said[who] = said.get(who, "") + text
    reports = [(who, verdict) for who, text in said.items() for verdict in
               re.findall(r"^(no-error|error|inconclusive):", text, re.M)]
    if reports != [(str(reporter), "no-error")]:
        sys.exit(f"{command}: {reports}\n{out.decode()}\n{err.decode()}")
    # With --enable-recovery mpirun forgets exit codes.
    if name != "KILL" and process.returncode != 0:
        sys.exit(f"{command}: exit code {process.returncode}")
    given_up = f"rank {rank} has not answered for 1.0 s"
    if given_up not in re.sub(r"\[1,\d+\]<stderr>:", "", err.decode()):
        sys.exit(f"{command}: not said that {given_up}\n{err.decode()}")


for case in sys.argv[1:]:
    count, rank, name, program, reporter, *options = case.split(",")
    run(int(count), int(rank), name, program, int(reporter), options)
print("nothing lost")
