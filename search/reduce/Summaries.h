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

#include <array>
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
  SummaryId unite(SummaryId a, SummaryId b) {
    if (a == b || b == kEmpty || a == kAnything)
      return a;
    if (a == kEmpty || b == kAnything)
      return b;
    Union &recent = recent_[(a * 37 + b) % recent_.size()];
    if (recent.a != a || recent.b != b)
      recent = {a, b, makeUnion(a, b)};
    return recent.both;
  }
  /// The set and one more.
  SummaryId with(SummaryId set, OperationId member) {
    if (member >= singles_.size() || singles_[member] == kEmpty)
      makeSingle(member);
    return unite(set, singles_[member]);
  }
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
  struct Union {
    SummaryId a = kEmpty, b = kEmpty, both = kEmpty;
  };
  SummaryId intern(llvm::ArrayRef<OperationId> sorted);
  SummaryId makeUnion(SummaryId a, SummaryId b);
  void makeSingle(OperationId member);

  std::vector<OperationId> pool_;
  std::vector<Set> sets_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<SummaryId, 1>> byHash_;
  llvm::DenseMap<uint64_t, SummaryId> unions_;
  std::array<Union, 512> recent_; ///< of these, the last, by their numbers
  std::vector<SummaryId> singles_; ///< by member
  std::vector<OperationId> scratch_;
};

} // namespace rbcheck
