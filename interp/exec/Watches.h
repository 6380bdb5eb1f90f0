//===- interp/exec/Watches.h - Instructions whose execution is noted ------===//
//
// A search that follows locations has to know which of them a step executed.
// Watches are a private copy of the program in which the watched instructions
// have a second opcode: its function notes the event and goes on with the
// ordinary one (Dispatch.cpp). So what is not watched costs nothing.
//
// An event is noted when a thread comes to the instruction. If it is parked
// there instead of executing it, park() takes that part back: an operation
// counts as executed once, when it was let through.
//
// Tested by test/unit/WatchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"
#include "interp/exec/OpFunction.h"

#include "llvm/ADT/DenseMap.h"

namespace rbcheck {

/// The opcode of an instruction, watched and shadowed (Symbolic.h) or not.
constexpr Op unwatched(Op op) { return Op(unsigned(op) % kOpCount); }
constexpr Op asWatched(Op op) {
  return unsigned(op) / kOpCount & 1 ? op : Op(unsigned(op) + kOpCount);
}
constexpr Op asShadowed(Op op) {
  return unsigned(op) / kOpCount & 2 ? op : Op(unsigned(op) + 2 * kOpCount);
}

class Watches {
public:
  /// `places` must be places of the program, sorted, without duplicates.
  Watches(const Program &program, std::vector<CodePlace> places);

  const Program &program() const { return program_; }
  llvm::ArrayRef<WatchEvent> events() const { return events_; }
  void clear() { events_.clear(); }

  /// A thread came to a watched instruction, the n-th it executes.
  void reached(const Insn *pc, uint64_t n, uint32_t thread,
               const OpenState &state);
  /// The n-th instruction was not executed: its thread is parked at it.
  void parked(uint64_t n) {
    if (!events_.empty() && lastCount_ == n)
      events_.back().executed = false;
  }

private:
  Program program_;
  llvm::DenseMap<const Insn *, uint32_t> numbers_;
  std::vector<WatchEvent> events_;
  uint64_t lastCount_ = 0; ///< number of the instruction of the last event
};

} // namespace rbcheck
