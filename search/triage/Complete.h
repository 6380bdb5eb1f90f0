//===- search/triage/Complete.h - What a warning leaves out, filled in ----===//
//
// A search along places needs more of them than many reports name (future
// work of the meta heuristic, F21). Where a warning has one side only, or no
// word on how a thread gets there, steps are added that the program itself
// tells of:
//
//   - the other side: the conflicting accesses to the same variable, or the
//     acquisitions of the same two locks in another order,
//   - the outer acquisition of a circle of locks where only the inner one is
//     named,
//   - what separates two steps that should be one: for two accesses of a thread
//     to a variable a write of another function in between, for a use after
//     free what frees,
//   - where the thread is created whose function leads to the place,
//   - what decides the branches before the place: the writes to variables
//     that the conditions read.
//
// Only the guidance is changed; what would confirm the warning stays as it is.
// Tested by test/unit/CompleteTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Goals.h"

namespace rbcheck {

Warning completeWarning(const Program &program, const Sites &sites,
                        const Warning &warning, const Goal &goal);

} // namespace rbcheck
