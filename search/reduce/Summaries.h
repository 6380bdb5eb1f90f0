//===- search/reduce/Summaries.h - Sets of operations, each kept once -----===//
//
// What is to come below a state, as a set of operations. Many states have the
// same one, so equal sets are stored once and a set is a number; unions are
// remembered. Tested by test/unit/OperationsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/reduce/Operations.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace rbcheck {

using SummaryId = uint32_t;

class Summaries {
public:
  static constexpr SummaryId kEmpty = 0;
  /// Everything that was ever met: what became too large.
  static constexpr SummaryId kAnything = 1;
  static constexpr size_t kMostMembers = 4096;

  Summaries();

  /// The set of these, in any order.
  SummaryId of(llvm::ArrayRef<OperationId> members);
  SummaryId ofOne(OperationId member);
  SummaryId unite(SummaryId a, SummaryId b);
  /// Sorted; not of kAnything.
  llvm::ArrayRef<OperationId> members(SummaryId id) const {
    return {pool_.data() + sets_[id].from, sets_[id].count};
  }
  uint64_t bytes() const;

private:
  struct Set {
    size_t from = 0;
    uint32_t count = 0;
    uint64_t hash = 0;
  };
  SummaryId intern(llvm::ArrayRef<OperationId> sorted);

  std::vector<OperationId> pool_;
  std::vector<Set> sets_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<SummaryId, 1>> byHash_;
  llvm::DenseMap<uint64_t, SummaryId> unions_;
  std::vector<SummaryId> singles_; ///< by member
  std::vector<OperationId> scratch_;
};

} // namespace rbcheck
