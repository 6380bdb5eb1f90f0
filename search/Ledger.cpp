//===- search/Ledger.cpp - What a search was given and what it used -------===//
#include "search/Ledger.h"

namespace rbcheck {

LedgerCounts &LedgerCounts::operator+=(const LedgerCounts &more) {
  openTickets += more.openTickets;
  offered += more.offered;
  taken += more.taken;
  found += more.found;
  expanded += more.expanded;
  droppedByBound += more.droppedByBound;
  cuts += more.cuts;
  depthWasCut |= more.depthWasCut;
  return *this;
}

void Ledger::beginAgain() {
  uint64_t cuts = counts_.cuts;
  counts_ = {};
  counts_.cuts = cuts;
}

void Ledger::add(const LedgerCounts &more, const Cut &firstCut) {
  if (!counts_.cuts)
    firstCut_ = firstCut;
  counts_ += more;
}

void Ledger::describe(Completeness &all) const {
  all.cuts = counts_.cuts;
  all.firstCut = firstCut_;
  all.droppedByBound = counts_.droppedByBound;
  all.hasOpenWork = counts_.openTickets != 0;
  all.offered = counts_.offered, all.taken = counts_.taken;
  all.found = counts_.found, all.expanded = counts_.expanded;
}

} // namespace rbcheck
