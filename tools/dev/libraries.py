"""Makes docs/libraries.md from what rbcheck says about itself.

Usage: rbcheck --list-models | libraries.py ROOT > docs/libraries.md

One row for each source file of models or library code: what its banner calls
it, its functions, how faithful they are. A test compares the page with this.
"""

import os
import re
import sys

INTRODUCTION = """\
# Library functions

Made by `tools/dev/libraries.py` from `rbcheck --list-models`; a test compares
this page with it, so it says what the tool has.

A function of a library is there in one of two ways. A *model* is a part of the
machine: *exact* if it behaves as documented for the real function, *approximate*
if not; what is not exact is in the note, and a result lists each approximate
model that was used. *Code* is ordinary C or C++ (`runtime/`), compiled to
bitcode, linked when needed and explored like the program itself.

A call of a function that is nowhere here ends the path with one line that names
it (`rbcheck --needs` lists them before). Add its code with `--link=FILE`, or a
fixed result with `--stub=NAME=VALUE`.
"""

BEHAVIOUR = """\
## What a program sees

| subject | behaviour |
| --- | --- |
| timed waits | may time out at any moment while they would block; a wait that need not block does not |
| cancellation | at cancellation points; clean-up handlers run newest first; C++ code is left as by an exception, so that destructors run (also by `pthread_exit`), and `catch (...)` has to throw it on |
| robust mutexes | owned by nobody once their owner ended: `EOWNERDEAD`, then `ENOTRECOVERABLE` unless made consistent |
| priorities, affinity, names | accepted and kept; every schedule is explored anyway |
| time | virtual and the same in every run; sleeping is a scheduling point and takes no time; the zone is UTC |
| signals | what the program sends itself: handlers, masks, queues, waiting, `signalfd`, `alarm`, `setitimer` and `timer_create`; delivery is a choice at every step of a thread that does not block it (`docs/what-no-error-means.md`, "Signals") |
| standard input | what is piped into rbcheck, or `--stdin=FILE`; the same in every run |
| environment | what `--env` gives, else empty |
| files of the host | ordinary files can be read, directories listed; each is read once |
| files that are written | live in the memory of the program, under their names; the host is never changed. The program starts in `/program`, which stands for the directory that rbcheck runs in. Directories have to be there, permissions, owners and times are kept but refuse nothing, no time is noted on its own; there are no links |
| mapped files | shared mappings are the bytes of the file in memory, and all see what one writes; a file that grows beyond its mappings, or a mapping larger than another one of the same file, ends the path with one line |
| devices | `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random`, `/dev/urandom` |
| locale | "C": characters, also wide ones, are those below 128 |
| locks of streams | each call on a `FILE` is one step |
| random numbers | the same in every run, not those of glibc |
| process | number 1000 of user 1000 ("user") with two processors and glibc 2.36; a call that makes another process ends the path with one line |
| `dlopen`, `dlsym` | every function and variable of the program is found by its name; a library can be opened if its bitcode was linked (`--link=FILE`, `libx.so` is x.bc) or rbcheck has it itself; its constructors run at the start |
| inline assembly | moves, arithmetic, conditions, jumps, `lock`, `xchg`, `cmpxchg` up to 16 bytes, bit tests and scans, fences, `pause`, `rdtsc` (the virtual clock), in both dialects; other text ends the path where it is executed. `asm goto` is refused |
| processor | an x86-64 without extensions but `cmpxchg16b`, as `cpuid` and `__builtin_cpu_supports` tell; SSE2 is there |
| pipes, sockets, `eventfd` | between the threads of the program, nothing reaches the host; a thread that waits there for ever is part of a deadlock; what is handed over orders its writer before its reader. Pipes are as Linux has them, pages included. TCP and UDP have the loopback addresses, Unix sockets paths and abstract names; `AF_UNIX` also as packets. Room of a socket is counted in bytes, without Linux's overhead for each piece |
| not there | `SCM_RIGHTS` and other control data, `MSG_OOB`, `O_ASYNC`, FIFOs, raw sockets, `SO_LINGER` that resets, waiting to send to a full Unix datagram socket by its name: each ends the path with one line. No port stays taken behind a closed connection (TIME_WAIT), and UDP loses packets only where there is no room |
| `select`, `poll`, `epoll` | exact for what is listed, edges included; a time limit may be up at any moment while nothing is ready |
| `timerfd` | on the virtual clock: a timer may run out whenever somebody looks at it, and does where a thread has nothing else to wait for; several at once, or one with an interval, name `time` |
| timers of `timer_create` | signals as those of `alarm`; `SIGEV_THREAD` starts a thread at any time from when it is set on, with an interval again when that one has ended (named `time`); of two timers with one signal the first ends first (named `time`) |
| names of hosts | numbers and `localhost`; services are numbers |
"""

