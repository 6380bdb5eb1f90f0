//===- search/solver/IndependentSets.cpp - Conditions that do not meet ----===//
#include "search/solver/IndependentSets.h"

namespace rbcheck {
namespace {

constexpr size_t kMostRemembered = 100'000;

/// The representative of a set in a forest of indices.
size_t find(std::vector<size_t> &parents, size_t i) {
  while (parents[i] != i)
    i = parents[i] = parents[parents[i]];
  return i;
}

} // namespace

llvm::ArrayRef<uint32_t> IndependentSets::inputsOf(TermRef condition) {
  auto [at, isNew] = inputs_.try_emplace(condition);
  if (isNew)
    term::collectInputs(condition, at->second);
  return at->second;
}

std::vector<IndependentSets::Set>
IndependentSets::split(llvm::ArrayRef<TermRef> conditions) {
  if (inputs_.size() > kMostRemembered)
    inputs_.clear();
  // Conditions that have an input in common are joined to the first of them.
  std::vector<size_t> parents(conditions.size());
  llvm::SmallDenseMap<uint32_t, size_t, 16> firstWith;
  for (size_t i = 0; i < conditions.size(); ++i) {
    parents[i] = i;
    for (uint32_t input : inputsOf(conditions[i])) {
      const size_t other = firstWith.try_emplace(input, i).first->second;
      const size_t a = find(parents, i), b = find(parents, other);
      parents[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<Set> sets;
  std::vector<size_t> places(conditions.size());
  for (size_t i = 0; i < conditions.size(); ++i) {
    const size_t root = find(parents, i);
    if (root == i) {
      places[i] = sets.size();
      sets.emplace_back();
    }
    sets[places[root]].push_back(conditions[i]);
  }
  return sets;
}

} // namespace rbcheck
