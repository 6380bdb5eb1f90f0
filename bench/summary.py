"""How docs/results.md begins: what came out, in ten lines, and what the words mean.

Used by page.py; all of it follows from the claims.
"""

import claims as claimsModule

PAPERS = {
    "P0": "Parízek, Lhoták: *Randomized Backtracking in State Space Traversal*",
    "P1": "Parízek, Lhoták: randomized backtracking, next steps; the runs of P0",
    "P2": "Dwyer, Elbaum, Person, Purandare: *Parallel Randomized State-space Search*",
    "P3": "Rungta, Mercer: *A Meta Heuristic for Effectively Detecting Concurrency "
          "Errors*",
    "P4": "Coons, Burckhardt, Musuvathi: *GAMBIT: Effective Unit Testing for Concurrency "
          "Libraries*",
}

LEGEND = """| word | meaning |
| --- | --- |
| P0 to P4 | the papers, in the order above |
| R1, A1, ... | a claim of a paper; A: of ours about a paper |
| R1', R1p, ... | the same claim for other programs, or for another reading: said in its row |
| (H, S, R) | randomized backtracking: from depth H on, jumps of lengths by strategy S, a step is made with probability R |
| baseline | depth-first search in the order of threads (default) or shuffled, thread interleavings, bounded preemptions |
| density | the part of trials that find the error |
| PDR | point of diminishing returns: the number of parallel searches beyond which one more hardly helps |
| PFSM, Rand, Prefer | P3's ways to choose among states that are equally far: by distance, at random, by preferred threads |
| DF, pb, ss, mdpor, rand | P4's orders of executions: depth-first, fewest preemptions, and so on (`docs/searches.md`) |"""


def line(claims, paper):
    rows = claims.of(paper)
    if not rows:
        return f"- **{paper}** {PAPERS[paper]}."
    holds = [number for number, _, _, verdict, _ in rows if verdict == claimsModule.HOLDS]
    fails = [number for number, _, _, verdict, _ in rows if verdict == claimsModule.FAILS]
    rest = [number for number, *_ in rows if number not in holds + fails]
    text = f"- **{paper}** {PAPERS[paper]}: {len(holds)} of {len(rows)} claims hold"
    if fails:
        text += "; not " + ", ".join(fails)
    if rest:
        text += "; open: " + ", ".join(rest)
    return text + "."


def inShort(claims):
    lines = [line(claims, paper) for paper in PAPERS]
    lines.append("- Why a claim fails, and what would have to be different, stands below the "
                 "table of claims. [Future work](results/future.md) that the papers name has "
                 "a page of its own.")
    return "\n".join(lines) + "\n\n" + LEGEND
