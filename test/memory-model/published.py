"""Checks the reference itself by what is known of litmus tests.

Usage: published.py [--generated N]

KNOWN has tests whose result is published: in Batty and others, Mathematizing C++
concurrency (2011), Vafeiadis and others, Common compiler optimisations are invalid
in the C11 memory model (2015), Lahav and others, Repairing sequential consistency in
C/C++11 (2017), and in the standards and the papers of their committees; with the
literature's names. The result holds for RC11: program order and reads-from have no
cycle, so LB does not happen. Each is decided by graphs.py and by the definitions of
axioms.py. With --generated, N programs of each family, too, as far as the
definitions are quick enough: both have to have the same outcomes.
"""

import argparse
import itertools
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from axioms import EveryGraph, resultsByDefinition  # noqa: E402
from buffers import outcomes as outcomesOfTso  # noqa: E402
from draw import drawn  # noqa: E402
from graphs import Explorer  # noqa: E402
from parse import parse  # noqa: E402
from shapes import systematic  # noqa: E402

# Name; the result: an outcome that is allowed or forbidden, `race` or `no race`;
# the program.
KNOWN = """
SB, relaxed | allowed a=0 b=0 | x.rlx=1; a=y.rlx || y.rlx=1; b=x.rlx
SB, release and acquire | allowed a=0 b=0 | x.rel=1; a=y.acq || y.rel=1; b=x.acq
SB, seq_cst | forbidden a=0 b=0 | x.sc=1; a=y.sc || y.sc=1; b=x.sc
SB, one load relaxed | allowed a=0 b=0 | x.sc=1; a=y.rlx || y.sc=1; b=x.sc
SB, seq_cst fences | forbidden a=0 b=0 | x.rlx=1; fence sc; a=y.rlx || y.rlx=1; fence sc; b=x.rlx
SB, one seq_cst fence | allowed a=0 b=0 | x.rlx=1; fence sc; a=y.rlx || y.rlx=1; b=x.rlx
SB, acq_rel fences | allowed a=0 b=0 | x.rlx=1; fence ar; a=y.rlx || y.rlx=1; fence ar; b=x.rlx
SB, a fence and seq_cst | forbidden a=0 b=0 | x.sc=1; fence sc; a=y.rlx || y.sc=1; b=x.sc
SB, updates, acq_rel | allowed a=0 b=0 | c=x.add(1).ar; a=y.acq || d=y.add(1).ar; b=x.acq
SB, updates of one cell between | forbidden a=0 b=0 | x.rlx=1; c=z.add(0).ar; a=y.rlx || y.rlx=1; d=z.add(0).ar; b=x.rlx
SB, updates of two cells between | allowed a=0 b=0 | x.rlx=1; c=z.add(0).sc; a=y.rlx || y.rlx=1; d=w.add(0).sc; b=x.rlx
SB, seq_cst stores elsewhere between | allowed a=0 b=0 | x.rlx=1; z.sc=1; a=y.rlx || y.rlx=1; w.sc=1; b=x.rlx
3.SB, seq_cst | forbidden a=0 b=0 c=0 | x.sc=1; a=y.sc || y.sc=1; b=z.sc || z.sc=1; c=x.sc
MP, relaxed | allowed a=1 b=0 | x.rlx=1; y.rlx=1 || a=y.rlx; b=x.rlx
MP, release and acquire | forbidden a=1 b=0 | x.rlx=1; y.rel=1 || a=y.acq; b=x.rlx
MP, release only | allowed a=1 b=0 | x.rlx=1; y.rel=1 || a=y.rlx; b=x.rlx
MP, acquire only | allowed a=1 b=0 | x.rlx=1; y.rlx=1 || a=y.acq; b=x.rlx
MP, fences | forbidden a=1 b=0 | x.rlx=1; fence rel; y.rlx=1 || a=y.rlx; fence acq; b=x.rlx
MP, release fence and acquire load | forbidden a=1 b=0 | x.rlx=1; fence rel; y.rlx=1 || a=y.acq; b=x.rlx
MP, release store and acquire fence | forbidden a=1 b=0 | x.rlx=1; y.rel=1 || a=y.rlx; fence acq; b=x.rlx
MP, fences the wrong way round | allowed a=1 b=0 | x.rlx=1; fence acq; y.rlx=1 || a=y.rlx; fence rel; b=x.rlx
MP, seq_cst data only | allowed a=1 b=0 | x.sc=1; y.rlx=1 || a=y.rlx; b=x.sc
MP, data | no race | D.na=1; y.rel=1 || a=y.acq; if a==1 {b=D.na}
MP, data and a relaxed flag | race | D.na=1; y.rlx=1 || a=y.acq; if a==1 {b=D.na}
MP, data and a relaxed load | race | D.na=1; y.rel=1 || a=y.rlx; if a==1 {b=D.na}
MP, data and fences | no race | D.na=1; fence rel; y.rlx=1 || a=y.rlx; if a==1 {fence acq; b=D.na}
LB, relaxed | forbidden a=1 b=1 | a=x.rlx; y.rlx=1 || b=y.rlx; x.rlx=1
LB, out of thin air | forbidden a=1 b=1 | a=x.rlx; y.rlx=a || b=y.rlx; x.rlx=b
LB, branches | forbidden a=1 b=1 | a=x.rlx; if a==1 {y.rlx=1} || b=y.rlx; if b==1 {x.rlx=1}
IRIW, release and acquire | allowed a=1 b=0 c=1 d=0 | x.rel=1 || y.rel=1 || a=x.acq; b=y.acq || c=y.acq; d=x.acq
IRIW, seq_cst | forbidden a=1 b=0 c=1 d=0 | x.sc=1 || y.sc=1 || a=x.sc; b=y.sc || c=y.sc; d=x.sc
IRIW, seq_cst fences | forbidden a=1 b=0 c=1 d=0 | x.rlx=1 || y.rlx=1 || a=x.rlx; fence sc; b=y.rlx || c=y.rlx; fence sc; d=x.rlx
IRIW-acq-sc | allowed a=1 b=0 c=1 d=0 | x.sc=1 || y.sc=1 || a=x.acq; b=y.sc || c=y.acq; d=x.sc
RWC, seq_cst fences | forbidden a=1 b=0 c=0 | x.rlx=1 || a=x.rlx; fence sc; b=y.rlx || y.rlx=1; fence sc; c=x.rlx
W+RWC, seq_cst fences | forbidden a=1 b=0 c=0 | x.rlx=1; y.rel=1 || a=y.acq; fence sc; b=z.rlx || z.rlx=1; fence sc; c=x.rlx
Z6.U | allowed a=1 b=3 c=0 | x.sc=1; y.rel=1 || a=y.add(1).sc; b=y.rlx || y.sc=3; c=x.sc
Z6.U, seq_cst | forbidden a=1 b=3 c=0 | x.sc=1; y.sc=1 || a=y.add(1).sc; b=y.sc || y.sc=3; c=x.sc
WRC, relaxed | allowed a=1 b=1 c=0 | x.rlx=1 || a=x.rlx; y.rlx=1 || b=y.rlx; c=x.rlx
WRC, release and acquire | forbidden a=1 b=1 c=0 | x.rlx=1 || a=x.rlx; y.rel=1 || b=y.acq; c=x.rlx
ISA2, relaxed | allowed a=1 b=1 c=0 | x.rlx=1; y.rlx=1 || a=y.rlx; z.rlx=1 || b=z.rlx; c=x.rlx
ISA2, release and acquire | forbidden a=1 b=1 c=0 | x.rlx=1; y.rel=1 || a=y.acq; z.rel=1 || b=z.acq; c=x.rlx
2+2W, release | allowed x=1 y=1 | x.rel=1; y.rel=2 || y.rel=1; x.rel=2 finals: x y
2+2W, seq_cst | forbidden x=1 y=1 | x.sc=1; y.sc=2 || y.sc=1; x.sc=2 finals: x y
2+2W, seq_cst fences | forbidden x=1 y=1 | x.rlx=1; fence sc; y.rlx=2 || y.rlx=1; fence sc; x.rlx=2 finals: x y
R, release and acquire | allowed a=0 y=2 | x.rel=1; y.rel=1 || y.rel=2; a=x.acq finals: y
R, seq_cst | forbidden a=0 y=2 | x.sc=1; y.sc=1 || y.sc=2; a=x.sc finals: y
S, relaxed | allowed a=1 x=2 | x.rlx=2; y.rlx=1 || a=y.rlx; x.rlx=1 finals: x
S, release and acquire | forbidden a=1 x=2 | x.rlx=2; y.rel=1 || a=y.acq; x.rlx=1 finals: x
CoRR | forbidden a=1 b=0 | x.rlx=1 || a=x.rlx; b=x.rlx
CoRR, two readers | forbidden a=1 b=2 c=2 d=1 | x.rlx=1 || x.rlx=2 || a=x.rlx; b=x.rlx || c=x.rlx; d=x.rlx
CoWW | forbidden x=1 | x.rlx=1; x.rlx=2 || a=y.rlx finals: x
CoWR | forbidden a=2 x=1 b=1 | x.rlx=1; a=x.rlx; b=x.rlx || x.rlx=2 finals: x
CoRW | forbidden a=1 | a=x.rlx; x.rlx=1 || b=y.rlx
CoRW2 | forbidden a=2 x=2 | a=x.rlx; x.rlx=1 || x.rlx=2 finals: x
Atomicity | forbidden a=0 b=0 | a=x.add(1).rlx || b=x.add(1).rlx
Compare-exchange, once | forbidden a=0 b=0 | a=x.cas(0,1).rlx/rlx || b=x.cas(0,2).rlx/rlx
Release sequence, an update | no race | D.na=1; y.rel=1 || a=y.add(1).rlx || b=y.acq; if b==2 {c=D.na}
Release sequence, a store | race | D.na=1; y.rel=1; y.rlx=2 || a=y.acq; if a==2 {b=D.na}
Release sequence, broken | race | D.na=1; y.rel=1 || y.rlx=2; a=y.add(1).rlx || b=y.acq; if b==3 {c=D.na}
Exchange lock | no race | a=l.swap(1).acq; if a==0 {D.na=1; l.rel=0} || b=l.swap(1).acq; if b==0 {D.na=2}
Exchange lock, relaxed unlock | race | a=l.swap(1).acq; if a==0 {D.na=1; l.rlx=0} || b=l.swap(1).acq; if b==0 {D.na=2}
Exchange lock, relaxed lock | race | a=l.swap(1).rlx; if a==0 {D.na=1; l.rel=0} || b=l.swap(1).rlx; if b==0 {D.na=2}
Dekker, seq_cst | no race | x.sc=1; a=y.sc; if a==0 {D.na=1} || y.sc=1; b=x.sc; if b==0 {D.na=2}
Dekker, release and acquire | race | x.rel=1; a=y.acq; if a==0 {D.na=1} || y.rel=1; b=x.acq; if b==0 {D.na=2}
Peterson, seq_cst | no race | x.sc=1; t.sc=1; a=y.sc; if a==0 {D.na=1} else {b=t.sc; if b==2 {D.na=1}} || y.sc=1; t.sc=2; c=x.sc; if c==0 {D.na=2} else {d=t.sc; if d==1 {D.na=2}}
Peterson, release and acquire | race | x.rel=1; t.rel=1; a=y.acq; if a==0 {D.na=1} else {b=t.acq; if b==2 {D.na=1}} || y.rel=1; t.rel=2; c=x.acq; if c==0 {D.na=2} else {d=t.acq; if d==1 {D.na=2}}
Peterson, the turn by exchange | forbidden a=0 c=0 | x.rlx=1; e=t.swap(1).ar; a=y.acq || y.rlx=1; f=t.swap(2).ar; c=x.acq
Mutex | no race | lock m; D.na=1; unlock m || lock m; a=D.na; unlock m
Mutex, not held by one | race | lock m; D.na=1; unlock m || a=D.na
Mutex, a failed try | race | lock m; D.na=1; unlock m || a=trylock m; if a==0 {b=D.na}
Threads, ordered | no race | D.na=1; create 1; join 1; a=D.na || D.na=2
Threads, not joined yet | race | create 1; a=D.na; join 1 || D.na=2
"""

