# The report of every kind of error is what is kept beside its program, up to how
# the search went, and fits 80 columns but for messages that name files. Also
# replays each from its trace file.
#   reports.py FOLDER OUTPUT [--update]
import glob
import os
import subprocess
import sys

folder, output = sys.argv[1:3]
os.chdir(folder)
bad = []
programs = sorted(glob.glob("*.c") + glob.glob("*.cpp"))
for program in programs:
    name = os.path.splitext(program)[0]
    trace = os.path.join(output, name + ".json")
    run = subprocess.run(["rbcheck", "--trace=" + trace, program], capture_output=True, text=True)
    assert run.returncode == 1, (program, run)
    report, verdict = run.stdout.split("\nerror: 1 error in ")
    assert verdict.endswith("Replay: rbreplay %s\n" % trace), verdict
    if "--update" in sys.argv:
        open(name + ".txt", "w").write(report)
    if open(name + ".txt").read() != report:
        bad.append("%s:\n%s" % (program, report))
    for line in report.splitlines():
        assert len(line) <= 80 or line.startswith(program), (program, line)
    again = subprocess.run(["rbreplay", trace], capture_output=True, text=True)
    assert again.returncode == 1 and again.stdout == report, (program, again)
print("".join(bad) + "%d of %d differ" % (len(bad), len(programs)))
