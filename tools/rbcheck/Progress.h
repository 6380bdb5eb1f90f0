//===- tools/rbcheck/Progress.h - The live line on a terminal -------------===//
//
// One line on standard error that is written over itself a few times a second
// and gone when the search ends: what is being done, and how far it is. Quiet in a pipe unless asked for.
// Tested by test/cli/progress.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/rbcheck/Options.h"

namespace rbcheck {

class ProgressLine final : public SearchMonitor {
public:
  explicit ProgressLine(const Options &options);
  ~ProgressLine() override { clear(); }
  void progress(const Statistics &stats, uint32_t depth) override;
  void works(llvm::StringRef what) override;
  void covered(const Coverage &covered) override { covered_ = covered; }
  void restarted() override {
    earlier_ += last_;
    last_ = 0;
    covered_ = {};
  }
  /// Removes the line.
  void clear();

private:
  bool isOn_;
  bool isShown_ = false;
  double limit_ = 0;  ///< seconds, 0 = none
  std::string work_;  ///< what is being done
  size_t width_ = 0; ///< of the longest line so far
  uint64_t earlier_ = 0, last_ = 0; ///< states of earlier attempts, of this
  Coverage covered_;
};

} // namespace rbcheck
