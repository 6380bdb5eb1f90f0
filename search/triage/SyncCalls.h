//===- search/triage/SyncCalls.h - What library calls do to locks ---------===//
//
// Which modelled functions lock, unlock, wait, signal, create and join: the
// words of a warning (StepOp) for calls.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/Warning.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace rbcheck {

/// Lock, Unlock, Wait, Signal, Create or Join; none for any other function.
std::optional<StepOp> syncOpOf(llvm::StringRef function);

} // namespace rbcheck
