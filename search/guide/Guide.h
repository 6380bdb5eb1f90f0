//===- search/guide/Guide.h - Locations that lead a search ----------------===//
//
// A milestone is a place that an execution should come to: an instruction, or
// any of several that one source location stands for. A sequence is a list of
// milestones to be met in order, by whichever threads. A guide may have several
// sequences; each is followed for itself. Plain data: made by the tool from
// what the user gave (--locs), used by searches that declare
// that they want it (RegisterSearch), such as `meta`.
// docs/searches.md explains it to users.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Fault.h"

#include <string>
#include <vector>

namespace rbcheck {

struct Milestone {
  std::string text;              ///< as the user named it
  std::vector<CodePlace> places; ///< sorted, without repetition
};

using MilestoneSequence = std::vector<Milestone>;

struct Guide {
  std::vector<MilestoneSequence> sequences;

  /// All places, sorted, without repetition: what is to be watched.
  std::vector<CodePlace> places() const;
};

} // namespace rbcheck
