"""Fails when a completion script lacks an option of the help, or has values for none.

Usage: completion.py HELP BASH ZSH

An option whose value is a word, a name or a file has to be completed; only numbers
and what the user invents cannot be.
"""

import re
import sys

# How the help calls values that nobody can offer.
FREE = {"S", "N", "MB", "K", "NAME=VALUE", "FROM=TO", "ID", "FILE:LINE",
        "OPTIONS", "NAME[=VALUE]", "N,LENGTH"}
# NAME,... of the program: functions and variables.
OWN_NAMES = {"--function", "--var"}


def main():
    texts = []
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            texts.append(file.read())
    help, bash, zsh = texts
    offered = re.search(r"options='([^']*)'", bash)[1].split()
    failures = []
    options = re.findall(r"^  (--[a-z-]+(?==)|--[a-z-]+|-[A-Za-z])=?(\S*)", help, re.M)
    for option, value in options:
        isLong = option.startswith("--")
        if option + ("=" if value and isLong else "") not in offered:
            failures.append(f"{option} is not offered in bash")
        line = re.search(rf"^    '\*{option}[=+]?\[.*", zsh, re.M)
        if not line:
            failures.append(f"{option} is not offered in zsh")
        if not value or value in FREE or option in OWN_NAMES:
            continue
        if not re.search(rf"^  {option}\) kind=(files|words|list)", bash, re.M):
            failures.append(f"values of {option} are not offered in bash")
        if line and not re.search(r":(_files|\(.+\)|_sequence .+)'$", line[0]):
            failures.append(f"values of {option} are not offered in zsh")
    if len(options) < 40 or len(offered) != len(options):
        failures.append(f"{len(options)} options, {len(offered)} offered")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
