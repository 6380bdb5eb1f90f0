//===- tools/rbcheck/Progress.h - The live line on a terminal -------------===//
//
// One line on standard error that is written over itself a few times a second
// and gone when the search ends. Quiet in a pipe unless asked for.
// Tested by test/cli/progress.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

class ProgressLine final : public SearchMonitor {
public:
  explicit ProgressLine(When when);
  ~ProgressLine() override { clear(); }
  void progress(const Statistics &stats, uint32_t depth) override;
  void restarted() override {
    earlier_ += last_;
    last_ = 0;
  }
  /// Removes the line.
  void clear();

private:
  bool isOn_;
  bool isShown_ = false;
  uint64_t earlier_ = 0, last_ = 0; ///< states of earlier attempts, of this
};

} // namespace rbcheck
