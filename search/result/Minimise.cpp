//===- search/result/Minimise.cpp - A shorter way to the same error -------===//
#include "search/result/Minimise.h"

#include "search/result/Candidate.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rbcheck {

namespace {

//===--- Best-first -------------------------------------------------------===//

/// Dijkstra's algorithm on (state, last thread): whether a step is a preemption
/// depends on both. Costs never fall along a path, so that the first time a
/// node comes up it is with its least cost.
class BestFirst {
public:
  BestFirst(Candidate &run, const MinimiseLimits &limits, ScheduleCost known)
      : run_(run), limits_(limits), best_(known) {}

  /// True if nothing better than what it found, or knew, can exist.
  bool search() {
    run_.start();
    if (!run_.isParked())
      return true;
    costs_[{run_.fingerprint(), 0}] = {};
    open_.emplace(std::make_pair(ScheduleCost{}, uint64_t(0)),
                  Node{run_.save(), Path(), 0});
    while (!open_.empty()) {
      auto first = open_.begin();
      ScheduleCost cost = first->first.first;
      // One more step at least leads to the error.
      if (ScheduleCost{cost.weak, cost.preemptions, cost.steps + 1} >= best_)
        return true;
      Node node = std::move(first->second);
      open_.erase(first);
      if (!expand(node, cost))
        return false;
    }
    return true;
  }

  ScheduleCost best() const { return best_; }
  std::optional<Violation> &found() { return found_; }

private:
  struct Node {
    State state;
    Path path;
    uint16_t lastThread;
  };

  bool expand(const Node &node, ScheduleCost cost) {
    run_.load(node.state);
    llvm::SmallVector<Choice, 8> choices;
    run_.choices(choices);
    bool canGoOn = false;
    for (Choice choice : choices)
      canGoOn |= choice.thread == node.lastThread;
    llvm::SmallVector<bool, 8> isWeak;
    for (Choice choice : choices)
      isWeak.push_back(run_.isWeak(choice));
    for (const auto &[choice, weak] : llvm::zip_equal(choices, isWeak)) {
      ScheduleCost next = {cost.weak + weak,
                           cost.preemptions +
                               (canGoOn && choice.thread != node.lastThread),
                           cost.steps + 1};
      if (next >= best_)
        continue;
      if (run_.isSpent() || costs_.size() >= limits_.nodes ||
          poolBytes() > startBytes_ + limits_.bytes)
        return false;
      run_.load(node.state);
      if (run_.step(choice,
                    [&] { return node.path.then(choice).schedule(); })) {
        Violation found = run_.violation();
        found.schedule = node.path.then(choice).schedule();
        if (limits_.accepts && !limits_.accepts(found))
          continue;
        found_ = std::move(found);
        best_ = next;
        continue;
      }
      if (!run_.isParked())
        continue;
      // A node may come up again with a lower cost while it is open.
      auto key = std::make_pair(run_.fingerprint(), choice.thread);
      auto [known, isNew] = costs_.try_emplace(key, next);
      if (!isNew && known->second <= next)
        continue;
      known->second = next;
      open_.emplace(std::make_pair(next, ++serial_),
                    Node{run_.save(), node.path.then(choice), choice.thread});
    }
    return true;
  }

  using Key = std::pair<Hash128, uint16_t>;
  Candidate &run_;
  const MinimiseLimits &limits_;
  ScheduleCost best_;
  std::optional<Violation> found_;
  std::map<std::pair<ScheduleCost, uint64_t>, Node> open_;
  std::map<Key, ScheduleCost> costs_;
  uint64_t serial_ = 0;
  uint64_t startBytes_ = poolBytes();
};

//===--- Changing a schedule ----------------------------------------------===//

/// Steps of one thread in a row.
struct Run {
  uint16_t thread = 0;
  std::vector<uint16_t> values;
};

std::vector<Run> runsOf(const Schedule &schedule) {
  std::vector<Run> runs;
  for (Choice choice : schedule) {
    if (runs.empty() || runs.back().thread != choice.thread)
      runs.push_back({choice.thread, {}});
    runs.back().values.push_back(choice.value);
  }
  return runs;
}

class Improver {
public:
  Improver(Candidate &run, const MinimiseLimits &limits, Violation violation,
           ScheduleCost cost)
      : run_(run), limits_(limits), violation_(std::move(violation)),
        cost_(cost) {}

  /// Fewer switches first; then whatever is not needed, large pieces first.
  void improve() {
    bool isBetter = true;
    while (isBetter && !run_.isSpent()) {
      isBetter = readLatest();
      isBetter |= mergeRuns();
      isBetter |= dropRounds();
      isBetter |= dropPieces();
    }
  }

  Violation &violation() { return violation_; }
  ScheduleCost cost() const { return cost_; }

private:
  /// One step less that goes on in another way than the ordinary one.
  bool readLatest() {
    if (!cost_.weak)
      return false;
    std::vector<Run> runs = runsOf(violation_.schedule);
    for (Run &run : runs)
      for (uint16_t &value : run.values) {
        if (!value || run_.isSpent())
          continue;
        const uint16_t old = std::exchange(value, uint16_t(0));
        if (attempt(runs))
          return true;
        value = old;
      }
    return false;
  }

  /// A run goes on first with the next run of its thread: one switch less.
  bool mergeRuns() {
    bool isBetter = false;
    std::vector<Run> runs = runsOf(violation_.schedule);
    for (size_t i = 0; i + 1 < runs.size() && !run_.isSpent();) {
      if (mergeAt(runs, i)) {
        isBetter = true; // the same place may have one more
        runs = runsOf(violation_.schedule);
      } else {
        ++i;
      }
    }
    return isBetter;
  }

