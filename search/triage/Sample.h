//===- search/triage/Sample.h - Races in executions taken at random -------===//
//
// The searches find two threads about to make conflicting accesses. A report of
// a race means more: accesses that nothing orders, and in a program that has
// races these may never be about to happen at once, since a racing access keeps
// them apart. So for races that are still open some executions are run at
// random and their accesses compared by clocks
// (search/knowledge/HappensBefore.h). What is found is a race; what is not
// found means nothing. Tested by test/triage/annotated/plain-flag.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/knowledge/Unordered.h"
#include "search/triage/Goals.h"

namespace rbcheck {

struct SampleOptions {
  MachineOptions machine;
  uint64_t seed = 1;
  uint64_t executions = 400;
  uint64_t steps = 200'000; ///< of all executions together
  uint64_t depth = 20'000;  ///< of one
  uint64_t instructions = 100'000'000; ///< of all; a tenth of them of one
};

/// The goal's number is asked for and found; `isOver` stops everything.
struct SampleSink {
  llvm::function_ref<bool(size_t)> isOpen;
  llvm::function_ref<void(size_t, const Violation &)> found;
  llvm::function_ref<bool()> isOver;
};

void sampleRaces(const Program &program, const std::vector<Goal> &goals,
                 const SampleOptions &options, SampleSink sink);

} // namespace rbcheck
