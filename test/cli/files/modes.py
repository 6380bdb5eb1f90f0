"""modes.py FOLDER NAME:MODE...: fails unless the files have these permissions; MODE
`new` is what the umask leaves of a new file."""
import os
import sys

folder, *wanted = sys.argv[1:]
mask = os.umask(0)
for word in wanted:
    name, mode = word.split(":")
    right = 0o666 & ~mask if mode == "new" else int(mode, 8)
    found = os.stat(os.path.join(folder, name)).st_mode & 0o7777
    if found != right:
        sys.exit(f"{name}: {found:o}, not {right:o}")
