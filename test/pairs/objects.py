"""Small programs about heap objects that have their lock in them.

Usage: objects.py SEED

Like shapes.py: threads are given objects, and touch them under the lock of the
same object, of another one, under another lock, or none; objects are made once or
again and again, by the same call or not, given to one thread or to several, kept in
a global variable, given back by a thread that ends. Whether two lines can race is what
the code has to tell (compare.py). Small enough for rbcheck-oracle.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../generate"))
from draw import Draw  # noqa: E402

HEAD = """#include <pthread.h>
#include <stdlib.h>
struct object { int value, other; pthread_mutex_t lock, spare; struct object *link; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object *kept;
static int flag;
static struct object *make(void) {
  struct object *o = malloc(sizeof *o);
  o->value = 0;
  o->other = 0;
  o->link = 0;
  pthread_mutex_init(&o->lock, 0);
  pthread_mutex_init(&o->spare, 0);
  return o;
}
static void take(struct object *o) { pthread_mutex_lock(&o->lock); }
static void give(struct object *o) { pthread_mutex_unlock(&o->lock); }
static int attempt(struct object *o) { return !pthread_mutex_trylock(&o->lock); }
static void use(struct object *o) {
  o->value++;
}
static struct object *same(struct object *o) { return o; }
static struct object *another(struct object *o) { return flag ? o : make(); }
static void *leaf(void *arg) {
  struct object *o = arg;
  o->value++;
  return 0;
}
""".splitlines()


def under(lock, lines):
    return [f"pthread_mutex_lock(&{lock});", *lines, f"pthread_mutex_unlock(&{lock});"]


def fragment(draw, isKept):
    """A few lines about the object `o`; it may be kept where anybody finds it."""
    touch = [draw.pick(["o->value++;", "o->value++;", "o->value = 1;", "o->other++;", "use(o);"])]
    own = under("o->lock", touch)
    keeping = [
        ["kept = o;", *own],
        under("m", ["kept = o;"]) + own,
        ["if (kept)", "  kept->value++;"],
        ["if (kept) {", *under("kept->lock", ["kept->value++;"]), "}"],
        ["o->link = make();", *under("o->link->lock", touch)],
        ["o->link = o;", *under("o->link->lock", touch)],
    ]
    return draw.pick([own] * 6 + keeping * isKept + [
        touch,
        under("o->spare", touch),
        under("m", touch),
        under("o->spare", own),
        ["take(o);", *touch, "give(o);"],
        ["take(o);", "give(o);", *touch],
        ["if (attempt(o)) {", *touch, "give(o);", "}"],
        ["attempt(o);", *touch],
        ["if (flag)", "take(o);", *touch, "if (flag)", "give(o);"],
        ["{ struct object *p = make();", *under("p->lock", touch), "}"],
        ["{ struct object *p = make();", *under("o->lock", ["p->value++;"]), "}"],
        ["{ struct object *p = make();", *under("p->lock", ["p->value++;"]), "}"],
        ["{ struct object *p = same(o);", *under("p->lock", touch), "}"],
        ["{ struct object *p = another(o);", *under("p->lock", touch), "}"],
        ["{ struct object *p = another(o);", *under("p->lock", ["p->value++;"]), "}"],
        ["pthread_mutex_lock(&o->lock);", "o = make();", *touch],
        ["{ int *p = &o->value;", *under("o->lock", ["*p += 1;"]), "}"],
        ["{ pthread_mutex_t *l = &o->lock;", *under("*l", touch), "}"],
        ["for (int i = 0; i < 2; i++) {", *own, "}"],
        ["flag = 1;", *own],
        ["if (o->other)", "  o->value++;"],
        ["if (!o->other) {", *own, "}"],
        under("o->lock", ["o->other = 0;"]),
        ["if (o->link)", "  o->value++;"],
        ["{ struct object *p = make(), *q = o;", "if (flag)", "  q = p;", "p->value = 1;",
         "pthread_t t;", "pthread_create(&t, 0, leaf, q);", "p->value++;", "}"],
    ])


class Objects:
    """Threads with fragments about the object they are given."""

    def __init__(self, seed):
        self.draw, self.seed = Draw(seed, 11), seed
        self.isKept = self.draw.chance(30)

    def some(self, most):
        count = self.draw.below(most + 1)
        return [line for _ in range(count) for line in fragment(self.draw, self.isKept)]

    def body(self, name, lines):
        return [f"static void *{name}(void *arg) {{", "  struct object *o = arg;",
                *("  " + line for line in lines), "  return arg;", "}"]

    def main_lines(self):
        draw = self.draw
        first = [f"pthread_create(&t, 0, {draw.pick(['one', 'two', 'three'])}, o);"]
        second = draw.pick([[f"pthread_create(&u, 0, {draw.pick(['one', 'two'])}, o);"]] * 3 +
                           [["pthread_create(&u, 0, two, make());"],
                            ["{ struct object *p = make();", "pthread_create(&u, 0, two, p);",
                             *under("o->lock", ["p->value++;"]), "}"],
                            ["o = make();", "o->value = 3;", "pthread_create(&u, 0, one, o);"],
                            ["u = t;"]])
        made = ["struct object *o = make();", *self.some(1)]
        if draw.chance(20):
            lines = ["pthread_t t[2];", "struct object *o = 0, *before = 0;",
                     "for (int i = 0; i < 2; i++) {", "o = make();", "o->value = 2;",
                     "pthread_create(&t[i], 0, one, o);",
                     *draw.pick([["if (before) {", *under("o->lock", ["before->value++;"]), "}"],
                                 ["if (before) {", *under("before->lock", ["before->value++;"]),
                                  "}"],
                                 ["if (before)", "  before->value++;"], ["flag = 1;"]]),
                     "before = o;", "}", *self.some(1)]
        else:
            result = "(void **)&o" if draw.chance(10) else "0"
            joins = ["pthread_join(t, 0);", f"pthread_join(u, {result});"]
            if "u = t;" in second:
                joins = [f"pthread_join(t, {result});"]
            lines = ["pthread_t t, u;", *made, *first, *self.some(1), *second, *self.some(1),
                     *joins[:self.draw.below(len(joins) + 1)], *self.some(1)]
        return ["int main(void) {", *("  " + line for line in lines), "  return 0;", "}"]

    def text(self):
        lines = [f"// Objects {self.seed}."] + HEAD
        lines += self.body("one", self.some(2)) + self.body("two", self.some(1))
        lines += self.body("three", ["pthread_t inner;", "pthread_create(&inner, 0, one, o);",
                                     *self.some(1), "pthread_join(inner, 0);"])
        return lines + self.main_lines()


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    print("\n".join(Objects(int(sys.argv[1])).text()))


if __name__ == "__main__":
    main()
