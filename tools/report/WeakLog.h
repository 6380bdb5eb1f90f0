//===- tools/report/WeakLog.h - Which write a read saw --------------------===//
//
// A weak memory model remembers writes by thread and instruction; a replay that
// watches all steps knows which of them it was. Only what sequential
// consistency would not do is noted: a read of an older write, a write that
// comes before others, a seq_cst operation that comes before others in the
// order of those. Tested by test/memory-model/trace.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/weak/WeakMemory.h"
#include "tools/report/StepText.h"

#include <map>

namespace rbcheck {

class WeakLog {
public:
  /// Before step `index`: how it goes on, if not in the ordinary way. The
  /// locations of its writes are those of `steps`, 0 where that is not known.
  std::optional<WeakNote> look(Machine &machine, Choice choice, uint32_t index,
                               const std::vector<TraceStep> &steps);
  /// What the last look found written: the value in words.
  const std::string &written() const { return written_; }

  // Store buffers -----------------------------------------------------------
  /// The oldest store of the thread's buffer, if the choice lets it go to
  /// memory.
  static const BufferedStore *flushed(Machine &machine, Choice choice);
  /// The value that a parked thread is about to read from its own buffer, or
  /// "".
  static std::string ownValue(Machine &machine, uint32_t thread,
                              const StepOperation &operation);
  /// After a step of the thread: the value that its write has put into the
  /// buffer, or "".
  std::string waitingValue(Machine &machine, uint32_t thread,
                           const StepOperation &operation) const;

private:
  struct Write {
    uint32_t step;
    uint16_t thread;
    CodePlace place;
    uint64_t value;
  };

  /// By address: the steps that wrote it, in the order of its writes.
  std::map<uint64_t, std::vector<Write>> writes_;
  std::string written_;
  size_t waiting_ = 0; ///< stores in the thread's buffer before the step
};

/// ", written at line 12 by T1; line 30 wrote 1 since"; "" for the ordinary
/// way.
std::string weakText(const TraceData &trace, const TraceStep &step);

} // namespace rbcheck
