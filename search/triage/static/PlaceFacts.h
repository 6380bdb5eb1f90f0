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
#include "search/triage/static/Held.h"

#include <map>
#include <optional>

namespace rbcheck {

struct PlaceFact {
  Held held;
  Children children;

  void meet(const PlaceFact &other) {
    held.meet(other.held);
    children.meet(other.children);
  }
};

inline void meetInto(std::optional<PlaceFact> &all, const PlaceFact &one) {
  if (all)
    all->meet(one);
  else
    all = one;
}

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

private:
  std::map<CodePlace, ByRoot> all_;
};

/// Such an instruction can be a place of PlaceFacts.
bool hasPlaceFact(const Insn &insn);

} // namespace rbcheck
