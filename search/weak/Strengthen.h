//===- search/weak/Strengthen.h - Which memory order an error lacks -------===//
//
// After an error with MemoryModel::C11: is it there without weak memory, and if
// not, which orders of the operations on its trace have to be stronger so that
// the program has no error? Every answer is one of a complete search, under
// sequential consistency or of the changed program. Tried are
//
//   1. one alone, by rising strength;
//   2. all of them, each then made as weak as the others allow;
//
// first without seq_cst, then with it.
//
// The effort is limited by states, not by time, so that equal runs give equal
// answers. Tested by test/memory-model/advice.c, advice-cxx.cpp and
// test/unit/StrengthenTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Driver.h"
#include "search/weak/OrderSites.h"

namespace rbcheck {

struct StrengthenLimits {
  size_t sites = 16; ///< operations that are looked at
  uint64_t statesOfTry = 20'000;
  uint64_t statesInAll = 100'000;
};

/// `check` is what found the violation. None if the program has an error
/// without weak memory, too, or if that is not known.
std::optional<OrderAdvice> strengthen(const Program &program,
                                      const Violation &violation,
                                      const CheckOptions &check,
                                      const StrengthenLimits &limits = {});

} // namespace rbcheck
