//===- search/reduce/Summaries.cpp - Sets of operations, each kept once ---===//
#include "search/reduce/Summaries.h"

#include "search/Rng.h"

#include <algorithm>

namespace rbcheck {

Summaries::Summaries() {
  sets_.resize(2); // kEmpty, kAnything
  byHash_[0].push_back(kEmpty);
}

SummaryId Summaries::of(llvm::ArrayRef<OperationId> members) {
  // No need to look at all of very many; they are seldom the same ones.
  if (members.size() > 4 * kMostMembers)
    return kAnything;
  std::vector<OperationId> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return intern(sorted);
}

void Summaries::makeSingle(OperationId member) {
  if (singles_.size() <= member)
    singles_.resize(member + 1, kEmpty);
  singles_[member] = intern(member);
}

SummaryId Summaries::intern(llvm::ArrayRef<OperationId> sorted) {
  if (sorted.size() > kMostMembers)
    return kAnything;
  uint64_t hash = 0;
  for (OperationId id : sorted)
    hash = mixBits(hash * 0x9e3779b97f4a7c15ull ^ (id + 1)) >> 1;
  llvm::SmallVectorImpl<SummaryId> &same = byHash_[hash];
  for (SummaryId id : same)
    if (members(id) == sorted)
      return id;
  const SummaryId id = SummaryId(sets_.size());
  sets_.push_back({pool_.size(), uint32_t(sorted.size()), hash});
  pool_.insert(pool_.end(), sorted.begin(), sorted.end());
  same.push_back(id);
  return id;
}

SummaryId Summaries::makeUnion(SummaryId a, SummaryId b) {
  if (a > b)
    std::swap(a, b);
  auto [at, isNew] = unions_.try_emplace(uint64_t(a) << 32 | b, kEmpty);
  if (!isNew)
    return at->second;
  scratch_.clear();
  std::set_union(members(a).begin(), members(a).end(), members(b).begin(),
                 members(b).end(), std::back_inserter(scratch_));
  const SummaryId both = intern(scratch_);
  unions_[uint64_t(a) << 32 | b] = both;
  return both;
}

uint64_t Summaries::bytes() const {
  return pool_.capacity() * sizeof(OperationId) +
         singles_.capacity() * sizeof(SummaryId) +
         sets_.capacity() * sizeof(Set) + byHash_.getMemorySize() +
         unions_.getMemorySize();
}

} // namespace rbcheck
