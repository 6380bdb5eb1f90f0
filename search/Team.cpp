//===- search/Team.cpp - Several independent searches for one program -----===//
#include "search/Team.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

std::string TeamMember::name(bool withSeed) const {
  std::string name = spec.text();
  if (preemptions)
    name += ", preemption bound " + std::to_string(*preemptions);
  if (withSeed)
    name += ", seed " + std::to_string(seed);
  return name;
}

bool TeamPlan::hasManySeeds() const {
  return llvm::any_of(members, [&](const TeamMember &member) {
    return member.seed != members.front().seed;
  });
}

uint64_t memberSeed(uint64_t seed, uint64_t index) {
  // A permutation of distinct numbers: no two of them are the same. One could
  // be the team's own; the numbers behind 2^32 members are free for it.
  if (index == 0)
    return seed;
  auto derive = [&](uint64_t i) {
    return mixBits(seed + 0x9e3779b97f4a7c15ull * i);
  };
  uint64_t derived = derive(index);
  return derived == seed ? derive(index + (1ull << 32)) : derived;
}

} // namespace rbcheck
