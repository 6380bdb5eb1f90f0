//===- search/guide/Guide.cpp - Locations that lead a search --------------===//
#include "search/guide/Guide.h"

#include <algorithm>

namespace rbcheck {

std::vector<CodePlace> Guide::places() const {
  std::vector<CodePlace> all;
  for (const MilestoneSequence &sequence : sequences)
    for (const Milestone &milestone : sequence)
      all.insert(all.end(), milestone.places.begin(), milestone.places.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

} // namespace rbcheck
