//===- interp/exec/LoopWatch.h - Loops that come back to their state ------===//
//
// A thread that computes without visible operation is looked at now and then:
// from a few places of a step on, for a short stretch each (a *window*), every
// backward jump is compared with the first of the window, the anchor: the same
// instruction, the same frame, the same live registers. That costs a comparison
// of registers, and in loops that count it fails at the first one. Where it does
// not fail, the fingerprint of the whole open state is taken; when one comes
// back, the thread repeats itself for ever and is parked at once, as at the end
// of its time slice. Fingerprints that are kept for comparison are those of
// the 1st, 2nd, 4th ... time (Brent), so memory may have a longer period than
// registers.
//
// A thread that goes on from such a place has its anchor there. So it comes
// back to the very state it was parked in, which every search knows.
//
// Where a thread is parked depends on the state a step begins in and on nothing
// else: so schedules replay.
// Tested by test/interp/endless-loop.c, test/search/busy-loop.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/Hash.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace rbcheck {

struct Frame;

class LoopWatch {
public:
  /// A thread begins to run when `count` instructions were executed. Its slice
  /// ends `slice` later. Returns the count from which on to ask.
  uint64_t begin(uint64_t count, uint64_t slice, bool goesOnFromPause);

  /// One instruction took as long as `count`: the slice ends earlier. Depends
  /// on what the instruction does, never on a clock, so schedules still replay.
  void spend(uint64_t count) {
    sliceEnd_ -= std::min(count, sliceEnd_);
    askFrom_ = std::min(askFrom_, sliceEnd_);
  }
  /// The thread had its slice.
  bool isOver(uint64_t count) const { return count >= sliceEnd_; }
  /// At a backward jump: true if it looks like the anchor.
  bool isAtAnchor(const Frame &frame, const Insn *pc, uint64_t count);
  /// There, with the fingerprint of the state: true if it has come back.
  bool hasComeBack(const Hash128 &fingerprint);
  /// The count from which on to ask again.
  uint64_t askFrom() const { return isOpen_ ? 0 : askFrom_; }

private:
  void open(const Frame &frame, const Insn *pc, uint64_t count);
  void close();

  uint64_t begin_ = 0, sliceEnd_ = 0;
  uint64_t askFrom_ = 0; ///< begin of the next window, or end of the slice
  uint64_t length_ = 0;  ///< of that window
  unsigned next_ = 0;    ///< window after that
  bool isOpen_ = false;
  uint64_t windowEnd_ = 0;

  // The anchor of the window.
  const Insn *pc_ = nullptr;
  const Frame *frame_ = nullptr;
  const uint16_t *live_ = nullptr;          ///< slots
  llvm::SmallVector<uint64_t, 16> values_; ///< of these slots
  size_t differing_ = 0; ///< the value that differed last time
  uint32_t times_ = 0;   ///< fingerprints taken
  Hash128 kept_ = 0;     ///< one of them
};

} // namespace rbcheck
