"""Runs glibc's own tests of threads under `rbcheck --run` and prints a table.

Usage: glibc.py [--build DIR] [--limit SECONDS] [--only REGEX] [--native]
                [--list FILE] [--keep DIR] CHECKOUT

CHECKOUT is a copy of glibc's sources: its nptl/, sysdeps/pthread/, include/ and
support/ are used, nothing has to be built. Each nptl/tst-*.c and
sysdeps/pthread/tst-*.c that compiles is linked with what it needs of support/,
where a small main stands for the one that makes a process for each test. What
does not compile needs a header or a name that glibc does not install, so its
internals, and is counted as that with the compiler's message.

With --native each is run by the processor as well: what fails there too says
nothing. Printed are the counts, and each test that did not pass with the reason
that rbcheck gave. One at a time; takes half an hour at most. With --keep what was
compiled stays in DIR for the next time.
"""

import argparse
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLANG, LINK, NAMES = "clang-19", "llvm-link-19", "llvm-nm-19"
NO_MAIN = "no main"
FOLDERS = ("nptl", "sysdeps/pthread")
# Headers of include/ that are written for tests as well.
SHARED_HEADERS = ("array_length.h", "intprops.h", "intprops-internal.h",
                  "libc-diag.h", "verify.h")
# In place of support/support_test_main.c, which runs the test in a process of its
# own. What the test has to end with goes to standard error, for tried().
MAIN = r"""
#include <pthread.h>
#include <stdio.h>
#include <support/check.h>
#include <support/test-driver.h>

const char *test_dir = "/tmp";
unsigned int test_verbose = 0;

int support_report_failure(int status);

/* The one of support/ needs glibc's internals. */
void support_set_small_thread_stack_size(pthread_attr_t *attributes) {
  pthread_attr_setstacksize(attributes, 256 * 1024);
}

int support_test_main(int count, char **arguments,
                      const struct test_config *test) {
  fprintf(stderr, "expects %d %d\n", test->expected_status,
          test->expected_signal);
  if (!test->no_setvbuf)
    setvbuf(stdout, 0, _IOLBF, 0);
  if (test->prepare_function)
    test->prepare_function(count, arguments);
  if (test->test_function_argv)
    return support_report_failure(test->test_function_argv(count, arguments));
  return support_report_failure(test->test_function());
}
"""


class Builder:
    """Compiles tests, and of support/ what they need."""

    def __init__(self, checkout, folder):
        self.folder = folder
        headers = os.path.join(folder, "include")
        os.makedirs(headers, exist_ok=True)
        for name in SHARED_HEADERS:
            link = os.path.join(headers, name)
            if not os.path.lexists(link):
                os.symlink(os.path.join(checkout, "include", name), link)
        self.flags = ["-g", "-O0", "-w", "-D_GNU_SOURCE",
                      "-include", "limits.h", "-include", "stdlib.h",
                      "-Xclang", "-fsanitize-address-use-after-scope",
                      "-I", checkout, "-I", headers,
                      "-I", os.path.join(checkout, "support")]
        for each in FOLDERS:
            self.flags += ["-idirafter", os.path.join(checkout, each)]
        self.own = collections.defaultdict(list)  # file name -> its flags
        for each in FOLDERS:
            makefile = os.path.join(checkout, each, "Makefile")
            with open(makefile, encoding="utf-8") as text:
                for name, flags in re.findall(
                        r"^CFLAGS-(\S+\.c) \+?= (-[^$\n]*)$", text.read(), re.M):
                    self.own[name] += flags.split()
        self.defines = {}  # name -> the part of support/ that has it
        self.needs = {}    # part -> the names that it needs
        main = os.path.join(folder, "main.c")
        with open(main, "w", encoding="utf-8") as text:
            text.write(MAIN)
        self.addPart(main)
        for source in sorted(glob.glob(os.path.join(checkout, "support/*.c"))):
            if os.path.basename(source) != "support_test_main.c":
                self.addPart(source)

    def compile(self, source, prefix=""):
        """The bitcode of a source, or None and the compiler's message."""
        name = os.path.splitext(os.path.basename(source))[0]
        target = os.path.join(self.folder, prefix + name + ".bc")
        if isNewer(target, source):
            return target, None
        flags = self.flags + self.own[os.path.basename(source)] + ["-w"]
        run = subprocess.run([CLANG, *flags, "-emit-llvm", "-c", source,
                              "-o", target], capture_output=True, text=True)
        if run.returncode:
            errors = [line for line in run.stderr.splitlines()
                      if "error:" in line]
            return None, errors[0] if errors else "compiler failed"
        return target, None

    def addPart(self, source):
        part, _ = self.compile(source, "part-")
        if part:
            defined, undefined = namesOf(part)
            if "main" not in defined:
                self.needs[part] = undefined
                for name in defined:
                    self.defines.setdefault(name, part)

    def build(self, source):
        """The bitcode of a whole test, or None and the reason."""
        test, why = self.compile(source)
        if not test:
            return None, why
        parts = [test]
        defined, open_ = namesOf(test)
        if "main" not in defined:
            return None, NO_MAIN
        while open_:
            part = self.defines.get(open_.pop())
            if part and part not in parts:
                parts.append(part)
                open_ |= self.needs[part]
        whole = test[:-3] + ".whole.bc"
        run = subprocess.run([LINK, *parts, "-o", whole], capture_output=True,
                             text=True)
        if run.returncode:
            return None, run.stderr.splitlines()[0]
        return whole, None


