//===- search/solver/CachingSolver.cpp - Asks only what is not known ------===//
#include "search/solver/CachingSolver.h"

#include "llvm/ADT/DenseSet.h"

#include <chrono>

namespace rbcheck {
namespace {

constexpr size_t kMostEntries = 500'000; ///< then the cache begins anew

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

Hash128 keyOf(llvm::ArrayRef<TermRef> part) {
  llvm::SmallVector<Hash128, 16> hashes;
  for (TermRef t : part)
    hashes.push_back(t->hash);
  return hashBytes(hashes.data(), hashes.size() * sizeof(Hash128), 0x706172);
}

} // namespace

const CachingSolver::Entry &CachingSolver::keep(Entries &in, Hash128 key,
                                                Entry entry) {
  if (entry.answer == Answer::Unknown && run_.isOver()) {
    last_ = std::move(entry);
    return last_;
  }
  if (in.size() >= kMostEntries)
    in.clear();
  return in[key] = std::move(entry);
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
  return &keep(cache_, keyOf(part), std::move(entry));
}

const CachingSolver::Entry *CachingSolver::known(const Set &part) {
  auto found = cache_.find(keyOf(part));
  if (found != cache_.end()) {
    ++stats_.byCache;
    return &found->second;
  }
  const Assignment *example = examples_.find(part);
  if (!example)
    return nullptr;
  ++stats_.byModel;
  return remember(part, Answer::Yes, *example);
}

const CachingSolver::Entry *CachingSolver::ask(const Set &part) {
  Assignment example;
  const Answer answer = behind_->isPossible(part, &example);
  const SolverStats &cost = behind_->stats();
  stats_.bySolver = cost.bySolver;
  stats_.byBits = cost.byBits;
  stats_.unknown = cost.unknown;
  if (answer == Answer::Yes)
    examples_.add(example);
  return remember(part, answer, example);
}

Solver::Answer CachingSolver::isPossible(llvm::ArrayRef<TermRef> conditions,
                                         Assignment *example) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  ++stats_.queries;
  const Hash128 key = keyOf(conditions);
  auto found = whole_.find(key);
  const bool isNew = found == whole_.end();
  stats_.asBefore += !isNew;
  const Entry &entry =
      isNew ? keep(whole_, key, answer(conditions)) : found->second;
  if (example && entry.answer == Answer::Yes)
    for (auto [input, value] : entry.example)
      (*example)[input] = value;
  stats_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return entry.answer;
}

CachingSolver::Entry CachingSolver::answer(llvm::ArrayRef<TermRef> conditions) {
  Set all;
  if (!normalise(conditions, all))
    return {Answer::No, {}};
  Entry found{Answer::Yes, {}};
  /// False: the answer is no.
  auto take = [&](const Entry *entry) {
    if (entry->answer == Answer::Unknown)
      found.answer = Answer::Unknown;
    found.example.append(entry->example);
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
      return {Answer::No, {}};
  }
  for (const Set *part : open)
    if (!take(ask(*part)))
      return {Answer::No, {}};
  return found;
}

} // namespace rbcheck
