"""Makes random C programs that ask for small inputs.

Program(seed).text() has one or two inputs of at most 8 bits together, one to three
threads, and assertions that some values break. `-DIN0=V` and `-DIN1=V` leave one
value of an input: the code stays the same, so that a compiler cannot use it.
"""

import random

TYPES = ["unsigned char", "signed char", "unsigned short", "short", "unsigned",
         "int", "unsigned long", "long"]
HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <unistd.h>
#include <rbcheck.h>
struct pair { %s a; %s b; %s c; };
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += va_arg(list, int);
  va_end(list);
  return all;
}
static struct pair made(%s a, %s b) {
  struct pair p = {a, b, a ^ b};
  return p;
}
static %s worked(%s a, %s b) {
  if (a %s b)
    return a %s b;
  return b - a;
}
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
"""
# Functions of two longs, each with something that is more than arithmetic.
FEATURES = {
    "jumped": """\
static long jumped(long a, long b) {
  jmp_buf place;
  volatile long kept = a;
  int r = setjmp(place);
  if (r == 0) {
    kept = a ^ b;
    if (a > b)
      longjmp(place, (int)(b & 3));
    kept = kept + 1;
  }
  return kept + r;
}""",
    "byValue": """\
struct large { long first[4]; char last; };
__attribute__((noinline)) static long readLarge(struct large l, long at) {
  l.first[at & 3] += 1;
  return l.first[1] + l.last;
}
static long byValue(long a, long b) {
  struct large l;
  memset(&l, (int)a, sizeof l);
  l.first[1] = b;
  return readLarge(l, a) - l.first[1];
}""",
    "sorted": """\
static int compareInts(const void *a, const void *b) {
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}
static long sorted(long a, long b) {
  int list[3] = {(int)a, 7, (int)b};
  qsort(list, 3, sizeof(int), compareInts);
  int wanted = (int)b, *found = bsearch(&wanted, list, 3, sizeof(int), compareInts);
  return list[a & 1] + (found ? found - list : 9);
}""",
    "parsed": """\
static long parsed(long a, long b) {
  char text[5] = {(char)a, '1', (char)b, '5', 0}, *end;
  int read = 3;
  switch (a & 3) {
  case 0: return strtol(text, &end, (b & 1) ? 10 : 0) + (end - text);
  case 1: return sscanf(text, "%d", &read) + read;
  case 2: return (long)strlen(text) + (strcmp(text, "15") > 0) + atoi(text);
  default: return (strchr(text, (int)b) - text) + (long)strspn(text, "123");
  }
}""",
    "bits": """\
static long bits(long a, long b) {
  struct { unsigned low : 3; int middle : 5; long high : 17; } s = {a, b, a};
  s.middle += s.low;
  s.high -= b;
  return s.high ^ s.middle;
}""",
    "wide": """\
static long wide(long a, long b) {
  unsigned __int128 product = (unsigned __int128)a * (unsigned __int128)b;
  product ^= product >> 70;
  return (long)(product >> 3);
}""",
    "odd": """\
static long odd(long a, long b) {
  _BitInt(13) x = a, y = b;
  return (long)(x * y) ^ (x < y);
}""",
    "rounded": """\
static long rounded(long a, long b) {
  float part = (unsigned char)a;
  return (long)(part * 1.5f) + (part > (unsigned char)b);
}""",
    "moved": """\
static long moved(long a, long b) {
  size_t n = (size_t)(b & 7) + 1;
  char *block = malloc(n), copy[8] = {0};
  memset(block, (int)a, n);
  block = realloc(block, 12);
  memcpy(copy, block, b & 7);
  memmove(block + 1, block, n);
  long sum = copy[1] + 2 * copy[7] + block[b & 7];
  free(block);
  return sum;
}""",
    "inGrid": """\
