//===- interp/exec/LoopWatch.cpp - Loops that come back to their state ----===//
#include "interp/exec/LoopWatch.h"

#include "interp/exec/Ops.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// Instructions of a step after which a window opens, and how many it lasts.
/// Together they are less than a hundredth of a time slice.
struct Window {
  uint64_t at, length;
};
constexpr Window kWindows[] = {
    {32'000, 500}, {256'000, 4'000}, {2'000'000, 16'000}};
/// The window of a thread that goes on from a pause: the largest cycle that is
/// found at all must fit.
constexpr uint64_t kFirstWindow = 16'000;

/// Fingerprints in a window: each costs what was changed since the last one.
constexpr uint32_t kMostTimes = 16;

} // namespace

uint64_t LoopWatch::begin(uint64_t count, uint64_t slice,
                          bool goesOnFromPause) {
  begin_ = count;
  sliceEnd_ = count + slice;
  next_ = 0;
  if (goesOnFromPause) {
    askFrom_ = count;
    length_ = kFirstWindow;
    isOpen_ = false;
  } else {
    close();
  }
  return askFrom_;
}

void LoopWatch::close() {
  isOpen_ = false;
  askFrom_ = sliceEnd_;
  if (next_ == std::size(kWindows))
    return;
  askFrom_ = std::min(begin_ + kWindows[next_].at, sliceEnd_);
  length_ = kWindows[next_].length;
  ++next_;
}

void LoopWatch::open(const Frame &frame, const Insn *pc, uint64_t count) {
  isOpen_ = true;
  windowEnd_ = count + length_;
  pc_ = pc;
  frame_ = &frame;
  differing_ = 0;
  times_ = 0;
  values_.clear();
  const Function &fn = *frame.fn;
  uint32_t at = fn.liveIndex[size_t(pc - fn.code.data())];
  if (at == kNoLive)
    return;
  live_ = fn.livePool.data() + at + 1;
  for (uint32_t i = 0; i < fn.livePool[at]; ++i)
    values_.push_back(frame.base[live_[i]]);
}

bool LoopWatch::isAtAnchor(const Frame &frame, const Insn *pc,
                           uint64_t count) {
  if (!isOpen_) {
    open(frame, pc, count);
    return false;
  }
  if (count >= windowEnd_) {
    close();
    return false;
  }
  if (pc != pc_ || &frame != frame_)
    return false;
  if (values_.empty())
    return true;
  auto differs = [&](size_t i) { return frame.base[live_[i]] != values_[i]; };
  if (differs(differing_))
    return false;
  for (size_t i = 0; i < values_.size(); ++i)
    if (differs(i)) {
      differing_ = i;
      return false;
    }
  return true;
}

bool LoopWatch::hasComeBack(const Hash128 &fingerprint) {
  if (times_ && fingerprint == kept_)
    return true;
  ++times_;
  if (llvm::isPowerOf2_32(times_))
    kept_ = fingerprint;
  if (times_ == kMostTimes)
    close();
  return false;
}

} // namespace rbcheck
