//===- search/Policies.h - What every search can be combined with ---------===//
//
// Policies act where a node is expanded, so they compose with every search:
//   bound  which choices are offered at all (`--bound=preemptions:2`)
//   order  in which order they are offered (`--order=random`)
//
// A bound that drops a choice says so to the context: the verdict is then at
// best "inconclusive". What a bound has to remember along a path (the last
// thread, preemptions so far) is part of the visited key, or states reached
// with preemptions to spare would be taken for seen.
//
// A preemption is a step of another thread although the last one could go on.
// Tested by test/search/bound.c and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Rng.h"

#include "interp/exec/Machine.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace rbcheck {

enum class Order : uint8_t {
  Thread, ///< by thread, then by value
  Same,   ///< the thread that moved last first: few switches
  Switch, ///< the thread that moved last last: many switches
  Random  ///< shuffled anew for every state
};

struct Policies {
  Order order = Order::Thread;
  std::optional<uint32_t> preemptions; ///< the bound, if there is one

  llvm::Error parseOrder(llvm::StringRef text);
  llvm::Error parseBound(llvm::StringRef text);
  /// "preemption bound 2", or "" without a bound.
  std::string boundText() const;
};

const char *orderName(Order order);

/// Sorts choices that come by thread, then by value.
void orderChoices(llvm::MutableArrayRef<Choice> choices, Order order,
                  uint16_t lastThread, Rng &rng);

} // namespace rbcheck
