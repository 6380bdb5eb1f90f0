//===- search/weak/OrderSites.h - Memory orders that could be stronger ----===//
//
// The atomic operations and fences of a trace that ask for less than seq_cst,
// and the program as it would be if some of them asked for more. An operation
// inside of std::atomic's functions stands for the call in the user's code:
// only that call is changed, by giving it functions of its own. Tested by
// test/memory-model/advice.c and advice-cxx.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

namespace rbcheck {

enum class StrongerOrder : uint8_t { Acquire, Release, AcqRel, SeqCst };
/// "acquire", "release", "acq_rel" or "seq_cst".
const char *orderWord(StrongerOrder order);

/// An operation in the code.
struct OrderSite {
  /// The instruction, then the calls that lead to it, up to the user's code.
  std::vector<CodePlace> chain;
  Location at; ///< in the user's code
  std::string
      operation; ///< "load", "store", "update", "compare-exchange", "fence"
  std::string variable; ///< its name when it was met, or ""
  /// What could be asked for instead, the weakest first.
  std::vector<StrongerOrder> stronger;
};

struct OrderChange {
  OrderSite site;
  StrongerOrder order = StrongerOrder::SeqCst;
};

/// What is known of an error that is not there without weak memory.
struct OrderAdvice {
  /// With these the program has no error; none = not known.
  std::vector<OrderChange> changes;
  /// Each of them is needed, and in no weaker form, while the others stay as
  /// they are.
  bool isLeast = false;
};

/// Of the trace, in its order, at most `most`.
std::vector<OrderSite> findOrderSites(const Program &program,
                                      const Violation &violation, size_t most);

/// A copy of the program with these orders.
Program withOrders(const Program &program, llvm::ArrayRef<OrderChange> changes);

} // namespace rbcheck
