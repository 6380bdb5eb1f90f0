//===- search/triage/static/PlaceFacts.h - What is certain where ----------===//
//
// The result of the analysis: for every access and call, by who executes it,
// what is held and which threads were made, in all ways to come there. For a
// call that is what is certain at everything inside of it, too.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/Assumptions.h"
#include "search/triage/static/Children.h"
#include "search/triage/static/HeapObject.h"
#include "search/triage/static/Held.h"

#include <map>
#include <optional>

namespace rbcheck {

struct PlaceFact {
  Held held;
  Children children;
  TouchedObject touched = {}; ///< of an access

  void meet(const PlaceFact &other) {
    held.meet(other.held);
    children.meet(other.children);
    touched.meet(other.touched);
  }
};

inline void meetInto(std::optional<PlaceFact> &all, const PlaceFact &one) {
  if (all)
    all->meet(one);
  else
    all = one;
}

/// What an access or a library call touches of what others can reach.
struct TouchedMemory {
  std::set<uint32_t> globals; ///< places in Program::globals
  std::set<HeapRange> heap;
  bool isUnknown = false; ///< and memory that is not followed

  bool touches(const HeapRange &range) const {
    return std::any_of(heap.begin(), heap.end(), [&](const HeapRange &mine) {
      return mine.overlaps(range);
    });
  }
};

class PlaceFacts {
public:
  void note(Root root, CodePlace place, const PlaceFact &fact) {
    meetInto(all_[place][root], fact);
  }
  using ByRoot = std::map<Root, std::optional<PlaceFact>>;
  /// Null: nobody comes there.
  const ByRoot *at(CodePlace place) const {
    auto found = all_.find(place);
    return found == all_.end() ? nullptr : &found->second;
  }

  TouchedMemory &touchedAt(CodePlace place) { return touched_[place]; }
  const TouchedMemory *touchedAt(CodePlace place) const {
    auto found = touched_.find(place);
    return found == touched_.end() ? nullptr : &found->second;
  }
  /// All places that touch the variable by its name; those that touch unknown
  /// memory are not among them.
  std::vector<CodePlace> touching(uint32_t global) const {
    std::vector<CodePlace> places;
    for (const auto &[place, touched] : touched_)
      if (touched.globals.count(global))
        places.push_back(place);
    return places;
  }

  /// The same for bytes of heap objects.
  std::vector<CodePlace> touching(const HeapRange &range) const {
    std::vector<CodePlace> places;
    for (const auto &[place, touched] : touched_)
      if (touched.touches(range))
        places.push_back(place);
    return places;
  }

private:
  std::map<CodePlace, ByRoot> all_;
  std::map<CodePlace, TouchedMemory> touched_;
};

/// Such an instruction can be a place of PlaceFacts.
bool hasPlaceFact(const Insn &insn);

} // namespace rbcheck