static long inGrid(long a, long b) {
  int grid[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  grid[a & 1][b & 3] = (int)b;
  return grid[b & 1][a & 3] + grid[1][3];
}""",
    "called": """\
static long larger(long a, long b) { return a > b ? a : b; }
static long nearer(long a, long b) { return a > b ? a - b : b - a; }
static long called(long a, long b) {
  long (*each[])(long, long) = {larger, nearer};
  return each[a & 1](b, a);
}""",
}


class Program:
    def __init__(self, seed, most_threads=3):
        self.random = random.Random(seed)
        self.lines, self.depth, self.loops, self.names = [], 0, 0, 0
        self.threads = self.random.choice([0, 0, 1, 1, 2])
        self.threads = min(self.threads, most_threads - 1)
        self.features = self.random.sample(sorted(FEATURES), 2)
        self.make()

    def text(self):
        return "\n".join(self.lines) + "\n"

    # Expressions ----------------------------------------------------------------

    def pick(self, *some):
        return self.random.choice(some)

    def often(self, part):
        return self.random.random() < part

    def type(self):
        return self.random.choice(TYPES)

    def constant(self):
        return self.pick("0", "1", "2", "3", "5", "7", "8", "15", "16", "100", "127",
                         "128", "200", "255", "256", "1000", "0x7fff", "0xffffu",
                         "0x7fffffff", "0x80000000u", "0x123456789l",
                         str(self.random.randrange(256)), "-1", "-2", "-128")

    def value(self, deep=2):
        """An expression of some integer type."""
        r = self.random.random()
        if deep == 0 or r < 0.25:
            return self.pick(*self.known) if self.often(0.75) else self.constant()
        a, b = self.value(deep - 1), self.value(deep - 1)
        if r < 0.5:
            return f"({a} {self.pick('+', '-', '*', '&', '|', '^')} {b})"
        if r < 0.58:
            return f"({a} {self.pick('<<', '>>')} ({b} & {self.pick(7, 15, 31)}))"
        if r < 0.66:
            if self.often(0.6):
                b = f"({b} | 1)"
            return f"({a} {self.pick('/', '%')} {b})"
        if r < 0.74:
            return f"({self.type()})({a})"
        if r < 0.80:
            return f"({a} {self.compare()} {b})"
        if r < 0.86:
            return f"({self.condition(deep - 1)} ? {a} : {b})"
        if r < 0.90:
            return f"worked({a}, {b})"
        if r < 0.93:
            return f"table[{a} & {self.pick(3, 7, 7, 7)}]"
        if r < 0.95:
            return f"sum(2, (int)({a}), (int)({b}))"
        if r < 0.965:
            return f"made({a}, {b}).{self.pick('a', 'b', 'c')}"
        if r < 0.985:
            return f"{self.pick(*self.features)}({a}, {b})"
        return f"{self.pick('-', '~', '!')}({a})"

    def compare(self):
        return self.pick("<", "<=", ">", ">=", "==", "!=")

    def condition(self, deep=1):
        r = self.random.random()
        if r < 0.6:
            return f"({self.value(deep)} {self.compare()} {self.value(deep)})"
        if r < 0.75:
            return (f"({self.value(deep)} {self.compare()} {self.value(deep)} "
                    f"{self.pick('&&', '||')} {self.value(deep)})")
        return f"({self.value(deep)})"

    # Statements -----------------------------------------------------------------

    def say(self, line):
        self.lines.append("  " * self.depth + line)

    def new(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def block(self, count):
        self.depth += 1
        known = list(self.known)
        for _ in range(count):
            self.statement()
        self.known = known
        self.depth -= 1

    def target(self):
        return self.pick(*self.own)

    def checked(self):
        """An assertion that few values break."""
        self.say(f"assert((unsigned char)({self.value()}) != "
                 f"{self.random.randrange(256)});")

    def statement(self):
        deep = self.depth < 4
        r = self.random.random()
        if r < 0.15:
            name = self.new("v")
            value = self.value() if self.often(0.6) else \
                f"{self.pick(*self.features)}({self.value(1)}, {self.value(1)})"
            self.say(f"{self.type()} {name} = {value};")
            self.known.append(name)
            self.own.append(name)
            self.mine.append(name)
        elif r < 0.25:
            self.say(f"{self.target()} = {self.value()};")
        elif r < 0.40 and deep:
            self.say(f"if {self.condition()} {{")
            self.inner(self.random.randrange(1, 3))
            if self.often(0.5):
                self.say("} else {")
                self.inner(self.random.randrange(1, 3))
            self.say("}")
        elif r < 0.46 and deep:
            self.say(f"switch ({self.value()}) {{")
            for at in sorted(self.random.sample(range(12), 3)):
                self.say(f"case {at}:")
                self.inner(1)
                if self.often(0.8):
                    self.say("  break;")
            self.say("default:")
            self.inner(1)
            self.say("}")
        elif r < 0.53 and deep and self.loops < 2:
            self.loops += 1
            i = self.new("i")
            self.say(f"for (int {i} = 0; {i} < ({self.value(1)} & 3); ++{i}) {{")
            self.known.append(i)
            self.inner(self.random.randrange(1, 3))
            self.known.remove(i)
            self.say("}")
            self.loops -= 1
        elif r < 0.60:
            self.say(f"table[{self.value(1)} & {self.pick(3, 7)}] = "
                     f"{self.value()};")
        elif r < 0.64:
            name = self.new("b")
            self.say(f"bool {name} = {self.condition()};")
            self.known.append(name)
        elif r < 0.69:
            p, q = self.new("p"), self.new("q")
            self.say(f"struct pair {p} = {{{self.value()}, {self.value()}, "
                     f"{self.value()}}}, {q};")
            self.say(self.pick(f"memcpy(&{q}, &{p}, sizeof {q});", f"{q} = {p};",
                               f"{q} = made({p}.a, {p}.c);",
                               f"memset(&{q}, {self.value(1)}, sizeof {q});"))
            self.known += [f"{q}.a", f"{q}.b", f"{q}.c"]
        elif r < 0.73:
            name = self.new("p")
            a, b = self.target(), self.target()
            c = self.type()
            self.say(f"{c} {name}a = {self.value(1)}, {name}b = {self.value(1)};")
            self.say(f"{c} *{name} = {self.condition()} ? &{name}a : &{name}b;")
            self.say(f"*{name} = {self.value(1)};")
            self.known += [f"{name}a", f"{name}b", f"*{name}"]
        elif r < 0.76:
            self.say(f"rb_assume({self.condition()});")
        elif r < 0.765:
            self.say(f"if {self.condition()}")
            self.say("  _exit(0);")
        elif r < 0.78:
            self.say(f'printf("%d\\n", (int)({self.value()}));')
        elif r < 0.80:
            name = self.new("h")
            self.say(f"unsigned char *{name} = malloc(4);")
            self.say(f"memset({name}, {self.value(1)}, 4);")
            self.say(f"{name}[{self.value(1)} & {self.pick(3, 3, 3, 7)}] = "
                     f"{self.value(1)};")
            self.say(f"{self.target()} = {name}[{self.value(1)} & 3];")
            self.say(f"free({name});")
        elif r < 0.82:
            name = self.new("c")
            self.say(f"{self.type()} {name}[2] = {{{self.value(1)}, "
                     f"{self.value(1)}}};")
            self.say(f"bool {name}e = memcmp(&{name}[0], &{name}[1], "
                     f"sizeof {name}[0]) == 0;")
            self.known += [f"{name}e", f"{name}[0]"]
        elif r < 0.90 and self.threads:
            self.shared()
        else:
            self.checked()

    def inner(self, count):
        own, mine = list(self.own), list(self.mine)
        self.block(count)
        self.own, self.mine = own, mine

    def shared(self):
        """What other threads see."""
        r = self.random.random()
        if r < 0.4:
            self.say("pthread_mutex_lock(&m);")
            known = self.known
            self.known = known + ["g0", "g1"]
            for _ in range(self.random.randrange(1, 3)):
                self.say(f"g{self.pick(0, 1)} = {self.value()};")
            if self.often(0.5):
                self.checked()
            if self.often(0.3):
                name = self.target()
                self.say(f"{name} = {self.pick('g0', 'g1')};")
            self.known = known
            self.say("pthread_mutex_unlock(&m);")
        elif r < 0.55:
            what = self.pick("add", "sub", "or", "and", "xor")
            name = self.new("f")
            self.say(f"{self.type()} {name} = atomic_fetch_{what}(&a0, "
                     f"{self.value(1)});")
            self.known.append(name)
        elif r < 0.65:
            self.say(f"atomic_store(&a{self.pick(0, 1)}, {self.value(1)});")
        elif r < 0.73:
            name = self.new("l")
            self.say(f"{self.type()} {name} = atomic_load(&a{self.pick(0, 1)});")
            self.known.append(name)
            if self.often(0.5):
                self.checked()
        elif r < 0.8:
            name = self.new("x")
            self.say(f"unsigned char {name}e = {self.value(1)};")
            self.say(f"bool {name} = atomic_compare_exchange_strong(&a0, &{name}e, "
                     f"{self.value(1)});")
            self.known += [name, f"{name}e"]
        elif r < 0.86:
            self.say(f"{self.target()} = atomic_exchange(&a1, {self.value(1)});")
        elif r < 0.92:
            self.say("if (pthread_mutex_trylock(&m) == 0) {")
            self.say(f"  g0 = {self.value(1)};")
            self.say("  pthread_mutex_unlock(&m);")
            self.say("}")
        elif r < 0.94:
            self.say("pthread_mutex_lock(&m);")
            self.say(f"if (g0 {self.compare()} {self.value(1)})")
            self.say("  pthread_cond_wait(&c, &m);")
            self.say("pthread_mutex_unlock(&m);")
        elif r < 0.95:
            self.say("pthread_cond_broadcast(&c);")
        elif r < 0.96:
            self.say(f"atomic_store_explicit(&a1, {self.value(1)}, "
                     "memory_order_release);")
        else:
            self.say(f"s0 = {self.value(1)};")  # others may, too

    # The program ----------------------------------------------------------------

    def function(self, head, statements, known, tail):
        self.say(head)
        self.depth += 1
        name = self.new("v")
        self.known = list(known) + [name]
        self.own = [name]
        self.mine = [name]
        self.say(f"{self.type()} {name} = {self.pick(*known)};")
        for _ in range(statements):
            self.statement()
        for line in tail:
            self.say(line)
        self.depth -= 1
        self.say("}")

    def make(self):
        t = [self.type() for _ in range(9)]
        self.lines += (HEAD % (t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7],
                               self.compare(), self.pick("+", "*", "^"))
                       ).splitlines()
        for feature in self.features:
            self.lines += FEATURES[feature].splitlines()
        self.say(f"static {self.type()} g0 = {self.pick(0, 3, 200)}, g1;")
        self.say(f"static {self.type()} s0;")
        self.say(f"static _Atomic {self.pick('unsigned char')} a0 = "
                 f"{self.pick(0, 1, 7)};")
        self.say(f"static _Atomic {self.pick('int', 'short', 'long')} a1;")
        self.say(f"static _Thread_local {self.type()} "
                 f"table[{self.pick(8, 8, 8, 7)}] = {{1, 2, 3, 250}};")
        self.say(f"static {self.type()} x0; static {self.type()} x1;")
        two = self.often(0.5)
        count = self.random.randrange(1, 4) if self.threads > 1 else \
            self.random.randrange(2, 6)
        for id in range(self.threads):
            self.function(f"static void *thread{id}(void *unused) {{", count,
                          ["x0"] + (["x1"] if two else []),
                          ["return unused;"])
            self.threadsMade = id + 1
        self.say("int main(void) {")
        self.depth = 1
        low = self.random.randrange(1, 5)
        bits = [low, self.random.randrange(1, 9 - low)] if two else \
            [self.pick(8, 8, 6, 4, 3)]
        asks = ["rb_nondet_uchar", "rb_nondet_schar"]
        for i, width in enumerate(bits):
            kind = "unsigned char" if i == 0 else "signed char"
            self.say(f"{kind} in{i} = {asks[i]}();")
            if width < 8:
                if self.often(0.5):
                    self.say(f"rb_assume((unsigned char)in{i} < {1 << width});")
                else:
                    self.say(f"in{i} &= {(1 << width) - 1};")
            self.say(f"#ifdef IN{i}")
            # The bits that were taken away may have any value.
            self.say(f"rb_assume(in{i} == ({kind})(IN{i} & {(1 << width) - 1}));")
            self.say("#endif")
        self.bits = bits
        self.known = ["in0", "in0", "in0"] + (["in1"] * 2 if two else [])
        self.own = self.mine = ["x0"]
        self.say(f"x0 = {self.value(1)};")
        if two:
            self.say(f"x1 = {self.value(1)};")
        if self.often(0.3):
            self.say(f"g0 = {self.value(1)};")
            self.say(f"a0 = {self.value(1)};")
        name = self.new("v")
        self.say(f"{self.type()} {name} = {self.value(1)};")
        self.known.append(name)
        self.own = [name]
        for id in range(self.threads):
            self.say(f"pthread_t t{id};")
            self.say(f"pthread_create(&t{id}, 0, thread{id}, 0);")
        for _ in range(count if self.threads else self.random.randrange(3, 9)):
            self.statement()
        for id in range(self.threads):
            self.say(f"pthread_join(t{id}, 0);")
        if self.threads:
            self.known += ["g0", "g1", "a0", "a1"]
        self.checked()
        self.say("return 0;")
        self.depth = 0
        self.say("}")
