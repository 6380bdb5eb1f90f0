"""Writes litmus programs in C or C++, with a line for each outcome.

`write(programs, expected, language)` makes one source file of several programs:
main chooses one of them, so that one run of rbcheck explores all. Behind its last
join, a program's main fails at a line of its own for each expected outcome, and at
another line for any other. `Source.meaning` says what an error at a line means.
"""

from program import (Cas, Create, Fence, If, Join, Load, Lock, Store, TryLock,
                     Unlock, Update, operations)

ORDERS = {"rlx": "relaxed", "acq": "acquire", "rel": "release", "ar": "acq_rel",
          "sc": "seq_cst"}
BASE = 10  # of an outcome's number: every value is below

HEADS = {
    "c": ["#include <pthread.h>", "#include <rbcheck.h>", "#include <stdatomic.h>",
          "#include <threads.h>"],
    "c++": ["#include <atomic>", "#include <mutex>", "#include <rbcheck.h>",
            "#include <thread>"],
}


def numberOf(outcome):
    number = 0
    for value in outcome:
        assert 0 <= value < BASE
        number = number * BASE + value
    return number


class Source:
    def __init__(self, language):
        self.language = language
        self.lines = list(HEADS[language])
        self.places = {}  # line: index of its program and outcome, other or None

    def put(self, index, text, meaning=None):
        self.lines.append(text)
        self.places[len(self.lines)] = (index, meaning)

    def text(self):
        return "\n".join(self.lines) + "\n"


def write(programs, expected, language="c"):
    source = Source(language)
    for index, program in enumerate(programs):
        suffix = f"_{index}" if len(programs) > 1 else ""
        writer = (Cxx if language == "c++" else C)(source, index, program, suffix)
        writer.program(expected[index])
    if len(programs) > 1:
        source.lines += ["int main(void) {", f"  switch (rb_choose({len(programs)})) {{"]
        for index in range(len(programs)):
            source.lines.append(f"  case {index}: return main_{index}();")
        source.lines += ["  }", "  return 0;", "}"]
    return source


