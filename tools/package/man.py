"""Makes a manual page, compressed roff, from a page of docs/man.

Usage: man.py LOWDOWN VERSION PAGE.md OUTPUT.1.gz

lowdown reads the Markdown; the rest is what it leaves: titles of sections in
capitals, as readers of `man` expect, and fonts that every terminal has. The
output depends on nothing but the page and VERSION.
"""

import gzip
import os
import re
import subprocess
import sys


def main():
    lowdown, version, page, output = sys.argv[1:]
    name = os.path.basename(page).removesuffix(".md")
    with open(page, encoding="utf-8") as file:
        title, text = file.read().split("\n", 1)
    if title != f"# {name}(1)":
        sys.exit(f"{page}:1: expected the title # {name}(1)")
    roff = subprocess.run(
        [lowdown, "-s", "-Tman", "-M", f"title={name}", "-M", "section=1",
         "-M", f"source=rbcheck {version}", "-M", "volume=User Commands",
         "-M", "shiftheadinglevelby=-1",
         "--out-no-smarty"],
        input=text, stdout=subprocess.PIPE, check=True, text=True).stdout
    # What is defined stands before its text, in whichever formatter.
    roff = re.sub(r'\.LP\n(.+)\n\.if n \\\n\.sp -1v\n\.if t \\\n\.sp -0.25v\n'
                  r'\.IP "" 5n\n', r".TP 5n\n\1\n", roff)
    roff = re.sub(r"^\.SH\n(.*)\n(?:\.LP\n)?",
                  lambda found: f'.SH "{found[1].upper()}"\n', roff, flags=re.M)
    roff = roff.replace(r"\f(CR", r"\fB").replace(r"\fC", r"\fB")
    # The line that whatis(1) reads.
    roff = re.sub(r'(\.SH "NAME"\n.*) - ', r"\1 \\- ", roff)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    with open(output, "wb") as file:
        # No name and no time of the making.
        with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(("'\\\" t\n" + roff).encode())


if __name__ == "__main__":
    main()
