//===- interp/program/DecodeOrders.h - The memory orders of a program -----===//
//
// Which memory orders the code asks for that the entry point leads to, and for
// each global variable whether they are mixed on it and whether it is accessed
// atomically only. It decides what --memory-model=auto is
// (docs/memory-models.md), and what a machine with MemoryModel::C11 need not
// record. DecodeOrderFlow.h says how it is found out; a module without any weak
// order is not looked at closer. Tested by test/unit/OrderFlowTest.cpp and
// test/interp/orders.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/DecodeOrderFlow.h"
#include "interp/program/Program.h"

namespace rbcheck {

struct OrdersFound {
  AtomicOrders orders; ///< all but the place of the first weak one
  const llvm::Instruction *firstWeak = nullptr;
  std::optional<OrderFacts> facts; ///< none: nothing is weak

  bool isMixed(const llvm::GlobalVariable &variable) const;
  bool isPlain(const llvm::GlobalVariable &variable) const;
};

OrdersFound findOrders(const llvm::Module &module, const llvm::Function &entry);

} // namespace rbcheck
