//===- search/triage/static/Held.h - Locks that are certainly held --------===//
//
// A lock is named by its address, so it is one lock. Atomic sections count as
// a lock of their own. Locks in heap objects have other names (HeapObject.h).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"
#include "interp/roles/Role.h"

#include <vector>

namespace rbcheck {

constexpr uint64_t kAtomicSection = 0;

struct Hold {
  uint64_t lock = 0;
  bool isWrite = true; ///< nobody else can hold it in any way
  Family family = Family::None;
  CodePlace taken; ///< where, for words; one of several places
  friend auto operator<=>(const Hold &, const Hold &) = default;
};

class Held {
public:
  const std::vector<Hold> &all() const { return all_; }
  const Hold *find(uint64_t lock) const;
  void add(const Hold &hold);
  void remove(uint64_t lock);
  void clear() { all_.clear(); }
  template <typename Predicate> void removeIf(Predicate predicate) {
    std::erase_if(all_, predicate);
  }
  template <typename Change> void forEach(Change change) {
    for (Hold &hold : all_)
      change(hold);
  }
  /// Keeps what is held in both; true if that is less than before.
  bool meet(const Held &other);
  friend auto operator<=>(const Held &, const Held &) = default;

private:
  std::vector<Hold> all_; ///< by lock
};

} // namespace rbcheck
