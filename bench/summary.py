"""How docs/results.md begins: what came out, in ten lines, and what the words mean.

Which conclusions hold follows from the claims; the short reasons for those that do not
are in experiments/why.toml. Used by page.py.
"""

import claims as claimsModule

PAPERS = {
    "P0": "Parízek, Lhoták: *Randomized Backtracking in State Space Traversal*",
    "P1": "Parízek, Lhoták: the follow-up of P0, with a selection of its runs",
    "P2": "Dwyer, Elbaum, Person, Purandare: *Parallel Randomized State-space Search*",
    "P3": "Rungta, Mercer: *A Meta Heuristic for Effectively Detecting Concurrency "
          "Errors*",
    "P4": "Coons, Burckhardt, Musuvathi: *GAMBIT: Effective Unit Testing for Concurrency "
          "Libraries*",
}

# What each paper concludes, by the claim that stands for it.
CONCLUSIONS = {
    "P0": (("R1", "some configuration of randomized backtracking needs fewer states than all "
                  "older searches, on most programs"),
           ("R2", "one configuration is enough, but for its threshold"),
           ("R3", "more runs find the error with a higher threshold"),
           ("R3b", "few runs find errors far deeper than the threshold"),
           ("R4", "runs of one configuration differ by a factor of 100")),
    "P2": (("R5", "the best of n random searches gets cheaper and steadier with n"),
           ("R5b", "5 to 20 searches are enough"),
           ("R6", "some random search beats the default one on every program"),
           ("R7", "50 random searches solve what the default does not")),
    "P3": (("R8", "random search finds nothing once there are enough threads"),
           ("R8b", "locations with distances always find the error"),
           ("R9", "they need far fewer states than with other heuristics"),
           ("R10", "their costs hardly vary"),
           ("R11", "two or three locations are enough")),
    "P4": (("R12", "by partial orders, fewest preemptions first is never behind "
                   "depth-first"),
           ("R12b", "putting off what only reduction wants is never behind that"),
           ("R13", "within two preemptions such orders find more than depth-first"),
           ("R14", "the best random order is as good as any"),
           ("R14b", "the worst random order is 100 times as bad as the best"),
           ("R15", "what ends was executed completely")),
}

LEGEND = """| word | meaning |
| --- | --- |
| P0 to P4 | the papers, as above; P1 has no claims of its own |
| R1, A1, ... | a claim of a paper; A: of ours about a paper |
| R1', R1p, ... | the same claim for other programs, or for another reading: said in its row |
| H, (H, S, R) | randomized backtracking: from depth H (the threshold) on, the search may turn back early, by jumps of lengths by strategy S; with probability R it does not |
| baseline | depth-first search in the order of threads (default) or shuffled, thread interleavings, bounded context switches |
| density | the part of trials that find the error |
| PDR | point of diminishing returns: the number of parallel searches beyond which one more hardly helps |
| PFSM, Rand, Prefer | P3's ways to choose among states that are equally far along the locations: by distance, at random, by preferred threads |
| DF, pb, ss, dpor, mdpor, rand | P4's orders of executions: depth-first, fewest preemptions, and so on (`docs/searches.md`) |
| -sync | run with `--steps=sync`: accesses under a lock are one step, as in the papers' tools |"""


def line(claims, paper, reasons):
    verdicts = {row[0]: row[3] for row in claims.of(paper)}

    def those(verdict):
        return [(number, text) for number, text in CONCLUSIONS.get(paper, ())
                if verdicts.get(number) == verdict]

    text = f"- **{paper}** {PAPERS[paper]}."
    if holds := those(claimsModule.HOLDS):
        text += " Holds: " + "; ".join(f"{t} ({n})" for n, t in holds) + "."
    if fails := those(claimsModule.FAILS):
        text += " **Does not hold:** " + "; ".join(
            f"{t} ({n}: {reasons.get(n, 'not explained')})" for n, t in fails) + "."
    if rest := those(claimsModule.UNKNOWN):
        text += " Open: " + ", ".join(n for n, _ in rest) + "."
    return text


def inShort(claims, reasons):
    """`reasons`: a few words for each claim that fails."""
    lines = [line(claims, paper, reasons) for paper in PAPERS]
    total = len(claims.rows)
    holds = sum(row[3] == claimsModule.HOLDS for row in claims.rows)
    lines.append(f"- Of all {total} rows of the [tables of claims](#claims), with variants "
                 f"and with readings that are not the papers', {holds} hold. Below them is "
                 "what would have to be different for the others; then come each paper's "
                 "figures beside ours. Pages of their own: [future work](results/future.md) "
                 "that the papers name, [SCTBench](results/sctbench.md) beside published "
                 "figures, a [portfolio](results/portfolio.md) chosen on one half of the "
                 "programs and judged on the other.")
    return "\n".join(lines) + "\n\n" + LEGEND
