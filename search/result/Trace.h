//===- search/result/Trace.h - The choices that lead to a state -----------===//
//
// A Path is how one node of a search was reached: a list of choices, shared
// from the end towards the start, so that a frontier of a million nodes holds
// each common prefix once. A Schedule is the same as a plain list, from the
// start; program, input and schedule determine an execution.
//
// Threads: counts follow the rule of interp/state/Node.h.
// Tested by test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include <vector>

namespace rbcheck {

using Schedule = std::vector<Choice>;

class Path {
public:
  Path() = default;
  Path(const Path &other) : last_(other.last_) { retainLink(last_); }
  Path(Path &&other) noexcept : last_(std::exchange(other.last_, nullptr)) {}
  Path &operator=(Path other) noexcept {
    std::swap(last_, other.last_);
    return *this;
  }
  ~Path() {
    if (last_)
      releaseLinks(last_);
  }

  /// This path and one more step.
  Path then(Choice choice) const;
  /// The choices from the start.
  Schedule schedule() const;
  /// Calls visit(choice) from the last step on while it returns true.
  template <typename Visit> void forEachBackwards(Visit visit) const {
    for (const Link *link = last_; link && visit(link->choice);)
      link = link->before;
  }

private:
  struct Link {
    uint32_t refs;
    Choice choice;
    Link *before;
  };
  static_assert(sizeof(Link) == 16);
  static void retainLink(Link *link);
  /// Iterative: paths can have millions of links.
  static void releaseLinks(Link *link);

  Link *last_ = nullptr;
};

} // namespace rbcheck