# Under x86-TSO, with the names of Sewell and others, x86-TSO (2010). A store of
# order sc is an exchange, a fence sc is MFENCE.
KNOWN_TSO = """
SB | allowed a=0 b=0 | x.rlx=1; a=y.rlx || y.rlx=1; b=x.rlx
SB, one fence | allowed a=0 b=0 | x.rlx=1; fence sc; a=y.rlx || y.rlx=1; b=x.rlx
amd5 | forbidden a=0 b=0 | x.rlx=1; fence sc; a=y.rlx || y.rlx=1; fence sc; b=x.rlx
iwp2.8.a | forbidden a=0 b=0 | x.sc=1; a=y.rlx || y.sc=1; b=x.rlx
SB, weaker fences | allowed a=0 b=0 | x.rlx=1; fence ar; a=y.rlx || y.rlx=1; fence ar; b=x.rlx
MP | forbidden a=1 b=0 | x.rlx=1; y.rlx=1 || a=y.rlx; b=x.rlx
LB | forbidden a=1 b=1 | a=x.rlx; y.rlx=1 || b=y.rlx; x.rlx=1
IRIW | forbidden a=1 b=0 c=1 d=0 | x.rlx=1 || y.rlx=1 || a=x.rlx; b=y.rlx || c=y.rlx; d=x.rlx
WRC | forbidden a=1 b=1 c=0 | x.rlx=1 || a=x.rlx; y.rlx=1 || b=y.rlx; c=x.rlx
RWC, no fence | allowed a=1 b=0 c=0 | x.rlx=1 || a=x.rlx; b=y.rlx || y.rlx=1; c=x.rlx
RWC, fenced | forbidden a=1 b=0 c=0 | x.rlx=1 || a=x.rlx; b=y.rlx || y.rlx=1; fence sc; c=x.rlx
2+2W | forbidden x=1 y=1 | x.rlx=1; y.rlx=2 || y.rlx=1; x.rlx=2 finals: x y
R | allowed a=0 y=2 | x.rlx=1; y.rlx=1 || y.rlx=2; a=x.rlx finals: y
S | forbidden a=1 x=2 | x.rlx=2; y.rlx=1 || a=y.rlx; x.rlx=1 finals: x
n6 | allowed a=1 b=0 x=1 | x.rlx=1; a=x.rlx; b=y.rlx || y.rlx=2; x.rlx=2 finals: x
n5 | forbidden a=2 b=1 | x.rlx=1; a=x.rlx || x.rlx=2; b=x.rlx
n4b | forbidden a=2 b=1 | a=x.rlx; x.rlx=1 || b=x.rlx; x.rlx=2
n7 | allowed a=1 b=0 c=1 d=0 | x.rlx=1; a=x.rlx; b=y.rlx || y.rlx=1 || c=y.rlx; d=x.rlx
iwp2.4 | allowed a=1 b=0 c=1 d=0 | x.rlx=1; a=x.rlx; b=y.rlx || y.rlx=1; c=y.rlx; d=x.rlx
"""


