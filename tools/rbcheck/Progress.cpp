//===- tools/rbcheck/Progress.cpp - The live line on a terminal -----------===//
#include "tools/rbcheck/Progress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

ProgressLine::ProgressLine(When when)
    : isOn_(when == When::Always ||
            (when == When::Auto && isatty(STDERR_FILENO))) {}

void ProgressLine::progress(const Statistics &stats, uint32_t depth) {
  last_ = stats.states;
  if (!isOn_)
    return;
  uint64_t states = earlier_ + last_;
  double rate = stats.seconds > 0 ? double(states) / stats.seconds : 0;
  std::string line =
      llvm::formatv("{0:n} states, {1:n}/s, depth {2:n}, {3:n} MB, {4:f1} s",
                    states, uint64_t(rate), depth, residentMb(), stats.seconds);
  if (covered_.preemptions)
    line += llvm::formatv("; all with <= {0} preemptions", *covered_.preemptions);
  if (covered_.known)
    line += llvm::formatv(", {0} % of known with {1}", covered_.percent(),
                          *covered_.preemptions + 1);
  width_ = std::max(width_, line.size());
  line.resize(width_, ' ');
  llvm::errs() << '\r' << line << '\r';
  llvm::errs().flush();
  isShown_ = true;
}

void ProgressLine::clear() {
  if (isShown_)
    llvm::errs() << '\r' << std::string(width_, ' ') << '\r';
  isShown_ = false;
}

} // namespace rbcheck
