# A run of a zygote is like a start: output, errors, exit codes, signals; and what one
# run does is not seen by the next.
#   same.py TOOL CLANG PROGRAM
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import zygote  # noqa: E402

tool, clang, program = sys.argv[1:4]
assert zygote.LIBRARY
bitcode = sys.argv[4]
commands = [
    [clang, "-g", "-emit-llvm", "-c", program, "-o", bitcode],
    [clang, "-c", program + ".none"],
    [tool, "--version"],
    [tool, "--nonesuch"],
    [tool, "--search=dfs", "--emit=finals", bitcode],
    [tool, "--run", bitcode],
    [tool, "--run", bitcode, "--", "abort"],
    [tool, "--run", bitcode, "--", "two\nlines"],
]
for command in commands + commands:
    plain = subprocess.run(command, capture_output=True, text=True,
                           stdin=subprocess.DEVNULL)
    forked = zygote.run(command)
    for what in ("returncode", "stdout", "stderr"):
        one, other = getattr(plain, what), getattr(forked, what)
        assert one == other, (command, what, one, other)
assert len(zygote.started.zygotes) == 2
try:
    zygote.run([tool, "--search=dfs", "--emit=finals", bitcode, "--", "loop"], timeout=0.01)
except subprocess.TimeoutExpired:
    print("%d commands, each the same" % len(commands))