  bool mergeAt(const std::vector<Run> &runs, size_t i) {
    for (size_t j = i + 2; j < runs.size(); ++j) {
      if (runs[j].thread != runs[i].thread)
        continue;
      std::vector<Run> earlier = runs, later = runs;
      append(earlier[i], runs[j]);
      earlier.erase(earlier.begin() + long(j));
      // Or the other way: what was done before the switch is done after it.
      later[j] = runs[i];
      append(later[j], runs[j]);
      later.erase(later.begin() + long(i));
      return attempt(earlier) || attempt(later);
    }
    return false;
  }

  /// Leaves out several runs in a row: rounds of a loop that threads take by
  /// turns. Half of all first, then smaller pieces.
  bool dropRounds() {
    bool isBetter = false;
    std::vector<Run> runs = runsOf(violation_.schedule);
    for (size_t size = runs.size() / 2; size >= 2; size /= 2)
      for (size_t i = 0; i + size <= runs.size() && !run_.isSpent();) {
        std::vector<Run> fewer = runs;
        fewer.erase(fewer.begin() + long(i), fewer.begin() + long(i + size));
        if (attempt(fewer)) {
          isBetter = true;
          runs = runsOf(violation_.schedule);
        } else {
          i += size;
        }
      }
    return isBetter;
  }

  /// Leaves out runs, halves of runs, single steps at their ends.
  bool dropPieces() {
    bool isBetter = false;
    std::vector<Run> runs = runsOf(violation_.schedule);
    for (size_t i = runs.size(); i-- > 0 && !run_.isSpent();) {
      size_t size = runs[i].values.size();
      for (size_t keep = 0; keep < size; keep += (size - keep + 1) / 2) {
        std::vector<Run> fewer = runs;
        fewer[i].values.resize(keep);
        if (!attempt(fewer))
          continue;
        isBetter = true;
        runs = runsOf(violation_.schedule);
        i = std::min(i, runs.size());
        break;
      }
    }
    return isBetter;
  }

  static void append(Run &to, const Run &more) {
    to.values.insert(to.values.end(), more.values.begin(), more.values.end());
  }

  bool attempt(const std::vector<Run> &runs) {
    Schedule wanted;
    for (const Run &run : runs)
      for (uint16_t value : run.values)
        wanted.push_back({run.thread, value});
    ScheduleCost cost = cost_;
    std::optional<Violation> found = run_.follow(wanted, cost);
    if (!found || (limits_.accepts && !limits_.accepts(*found)))
      return false;
    violation_ = std::move(*found);
    cost_ = cost;
    return true;
  }

  Candidate &run_;
  const MinimiseLimits &limits_;
  Violation violation_;
  ScheduleCost cost_;
};

} // namespace

uint64_t MinimiseLimits::workFor(const Statistics &stats) {
  constexpr uint64_t kLeast = 10'000'000, kMost = 40'000'000;
  return std::clamp(
      2 * (stats.instructions + stats.all.steps * Candidate::kStepCost), kLeast,
      kMost);
}

ScheduleCost costOf(const Program &program, const Violation &violation) {
  Machine machine(program, violation.machine);
  ScheduleCost cost;
  StepEnd end = machine.start();
  uint16_t last = 0;
  llvm::SmallVector<Choice, 8> choices;
  for (Choice choice : violation.schedule) {
    if (end != StepEnd::Parked)
      break;
    machine.choices(choices);
    bool canGoOn = false;
    for (Choice other : choices)
      canGoOn |= other.thread == last;
    cost.weak += isWeak(machine, choice);
    cost.preemptions += canGoOn && choice.thread != last;
    ++cost.steps;
    last = choice.thread;
    end = machine.step(choice);
  }
  return cost;
}

/// The schedule leads to the error and does not go on.
static Minimised minimiseStem(const Program &program,
                              const Violation &violation,
                              const MinimiseLimits &limits) {
  Minimised result;
  result.violation = violation;
  result.before = costOf(program, violation);
  result.after = result.before;
  if (violation.schedule.empty()) {
    result.isBest = true;
    return result;
  }
  // What is known to be possible is what a better one has to beat.
  Candidate run(program, violation, limits.stop);
  auto improve = [&](uint64_t work) {
    run.allow(work);
    Improver improver(run, limits, result.violation, result.after);
    improver.improve();
    result.violation = improver.violation();
    result.after = improver.cost();
  };
  improve(limits.work / 4);
  run.allow(limits.work / 2);
  BestFirst best(run, limits, result.after);
  result.isBest = best.search();
  if (!best.found())
    return result;
  result.violation = *best.found();
  result.after = best.best();
  if (!result.isBest)
    improve(limits.work / 4);
  return result;
}

Minimised minimise(const Program &program, const Violation &violation,
                   const MinimiseLimits &limits) {
  if (violation.cycle && !violation.foundBy->isAskedFor()) {
    // No state shows it, and its way there has the fewest steps already.
    const ScheduleCost cost = costOf(program, violation);
    return {violation, cost, cost, false};
  }
  Violation stem = violation;
  stem.schedule.resize(stem.schedule.size() - stem.cycle);
  stem.cycle = 0;
  Minimised result = minimiseStem(program, stem, limits);
  result.violation.foundBy->complete(program, result.violation);
  return result;
}

} // namespace rbcheck
