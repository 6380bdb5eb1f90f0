"""Prints a small concurrent program, the same one for the same seed.

Usage: generate.py SEED [--lang=c|c++] [--with=SWITCH,...]

Two or three threads and few operations each: small enough for rbcheck-oracle to
see every interleaving. About half of the programs have an error, put there on
purpose (topic.py says how). SWITCHES are kinds of
programs that are made only if asked for; compare.py has those it asks for.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cxx_topics  # noqa: E402
import switches  # noqa: E402
import topics  # noqa: E402
from draw import Draw  # noqa: E402

HEADERS = ["assert.h", "errno.h", "pthread.h", "semaphore.h", "stdatomic.h", "stdio.h",
           "stdlib.h", "string.h", "threads.h"]
CXX_HEADERS = ["atomic", "cassert", "condition_variable", "mutex", "thread"]


def indent(lines, by="  "):
    return [by + line for line in lines]


class Program:
    """Topics spread over threads."""

    def __init__(self, seed, lang, allowed):
        draw = Draw(seed, 0 if lang == "c" else 1)
        self.seed, self.lang, self.shape = seed, lang, draw.below(4)
        pool = list(topics.TOPICS if lang == "c" else cxx_topics.TOPICS)
        self.workers = 3 if draw.chance(25 if lang == "c" else 10) else 2
        load = 7 if self.workers == 2 else 5  # parts of topics, roughly
        if lang == "c++":
            load = 4
        is_wrong = draw.chance(55)
        self.parts = []
        self.body = [[] for _ in range(self.workers)]
        while load > 1 and len(self.parts) < 4:
            kind = draw.take(pool)
            if kind.threads[0] > self.workers:
                continue
            most = min(kind.threads[1], self.workers)
            threads = kind.threads[0] + draw.below(most - kind.threads[0] + 1)
            wrong = draw.pick(kind.wrongs) if is_wrong and kind.wrongs else None
            is_wrong = is_wrong and not wrong
            self.add(kind(draw, "abcd"[len(self.parts)] + "v", threads, wrong), draw)
            load -= threads + (1 if draw.chance(40) else 0)
        # From another stream, so that the rest is the same with any switches.
        extra = Draw(seed, 2)
        holes = [kind for switch in sorted(allowed) for kind in switches.TOPICS[switch]]
        if lang == "c" and holes and extra.chance(25):
            kind = extra.pick(holes)
            wrong = extra.pick(kind.wrongs) if extra.chance(70) else None
            self.parts, self.body = [], [[] for _ in range(self.workers)]
            self.add(kind(extra, "hv", min(kind.threads[1], self.workers), wrong), extra)

    def add(self, topic, draw):
        """Gives each part of a topic to a thread of its own."""
        free = list(range(self.workers))
        for lines in topic.body:
            self.body[draw.take(free)] += lines
        self.parts.append(topic)

    def all(self, what):
        return [line for part in self.parts for line in getattr(part, what)]

    def text(self):
        return self.c() if self.lang == "c" else self.cxx()

    def head(self, headers):
        return [f"// Generated from seed {self.seed}.", "#undef NDEBUG",
                *(f"#include <{name}>" for name in headers), "",
                *self.all("globals"), "", *self.all("functions")]

    def last(self):
        return [f"  return {' + '.join(self.all('status') or ['0'])};", "}"]

    def c(self):
        """Shapes: main makes all threads (twice as often); main does the last one's
        work; each thread makes the next one."""
        lines = self.head(HEADERS)
        made = {0: range(self.workers), 1: range(self.workers),
                2: range(self.workers - 1), 3: [0]}[self.shape]
        for i in reversed(range(self.workers)):
            body = self.body[i]
            if self.shape == 3 and i + 1 < self.workers:
                body = ["pthread_t next;", f"pthread_create(&next, 0, thread{i + 1}, arg);",
                        *body, "pthread_join(next, 0);"]
            lines += [f"static void *thread{i}(void *arg) {{", *indent(body),
                      "  return arg;", "}"]
        lines += ["int main(void) {", *indent(self.all("setup"))]
        for i in made:
            lines += [f"  pthread_t t{i};", f"  pthread_create(&t{i}, 0, thread{i}, 0);"]
        if self.shape == 2:
            lines.append(f"  thread{self.workers - 1}(0);")
        lines += [f"  pthread_join(t{i}, 0);" for i in made]
        return lines + indent(self.all("final")) + self.last()

    def cxx(self):
        lines = self.head(CXX_HEADERS)
        for i, body in enumerate(self.body):
            lines += [f"static void thread{i}() {{", *indent(body), "}"]
        lines += ["int main() {", *indent(self.all("setup"))]
        # The last thread's work is done by main: these programs are larger.
        last = self.workers - 1
        lines += [f"  std::thread t{i}(thread{i});" for i in range(last)]
        lines.append(f"  thread{last}();")
        lines += [f"  t{i}.join();" for i in range(last)]
        return lines + indent(self.all("final")) + self.last()


def main():
    seed, lang, allowed = None, "c", []
    for word in sys.argv[1:]:
        if word.startswith("--lang="):
            lang = word[7:]
        elif word.startswith("--with="):
            allowed = word[7:].split(",")
        elif word.isdigit():
            seed = int(word)
        else:
            sys.exit(__doc__)
    if seed is None or lang not in ("c", "c++") or set(allowed) - set(switches.TOPICS):
        sys.exit(__doc__)
    print("\n".join(Program(seed, lang, allowed).text()))


if __name__ == "__main__":
    main()
