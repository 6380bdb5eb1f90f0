//===- interp/program/DecodeFrameFlow.h - The order analysis of a call ----===//
//
// Goes through the code of one function for the arguments of one frame of an
// OrderFlow: blocks that no executable branch leads to are left out. Internal
// to OrderFlow.cpp, which says what for.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/DecodeOrderFlow.h"

#include "llvm/IR/IntrinsicInst.h"

namespace rbcheck {

class FrameFlow {
public:
  FrameFlow(OrderFlow &flow, uint32_t number);
  /// True if the function may return more than was known.
  bool run();

private:
  using Orders = llvm::SmallVector<llvm::AtomicOrdering, 6>;

  OrderFlow::Frame &frame() { return flow_.frames_[number_]; }
  FlowValue valueOf(const llvm::Value &value);
  void set(const llvm::Value &of, const FlowValue &value);
  void setUnknown(const llvm::Value &of) { set(of, FlowValue::unknown()); }
  void setEdge(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void escape(const llvm::Value &value) { flow_.facts_.escape(valueOf(value)); }
  void touch(const llvm::Value &pointer);
  void access(const llvm::Instruction &at, const FlowValue &to,
              llvm::AtomicOrdering order, bool isRead, bool isWrite);

  void visit(const llvm::Instruction &inst);
  void visitMemory(const llvm::Instruction &inst);
  void visitPhi(const llvm::PHINode &phi);
  void visitTerminator(const llvm::Instruction &inst);
  void fold(const llvm::Instruction &inst);
  void visitCall(const llvm::CallBase &call);
  void callDefined(const llvm::CallBase &call, const llvm::Function &callee);
  void callLibrary(const llvm::CallBase &call, const llvm::Function &callee);
  bool callAtomic(const llvm::CallBase &call, llvm::StringRef name);
  void callIntrinsic(const llvm::IntrinsicInst &call);
  Orders ordersOf(const llvm::Value &argument);

  OrderFlow &flow_;
  const uint32_t number_;
  const llvm::Function &function_;
  llvm::DenseMap<const llvm::Value *, FlowValue> values_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks_; ///< come to
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      edges_;
  bool isMore_ = false;    ///< something was learned in this round
  bool hasResult_ = false; ///< the result has grown
};

} // namespace rbcheck
