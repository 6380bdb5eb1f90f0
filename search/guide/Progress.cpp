//===- search/guide/Progress.cpp - How far along the milestones a path is -===//
#include "search/guide/Progress.h"

#include "search/Rng.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

Progress::Progress(const Guide &guide) : places_(guide.places()) {
  for (const MilestoneSequence &sequence : guide.sequences) {
    sequences_.emplace_back();
    for (const Milestone &milestone : sequence) {
      std::vector<uint32_t> numbers;
      for (CodePlace place : milestone.places)
        numbers.push_back(
            uint32_t(llvm::lower_bound(places_, place) - places_.begin()));
      llvm::sort(numbers);
      sequences_.back().push_back(std::move(numbers));
    }
  }
}

bool Progress::isMet(size_t sequence, const Standing &standing,
                     uint32_t place) const {
  const auto &milestones = sequences_[sequence];
  if (standing.level >= milestones.size())
    return false;
  const std::vector<uint32_t> &wanted = milestones[standing.level];
  if (!std::binary_search(wanted.begin(), wanted.end(), place))
    return false;
  bool isRepeated =
      standing.level > 0 && milestones[standing.level - 1] == wanted;
  return !isRepeated || place == standing.lastPlace;
}

bool Progress::advance(Standings &standings, uint32_t place) const {
  bool isAny = false;
  for (size_t i = 0; i < standings.size(); ++i)
    if (isMet(i, standings[i], place)) {
      standings[i] = {standings[i].level + 1, place};
      isAny = true;
    }
  return isAny;
}

bool Progress::advance(Standings &standings,
                       llvm::ArrayRef<WatchEvent> events) const {
  bool isAny = false;
  for (const WatchEvent &event : events)
    if (event.executed)
      isAny |= advance(standings, event.place);
  return isAny;
}

uint32_t Progress::level(const Standings &standings) {
  uint32_t best = 0;
  for (const Standing &standing : standings)
    best = std::max(best, standing.level);
  return best;
}

uint32_t Progress::key(const Standings &standings) {
  uint64_t key = 0;
  for (const Standing &standing : standings)
    key = mixBits(key * 31 + standing.level + 1);
  return uint32_t(key);
}

} // namespace rbcheck
