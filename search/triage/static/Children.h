//===- search/triage/static/Children.h - Threads that a thread has made ---===//
//
// What is known, at a place of one thread, of the threads that it has made
// itself: a maker is a place that creates threads together with the function
// they run (Assumptions::makers). The threads of one maker are numbered as
// they are made; a number is never used again, so a handle names one thread.
// A thread that is not in the list was not made yet.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"

#include <vector>

namespace rbcheck {

struct Child {
  uint32_t maker = 0;
  uint32_t number = 0;
  bool isLive = false;  ///< may not have ended
  bool isLoose = false; ///< may be several, or one that cannot be joined
  CodePlace joined;     ///< where, for words
  friend auto operator<=>(const Child &, const Child &) = default;
};

class Children {
public:
  /// Numbers of one maker; the last one stands for all that follow.
  static constexpr uint32_t kMost = 48;

  bool isUnknown() const { return isUnknown_; }
  void setUnknown() {
    isUnknown_ = true;
    all_.clear();
  }
  const std::vector<Child> &all() const { return all_; }
  bool mayHaveMade(uint32_t maker) const;
  bool mayLive(uint32_t maker) const;
  bool mayAnyLive() const;
  /// The number of the new thread.
  uint32_t make(uint32_t maker, bool isLoose);
  /// True if that thread is known to have ended then.
  bool join(uint32_t maker, uint32_t number, CodePlace where);
  void loosen(uint32_t maker, uint32_t number);
  template <typename Change> void forEach(Change change) {
    for (Child &child : all_)
      change(child);
  }
  /// What may be so in one of both; true if that is more than before.
  bool meet(const Children &other);
  friend auto operator<=>(const Children &, const Children &) = default;

private:
  std::vector<Child> all_; ///< by maker and number
  bool isUnknown_ = false;
};

} // namespace rbcheck
