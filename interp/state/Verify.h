//===- interp/state/Verify.h - The invariants of states, checked ----------===//
//
// Recomputes from scratch what an open state keeps up to date: reference
// counts, owners, places, hashes, books. A flaw is a bug of rbcheck. Builds
// with assertions look for one at every freeze of a small state, and now and
// then of a large one (verifyNowAndThen); a flaw ends the run.
//
// Tested by test/unit/VerifyTest.cpp, which plants flaws.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/OpenState.h"

#include <string>

namespace rbcheck {

/// What is wrong with a state, or "". Takes time in proportion to its size.
std::string findFlaw(const OpenState &state);

/// Ends the run if there is a flaw.
void requireNoFlaw(const std::string &flaw);

/// Whether a check of something with `parts` parts is due. `count` is kept by
/// the caller.
inline bool isCheckDue(uint64_t &count, uint64_t parts) {
  return ++count % (parts < 64 ? 8 : parts / 2) == 0;
}

} // namespace rbcheck
