"""mpi.py CASE... : what becomes of a result when a rank dies or stops.

CASE is RANKS,RANK,SIGNAL,PROGRAM,REPORTER[,OPTION...]: rank RANK of RANKS gets the signal
once the search runs. The result has to be the one of a single process, reported
once, by rank REPORTER. If it is rank 0, which has all the work of a depth-first
search, it must have been given up; others may not have been missed before the end.
In any case the rank is named.

Only silence tells that a rank has stopped, so patience is a time. It is long: a
machine would have to keep a thread of a living rank waiting for that long to spoil
the result. The cases run side by side and mostly wait.
"""
import os
import re
import signal
import subprocess
import sys
import threading

PATIENCE = 20  # seconds


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
    command += ["rbcheck", f"--rank-patience={PATIENCE}", "--progress=always", *options,
                program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    pids = {}
    try:
        while b"states" not in process.stderr.read1(4096):
            pass  # until the live line of rank 0
        pids = ranks_of(process.pid)
        os.kill(pids[rank], number)
        out, err = process.communicate()
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
        raise ValueError(f"{command}: {reports}\n{out.decode()}\n{err.decode()}")
    # With --enable-recovery mpirun forgets exit codes.
    if name != "KILL" and process.returncode != 0:
        raise ValueError(f"{command}: exit code {process.returncode}")
    given_up = f"rank {rank} has not answered for {PATIENCE}.0 s"
    said = re.sub(r"\[1,\d+\]<stderr>:", "", err.decode())
    if rank == 0 and given_up not in said:
        raise ValueError(f"{command}: not said that {given_up}\n{said}")
    if given_up not in said and f"rank {rank} does not answer at the end" not in said:
        raise ValueError(f"{command}: not said that rank {rank} is lost\n{said}")


def main():
    failures = []

    def attempt(case):
        count, rank, name, program, reporter, *options = case.split(",")
        try:
            run(int(count), int(rank), name, program, int(reporter), options)
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=attempt, args=[case])
               for case in sys.argv[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        sys.exit("\n".join(map(str, failures)))
    print("nothing lost")


main()
