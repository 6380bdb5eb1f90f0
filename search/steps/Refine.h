//===- search/steps/Refine.h - Errors of sync steps in access steps -------===//
//
// A search with Steps::Sync finds errors in few large steps. Whoever shows them
// wants the small ones: which access came when, and the two accesses of a race
// side by side. So a violation is told again, once, when it is found: its
// schedule becomes one for a machine with Steps::Access. From then on it is like
// any other: replay, minimiser, reports and traces know nothing of this.
//
// Most schedules are only spelled out: behind each synchronising operation come
// the plain accesses of its segment, one by one. A race is rearranged, too. One
// access was made, and the other thread came to its own only later: but the first
// thread did not synchronise in between, so it can be stopped before its access,
// and both are about to happen. Memory that ends under an access is turned
// around: the end comes first, and then the access is a use after free.
//
// What comes out was executed, so it is never less than true.
// Tested by test/steps and by generated programs (test/generate/steps.test).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

namespace rbcheck {

/// The error as one of a machine with Steps::Access. None if it does not show
/// there: then it is behind a race that was found before, or a step has to be
/// smaller to be judged.
std::optional<Violation> refine(const Program &program,
                                const Violation &violation);

} // namespace rbcheck
