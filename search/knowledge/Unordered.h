//===- search/knowledge/Unordered.h - Two accesses that nothing orders --------===//
//
// The violation of an access that races with an earlier one, although the two
// may never be about to happen in the same state: `data = 1; flag = 1;` against
// `if (flag) use(data);`. Whether a schedule shows it depends on all of it, so
// the property `unorderedAccesses` executes it again from its start.
// Tested by test/triage/order*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Result.h"
#include "search/knowledge/Knowledge.h"

namespace rbcheck {

/// The fault of a step's access and an earlier event.
Fault unorderedFault(Machine &machine, const OrderedStep &step,
                     const Access &access, const OrderEvent &earlier);

/// The same fault at the end of the violation's schedule, with `named` for the
/// names of memory; none if that does not lead to it.
std::optional<Fault> findUnorderedAgain(const Violation &violation,
                                        Machine &named);

/// Fills in the locations of both places, by a replay.
void locateUnordered(const Program &program, Violation &violation);

} // namespace rbcheck
