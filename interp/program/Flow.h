//===- interp/program/Flow.h - Control flow of the whole program ----------===//
//
// The program as one graph: a node is an instruction, an edge is control flow.
// Calls are known with the functions they may enter, thread creations with
// those they may start. It errs on the side of more: an edge that is not there
// is never taken, but for what the list below leaves out.
//
//  - A call through a pointer may enter every function of its type whose
//    address is taken. A virtual call (a pointer loaded from a table that the
//    first argument points to) may enter what vtables have at that offset.
//  - pthread_create and thrd_create start the function they name, else all of
//    the fitting type. The call of std::thread that starts a thread starts the
//    run function of the state object that its caller made.
//  - A call that may throw has an edge to its landing pad.
//  - Left out: longjmp, callbacks of models, functions that run when a thread
//    or the process ends.
//
// Tested by test/unit/FlowTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rbcheck {

/// An instruction of the program, numbered through all functions.
using FlowNode = uint32_t;
constexpr FlowNode kNoNode = ~0u;

struct FlowCall {
  FlowNode node = 0;
  FlowNode next = 0;              ///< where it returns to
  FlowNode pad = kNoNode;         ///< where it lands if the callee throws
  std::vector<uint32_t> callees;  ///< defined functions it may enter
  std::vector<uint32_t> spawns;   ///< functions it may start in a new thread
  bool isOpaque = false;          ///< may be a function without a body
  /// Threads start in it, but only those of `spawns`: nothing that can be
  /// reached by entering the callees, other than to return, matters.
  bool isStart = false;
};

class CallTargets;

class Flow {
public:
  explicit Flow(const Program &program);

  const Program &program() const { return program_; }
  uint32_t size() const { return base_.back(); }
  FlowNode node(uint32_t function, uint32_t pc) const {
    return base_[function] + pc;
  }
  FlowNode entry(uint32_t function) const { return base_[function]; }
  uint32_t functionOf(FlowNode node) const;
  const Insn &insn(FlowNode node) const { return *insns_[node]; }
  bool isReturn(FlowNode node) const { return insn(node).op == Op::Ret; }

  /// Where control can go from an instruction that is no call and no return.
  void forEachSuccessor(FlowNode node,
                        llvm::function_ref<void(FlowNode)> visit) const;
  llvm::ArrayRef<FlowCall> calls() const { return calls_; }
  /// The call at a node, or null.
  const FlowCall *callAt(FlowNode node) const;
  /// An exception may leave the function.
  bool mayThrow(uint32_t function) const { return mayThrow_[function]; }

private:
  void addCall(FlowNode node, uint32_t function, uint32_t pc,
               const CallTargets &targets);
  void findThrows();

  const Program &program_;
  std::vector<FlowNode> base_;      ///< by function; one more at the end
  std::vector<const Insn *> insns_; ///< by node
  std::vector<FlowCall> calls_;     ///< by node
  std::vector<bool> mayThrow_;      ///< by function
};

} // namespace rbcheck
