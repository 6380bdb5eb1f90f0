//===- search/solver/CachingSolver.h - Asks only what is not known --------===//
//
// Stands in front of a solver. Conditions are taken apart into conjuncts, and
// these into parts that share no input; each part is answered by the first that
// can: simple laws, what was asked before, an example found before, the solver.
// KLEE (Cadar, Dunbar, Engler, OSDI 2008, section 3.3) found both independence
// and old examples decisive.
//
// Which example is given depends on what was asked before; whether there is one
// does not.
// Tested by test/unit/SolverTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Limits.h"
#include "search/solver/Examples.h"
#include "search/solver/IndependentSets.h"

#include "interp/state/symbolic/Solver.h"

#include <memory>
#include <unordered_map>

namespace rbcheck {

class CachingSolver final : public Solver {
public:
  /// Answers are not kept when `run` is over: they are not the solver's.
  CachingSolver(std::unique_ptr<Solver> behind, const Limits &run)
      : behind_(std::move(behind)), run_(run) {}

  Answer isPossible(llvm::ArrayRef<TermRef> conditions,
                    Assignment *example) override;

private:
  using Set = IndependentSets::Set;
  struct Entry {
    Answer answer;
    llvm::SmallVector<std::pair<uint32_t, uint64_t>, 2> example;
  };
  struct HashOfKey {
    size_t operator()(Hash128 key) const { return size_t(key); }
  };

  using Entries = std::unordered_map<Hash128, Entry, HashOfKey>;

  Entry answer(llvm::ArrayRef<TermRef> conditions);
  /// Unless the run is over.
  const Entry &keep(Entries &in, Hash128 key, Entry entry);
  /// The cache's entry or an older example's, or null.
  const Entry *known(const Set &part);
  const Entry *ask(const Set &part);
  const Entry *remember(const Set &part, Answer answer,
                        const Assignment &example);

  std::unique_ptr<Solver> behind_;
  Limits run_;
  IndependentSets sets_;
  Entries whole_; ///< questions as they were asked
  Entries cache_; ///< their parts
  Examples examples_;
  Entry last_;                         ///< of what is not kept
};

} // namespace rbcheck
