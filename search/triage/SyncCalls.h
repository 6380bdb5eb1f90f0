//===- search/triage/SyncCalls.h - Library calls in a warning's words -----===//
//
// Which library functions lock, unlock, wait, signal, create and join: the
// words of a warning (StepOp) for the role that a model's row gives.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"
#include "search/triage/Warning.h"

#include <optional>

namespace rbcheck {

/// Of a modelled function; no role for any other.
Role roleOf(const Function &callee);

/// Lock, Unlock, Wait, Signal, Create or Join; none for any other function.
std::optional<StepOp> syncOpOf(const Function &callee);

} // namespace rbcheck
