"""Prints location sequences with labels replaced by the places that have them.

Usage: places.py PROGRAM SEQUENCE...

A label is a word in the comment at the end of a line: `x = 1; // L1`. So the
numbers of lines in a test need not be kept in step by hand.
"""

import os
import re
import sys

path, sequences = sys.argv[1], sys.argv[2:]
labels = {}
with open(path, encoding="utf-8") as text:
    for number, line in enumerate(text, 1):
        code, slashes, comment = line.partition("//")
        if slashes and code.strip():
            for label in re.findall(r"\bL\d+\b", comment):
                labels[label] = f"{os.path.basename(path)}:{number}"
for sequence in sequences:
    print(re.sub(r"\bL\d+\b", lambda label: labels[label[0]], sequence))
