"""From recorded runs to one Summary per cell.

The runs of a cell count in the order of their seeds. A cell that stops after so many
errors counts up to the run that found the last of them, whatever else is recorded:
the same records give the same summary, in whatever order they were made.

Tested by test/exp/resume.test.
"""

import re

import figures
import plan


def isFound(record):
    """An error was found, or a warning was confirmed."""
    return (record.get("verdict") == "error" or
            any(w["verdict"] == "confirmed" for w in record.get("warnings", ())))


def cost(record, metric):
    """Of a run: of all members of a team, if it was one."""
    stats = record["stats"]
    if record.get("team") and metric in ("states", "transitions"):
        return sum(member[metric] for member in record["team"])
    if metric == "states":
        return stats["states_to_first_error"] if isFound(record) and \
            stats.get("states_to_first_error") else stats["states"]
    if metric == "depth":
        return depth(record) or stats["max_depth"]
    return stats[metric]


def depth(record):
    errors = record.get("errors")
    return errors[0]["trace_length"] if errors else None


def wasTimed(record):
    """Ended by the limit on time: another machine would have come further."""
    return "time limit" in (record.get("reason") or "")


class Results:
    def __init__(self, spec, cells, records):
        self.spec = spec
        self.cells = cells
        self.records = records
        self.cache = {}
        self.gapsFound = None

    def runsOf(self, cell):
        """The records that count, in the order of their seeds."""
        if cell.index not in self.cache:
            runs, found = [], 0
            for seed in cell.seeds:
                record = self.records.get(plan.keyOf(cell, seed))
                if record is None or record["verdict"] == "failed":
                    continue
                runs.append(record)
                found += isFound(record)
                if cell.untilFound and found >= cell.untilFound:
                    break
            self.cache[cell.index] = runs
        return self.cache[cell.index]

    def missing(self, cell):
        """How many runs are still to be done, at most."""
        done = found = 0
        for seed in cell.seeds:
            record = self.records.get(plan.keyOf(cell, seed))
            if record is None:
                continue
            done += 1
            found += isFound(record)
        if cell.untilFound and found >= cell.untilFound:
            return 0
        return len(cell.seeds) - done

    def summary(self, cell, metric=None):
        metric = metric or self.spec["metric"]
        runs = self.runsOf(cell)
        found = [r for r in runs if isFound(r)]
        return figures.Summary(
            len(runs), [cost(r, metric) for r in found],
            [depth(r) for r in found if depth(r)],
            sum(1 for r in runs if not isFound(r) and not r["complete"]))

    def expectedCost(self, cell, metric=None):
        """What it costs to find the error by repeating the search with new seeds: the
        cost of all runs, found or not, over the number that found it. None if none
        did."""
        runs = self.runsOf(cell)
        found = sum(1 for r in runs if isFound(r))
        if not found:
            return None
        return sum(cost(r, metric or self.spec["metric"]) for r in runs) / found

    def pool(self, cell, metric=None):
        metric = metric or self.spec["metric"]
        return figures.Pool([(isFound(r), cost(r, metric), r["stats"]["seconds"])
                             for r in self.runsOf(cell)])

    def gaps(self):
        """Programs whose figures are not the last word, and why."""
        if self.gapsFound is not None:
            return self.gapsFound
        found = self.gapsFound = {}
        for cell in self.cells:
            label = cell.instance.label
            if self.missing(cell):
                found[label] = "runs are missing"
            elif any(wasTimed(r) for r in self.runsOf(cell)):
                found.setdefault(label, "the time limit ended runs")
        return found

    def versions(self):
        """Every version of rbcheck that made a record that counts."""
        return sorted({f"{r['version']} ({r['commit']})" if r["commit"] else
                       r["version"] for c in self.cells for r in self.runsOf(c)})

    #===--- Selecting cells --------------------------------------------------===#

    def programs(self, block):
        """Labels of the programs that a table or plot is about, in order."""
        labels = dict.fromkeys(c.instance.label for c in self.cells)
        only = block["programs"]
        return [label for label in labels
                if only is None or any(re.search(p, label) for p in only)]

    def searches(self, block):
        labels = dict.fromkeys(c.config.label for c in self.cells)
        only = block["searches"]
        return [label for label in labels
                if only is None or any(re.search(p, label) for p in only)]

    def cell(self, program, search):
        for cell in self.cells:
            if cell.instance.label == program and cell.config.label == search:
                return cell
        return None

    def select(self, block):
        programs, searches = self.programs(block), self.searches(block)
        return [c for c in self.cells if c.instance.label in programs and
                c.config.label in searches]
