//===- search/result/LeakPlaces.h - Where lost memory was made and lost ---===//
//
// A state does not tell where a block was allocated, nor when the last pointer
// to it went; executing the schedule once more does.
//
// Where it was lost: nothing ever leads again to a block that is lost, so the
// step, and within it the instruction of the user's code, behind which nothing
// does is found by halving. A local variable that is not read any more leads
// nowhere: what it pointed to is lost where it was used last.
//
// Tested by test/verify/leak-*.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"

namespace rbcheck {

/// The faults of a path that ended with these blocks lost: one for each place
/// in the user's code at which some were allocated, in the order of the blocks.
std::vector<Fault> leakFaults(const Program &program,
                              const MachineOptions &options,
                              const Schedule &schedule,
                              llvm::ArrayRef<LeakedBlock> blocks);

/// Where the last pointer to a block went.
struct LossOfPointer {
  RelatedPlace at;
  std::vector<CodePlace> stack; ///< from the inside out
};

/// The loss of the block at `base`; none if it could not be seen.
std::optional<LossOfPointer>
findLoss(const Program &program, const Violation &violation, uint64_t base);

} // namespace rbcheck
