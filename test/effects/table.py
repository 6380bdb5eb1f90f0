"""Every modelled function, every pointer it is given: a race with a plain access.

Usage: table.py RBCHECK CLANG INCLUDE DIR

Made from the tool's own list: a function that touches memory
(`rbcheck --list-models --verbose`) and has no recipe (recipes.py) is an error.
All cases are one program that chooses one of them; one run explores all.
Each case is a call in one thread and a plain read or write in another, once
with the call in the new thread and once with it in main.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from recipes import OTHERS, ROWS

PRELUDE = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <rbcheck.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static char To[16] = "12", From[16] = "12", Third[16] = "12", Fmt[16] = "%s%s%s%n";
static char Out[64];
static char *End, *Block;
static int Number, Woken;
static unsigned Word, Third4;
static unsigned char Cell1, Want1;
static unsigned short Cell2, Want2;
static unsigned Cell4, Want4;
static unsigned long Cell8, Want8, GuardWord;
static double Real;
static float Single;
static long double Long;
static time_t Seconds;
static struct timeval Timeval;
static struct timespec When, Left;
static pthread_mutex_t M;
static pthread_mutexattr_t MutexAttr;
static pthread_rwlock_t Rw;
static pthread_rwlockattr_t RwAttr;
static pthread_spinlock_t Spin;
static pthread_cond_t Cond;
static pthread_condattr_t CondAttr;
static sem_t Sem;
static pthread_barrier_t Bar;
static pthread_t Handle, Other;
static pthread_attr_t Attr;
static void *Result;
static mtx_t Mtx;
static cnd_t Cnd;
static _Thread_local volatile long double Sink;
#define Stream stdout

static void *nothing(void *p) { return p; }
static int nothing11(void *p) { return p != 0; }
static void withList(void (*use)(va_list), ...) {
  va_list list;
  va_start(list, use);
  use(list);
  va_end(list);
}
static void go(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  second(0);
  pthread_join(thread, 0);
}
int printf_unlocked(const char *, ...);
int fprintf_unlocked(FILE *, const char *, ...);
int puts_unlocked(const char *);
int _IO_putc(int, FILE *);
int __overflow(FILE *, int);
void cfree(void *);
char *__strdup(const char *);
char *__strndup(const char *, size_t);
char *strlcpy_(char *, const char *, size_t) __asm__("strlcpy");
#define strlcpy strlcpy_
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __dprintf_chk(int, int, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __asprintf_chk(char **, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __vdprintf_chk(int, int, const char *, va_list);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __vasprintf_chk(char **, int, const char *, va_list);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
long __isoc23_strtol(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
int __cxa_guard_acquire(unsigned long *);
void __cxa_guard_release(unsigned long *);
void __cxa_guard_abort(unsigned long *);
void generic_load(size_t, void *, void *, int) __asm__("__atomic_load");
void generic_store(size_t, void *, void *, int) __asm__("__atomic_store");
void generic_exchange(size_t, void *, void *, void *, int) __asm__("__atomic_exchange");
_Bool generic_compare(size_t, void *, void *, void *, int, int)
    __asm__("__atomic_compare_exchange");
"""

SIZED = """
{T} sized_load_{n}(void *, int) __asm__("__atomic_load_{n}");
void sized_store_{n}(void *, {T}, int) __asm__("__atomic_store_{n}");
{T} sized_exchange_{n}(void *, {T}, int) __asm__("__atomic_exchange_{n}");
_Bool sized_compare_{n}(void *, void *, {T}, int, int)
    __asm__("__atomic_compare_exchange_{n}");
"""

CHARS = {"To": "'1'", "From": "'1'", "Third": "'1'", "Fmt": "'%'"}
WAKE = {
    "pthread_cond_wait": "pthread_mutex_lock(&M); Woken = 1; "
                         "pthread_cond_broadcast(&Cond); pthread_mutex_unlock(&M);",
    "cnd_wait": "mtx_lock(&Mtx); Woken = 1; cnd_broadcast(&Cnd); mtx_unlock(&Mtx);",
}
RACES = {"r": {"write"}, "a": {"write"}, "w": {"read", "write"},
         "s": {"read", "write"}, "e": {"read", "write"}}


def pointer(variable):
    if variable == "*Stream":
        return "((char *)stdout + 112)"  # its descriptor
    if variable.startswith("*"):
        return variable[1:]
    return f"((char *)&{variable})"


