"""Topics of C programs: atomic variables in all forms."""

from topic import Topic


class Atomic(Topic):
    """Updates of an atomic number, in all forms."""
    threads = (2, 3)
    wrongs = ("two-steps",)

    def make(self, n):
        self.globals.append(f"static atomic_int {n};")
        for i, body in enumerate(self.body):
            forms = [[f"atomic_fetch_add(&{n}, 1);"], [f"{n}++;"], [f"{n} += 1;"],
                     [f"int {n}_old = atomic_load(&{n});",
                      f"while (!atomic_compare_exchange_strong(&{n}, &{n}_old, {n}_old + 1))",
                      "  ;"],
                     [f"int {n}_old = {n};",
                      f"while (!atomic_compare_exchange_weak(&{n}, &{n}_old, {n}_old + 1))",
                      "  ;"],
                     [f"atomic_fetch_sub(&{n}, -1);"]]
            if self.is_wrong("two-steps", i):
                forms = [[f"{n} = {n} + 1;"],
                         [f"int {n}_old = atomic_load(&{n});",
                          f"atomic_store(&{n}, {n}_old + 1);"],
                         [f"int {n}_old = atomic_load(&{n});",
                          f"atomic_exchange(&{n}, {n}_old + 1);"]]
            body += self.draw.pick(forms)
        self.final.append(f"assert({n} == {self.count});")


class Bits(Topic):
    """Bits of an atomic number, and a race of compare-exchanges with one winner."""
    wrongs = ("both-win",)

    def make(self, n):
        self.globals += [f"static atomic_uint {n};", f"static atomic_int {n}_wins;"]
        for i, body in enumerate(self.body):
            bit = 1 << i
            if self.is_wrong("both-win", i):
                body += [f"if (!(atomic_load(&{n}) & 4)) {{", f"  atomic_fetch_or(&{n}, 4);",
                         f"  {n}_wins++;", "}"]
            elif self.draw.chance(50):
                body += [f"if (!(atomic_fetch_or(&{n}, 4) & 4))", f"  {n}_wins++;"]
            else:
                body += [f"atomic_fetch_or(&{n}, {bit});",
                         f"if (!(atomic_fetch_or(&{n}, 4u) & 4))", f"  {n}_wins++;",
                         f"atomic_fetch_and(&{n}, ~{bit}u);"]
        self.final += [f"assert({n} == 4);", f"assert({n}_wins == 1);"]


class Last(Topic):
    """Stores and exchanges whose order the exit status shows."""
    threads = (2, 3)
    wrongs = ("order",)

    def make(self, n):
        self.globals.append(f"static atomic_int {n};")
        for i, body in enumerate(self.body):
            body += self.draw.pick([[f"{n} = {i + 1};"], [f"atomic_store(&{n}, {i + 1});"],
                                    [f"if (atomic_exchange(&{n}, {i + 1}) > 1)",
                                     f"  {n} = 7;"],
                                    [f"int {n}_seen = {n};", f"{n} = {n}_seen + {i + 1};"]])
        if self.is_wrong("order"):
            self.final.append(f"assert({n} != {self.count});")
        self.status.append(n)


class Message(Topic):
    """Plain data behind an atomic flag."""
    wrongs = ("flag-first", "no-test")

    def make(self, n):
        self.globals += [f"static atomic_int {n}_flag;", f"static int {n};"]
        give = [f"{n} = 7;", f"{n}_flag = 1;"]
        self.body[0] += give[::-1] if self.is_wrong("flag-first") else give
        test = [] if self.is_wrong("no-test") else [f"if (atomic_load(&{n}_flag))"]
        self.body[1] += test + [f"  assert({n} == 7);"]


class Division(Topic):
    """A value that another thread changes between test and use."""
    wrongs = ("twice",)

    def make(self, n):
        what = self.draw.pick(["divide", "index", "pointer"])
        read = f"{n}" if self.is_wrong("twice") else f"{n}_seen"
        see = [] if self.is_wrong("twice") else [f"{'int *' if what == 'pointer' else 'int '}"
                                                 f"{n}_seen = {n};"]
        if what == "divide":
            self.globals.append(f"static atomic_int {n} = 2;")
            self.body[0].append(f"{n} = 0;")
            self.body[1] += see + [f"if ({read})", f"  assert(10 / {read} == 5);"]
        elif what == "index":
            self.globals += [f"static atomic_int {n};", f"static int {n}_table[2];"]
            self.body[0].append(f"{n} = 2;")
            self.body[1] += see + [f"if ({read} < 2)", f"  {n}_table[{read}] = 1;"]
        else:
            self.globals += [f"static int {n}_target = 3;",
                             f"static int *_Atomic {n} = &{n}_target;"]
            self.body[0].append(f"{n} = 0;")
            self.body[1] += see + [f"if ({read})", f"  assert(*{read} == 3);"]
