"""together.py MPIRUN... -- RANKS PROGRAM OPTION... : one search, alone and by ranks.

The verdict, and all that does not depend on the order, has to be the same for one
process and for the given numbers of ranks ("2,3").
"""
import json
import subprocess
import sys

SAME = ("states", "revisits", "transitions", "executions")


def search(launcher, program, options):
    command = [*launcher, "rbcheck", "--search=dfs", "--json=-", *options, program]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    result = json.loads(done.stdout)
    return result["ranks"], (done.returncode, result["verdict"], result["complete"],
                             *(result["stats"][name] for name in SAME))


def main():
    split = sys.argv.index("--")
    launcher, (counts, program, *options) = sys.argv[1:split], sys.argv[split + 1:]
    _, alone = search([], program, options)
    for count in counts.split(","):
        ranks, many = search([*launcher, "-n", count], program, options)
        if ranks != int(count) or many != alone:
            sys.exit(f"{program}: {count} ranks ({ranks}): {many}, alone: {alone}")
    print("the same:", alone[1], alone[3], "states")


main()