class Program:
    def __init__(self):
        self.lines = PRELUDE.splitlines()
        for n, T in [(1, "unsigned char"), (2, "unsigned short"), (4, "unsigned"),
                     (8, "unsigned long")]:
            self.lines += SIZED.format(n=n, T=T).splitlines()
            for op in ["add", "sub", "and", "or", "xor", "nand"]:
                for form in [f"fetch_{op}", f"{op}_fetch"]:
                    self.lines.append(f"{T} sized_{form}_{n}(void *, {T}, int) "
                                      f'__asm__("__atomic_{form}_{n}");')
        self.cases = []

    def add(self, line):
        self.lines.append(line)
        return len(self.lines)

    def case(self, name, variable, mode, access, order):
        k = len(self.cases)
        setup, call, _ = ROWS[name]
        if call.startswith("WITH_LIST("):
            inner = call[len("WITH_LIST("):-1]
            self.add(f"static void v{k}(va_list list) {{ {inner}; }}")
            first = len(self.lines)
            call = f"withList(v{k}, To, From, Third, &Number)"
        else:
            first = len(self.lines) + 1
        last = self.add(f"static void *c{k}(void *p) {{ {call}; return 0; }}")
        char = CHARS.get(variable, "1" if variable == "*Stream" else "0")
        act = (f"char seen = *{pointer(variable)}; (void)seen;" if access == "read"
               else f"*{pointer(variable)} = {char};")
        line = self.add(f"static void *a{k}(void *p) {{ {act} "
                        f"{WAKE.get(name, '')} return 0; }}")
        threads = f"c{k}, a{k}" if order == "thread" else f"a{k}, c{k}"
        self.add(f"static void r{k}(void) {{ {setup}; go({threads}); }}")
        self.cases.append({"name": name, "variable": variable, "mode": mode,
                           "access": access, "order": order,
                           "calls": range(first, last + 1), "line": line})

    def text(self):
        table = ", ".join(f"r{k}" for k in range(len(self.cases)))
        return "\n".join(self.lines + [
            f"static void (*const kCases[])(void) = {{{table}}};",
            f"int main(void) {{ kCases[rb_choose({len(self.cases)})](); }}", ""])


def main():
    rbcheck, clang, include, folder = sys.argv[1:5]
    os.makedirs(folder, exist_ok=True)
    listed = subprocess.run([rbcheck, "--list-models", "--verbose"], text=True,
                            capture_output=True, check=True).stdout
    touching = {line.split()[0] for line in listed.splitlines()
                if "[touches]" in line}
    assert len(touching) > 200, f"only {len(touching)} functions touch memory"
    others = {name for names in OTHERS.values() for name in names}
    failed = [f"no recipe for {name}" for name in sorted(touching - ROWS.keys() - others)]
    failed += [f"{name} has a recipe, but the tool says that it touches nothing"
               for name in sorted(ROWS.keys() - touching)]
    program = Program()
    for name in sorted(ROWS):
        for variable, mode in ROWS[name][2].items():
            for access in ["read", "write"]:
                for order in ["thread", "main"]:
                    program.case(name, variable, mode, access, order)
    source = os.path.join(folder, "table.c")
    with open(source, "w") as file:
        file.write(program.text())
    bitcode = os.path.join(folder, "table.bc")
    subprocess.run([clang, "-g", "-O0", "-w", "-fno-builtin", "-I", include,
                    "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    result = os.path.join(folder, "table.json")
    run = subprocess.run([rbcheck, "--search=dfs", "--all-errors", "--no-minimize",
                          f"--json={result}", bitcode], text=True, capture_output=True)
    if run.returncode != 1:
        sys.exit(f"exit code {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    with open(result) as file:
        answer = json.load(file)
    found = {}
    for error in answer["errors"]:
        lines = [error["location"]["line"]] + [
            other["location"]["line"] for other in error["related"]]
        for line in lines:
            found.setdefault(line, []).append((error["kind"], lines))
    for case in program.cases:
        title = "{name}, {variable} ({mode}), plain {access}, call in {order}".format(**case)
        here = found.get(case["line"], [])
        kind = "use-after-free" if case["mode"] == "e" else "data-race"
        hits = [lines for k, lines in here if k == kind]
        if kind == "data-race":
            hits = [lines for lines in hits if set(lines) & set(case["calls"])]
        if case["access"] in RACES[case["mode"]]:
            if not hits:
                failed.append(f"missed: {title} (line {case['line']})")
        elif here:
            failed.append(f"wrong: {title}: {here} (line {case['line']})")
    print(f"{len(program.cases)} cases of {len(ROWS)} functions, {len(failed)} failed, "
          f"{answer['stats']['states']} states")
    print("\n".join(failed[:60]))
    sys.exit(1 if failed else 0)


main()
