"""Files of the host: read up to a limit, written whole or not at all.

The same rules as search/files/Read.h and search/files/Write.h have for the other tools. Tested by
test/exp/files.test.
"""

import os
import stat
import tempfile


class FileError(Exception):
    """What is wrong with a file."""

    def __init__(self, path, why):
        super().__init__(f"{path}: {why}")
        self.why = why


def read(path, megabytes):
    """All bytes of an ordinary file of at most so many MB."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise FileError(path, f"cannot be read: {error.strerror}") from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise FileError(path, "cannot be read: it is no ordinary file")
        data = file.read((megabytes << 20) + 1)
    if len(data) > megabytes << 20:
        raise FileError(path, f"is larger than {megabytes} MB, the most that is read "
                        "of such a file")
    return data


def write(path, text):
    """Writes a text; until it is complete, what was there before stays."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return
    made = None
    try:
        handle, made = tempfile.mkstemp(prefix=".rbexp-", dir=os.path.dirname(path))
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(made, modeOf(path))
        os.replace(made, path)
    except OSError as error:
        if made and os.path.exists(made):
            os.unlink(made)
        raise FileError(path, f"cannot be written: {error.strerror}") from None


def modeOf(path):
    """Permissions as they are, or as the umask leaves them."""
    if os.path.exists(path):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sameAs(path, others):
    """The first of `others` that is the same file as `path`, or None."""
    for other in others:
        if os.path.realpath(path) == os.path.realpath(other):
            return other
        if os.path.exists(path) and os.path.exists(other) and \
                os.path.samefile(path, other):
            return other
    return None