def lines(table):
    for line in table.strip().splitlines():
        name, verdict, text = line.split(" | ")
        yield name, verdict, parse(text, name)


def holds(program, verdict, outcomes):
    """Whether the set of outcomes, or None for a race, is what is known."""
    if verdict == "race":
        return outcomes is None
    if outcomes is None:
        return False
    word, *conditions = verdict.split()
    if verdict == "no race":
        return True
    names = [name for _, name in program.registers] + program.finals
    wanted = dict(condition.split("=") for condition in conditions)
    some = any(all(str(value) == wanted.get(name, str(value))
                   for name, value in zip(names, outcome))
               for outcome in outcomes)
    return some == (word == "allowed")


class TooMany(Exception):
    pass


class Limited(EveryGraph):
    def complete(self, graph):
        if self.graphs == 300:
            raise TooMany
        super().complete(graph)


def compareGenerated(count):
    """How many of the generated programs were compared; prints what differs."""
    compared = wrong = 0
    made = [make() for make in itertools.islice(systematic(), count)]
    for program in made + [drawn(seed) for seed in range(count)]:
        every = Limited(program)
        try:
            every.results()
        except TooMany:
            continue
        expected = None if every.hasRace else every.outcomes
        compared += 1
        if Explorer(program).results() != expected:
            wrong += 1
            print(f"{program}\n  graphs.py and axioms.py differ")
    return compared, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generated", type=int, default=0)
    args = parser.parse_args()
    known = wrong = 0
    for name, verdict, program in lines(KNOWN):
        known += 1
        for decide in (lambda: Explorer(program).results(),
                       lambda: resultsByDefinition(program)):
            outcomes = decide()
            if not holds(program, verdict, outcomes):
                wrong += 1
                print(f"{name}: {verdict}, but {outcomes}")
    for name, verdict, program in lines(KNOWN_TSO):
        known += 1
        if not holds(program, verdict, outcomesOfTso(program)):
            wrong += 1
            print(f"TSO, {name}: {verdict}, but {outcomesOfTso(program)}")
    compared, differ = compareGenerated(args.generated)
    print(f"{known} known results, {compared} generated programs, "
          f"{wrong + differ} wrong")
    return 1 if wrong or differ else 0


if __name__ == "__main__":
    sys.exit(main())
