//===- search/solver/Examples.cpp - Inputs for which something was possible ===//
#include "search/solver/Examples.h"

namespace rbcheck {
namespace {

constexpr size_t kMostConditions = 20'000; ///< then all are evaluated anew

} // namespace

void Examples::add(const Assignment &example) {
  if (all_.size() < kMost)
    all_.push_back(example);
  else
    all_[added_ % kMost] = example;
  ++added_;
}

const Examples::Known &Examples::know(TermRef condition) {
  std::unique_ptr<Known> &known = known_[condition];
  if (!known)
    known = std::make_unique<Known>();
  if (added_ - known->upTo > kMost)
    known->upTo = added_ - kMost;
  for (; known->upTo < added_; ++known->upTo) {
    const size_t at = known->upTo % kMost;
    const Assignment &example = all_[at];
    const uint64_t holds = term::evaluate(
        condition, [&](uint32_t n) { return example.lookup(n); });
    uint64_t &word = known->holds[at / 64];
    word = (word & ~(uint64_t(1) << at % 64)) | holds << at % 64;
  }
  return *known;
}

const Assignment *Examples::find(llvm::ArrayRef<TermRef> conditions) {
  if (known_.size() > kMostConditions)
    known_.clear();
  const size_t words = (all_.size() + 63) / 64;
  std::array<uint64_t, kWords> all;
  all.fill(~uint64_t(0));
  for (TermRef condition : conditions) {
    const Known &known = know(condition);
    for (size_t i = 0; i < words; ++i)
      all[i] &= known.holds[i];
  }
  for (size_t i = 0; i < words; ++i)
    if (const uint64_t found = all[i])
      if (const size_t at = i * 64 + size_t(__builtin_ctzll(found));
          at < all_.size())
        return &all_[at];
  return nullptr;
}

} // namespace rbcheck
