"""bench/sctbench.py and bench/portfolio.py, without a checkout.

Usage: sctbench.py BENCH FOLDER        makes two small checkouts in FOLDER, and checks
                                       what is read of them, and the published figures
       sctbench.py BENCH --portfolio   checks what portfolio.py computes, by hand
"""

import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import portfolio  # noqa: E402
import sctpage  # noqa: E402
import sctprograms  # noqa: E402

LOST = """// args: {NUMTHREADS} 7
#include <assert.h>
#include <pthread.h>
static int n;
static void *inc(void *arg) { n = n + 1; return arg; }
int main(int argc, char **argv) {
  pthread_t a, b;
  assert(argc == ARGC);
  pthread_create(&a, 0, inc, 0), pthread_create(&b, 0, inc, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(n == 2);
}
"""
# Wrong in every schedule at its end; and a thread that may end too early, seldom.
TWO = """#include <assert.h>
#include <pthread.h>
static int steps, done;
static void *one(void *arg) {
  for (int i = 0; i < 12; i++)
    steps++;
  done = 1;
  return arg;
}
int main() {
  pthread_t a;
  int *two = new int[2];
  pthread_create(&a, 0, one, 0);
  assert(!done);
  pthread_join(a, 0);
  delete two;
}
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def checkouts(folder):
    one, two = os.path.join(folder, "one"), os.path.join(folder, "two")
    home = os.path.join(one, "benchmarks")
    suite = "concurrent-software-benchmarks"
    write(os.path.join(home, "buggy.txt"),
          f"{suite} lost_bad 3 8\n# {suite} gone_bad 3 8\n{suite} broken_bad 3 8\n"
          "radbench bug1 4 99\n")
    write(os.path.join(home, suite, "lost_bad.c"), LOST.replace("ARGC", "3"))
    write(os.path.join(home, suite, "broken_bad.c"), "int main(void) { return x; }\n")
    home = os.path.join(two, "evaluation", "CS")
    write(os.path.join(home, "lost", "lost_bad.c"), "int main(void) { return 0; }\n")
    write(os.path.join(home, "lost", "build.sh"), "clang -c ./lost_bad.c -o l.bc\n")
    write(os.path.join(home, "two", "two_bad.cpp"), TWO)
    write(os.path.join(home, "two", "build.sh"),
          "cd x\nclang++ -g -c ./two_bad.cpp -o t.bc\nwrapper -g ./t.bc -o t -ldl\n")
    write(os.path.join(home, "two", "README.md"), "$ x/run_PDS.py -d 3 ./two 1 4\n")
    found = {p.name: p for p in sctprograms.ofAll([one, two])}
    assert sorted(found) == ["CS/broken", "CS/lost", "CS/two", "RADBench/bug1"], found
    assert found["CS/lost"].args == "3 7" and "/one/" in found["CS/lost"].sources[0]
    assert found["CS/two"].args == "1 4"
    assert not found["RADBench/bug1"].sources and found["RADBench/bug1"].why


def published():
    figures = sctpage.published()
    assert set(source for source, _ in figures) == {"RFF", "SURW", "SCTBench"}
    for (source, search), programs in figures.items():
        for program, f in programs.items():
            where = source, search, program
            assert 0 <= f.found <= f.runs and f.runs >= 1, where
            # A mean only where some run found the error.
            assert (f.mean == math.inf) == (f.found == 0), where
    assert figures["RFF", "RFF"]["CS/reorder_100"].mean == 6
    assert not figures["RFF", "PCT3"]["CS/reorder_100"].always()
    for pairs in sctpage.COUNTERPARTS.values():
        assert all(pair in figures for pair in pairs)


def trials(*costs):
    """None: goes on for ever; negative: ends there without an error."""
    return [portfolio.Trial(c is not None and c > 0, abs(c or 1), c is not None and c < 0)
            for c in costs]


def portfolios():
    play = portfolio.play
    # Turns of 10, 20, 40: the first has made 30 steps, the second 10 and 5 of its second.
    assert play(((trials(None), 10, 2), (trials(15), 10, 2)), 0) == 10 + 10 + 20 + 5
    assert play(((trials(15), 10, 2), (trials(None), 10, 2)), 0) == 10 + 10 + 5
    # One that ends after 4 steps leaves the team.
    assert play(((trials(-4), 10, 2), (trials(15), 10, 2)), 0) == 4 + 10 + 5
    assert play(((trials(None), 10, 2), (trials(-3), 10, 2)), 0) == portfolio.PENALTY
    assert play(((None, 10, 2), (trials(7, 8), 10, 1)), 3) == 8
    family = portfolio.family
    assert family("CS/reorder_10") == family("Reorder(5,1)") == "reorder"
    assert family("CS/din_phil2_sat") == family("CS/din_phil7_sat")
    assert family("X/CVE-2009-3547") != family("X/CVE-2011-2183")
    assert family("Daisy-1") == family("Daisy-2") == "daisy"
    assert family("CS/wronglock_3, without memory") == "wronglock"
    # `quick` is good on all, `rare` is the only one on one family in each half.
    programs = {}
    for n in range(8):
        hard = n % 4 == 3
        programs[f"p{'abcdefgh'[n]}"] = {
            "quick": trials(None if hard else 100), "rare": trials(500 if hard else None),
            "slow": trials(90_000), "default": trials(1_000)}
    bench = portfolio.Judge(programs)
    for _, one, two in portfolio.splits(programs, 5):
        assert not {portfolio.family(p) for p in one} & {portfolio.family(p) for p in two}
        assert sorted(one + two) == sorted(programs)
    team = {label for label, _, _ in bench.choose(list(programs), 3)}
    assert team == {"quick", "rare"}, team
    assert bench.single(["pd", "ph"])[0][0] == "rare"
    _, rows = portfolio.judge(programs, 2, 3)
    assert len(rows) == 6
    assert all(row["factor"]["before"] == 1 for row in rows)
    assert all(row["factor"]["hindsight"] <= row["factor"]["single"] + 1e-9
               for row in rows)
    print(portfolio.page(programs, rows, bench))


if sys.argv[2] == "--portfolio":
    portfolios()
else:
    checkouts(sys.argv[2])
    published()
