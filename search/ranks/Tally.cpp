//===- search/ranks/Tally.cpp - Whether all members of a round are done ---===//
#include "search/ranks/Tally.h"

namespace rbcheck {

uint32_t Tally::next() {
  missing_ = uint32_t(counts_.size());
  return ++now_;
}

void Tally::add(uint32_t member, uint32_t wave, const TallyCount &count) {
  if (member >= counts_.size() || wave != now_ || wave_[member] == wave)
    return;
  wave_[member] = wave;
  counts_[member] = count;
  if (--missing_ == 0)
    endWave();
}

void Tally::endWave() {
  bool isIdle = true;
  uint64_t given = 0, taken = 0;
  for (const TallyCount &count : counts_) {
    isIdle &= count.isIdle;
    given += count.given;
    taken += count.taken;
  }
  isIdle &= given == taken;
  isDone_ |= isIdle && wasIdle_ && given == given_ && taken == taken_;
  wasIdle_ = isIdle;
  given_ = given;
  taken_ = taken;
}

uint64_t Tally::states() const {
  uint64_t all = 0;
  for (const TallyCount &count : counts_)
    all += count.states;
  return all;
}

uint64_t Tally::transitions() const {
  uint64_t all = 0;
  for (const TallyCount &count : counts_)
    all += count.transitions;
  return all;
}

} // namespace rbcheck
