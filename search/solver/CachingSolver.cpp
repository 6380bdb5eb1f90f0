//===- search/solver/CachingSolver.cpp - Asks only what is not known ------===//
#include "search/solver/CachingSolver.h"

#include "llvm/ADT/DenseSet.h"

namespace rbcheck {
namespace {

constexpr size_t kMostEntries = 500'000; ///< then the cache begins anew
constexpr size_t kMostExamples = 32;

bool isNegation(TermRef t) {
  return t->op == TermOp::Xor && t->width == 1 && t->args[1]->isConstant() &&
         t->args[1]->value == 1;
}

/// The conjuncts that decide, each once, in the order of their hashes. False:
/// they contradict each other.
bool normalise(llvm::ArrayRef<TermRef> conditions, IndependentSets::Set &out) {
  llvm::SmallVector<TermRef, 16> open(conditions);
  llvm::SmallDenseSet<TermRef, 16> seen;
  while (!open.empty()) {
    TermRef t = open.pop_back_val();
    if (t->isConstant() && t->value == 0)
      return false;
    if (t->isConstant() || !seen.insert(t).second)
      continue;
    if (t->op == TermOp::And)
      open.append({t->args[0], t->args[1]});
    else
      out.push_back(t);
  }
  for (TermRef t : out)
    if (isNegation(t) && seen.count(t->args[0]))
      return false;
  llvm::sort(out, [](TermRef a, TermRef b) { return a->hash < b->hash; });
  return true;
}

Hash128 keyOf(const IndependentSets::Set &part) {
  llvm::SmallVector<Hash128, 16> hashes;
  for (TermRef t : part)
    hashes.push_back(t->hash);
  return hashBytes(hashes.data(), hashes.size() * sizeof(Hash128), 0x706172);
}

} // namespace

bool CachingSolver::holds(const Set &part, const Assignment &example) const {
  return llvm::all_of(part, [&](TermRef condition) {
    return term::evaluate(condition,
                          [&](uint32_t n) { return example.lookup(n); });
  });
}

const CachingSolver::Entry *CachingSolver::remember(const Set &part,
                                                    Answer answer,
                                                    const Assignment &example) {
  Entry entry{answer, {}};
  llvm::SmallVector<uint32_t> inputs;
  if (answer == Answer::Yes)
    for (TermRef t : part)
      term::collectInputs(t, inputs);
  for (uint32_t input : inputs)
    entry.example.push_back({input, example.lookup(input)});
  if (answer == Answer::Unknown && run_.isOver()) {
    last_ = std::move(entry);
    return &last_;
  }
  if (cache_.size() >= kMostEntries)
    cache_.clear();
  return &(cache_[keyOf(part)] = std::move(entry));
}

const CachingSolver::Entry *CachingSolver::known(const Set &part) {
  auto found = cache_.find(keyOf(part));
  if (found != cache_.end()) {
    ++stats_.byCache;
    return &found->second;
  }
  for (size_t i = 0; i < examples_.size(); ++i)
    if (holds(part, examples_[i])) {
      ++stats_.byModel;
      std::rotate(examples_.begin(), examples_.begin() + i,
                  examples_.begin() + i + 1);
      return remember(part, Answer::Yes, examples_.front());
    }
  return nullptr;
}

const CachingSolver::Entry *CachingSolver::ask(const Set &part) {
  Assignment example;
  const Answer answer = behind_->isPossible(part, &example);
  const SolverStats &cost = behind_->stats();
  stats_.bySolver = cost.bySolver;
  stats_.unknown = cost.unknown;
  stats_.seconds = cost.seconds;
  if (answer == Answer::Yes) {
    if (examples_.size() == kMostExamples)
      examples_.pop_back();
    examples_.push_front(example);
  }
  return remember(part, answer, example);
}

Solver::Answer CachingSolver::isPossible(llvm::ArrayRef<TermRef> conditions,
                                         Assignment *example) {
  ++stats_.queries;
  Set all;
  if (!normalise(conditions, all))
    return Answer::No;
  Assignment found;
  bool isUnknown = false;
  /// False: the answer is no.
  auto take = [&](const Entry *entry) {
    isUnknown |= entry->answer == Answer::Unknown;
    for (auto [input, value] : entry->example)
      found[input] = value;
    return entry->answer != Answer::No;
  };
  std::vector<Set> parts = sets_.split(all);
  std::vector<const Set *> open;
  for (const Set &part : parts) {
    ++stats_.parts;
    const Entry *entry = known(part);
    if (!entry)
      open.push_back(&part);
    else if (!take(entry))
      return Answer::No;
  }
  for (const Set *part : open)
    if (!take(ask(*part)))
      return Answer::No;
  if (isUnknown)
    return Answer::Unknown;
  if (example)
    *example = std::move(found);
  return Answer::Yes;
}

} // namespace rbcheck
