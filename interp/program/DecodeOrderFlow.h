//===- interp/program/DecodeOrderFlow.h - Which orders are asked for ------===//
//
// In unoptimised C++ a memory order is an argument: std::atomic<T>::load has an
// instruction for each, and a switch in front. Which of them a program can
// execute follows from the constants that are handed down. This is a constant
// propagation with conditional branches (Wegman and Zadeck 1991) over all that
// the entry point leads to, with sets of constants and of global variables as
// values. A function that has atomics, or calls such, or computes an integer of
// integers, is looked at once for each list of arguments that it is called
// with, so that `x.store(1, relaxed)` and `y.store(1)` are told apart; beyond
// some lists, and in other functions, the calls are joined. What has its
// address taken is called with anything.
//
// Errs on one side: what cannot be ruled out is noted. Tested by
// test/unit/OrderFlowTest.cpp and test/interp/orders.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/FlowValue.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"

#include <deque>

namespace rbcheck {

/// How some memory may be accessed.
struct AccessKinds {
  bool seqCst = false;      ///< by a seq_cst atomic operation
  bool weak = false;        ///< by a weaker one
  bool plain = false;       ///< not atomically
  bool plainAtInit = false; ///< the same, before main

  void add(const AccessKinds &other) {
    seqCst |= other.seqCst;
    weak |= other.weak;
    plain |= other.plain;
    plainAtInit |= other.plainAtInit;
  }
};

/// What the whole program can do.
struct OrderFacts {
  using Variable = FlowValue::Variable;

  llvm::SmallPtrSet<const llvm::Instruction *, 16> weak;
  bool hasSeqCst = false;
  bool allReadsAcquire = true;
  bool allWritesRelease = true;
  llvm::DenseMap<Variable, AccessKinds> variables;
  AccessKinds elsewhere; ///< heap and stacks
  AccessKinds unknown;   ///< through pointers to anything that escaped
  llvm::DenseSet<Variable> escaped;
  bool initStartsThreads = false;

  /// An atomic operation or fence with this order can be executed.
  void addOrder(const llvm::Instruction &at, llvm::AtomicOrdering order);
  void addRead(llvm::AtomicOrdering order);
  void addWrite(llvm::AtomicOrdering order);
  void addAccess(const FlowValue &to, AccessKinds kinds);
  void escape(const FlowValue &value);
  /// All that is known of one variable, unknown pointers included.
  AccessKinds of(Variable variable) const;
  AccessKinds ofElsewhere() const;
};

class OrderFlow {
public:
  explicit OrderFlow(const llvm::Module &module);
  /// `entry` is called with anything.
  OrderFacts run(const llvm::Function &entry);

private:
  friend class FrameFlow;

  struct Frame {
    const llvm::Function *function;
    llvm::SmallVector<FlowValue, 4> arguments;
    bool isInit = false;   ///< before main
    bool isJoined = false; ///< of several calls
    bool isOpen = false;   ///< its result goes to code that is not followed
    bool isQueued = false;
    FlowValue result;
    llvm::SmallVector<uint32_t, 4> callers;
  };

  /// The frame that such a call makes; it is looked at if it is new.
  uint32_t frameFor(const llvm::Function &function,
                    llvm::ArrayRef<FlowValue> arguments, bool isInit);
  void callWithAnything(const llvm::Function &function);
  /// Its result goes to code that is not followed.
  void open(uint32_t frame);
  void queue(uint32_t frame);
  /// Functions whose address is in `constant` can be called by anybody; what
  /// an initialiser names is in memory.
  void noteConstant(const llvm::Constant &constant, bool isInMemory);
  FlowValue valueOf(const llvm::Constant &constant);
  void findAtomics();

  const llvm::Module &module_;
  const llvm::DataLayout &layout_;
  const llvm::Function *entry_ = nullptr;
  OrderFacts facts_;
  std::deque<Frame> frames_;
  std::deque<uint32_t> queue_;
  /// Frames by function, those before main apart.
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<uint32_t, 2>>
      byFunction_[2];
  /// Functions that have atomics, or call such.
  llvm::SmallPtrSet<const llvm::Function *, 32> hasAtomics_;
  llvm::SmallPtrSet<const llvm::Constant *, 32> noted_, inMemory_;
  llvm::SmallPtrSet<const llvm::CallBase *, 8> initCalls_;
};

} // namespace rbcheck