class C:
    """One program in C; Cxx says what C++ has instead."""

    def __init__(self, source, index, program, suffix):
        self.source, self.index, self.of, self.suffix = source, index, program, suffix
        self.atomic = {one.cell for body in program.threads
                       for one in operations(body)
                       if hasattr(one, "cell") and one.order != "na"}
        # C11's mutexes: unlike POSIX's, tries may fail at any time.
        self.tries = any(isinstance(one, TryLock) for body in program.threads
                         for one in operations(body))

    def put(self, text, meaning=None):
        self.source.put(self.index, text, meaning)

    def name(self, word):
        return word + self.suffix

    # What differs between the languages ------------------------------------------

    def order(self, order):
        return "memory_order_" + ORDERS[order]

    def declarations(self):
        for cell in self.of.cells:
            kind = "atomic_int" if cell in self.atomic else "int"
            self.put(f"static {kind} {self.name(cell)};")
        for mutex in self.of.mutexes:
            if self.tries:
                self.put(f"static mtx_t {self.name(mutex)};")
            else:
                self.put(f"static pthread_mutex_t {self.name(mutex)} = "
                         "PTHREAD_MUTEX_INITIALIZER;")
        for number in range(1, len(self.of.threads)):
            self.put(f"static pthread_t t{number}{self.suffix};")

    def head(self, number):
        return f"static void *thread{number}{self.suffix}(void *unused) {{"

    def tail(self):
        return "  return 0;"

    def plain(self, cell):
        name = self.name(cell)
        return f"*(int *)&{name}" if cell in self.atomic else name

    def atomicLoad(self, one):
        return f"atomic_load_explicit(&{self.name(one.cell)}, {self.order(one.order)})"

    def atomicStore(self, one):
        return (f"atomic_store_explicit(&{self.name(one.cell)}, {one.value}, "
                f"{self.order(one.order)})")

    def update(self, one):
        call = "fetch_add" if one.kind == "add" else "exchange"
        return (f"atomic_{call}_explicit(&{self.name(one.cell)}, {one.value}, "
                f"{self.order(one.order)})")

    def cas(self, one):
        return (f"atomic_compare_exchange_strong_explicit(&{self.name(one.cell)}, "
                f"&{one.reg}, {one.value}, {self.order(one.order)}, "
                f"{self.order(one.failure)})")

    def fence(self, one):
        return f"atomic_thread_fence({self.order(one.order)})"

    def initialisations(self):
        for mutex in self.of.mutexes if self.tries else ():
            self.put(f"  mtx_init(&{self.name(mutex)}, mtx_plain);")

    def lock(self, one):
        call = "mtx_lock" if self.tries else "pthread_mutex_lock"
        return f"{call}(&{self.name(one.mutex)})"

    def unlock(self, one):
        call = "mtx_unlock" if self.tries else "pthread_mutex_unlock"
        return f"{call}(&{self.name(one.mutex)})"

    def tryLock(self, one):
        return f"mtx_trylock(&{self.name(one.mutex)}) == thrd_success"

    def create(self, number):
        return (f"pthread_create(&t{number}{self.suffix}, 0, "
                f"thread{number}{self.suffix}, 0)")

    def join(self, number):
        return f"pthread_join(t{number}{self.suffix}, 0)"

    # What does not -------------------------------------------------------------------

    def operation(self, one):
        if isinstance(one, Load):
            value = self.plain(one.cell) if one.order == "na" else self.atomicLoad(one)
            return f"{one.reg} = {value}"
        if isinstance(one, Store):
            if one.order == "na":
                return f"{self.plain(one.cell)} = {one.value}"
            return self.atomicStore(one)
        if isinstance(one, Update):
            return f"{one.reg} = {self.update(one)}"
        if isinstance(one, Cas):
            return f"{one.reg} = {one.expected}, {self.cas(one)}"
        if isinstance(one, TryLock):
            return f"{one.reg} = {self.tryLock(one)}"
        return {Fence: self.fence, Lock: self.lock, Unlock: self.unlock,
                Create: lambda op: self.create(op.thread),
                Join: lambda op: self.join(op.thread)}[type(one)](one)

    def block(self, body, indent):
        for one in body:
            if isinstance(one, If):
                self.put(f"{indent}if ({one.reg} == {one.value}) {{")
                self.block(one.then, indent + "  ")
                if one.otherwise:
                    self.put(f"{indent}}} else {{")
                    self.block(one.otherwise, indent + "  ")
                self.put(indent + "}")
            else:
                self.put(f"{indent}{self.operation(one)};")

    def program(self, expected):
        self.declarations()
        for number, name in self.of.registers:
            if number:
                self.put(f"static int out{number}_{name}{self.suffix};")
        for number, body in enumerate(self.of.threads):
            if number:
                self.thread(number, body)
        self.put(f"static int main{self.suffix}(void) {{" if self.suffix
                 else "int main(void) {")
        self.initialisations()
        self.locals(0)
        self.block(self.of.threads[0], "  ")
        self.put("  long outcome = 0;")
        for number, name in self.of.registers:
            value = f"out{number}_{name}{self.suffix}" if number else name
            self.put(f"  outcome = outcome * {BASE} + {value};")
        for cell in self.of.finals:
            value = self.lastValue(cell)
            self.put(f"  outcome = outcome * {BASE} + {value};")
        self.put("  switch (outcome) {")
        for outcome in sorted(expected or ()):
            number = numberOf(outcome)
            text = " ".join(map(str, outcome))
            self.put(f'  case {number}: rb_assert(0, "{text}"); break;', outcome)
        self.put('  default: rb_assert(0, "another outcome");', "other")
        self.put("  }")
        self.put("  return 0;")
        self.put("}")

    def lastValue(self, cell):
        """A load, by which no cell becomes one of mixed orders."""
        if cell not in self.atomic:
            return self.plain(cell)
        orders = {order for body in self.of.threads for one in operations(body)
                  if getattr(one, "cell", "") == cell
                  for order in (one.order, getattr(one, "failure", "sc"))}
        return self.atomicLoad(Load("", cell, "sc" if orders == {"sc"} else "rlx"))

    def locals(self, number):
        names = [name for of, name in self.of.registers if of == number]
        if names:
            self.put("  int " + ", ".join(f"{name} = 0" for name in names) + ";")

    def thread(self, number, body):
        self.put(self.head(number))
        self.locals(number)
        self.block(body, "  ")
        for of, name in self.of.registers:
            if of == number:
                self.put(f"  out{number}_{name}{self.suffix} = {name};")
        self.put(self.tail())
        self.put("}")


class Cxx(C):
    def order(self, order):
        return "std::" + super().order(order)

    def declarations(self):
        for cell in self.of.cells:
            kind = "std::atomic<int>" if cell in self.atomic else "int"
            self.put(f"static {kind} {self.name(cell)};")
        for mutex in self.of.mutexes:
            self.put(f"static std::mutex {self.name(mutex)};")
        for number in range(1, len(self.of.threads)):
            self.put(f"static std::thread t{number}{self.suffix};")

    def head(self, number):
        return f"static void thread{number}{self.suffix}() {{"

    def tail(self):
        return "  return;"

    def plain(self, cell):
        name = self.name(cell)
        return f"reinterpret_cast<int &>({name})" if cell in self.atomic else name

    def atomicLoad(self, one):
        return f"{self.name(one.cell)}.load({self.order(one.order)})"

    def atomicStore(self, one):
        return f"{self.name(one.cell)}.store({one.value}, {self.order(one.order)})"

    def update(self, one):
        call = "fetch_add" if one.kind == "add" else "exchange"
        return f"{self.name(one.cell)}.{call}({one.value}, {self.order(one.order)})"

    def cas(self, one):
        return (f"{self.name(one.cell)}.compare_exchange_strong({one.reg}, "
                f"{one.value}, {self.order(one.order)}, {self.order(one.failure)})")

    def initialisations(self):
        pass

    def fence(self, one):
        return f"std::atomic_thread_fence({self.order(one.order)})"

    def lock(self, one):
        return f"{self.name(one.mutex)}.lock()"

    def unlock(self, one):
        return f"{self.name(one.mutex)}.unlock()"

    def tryLock(self, one):
        return f"{self.name(one.mutex)}.try_lock()"

    def create(self, number):
        return f"t{number}{self.suffix} = std::thread(thread{number}{self.suffix})"

    def join(self, number):
        return f"t{number}{self.suffix}.join()"
