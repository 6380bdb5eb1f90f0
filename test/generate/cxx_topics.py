"""What generated C++ programs are made of; topic.py says how."""

from topic import Topic


class Counter(Topic):
    """A number under a mutex, by guards of all kinds."""
    wrongs = ("no-lock", "unlock-twice", "no-unlock")
    threads = (2, 3)

    def make(self, n):
        self.globals += [f"static std::mutex {n}_lock;", f"static int {n};"]
        for i, body in enumerate(self.body):
            if self.is_wrong("no-lock", i):
                body.append(f"{n}++;")
            elif self.is_wrong("no-unlock", i):
                body += [f"{n}_lock.lock();", f"{n}++;"]
            elif self.is_wrong("unlock-twice", i):
                body += [f"{n}_lock.lock();", f"{n}++;", f"{n}_lock.unlock();",
                         f"{n}_lock.unlock();"]
            else:
                guard = self.draw.pick(["std::lock_guard<std::mutex>",
                                        "std::unique_lock<std::mutex>", "std::scoped_lock"])
                body.append(f"{{ {guard} guard({n}_lock); {n}++; }}")
        self.final.append(f"assert({n} == {self.count});")


class Trial(Topic):
    """std::mutex::try_lock."""
    wrongs = ("unlock-anyway",)

    def make(self, n):
        self.globals += [f"static std::mutex {n}_lock;", f"static int {n};"]
        self.body[0].append(f"{{ std::lock_guard<std::mutex> guard({n}_lock); {n}++; }}")
        if self.wrong:
            self.body[1] += [f"if ({n}_lock.try_lock())", f"  {n}++;", f"{n}_lock.unlock();"]
        else:
            self.body[1] += [f"if ({n}_lock.try_lock()) {{", f"  {n}++;",
                             f"  {n}_lock.unlock();", "}"]


class TwoLocks(Topic):
    wrongs = ("order",)

    def make(self, n):
        self.globals += [f"static std::mutex {n}a, {n}b;", f"static int {n};"]
        for i, body in enumerate(self.body):
            first, second = "ba" if self.is_wrong("order", i) else "ab"
            body.append(f"{{ std::lock_guard<std::mutex> x({n}{first}), y({n}{second}); {n}++; }}")
        self.final.append(f"assert({n} == 2);")


class Condition(Topic):
    wrongs = ("no-notify", "no-change")

    def make(self, n):
        self.globals += [f"static std::mutex {n}_lock;",
                         f"static std::condition_variable {n}_cond;", f"static bool {n};"]
        self.body[0].append(f"{{ std::lock_guard<std::mutex> guard({n}_lock);"
                            f"{'' if self.is_wrong('no-change') else f' {n} = true;'} }}")
        if not self.is_wrong("no-notify"):
            self.body[0].append(f"{n}_cond.notify_{self.draw.pick(['one', 'all'])}();")
        wait = self.draw.pick([f"while (!{n}) {n}_cond.wait(guard);",
                               f"{n}_cond.wait(guard, [] {{ return {n}; }});"])
        self.body[1].append(f"{{ std::unique_lock<std::mutex> guard({n}_lock); {wait} "
                            f"assert({n}); }}")


class Atomic(Topic):
    wrongs = ("two-steps",)

    def make(self, n):
        self.globals.append(f"static std::atomic<int> {n}{{0}};")
        for i, body in enumerate(self.body):
            forms = [[f"{n}++;"], [f"{n}.fetch_add(1);"], [f"{n} += 1;"],
                     [f"int {n}_old = {n};",
                      f"while (!{n}.compare_exchange_weak({n}_old, {n}_old + 1))", "  ;"],
                     [f"int {n}_old = {n}.load();",
                      f"while (!{n}.compare_exchange_strong({n}_old, {n}_old + 1))", "  ;"]]
            if self.is_wrong("two-steps", i):
                forms = [[f"{n} = {n} + 1;"], [f"{n}.store({n}.load() + 1);"]]
            body += self.draw.pick(forms)
        self.final.append(f"assert({n} == 2);")


class Message(Topic):
    wrongs = ("flag-first", "no-test")

    def make(self, n):
        self.globals += [f"static std::atomic<bool> {n}_flag{{false}};", f"static int {n};"]
        give = [f"{n} = 7;", f"{n}_flag = true;"]
        self.body[0] += give[::-1] if self.is_wrong("flag-first") else give
        test = [] if self.is_wrong("no-test") else [f"if ({n}_flag)"]
        self.body[1] += test + [f"  assert({n} == 7);"]


class Handover(Topic):
    wrongs = ("write-after", "both-delete", "wrong-delete")

    def make(self, n):
        self.globals += [f"struct {n}_item {{ int a = 1, b = 2; }};",
                         f"static std::atomic<{n}_item *> {n}{{nullptr}};"]
        self.body[0] += [f"{n}_item *{n}_new = new {n}_item;", f"{n} = {n}_new;"]
        if self.is_wrong("write-after"):
            self.body[0].append(f"{n}_new->b = 3;")
        if self.is_wrong("both-delete"):
            self.body[0].append(f"delete {n}_new;")
        end = "delete[]" if self.is_wrong("wrong-delete") else "delete"
        self.body[1] += [f"if ({n}_item *got = {n}.exchange(nullptr)) {{",
                         "  assert(got->a + got->b >= 3);", f"  {end} got;", "}"]


class LocalStatic(Topic):
    wrongs = ("later",)

    def make(self, n):
        self.functions += [f"static int {n}_value() {{ return 3; }}",
                           f"static int &{n}_get() {{\n  static int made = {n}_value();\n"
                           "  return made;\n}"]
        for i, body in enumerate(self.body):
            if self.is_wrong("later", i):
                body.append(f"{n}_get()++;")
            body.append(f"assert({n}_get() >= 3);")


class Own(Topic):
    threads = (1, 2)

    def make(self, n):
        self.globals.append(f"static thread_local int {n} = 1;")
        for i, body in enumerate(self.body):
            body += [f"{n} += {i + 1};", f"assert({n} == {i + 2});"]


class Child(Topic):
    threads = (1, 1)
    wrongs = ("reads-early", "not-joined")

    def make(self, n):
        self.globals.append(f"static int {n};")
        body = [f"std::thread {n}_child([] {{ {n} = 4; }});"]
        if self.is_wrong("reads-early"):
            body.append(f"assert({n} <= 4);")
        if not self.is_wrong("not-joined"):
            body.append(f"{n}_child.join();")
        self.body[0] += body


class Virtual(Topic):
    """An object with virtual functions that one thread deletes."""
    wrongs = ("delete-early",)

    def make(self, n):
        self.functions.append(
            f"struct {n}_base {{ virtual ~{n}_base() {{}} virtual int get() {{ return 1; }} }};\n"
            f"struct {n}_more : {n}_base {{ int get() override {{ return 2; }} }};\n"
            f"static std::atomic<{n}_base *> {n}{{nullptr}};")
        self.setup.append(f"{n} = new {n}_more;")
        for i, body in enumerate(self.body):
            use = f"{n}_base *{n}_p = {n};"
            if self.is_wrong("delete-early", i):
                body += [use, f"delete {n}_p;"]
            else:
                body += [use, f"assert({n}_p->get() == 2);"]
        if not self.wrong:
            self.final.append(f"delete {n}.load();")


TOPICS = [Counter, Counter, Trial, TwoLocks, Condition, Condition, Atomic, Atomic, Message,
          Handover, LocalStatic, Own, Child, Virtual]
