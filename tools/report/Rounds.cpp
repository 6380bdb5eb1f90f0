//===- tools/report/Rounds.cpp - Steps that a trace repeats ---------------===//
#include "tools/report/Rounds.h"

#include <map>
#include <tuple>

namespace rbcheck {

namespace {

constexpr size_t kMostPeriod = 64;
constexpr size_t kLeastCount = 4; ///< the first, the last, two to leave out
constexpr size_t kLeastSaved = 4; ///< steps

/// Steps that are the same but for their values have the same number.
std::vector<uint32_t> classesOf(const TraceData &trace) {
  using Key = std::tuple<uint16_t, uint32_t, OpKind, uint32_t, uint32_t, bool>;
  std::map<Key, uint32_t> numbers;
  std::vector<uint32_t> classes;
  classes.reserve(trace.steps.size());
  for (const TraceStep &step : trace.steps)
    classes.push_back(
        numbers
            .try_emplace(Key{step.thread, step.location, step.kind,
                             step.variable, step.call, step.isPreemption},
                         uint32_t(numbers.size()))
            .first->second);
  return classes;
}

/// All of it is library code that was called at one place: one row of a table.
bool isOneCall(const TraceData &trace, size_t begin, size_t period) {
  for (size_t i = begin; i < begin + period; ++i)
    if (!trace.steps[i].isLibrary || !trace.steps[i].within ||
        trace.steps[i].location != trace.steps[begin].location)
      return false;
  return true;
}

} // namespace

std::vector<Rounds> findRounds(const TraceData &trace,
                               const std::vector<bool> &kept) {
  const std::vector<uint32_t> classes = classesOf(trace);
  // How many steps up to here are kept.
  std::vector<uint32_t> before(classes.size() + 1);
  for (size_t i = 0; i < classes.size(); ++i)
    before[i + 1] = before[i] + kept[i];
  const size_t end = trace.cycleBegin(); // what repeats for ever is not folded
  std::vector<Rounds> found;
  for (size_t i = 0; i < end;) {
    Rounds best;
    for (size_t period = 1; period <= kMostPeriod; ++period) {
      size_t same = i;
      while (same + period < end && classes[same] == classes[same + period])
        ++same;
      size_t count = (same - i) / period + 1;
      // Up to the first round that has to be shown.
      for (size_t round = 1; round + 1 < count; ++round)
        if (before[i + (round + 1) * period] != before[i + round * period])
          count = round + 1;
      if (count >= kLeastCount && (count - 2) * period >= kLeastSaved &&
          count * period > best.count * best.period &&
          !isOneCall(trace, i, period))
        best = {i, period, count};
    }
    if (best.count) {
      found.push_back(best);
      i = best.end();
    } else {
      ++i;
    }
  }
  return found;
}

} // namespace rbcheck
