"""The member of a team that found an error finds it alone, with its seed.

Usage: winner.py RBCHECK PROGRAM TEAM
"""

import json
import subprocess
import sys

rbcheck, program, team = sys.argv[1:4]


def check(search, seed):
    done = subprocess.run([rbcheck, "--json=-", f"--search={search}",
                           f"--seed={seed}", program],
                          capture_output=True, text=True)
    result = json.loads(done.stdout)
    # What the member did of a team's work.
    own = [one for one in result["members"]
           if one["search"] == result["member"]] or [result["stats"]]
    return result["member"], [result["verdict"], result["errors"],
                              own[0]["states"], own[0]["transitions"]]


member, together = check(team, 1)
search, seed = member.split(", seed ")
_, alone = check(search, seed)
print("same" if together == alone and together[0] == "error" else
      f"team {together}\nalone {alone}")