PARTS = (
    ("Models", lambda file: file.startswith("interp/models/")),
    ("Threads, as code", lambda file: file.startswith("runtime/pthread/")),
    ("OpenMP, as code", lambda file: file.startswith("runtime/openmp/")),
    ("C library, as code", lambda file: file.startswith("runtime/libc/")),
)


def readList(lines):
    """{file: [(name, fidelity, note)]} in the order of the list."""
    files = {}
    for line in lines:
        fields = re.split(r"\s{2,}", line.rstrip("\n"), maxsplit=3)
        if len(fields) < 3:
            continue
        name, fidelity, file = fields[:3]
        note = fields[3] if len(fields) > 3 else ""
        files.setdefault(file, []).append((name, fidelity, note))
    return files


def bannerOf(root, file):
    with open(os.path.join(root, file), encoding="utf-8") as text:
        head = text.readline()
    found = re.match(r"//===- \S+ - (.*?) -*===//", head)
    return found.group(1) if found else ""


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def rowOf(root, file, functions):
    words = sorted({fidelity for _, fidelity, _ in functions})
    notes = sorted({note for _, _, note in functions if note})
    names = ", ".join(f"{name}{'*' if fidelity == 'approximate' and len(words) > 1 else ''}"
                      for name, fidelity, _ in sorted(functions))
    fidelity = " and ".join(words).replace("approximate and exact",
                                           "exact, * approximate")
    note = f" ({'; '.join(notes)})" if notes else ""
    return (f"| {cell(bannerOf(root, file))} | {cell(names)} | "
            f"{fidelity}{cell(note)} |")


def scopesOf(functions):
    """Classes and plain functions that the C++ names belong to."""
    scopes = set()
    for name, _, _ in functions:
        plain = name.split("(")[0].split("[abi:")[0]
        plain = re.sub(r"^.* (?=(std|__cxxabiv1|__gnu_cxx)::)", "", plain)
        while "<" in plain and "operator" not in plain:
            shorter = re.sub(r"<[^<>]*>", "", plain)
            if shorter == plain:
                break
            plain = shorter
        for word in ("virtual thunk to ", "non-", "vtable for "):
            plain = plain.replace(word, "")
        parts = plain.split("::")
        isMember = len(parts) > 2 or (len(parts) == 2 and parts[0] != "std")
        scopes.add("::".join(parts[:-1]) if isMember else plain)
    # Names of template arguments are left over here and there, and our own.
    return ", ".join(sorted(scope for scope in scopes
                            if re.fullmatch(r"[\w:]+", scope)
                            and scope != "rbcheck"))


def main():
    root = sys.argv[1]
    files = readList(sys.stdin)
    print(INTRODUCTION)
    print(BEHAVIOUR, end="")
    for title, belongs in PARTS:
        print(f"\n## {title}\n\n| family | functions | fidelity |\n| --- | --- | --- |")
        for file in sorted(filter(belongs, files)):
            print(rowOf(root, file, files[file]))
    print("\n## C++ library, as code\n\nBy class or function; templates of the "
          "headers are part of the program's own\nbitcode.\n\n"
          "| family | classes and functions |\n| --- | --- |")
    for file in sorted(f for f in files if f.startswith("runtime/cxx/")):
        print(f"| {cell(bannerOf(root, file))} | {cell(scopesOf(files[file]))} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
