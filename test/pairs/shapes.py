"""Small programs about who holds what where, the same one for the same seed.

Usage: shapes.py SEED [--lang=c|c++]

Few accesses to two variables, each by a line of its own, under locks that are
taken, kept and given back in many ways, right and wrong: conditionally, in
callees, by attempts, through pointers, by somebody else; and threads that are
made and joined in many ways. Whether two of the lines can race is what the code
has to tell (compare.py). Small enough for rbcheck-oracle.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../generate"))
from draw import Draw  # noqa: E402

HEAD = """#include <pthread.h>
#include <threads.h>
static int x, y, flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static mtx_t plain;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static struct { int id; pthread_mutex_t lock; } box[2];
static pthread_mutex_t *chosen = &m;
static int take(pthread_mutex_t *l) { return pthread_mutex_lock(l); }
static void give(pthread_mutex_t *l) { pthread_mutex_unlock(l); }
static void enter(void) { take(&m); }
static void leave(void) { give(&m); }
static int attempt(pthread_mutex_t *l) { return pthread_mutex_trylock(l) == 0; }
static void maybe(int c) { if (c) pthread_mutex_lock(&m); }
static void maybe_not(int c) { if (c) pthread_mutex_unlock(&m); }
static int early(int c) {
  pthread_mutex_lock(&m);
  if (c)
    return 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void down(int depth) {
  if (depth)
    down(depth - 1);
  else
    pthread_mutex_unlock(&m);
}
static void swap(void) { pthread_mutex_unlock(&m); pthread_mutex_lock(&n); }
static void (*hook)(void) = leave;
static void bump(int *p) {
  *p += 1;
}
""".splitlines()

LOCKS = {"m": ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"),
         "n": ("pthread_mutex_lock(&n);", "pthread_mutex_unlock(&n);"),
         "spin": ("pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);"),
         "plain": ("mtx_lock(&plain);", "mtx_unlock(&plain);"),
         "again": ("pthread_mutex_lock(&again);", "pthread_mutex_unlock(&again);"),
         "box": ("pthread_mutex_lock(&box[1].lock);", "pthread_mutex_unlock(&box[1].lock);"),
         "rw": ("pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);")}


RARE = ["read", "maybe", "maybe known", "if", "try", "try not", "try wrapped", "try kept",
        "try late", "try blind", "try read", "given early", "given deep", "given by hook",
        "swapped", "early", "early after", "chosen", "indexed", "twice", "loop", "loop once",
        "wait", "signal", "switch", "goto", "section", "made again", "foreign",
        "held to end", "changed", "flag", "wrapped n", "late flag"]


def under(lock, lines):
    first, last = LOCKS[lock]
    return [first, *lines, last]


# The lock that a way to take one is about, unless it is m.
PARTNERS = {"read": "rw", "try read": "rw", "indexed": "box", "twice": "again",
            "foreign": "again", "swapped": "n", "wrapped n": "n", "made again": "n"}


def fragment(draw, kind=None, v=None):
    """A few lines with one or two accesses, and of which kind they are."""
    v = v or draw.pick(["x", "x", "x", "y"])
    use = draw.pick([f"{v}++;", f"{v}++;", f"{v} = 2;", f"if ({v})", f"bump(&{v});"])
    use = [use, "  ;"] if use.startswith("if") else [use]
    lock = draw.pick(["m"] * 8 + list(LOCKS))
    kinds = {
        "plain": lambda: use,
        "under": lambda: under(lock, use),
        "under two": lambda: under("n", under("m", use)),
        "wrapped": lambda: ["take(&m);", *use, "give(&m);"],
        "wrapped n": lambda: ["take(&n);", *use, "give(&n);"],
        "entered": lambda: ["enter();", *use, "leave();"],
        "read": lambda: ["pthread_rwlock_rdlock(&rw);", *use, "pthread_rwlock_unlock(&rw);"],
        "maybe": lambda: ["maybe(flag);", *use, "maybe_not(flag);"],
        "maybe known": lambda: ["maybe(1);", *use, "maybe_not(1);"],
        "if": lambda: ["if (flag)", "  pthread_mutex_lock(&m);", *use, "if (flag)",
                       "  pthread_mutex_unlock(&m);"],
        "try": lambda: ["if (pthread_mutex_trylock(&m) == 0) {", *use,
                        "  pthread_mutex_unlock(&m);", "}"],
        "try not": lambda: ["if (pthread_mutex_trylock(&m)) {", *use, "} else {",
                            "  pthread_mutex_unlock(&m);", "}"],
        "try wrapped": lambda: ["if (attempt(&m)) {", *use, "  give(&m);", "}"],
        "try kept": lambda: ["{ int got = pthread_mutex_trylock(&m);", "if (!got) {", *use,
                             "  pthread_mutex_unlock(&m);", "} }"],
        "try late": lambda: ["{ int got = pthread_mutex_trylock(&m);", "if (got == 0)",
                             "  give(&m);", "if (got == 0) {", *use, "} }"],
        "try blind": lambda: ["{ int got = pthread_mutex_trylock(&m);", *use,
                              "if (!got)", "  pthread_mutex_unlock(&m); }"],
        "try read": lambda: ["if (pthread_rwlock_tryrdlock(&rw) == 0) {", *use,
                             "  pthread_rwlock_unlock(&rw);", "}"],
        "given early": lambda: ["pthread_mutex_lock(&m);", "give(&m);", *use],
        "given deep": lambda: ["pthread_mutex_lock(&m);", "down(1);", *use],
        "given by hook": lambda: ["pthread_mutex_lock(&m);", "hook();", *use],
        "swapped": lambda: ["pthread_mutex_lock(&m);", "swap();", *use,
                            "pthread_mutex_unlock(&n);"],
        "early": lambda: ["if (early(flag)) {", *use, "  pthread_mutex_unlock(&m);", "}"],
        "early after": lambda: ["{ int kept = early(flag);", *use, "if (kept)",
                                "  pthread_mutex_unlock(&m); }"],
        "chosen": lambda: ["pthread_mutex_lock(chosen);", *use, "pthread_mutex_unlock(chosen);"],
        "indexed": lambda: ["pthread_mutex_lock(&box[flag & 1].lock);", *use,
                            "pthread_mutex_unlock(&box[flag & 1].lock);"],
        "twice": lambda: ["pthread_mutex_lock(&again);", "pthread_mutex_lock(&again);",
                          "pthread_mutex_unlock(&again);", *use, "pthread_mutex_unlock(&again);"],
        "loop": lambda: ["for (int i = 0; i < 2; i++) {", *under("m", use), "}"],
        "loop once": lambda: ["pthread_mutex_lock(&m);", "for (int i = 0; i < 2; i++) {", *use,
                              "if (i == 0)", "  pthread_mutex_unlock(&m);", "}"],
        "wait": lambda: under("m", ["if (!flag)", "  pthread_cond_wait(&cond, &m);", *use]),
        "signal": lambda: under("m", ["flag = 1;", "pthread_cond_signal(&cond);"]) + use,
        "switch": lambda: ["switch (flag) {", "case 0:", "  pthread_mutex_lock(&m);", "  break;",
                           "default:", "  pthread_mutex_lock(&n);", "}", *use,
                           "switch (flag) {", "case 0:", "  pthread_mutex_unlock(&m);", "  break;",
                           "default:", "  pthread_mutex_unlock(&n);", "}"],
        "goto": lambda: ["pthread_mutex_lock(&m);", "if (flag)", "  goto out@;", *use, "out@:",
                         "pthread_mutex_unlock(&m);"],
        "section": lambda: ["__VERIFIER_atomic_begin();", *use, "__VERIFIER_atomic_end();"],
        "made again": lambda: ["pthread_mutex_init(&n, 0);"] + under("n", use),
        "foreign": lambda: ["pthread_mutex_unlock(&again);"] + under("again", use),
        "held to end": lambda: ["pthread_mutex_lock(&m);", *use],
        "changed": lambda: ["chosen = &n;", *use],
        "late flag": lambda: ["if (flag)", "  pthread_mutex_lock(&m);", *use, "flag = 1;"],
        "flag": lambda: ["flag = 1;", *use],
    }
    likely = ["under"] * 12 + ["wrapped", "entered", "try", "plain"] * 2
    kind = kind or draw.pick(likely + list(kinds))
    return kinds[kind](), kind


class Shape:
    """Threads with fragments, and how main makes and joins them."""

    def __init__(self, seed, lang="c"):
        self.draw = Draw(seed, 7)
        self.seed, self.lang = seed, lang
        self.labels, self.joins = 0, None

    def some(self, most):
        count = self.draw.below(most + 1)
        return self.numbered(line for _ in range(count) for line in fragment(self.draw)[0])

    def numbered(self, lines):
        self.labels += 1
        return [line.replace("@", str(self.labels)) for line in lines]

    def plain(self, percent):
        use = self.draw.pick(["x++;", "x = 2;", "y++;"])
        return [use] if self.draw.chance(percent) else []

    def parts(self):
        """What one, two and three do, and main before, during and after them: anything;
        or one way to take a lock beside another thread that takes it as it should, or
        in the same way; or bare accesses, if the order of threads is what counts."""
        draw, theme = self.draw, self.draw.pick([0, 1, 1, 1, 2, 2])
        if theme == 0:
            return [self.some(2), self.some(2), self.some(1), self.some(1), self.some(1),
                    self.some(1)]
        if theme == 1:
            # The ways take turns.
            lines, kind = fragment(draw, RARE[self.seed % len(RARE)], "x")
            other = under(PARTNERS.get(kind, "m"), ["x++;"])
            if draw.chance(30):
                other = fragment(draw, kind, "x")[0]
            self.joins = draw.pick(["all", "all", "none", "loop"])
            return [self.numbered(lines), self.numbered(other), [], [], self.plain(10), []]
        return [self.plain(90), self.plain(90), self.plain(30), self.plain(40),
                self.plain(30), self.plain(90)]

    def body(self, name, lines):
        return [f"static void *{name}(void *arg) {{", *("  " + l for l in lines),
                "  return arg;", "}"]

    def main_lines(self, before, during, after):
        draw = self.draw
        joins = self.joins or draw.pick(["all", "all", "first", "none", "loop", "between",
                                         "wrong", "nested", "nested", "helper", "if"])
        setup = ["pthread_mutexattr_t kind;", "pthread_mutexattr_init(&kind);",
                 "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);",
                 "pthread_mutex_init(&again, &kind);", "pthread_spin_init(&spin, 0);",
                 "mtx_init(&plain, mtx_plain);"]
        if joins == "loop":
            rest = ["pthread_t t[2];", "for (int i = 0; i < 2; i++)",
                    f"  pthread_create(&t[i], 0, {draw.pick(['one', 'two'])}, 0);", *during,
                    f"for (int i = {draw.pick([0, 0, 0, 1])}; i < 2; i++)",
                    "  pthread_join(t[i], 0);"]
        elif joins == "between":
            rest = ["pthread_t t, u;", "pthread_create(&t, 0, one, 0);",
                    "pthread_join(t, 0);", *during, "pthread_create(&u, 0, two, 0);",
                    "pthread_join(u, 0);"]
        elif joins == "wrong":
            rest = ["pthread_t t, u;", "pthread_create(&t, 0, one, 0);",
                    "pthread_create(&u, 0, two, 0);", *during, "t = u;", "pthread_join(t, 0);"]
        elif joins == "nested":
            rest = ["pthread_t t;", "pthread_create(&t, 0, three, 0);", *during,
                    "pthread_join(t, 0);"]
        elif joins == "helper":
            rest = ["pthread_t t = start(one), u = start(two);", *during,
                    "pthread_join(u, 0);", "pthread_join(t, 0);"]
        else:
            rest = ["pthread_t t, u;", "pthread_create(&t, 0, one, 0);",
                    "pthread_create(&u, 0, two, 0);", *during]
            if joins == "if":
                rest += ["if (flag)", "  pthread_join(t, 0);", "pthread_join(u, 0);"]
            if joins in ("all", "first"):
                rest.append("pthread_join(t, 0);")
            if joins == "all":
                rest.append("pthread_join(u, 0);")
        return ["int main(void) {", *("  " + l for l in setup + before + rest + after),
                "  return 0;", "}"]

    def c(self):
        lines = [f"// Shape {self.seed}."] + HEAD
        lines += ["void __VERIFIER_atomic_begin(void);", "void __VERIFIER_atomic_end(void);"]
        one, two, three, before, during, after = self.parts()
        lines += self.body("one", one) + self.body("two", two)
        keep = "pthread_join(inner, 0);" if self.draw.chance(60) else ""
        lines += self.body("three", ["pthread_t inner;", "pthread_create(&inner, 0, one, 0);",
                                     *three, keep])
        lines += ["static pthread_t start(void *(*f)(void *)) {", "  pthread_t made;",
                  "  pthread_create(&made, 0, f, 0);", "  return made;", "}"]
        return lines + self.main_lines(before, during, after)

    def cxx(self):
        draw = self.draw
        ways = [
            lambda use: ["{", "std::lock_guard<std::mutex> g(m);", use, "}"],
            lambda use: ["{", "std::lock_guard<std::mutex> g(n);", use, "}"],
            lambda use: ["{", "std::scoped_lock g(m, n);", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m);", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m);", "g.unlock();", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m, std::defer_lock);", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m, std::defer_lock);",
                         "g.lock();", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m, std::try_to_lock);",
                         "if (g)", use, "}"],
            lambda use: ["{", "std::unique_lock<std::mutex> g(m, std::try_to_lock);", use, "}"],
            lambda use: ["{", "std::lock_guard<std::mutex> g(flag ? m : n);", use, "}"],
            lambda use: ["m.lock();", use, "m.unlock();"],
            lambda use: ["if (m.try_lock()) {", use, "m.unlock();", "}"],
            lambda use: ["with_lock([] {", use, "});"],
            lambda use: ["try {", "std::lock_guard<std::mutex> g(m);", "if (flag) throw 1;", use,
                         "} catch (int) {", use, "}"],
            lambda use: [use],
        ]

        def some(most):
            lines = []
            for _ in range(draw.below(most + 1)):
                lines += draw.pick(ways[:4] + ways)(draw.pick(["x++;", "x = 2;", "y++;"]))
            return lines
        lines = [f"// Shape {self.seed}.", "#include <mutex>", "#include <thread>",
                 "static std::mutex m, n;", "static int x, y, flag;",
                 "template <typename F> void with_lock(F f) {",
                 "  std::lock_guard<std::mutex> g(m);", "  f();", "}"]
        for name in ("one", "two"):
            lines += [f"static void {name}() {{", *some(1), "}"]
        during, after = some(1), some(1)
        return lines + ["int main() {", *some(1), "std::thread t(one);", *during,
                        *draw.pick([["two();", "t.join();"],
                                    ["t.join();"], ["t.join();", "two();"]]),
                        *after, "}"]

    def text(self):
        return self.c() if self.lang == "c" else self.cxx()


def main():
    words = sys.argv[1:]
    lang = "c++" if "--lang=c++" in words else "c"
    seeds = [word for word in words if word.isdigit()]
    if len(seeds) != 1:
        sys.exit(__doc__)
    print("\n".join(Shape(int(seeds[0]), lang).text()))


if __name__ == "__main__":
    main()
