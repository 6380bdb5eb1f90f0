//===- search/triage/History.h - What happened on the way to a fault ------===//
//
// A state does not tell where a lock was taken or which waits have returned;
// the path does. These replay the schedule of a violation and look.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Result.h"
#include "search/triage/Goals.h"

namespace rbcheck {

/// True if the schedule leads to the same fault again.
bool doesReplay(const Program &program, const Violation &violation);

/// The stack, from the inside out, with which `thread` last locked `lock`;
/// empty if that could not be seen.
std::vector<CodePlace> lastAcquisition(const Program &program, const Violation &violation,
                                       uint32_t thread, uint64_t lock);

/// True if `thread` was woken in the wait at `side` and went on from there.
bool hasReturnedFrom(const Program &program, const Violation &violation, uint32_t thread,
                     const Positions &positions, const GoalSide &side);

/// The stacks, from the inside out, with which heap blocks were allocated on the
/// way to the violation; empty if one was not.
std::vector<std::vector<CodePlace>>
allocationsOf(const Program &program, const Violation &violation,
              llvm::ArrayRef<uint64_t> blocks);

/// Who freed the memory that the violation's last step touches, and the stack it
/// did it with, from the inside out.
struct Freeing {
  uint32_t thread = 0;
  std::vector<CodePlace> stack;
};
std::optional<Freeing> freeingOf(const Program &program,
                                 const Violation &violation);

/// The violation that the schedule ends in, if its last step fails.
std::optional<Violation> failureOf(const Program &program, Schedule schedule,
                                   const MachineOptions &machine);

} // namespace rbcheck
