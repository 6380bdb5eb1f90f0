//===- search/run/Team.cpp - Several independent searches for one program -===//
#include "search/run/Team.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

std::string TeamMember::name(bool withSeed) const {
  std::string name = spec.text();
  if (reduces && spec.reduces() != Reduces::Always)
    name += ", reduced";
  if (preemptions)
    name += ", preemption bound " + std::to_string(*preemptions);
  if (withSeed)
    name += ", seed " + std::to_string(seed);
  return name;
}

bool TeamPlan::hasManySeeds() const {
  return isOfManySeeds || llvm::any_of(members, [&](const TeamMember &member) {
           return member.seed != members.front().seed;
         });
}

void fit(TeamPlan &plan, bool mayReduce, uint32_t workers) {
  llvm::erase_if(plan.members, [&](const TeamMember &member) {
    return mayReduce ? member.isUnreduced && workers == 1 : member.reduces;
  });
}

TeamPlan shareOf(TeamPlan plan, Share share, uint64_t seed) {
  std::vector<TeamMember> seeded;
  for (const TeamMember &member : plan.members)
    if (member.spec.usesSeed())
      seeded.push_back(member);
  for (size_t i = 0; !seeded.empty() && plan.members.size() < share.count;
       ++i) {
    TeamMember more = seeded[i % seeded.size()];
    more.seed = memberSeed(seed, plan.members.size());
    plan.members.push_back(std::move(more));
  }
  TeamPlan part;
  part.isOfManySeeds = plan.hasManySeeds();
  for (size_t i = share.index; i < plan.members.size(); i += share.count)
    part.members.push_back(plan.members[i]);
  return part;
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
