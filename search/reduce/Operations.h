//===- search/reduce/Operations.h - Operations and which depend on which --===//
//
// Reductions ask again and again whether the order of two operations matters.
// So each operation that is met (a thread, its effects, the locks it holds) gets
// a number, and which others it depends on is worked out once, when it is met
// first. Most operations of a program concern nobody else: they have no
// neighbours, and cost nothing afterwards.
//
// What dependent means is not said here: areDependent and mayBeCoEnabled
// (interp/exec/Effects.h) are asked for every pair that the index brings up.
// Tested by test/unit/OperationsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <array>
#include <vector>

namespace rbcheck {

/// The machine that a reduction needs: one that knows the locks of an operation
/// and shows accesses of a thread that is alone, too.
inline MachineOptions forReduction(MachineOptions options) {
  options.locksets = true;
  options.showsLone = true;
  return options;
}

/// What is executed in an atomic section is not all in its effects: others
/// cannot run meanwhile. `thread`: as it was before the step.
void addSection(Effects &effects, const ThreadNode &thread);

/// An operation of one thread, by number.
using OperationId = uint32_t;

class Operations {
public:
  /// Effects that lie elsewhere.
  struct View {
    llvm::ArrayRef<Access> accesses;
    llvm::ArrayRef<SyncEffect> sync;
    llvm::ArrayRef<uint64_t> locks;
  };
  /// The number of an operation; the same for the same thread and effects.
  OperationId of(uint32_t thread, const View &effects);
  OperationId of(uint32_t thread, const Effects &effects) {
    return of(thread, View{effects.accesses, effects.sync, effects.locks});
  }
  /// An operation of the thread that touches nothing: it depends only on what
  /// concerns everybody.
  OperationId anyOf(uint32_t thread) { return of(thread, Effects()); }
  /// False if no operation depends on one of those.
  bool anyIsWide() const { return !wide_.empty(); }

  uint32_t threadOf(OperationId id) const { return all_[id].thread; }
  const Effects &effectsOf(OperationId id) const { return all_[id].effects; }
  size_t size() const { return all_.size(); }

  /// Operations of other threads whose order with this one matters.
  llvm::ArrayRef<OperationId> dependents(OperationId id) const {
    return all_[id].dependents;
  }
  /// Those of them that could go on in the same state.
  llvm::ArrayRef<OperationId> rivals(OperationId id) const {
    return all_[id].rivals;
  }
  bool isDependent(OperationId a, OperationId b) const {
    return dependents_.contains(keyOf(a, b));
  }

  /// Operations that had no rivals when they were met, in the order in which
  /// they got their first.
  llvm::ArrayRef<OperationId> late() const { return late_; }
  uint64_t bytes() const;

private:
  struct Operation {
    uint32_t thread = 0;
    std::vector<OperationId> dependents, rivals;
    uint64_t hash = 0;
    Effects effects;
  };
  /// Addresses are looked up by pieces of this many bytes (a power of two).
  static constexpr unsigned kPieceBits = 6;
  /// Ranges of more pieces are compared with everything.
  static constexpr uint64_t kMostPieces = 64;

  static uint64_t keyOf(OperationId a, OperationId b) {
    return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a;
  }
  bool is(OperationId id, uint32_t thread, const View &effects) const;
  OperationId find(uint32_t thread, const View &effects);
  OperationId add(uint32_t thread, const View &effects, uint64_t hash);
  void compare(OperationId id, OperationId other);
  void enter(OperationId id);

  std::vector<Operation> all_;
  /// What was asked for lately, by a few bits of it. Threads repeat themselves.
  std::array<OperationId, 1024> recent_{};
  llvm::DenseMap<uint64_t, llvm::SmallVector<OperationId, 1>> byHash_;
  llvm::DenseMap<uint64_t, llvm::SmallVector<OperationId, 4>> byPiece_;
  std::vector<OperationId> wide_; ///< to be compared with every operation
  std::vector<OperationId> besideMemory_;
  std::vector<OperationId> late_;
  llvm::DenseSet<uint64_t> dependents_;
  std::vector<uint32_t> seen_; ///< by operation: round it was compared in
  uint32_t round_ = 0;
};

} // namespace rbcheck