def isNewer(target, source):
    return os.path.exists(target) and \
        os.path.getmtime(target) > os.path.getmtime(source)


def namesOf(bitcode):
    """What a file defines and what it needs."""
    run = subprocess.run([NAMES, "--no-sort", bitcode], capture_output=True,
                         text=True, check=True)
    defined, undefined = set(), set()
    for line in run.stdout.splitlines():
        kind, name = line.split()[-2:]
        if kind in "TDBCRVW":
            defined.add(name)
        elif kind in "Uvw":
            undefined.add(name)
    return defined, undefined


def tried(command, limit, folder):
    """Whether a test ends as it should, and why not."""
    try:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, cwd=folder,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             timeout=limit, errors="replace", text=True)
    except subprocess.TimeoutExpired:
        return "time", "no end"
    status, signal = 0, 0
    expects = re.search(r"^expects (\d+) (\d+)$", run.stderr, re.M)
    if expects:
        status, signal = int(expects.group(1)), int(expects.group(2))
    lines = [line for line in run.stderr.splitlines()
             if not line.startswith("expects ")]
    for line in lines:
        if line.startswith("rbcheck: inconclusive: "):
            return "inconclusive", line.removeprefix("rbcheck: inconclusive: ")
    for line in lines:
        if re.search(r":\d+:\d+: error: ", line) or line.startswith("rbcheck:"):
            return "error", line
    code = 128 - run.returncode if run.returncode < 0 else run.returncode
    if code == (128 + signal if signal else status):
        return "passes", ""
    if code == 77:
        return "not for this machine", ""
    said = run.stdout.splitlines()[-1:] + lines[-1:]
    return "fails", f"exit code {code}: " + " | ".join(said)


# What a test that did not pass needs, by the words of rbcheck's own reason.
NEEDS = (
    ("needs processes", r"follows one (process|program)|mmap of a file for "
                        r"writing|posix_spawn|call to wait"),
    ("needs more time", r"^time limit|^no end"),
    ("needs other object files", r"dlopen of|has no definition"),
    ("needs the kernel or /proc", r"syscall\(|/proc/"),
    ("needs more threads than rbcheck has", r"threads in one run"),
    ("has a data race", r"error: data race"),
    ("has an unsafe handler", r"not async-signal-safe"),
    ("calls what is not there", r"neither a definition nor a model"),
)


def groupOf(verdict, why):
    if verdict in ("inconclusive", "error", "time"):
        for group, words in NEEDS:
            if re.search(words, why):
                return group
    return {"error": "another error", "inconclusive": "refused",
            "fails": "fails by itself"}.get(verdict, verdict)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--list")
    parser.add_argument("--keep")
    options = parser.parse_args()
    checkout = os.path.abspath(options.checkout)
    sources = [each for folder in FOLDERS for each in
               sorted(glob.glob(os.path.join(checkout, folder, "tst-*.c")))
               if re.search(options.only, os.path.basename(each))]
    if not sources:
        sys.exit(f"{checkout}: no tests in its nptl/ and sysdeps/pthread/")
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.abspath(options.keep or temporary)
        os.makedirs(folder, exist_ok=True)
        builder = Builder(checkout, folder)
        lines = [judged(source, builder, options) for source in sources]
    counts = collections.Counter(group for _, group, _, _ in lines)
    print("| under `rbcheck --run` | tests |")
    print("| --- | --- |")
    for group, count in counts.most_common():
        print(f"| {group} | {count} |")
    for name, group, native, why in lines:
        if group not in ("passes", "part of another test"):
            print(f"{name}: {group}{native}: {why}")
    if options.list:
        with open(options.list, "w", encoding="utf-8") as out:
            for each in lines:
                out.write("\t".join(each) + "\n")


def judged(source, builder, options):
    """A line of the table: name, group, what the processor says, reason."""
    name = os.path.basename(source)
    program, why = builder.build(source)
    native = ""
    if not program:
        group = "part of another test" if why == NO_MAIN else \
            "needs glibc's internals"
    else:
        with tempfile.TemporaryDirectory() as place:
            if options.native:
                native = triedNatively(program, options.limit, place)
            verdict, why = tried(
                [os.path.join(options.build, "bin", "rbcheck"), "--run",
                 f"--time-limit={options.limit}", program],
                3 * options.limit, place)
        group = groupOf(verdict, why)
    print(f"{name}\t{group}\t{native}\t{why}", file=sys.stderr, flush=True)
    return name, group, native, why


def triedNatively(program, limit, place):
    """What comes of a test by the processor: "" if it passes."""
    target = os.path.join(place, "native")
    run = subprocess.run([CLANG, "-w", program, "-o", target, "-pthread", "-lm",
                          "-lrt", "-ldl"], capture_output=True, text=True)
    if run.returncode:
        return " (does not link)"
    verdict, _ = tried([target], limit, place)
    return "" if verdict == "passes" else f" ({verdict} natively)"


if __name__ == "__main__":
    main()
