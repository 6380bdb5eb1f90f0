//===- search/result/Improve.cpp - Changing a schedule --------------------===//
#include "search/result/Improve.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rbcheck {

namespace {

Choice firstOf(llvm::ArrayRef<Choice> choices, uint16_t thread) {
  return *llvm::find_if(choices,
                        [&](Choice choice) { return choice.thread == thread; });
}

/// A schedule as what each thread does, and which of them comes first where no
/// thread has the turn. From its `same`th step on a thread keeps the turn as
/// long as it can, unless it is preempted at one of `kept`.
class Plan {
public:
  Plan(const KnownWay &way, size_t same, llvm::ArrayRef<Preemption> kept) {
    const Schedule &schedule = way.violation.schedule;
    llvm::ArrayRef<Preemption> left = kept;
    for (uint32_t at = 0; at < schedule.size(); ++at) {
      if (at == same)
        for (Thread &one : threads_)
          one.done = uint32_t(one.steps.size());
      if (!left.empty() && left.front().at == at) {
        Thread &loser = threadOf(left.front().thread);
        kept_.insert({left.front().thread, uint32_t(loser.steps.size())});
        left = left.drop_front();
      }
      threadOf(schedule[at].thread).steps.push_back({at, schedule[at].value});
    }
  }

  Choice next(llvm::ArrayRef<Choice> choices, uint16_t last, bool canGoOn) {
    uint16_t thread = last;
    if (!canGoOn || kept_.count({last, threadOf(last).done})) {
      uint32_t first = UINT32_MAX;
      bool isOther = false;
      for (Choice choice : choices)
        if (choice.thread != last && (!isOther || at(choice.thread) < first)) {
          isOther = true;
          thread = choice.thread;
          first = at(thread);
        }
    }
    Thread &chosen = threadOf(thread);
    Choice choice = firstOf(choices, thread);
    if (chosen.done < chosen.steps.size()) {
      const Choice before = {thread, chosen.steps[chosen.done].value};
      if (llvm::is_contained(choices, before))
        choice = before;
    }
    ++chosen.done;
    return choice;
  }

private:
  struct Step {
    uint32_t at;
    uint16_t value;
  };
  struct Thread {
    std::vector<Step> steps;
    uint32_t done = 0; ///< so far
  };

  Thread &threadOf(uint16_t thread) {
    if (thread >= threads_.size())
      threads_.resize(thread + 1u);
    return threads_[thread];
  }
  /// When the thread's next step was.
  uint32_t at(uint16_t thread) {
    const Thread &one = threadOf(thread);
    return one.done < one.steps.size() ? one.steps[one.done].at : UINT32_MAX;
  }

  std::vector<Thread> threads_;
  std::set<std::pair<uint16_t, uint32_t>> kept_; ///< thread, its steps before
};

} // namespace

void Improver::improve() {
  bool isBetter = true;
  while (isBetter && !run_.isSpent()) {
    isBetter = readLatest();
    isBetter |= dropPreemptions();
    isBetter |= mergeRuns();
    isBetter |= dropRounds();
    isBetter |= dropPieces();
  }
}

/// One step less that goes on in another way than the ordinary one.
bool Improver::readLatest() {
  if (!way_.cost.weak)
    return false;
  std::vector<Run> runs = this->runs();
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

/// All at once first, then halves and so on, the last ones first: what comes
/// before is not executed again.
bool Improver::dropPreemptions() {
  bool isBetter = false;
  for (size_t size = way_.preemptions.size(); size; size /= 2)
    for (size_t end = way_.preemptions.size(); end && !run_.isSpent();) {
      const size_t from = end - std::min(size, end);
      isBetter |= withoutPreemptions(from, end);
      end = std::min(from, way_.preemptions.size());
    }
  return isBetter;
}

bool Improver::withoutPreemptions(size_t from, size_t to) {
  std::vector<Preemption> kept = way_.preemptions;
  const size_t same = kept[from].at;
  kept.erase(kept.begin() + long(from), kept.begin() + long(to));
  Plan plan(way_, same, kept);
  return attempt(
      same, [&](llvm::ArrayRef<Choice> choices, uint16_t last, bool canGoOn) {
        return plan.next(choices, last, canGoOn);
      });
}

/// A run goes on first with the next run of its thread: one switch less.
bool Improver::mergeRuns() {
  bool isBetter = false;
  std::vector<Run> runs = this->runs();
  for (size_t i = 0; i + 1 < runs.size() && !run_.isSpent();) {
    if (mergeAt(runs, i)) {
      isBetter = true; // the same place may have one more
      runs = this->runs();
    } else {
      ++i;
    }
  }
  return isBetter;
}

bool Improver::mergeAt(const std::vector<Run> &runs, size_t i) {
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
bool Improver::dropRounds() {
  bool isBetter = false;
  std::vector<Run> runs = this->runs();
  for (size_t size = runs.size() / 2; size >= 2; size /= 2)
    for (size_t i = 0; i + size <= runs.size() && !run_.isSpent();) {
      std::vector<Run> fewer = runs;
      fewer.erase(fewer.begin() + long(i), fewer.begin() + long(i + size));
      if (attempt(fewer)) {
        isBetter = true;
        runs = this->runs();
      } else {
        i += size;
      }
    }
  return isBetter;
}

/// Leaves out runs, halves of runs, single steps at their ends.
bool Improver::dropPieces() {
  bool isBetter = false;
  std::vector<Run> runs = this->runs();
  for (size_t i = runs.size(); i-- > 0 && !run_.isSpent();) {
    size_t size = runs[i].values.size();
    for (size_t keep = 0; keep < size; keep += (size - keep + 1) / 2) {
      std::vector<Run> fewer = runs;
      fewer[i].values.resize(keep);
      if (!attempt(fewer))
        continue;
      isBetter = true;
      runs = this->runs();
      i = std::min(i, runs.size());
      break;
    }
  }
  return isBetter;
}

std::vector<Improver::Run> Improver::runs() const {
  std::vector<Run> runs;
  for (Choice choice : way_.violation.schedule) {
    if (runs.empty() || runs.back().thread != choice.thread)
      runs.push_back({choice.thread, {}});
    runs.back().values.push_back(choice.value);
  }
  return runs;
}

void Improver::append(Run &to, const Run &more) {
  to.values.insert(to.values.end(), more.values.begin(), more.values.end());
}

/// Executes the runs as far as they can be: steps of threads that cannot go on
/// are left out, and behind the end every thread goes on as long as it can.
bool Improver::attempt(const std::vector<Run> &runs) {
  Schedule wanted;
  for (const Run &run : runs)
    for (uint16_t value : run.values)
      wanted.push_back({run.thread, value});
  const Schedule &known = way_.violation.schedule;
  size_t at = size_t(
      std::mismatch(wanted.begin(), wanted.end(), known.begin(), known.end())
          .first -
      wanted.begin());
  return attempt(
      at, [&](llvm::ArrayRef<Choice> choices, uint16_t last, bool canGoOn) {
        while (at < wanted.size() && !llvm::is_contained(choices, wanted[at]))
          ++at;
        if (at < wanted.size())
          return wanted[at++];
        return canGoOn ? firstOf(choices, last) : choices.front();
      });
}

bool Improver::attempt(size_t same, Candidate::Next next) {
  std::optional<KnownWay> found = run_.follow(way_, same, next);
  if (!found || (limits_.accepts && !limits_.accepts(found->violation)))
    return false;
  way_ = std::move(*found);
  return true;
}

} // namespace rbcheck
