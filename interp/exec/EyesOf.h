//===- interp/exec/EyesOf.h - Looking at memory as another thread ---------===//
//
// What a thread may read, and whether reading needs that it is seen, depends on
// who asks. Questions about parked threads are asked in their name.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Core.h"

namespace rbcheck {

/// While it lives memory is looked at with the eyes of a thread that need not
/// be the running one.
class EyesOf {
public:
  EyesOf(Core &core, uint32_t thread)
      : core_(core), running_(core.current), usedCaches_(core.usesCaches) {
    core.current = thread;
    core.usesCaches &= thread == running_;
  }
  ~EyesOf() {
    core_.current = running_;
    core_.usesCaches = usedCaches_;
  }
  EyesOf(const EyesOf &) = delete;
  EyesOf &operator=(const EyesOf &) = delete;

private:
  Core &core_;
  uint32_t running_;
  bool usedCaches_;
};

} // namespace rbcheck
