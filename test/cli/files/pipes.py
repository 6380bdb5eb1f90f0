"""pipes.py FOLDER RBCHECK RBREPLAY: what becomes of named pipes as inputs.

FOLDER has p.c, a program with a data race, and its bitcode p.bc. Pipes that nobody writes are waited for
until the note on standard error comes; then Ctrl-C ends it.
"""
import os
import signal
import subprocess
import sys
import threading

folder, rbcheck, rbreplay = sys.argv[1:]
os.chdir(folder)
for name in ("pipe.bc", "report", "silent"):
    os.mkfifo(name)


def feed(name, text):
    with open(name, "wb") as file:
        file.write(text)


def show(title, process, error):
    print(f"{title}: exit code {process.returncode}")
    for line in error.splitlines():
        print(line.removeprefix("rbcheck: ").removeprefix("rbreplay: "))


def fed(title, name, text, command):
    thread = threading.Thread(target=feed, args=[name, text])
    thread.start()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    thread.join()
    show(title, done, done.stderr)


def silent(title, command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    said = ""
    while "waiting" not in said:
        said += process.stderr.readline()
    process.send_signal(signal.SIGINT)
    said += process.stderr.read()
    process.wait()
    show(title, process, said)


with open("p.bc", "rb") as file:
    fed("program", "pipe.bc", file.read(), [rbcheck, "pipe.bc"])
fed("report", "report", b"p.c:3: data race\n",
    [rbcheck, "--locs=report", "--format=text", "--sarif=out.sarif", "p.c"])
silent("no writer", [rbcheck, "--stdin=silent", "p.c"])
silent("no program", [rbcheck, "silent"])
silent("no trace", [rbreplay, "silent"])
done = subprocess.run([rbcheck, "--locs=silent", "--time-limit=0.1", "p.c"],
                      capture_output=True, text=True, check=False)
show("late report", done, done.stderr)
