//===- search/inputs/Concrete.h - Errors with the values that lead there --===//
//
// A search with symbolic inputs finds an error for some values of them. Whoever
// shows it wants one execution: so a violation is told again, once, when it is
// found. The solver gives the values, and the schedule becomes one of an ordinary
// machine that is given these. From then on it is like any other: replay,
// minimiser, reports, traces and native replay know nothing of terms.
//
// The steps of decisions are left out: with known values nothing is to be
// decided.
// Tested by test/symbolic.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

namespace rbcheck {

/// The error as one of a machine with given inputs. None if the solver gave up, or
/// if an assumption fails there first.
/// If it does not show there, replaying what is returned fails, as it has to.
std::optional<Violation> withInputs(const Program &program,
                                    const Violation &violation);

} // namespace rbcheck
