//===- search/ContextLooks.cpp - What a context looks for besides ---------===//
//
// Livelocks, which no single state shows and which are looked for behind steps
// that lead back in the code (search/livelock/Trap.h); memory that is lost where a
// process ends, for a note; and what only several paths show (PathWatch.h).
// Tested by test/search/livelock, test/verify/leak-*.c and both-orders.c.
//
//===----------------------------------------------------------------------===//
#include "search/Check.h"
#include "search/PathWatch.h"
#include "search/SearchContext.h"
#include "search/livelock/Trap.h"
#include "search/result/LeakPlaces.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void SearchContext::beginWatch() {
  for (const Property *property : properties_)
    if (std::unique_ptr<PathWatch> watch = property->watch()) {
      RB_CHECK(!watchOfPaths_, "two properties compare paths");
      watchOfPaths_ = std::move(watch);
      watching_ = property;
    }
  if (watching_)
    ledger_.cut({std::nullopt,
                 "the check '" + watching_->check() +
                     "' compares only those paths that were taken",
                 Lack::Nothing, "", Location()});
}

void SearchContext::watchStep(const SearchNode &from, Choice choice,
                              SearchNode &to, FaultSink found) {
  to.notes_ = new PathNotes(
      to.notes_ ? to.notes_->recent : nullptr,
      watchOfPaths_->step(from.notes_ ? from.notes_->memory : nullptr, choice,
                          machine_, found));
}

/// Whoever repeats itself comes back to places in the code: so among the steps of a
/// turn is one that does not lead further on, in whatever order places are. And in
/// a trap it leaves what others see as it is, unless no other lives. So
/// this is a good moment to look, and there are few of them.
void SearchContext::lookForTrap(const SearchNode &from, Choice choice) {
  const OpenState &now = machine_.state();
  const ThreadNode &before = from.state.thread(choice.thread);
  const bool isAlone = now.scalars().live == 1;
  const ThreadNode &after = now.thread(choice.thread);
  if (!after.top || std::pair(after.top->function, after.top->pc) >
                        std::pair(before.top->function, before.top->pc))
    return;
  if (!isAlone &&
      (before.s.phase != after.s.phase ||
       (before.s.atomicDepth == 0 &&
        now.threads().sum() - after.hash !=
            from.state.node()->threadSum - before.hash)))
    return;
  if (before.pending.kind == PendingKind::Pause &&
      machine_.fingerprint() != from.state.fingerprint())
    return; // a long computation
  for (uint32_t id = 0; id < now.threadCount(); ++id)
    if (id != choice.thread && now.thread(id).top &&
        machine_.wouldStoreAnother(id))
      return;
  if (traps_ && traps_->isLeaving(now, machine_.fingerprint(), choice.thread,
                                  isAlone))
    return;
  reportTrap(machine_.save(), choice.thread, from.path.then(choice));
}

void SearchContext::reportTrap(const State &state, uint32_t moved,
                               const Path &path) {
  if (!traps_)
    traps_ = std::make_unique<TrapFinder>(machine_.program(),
                                          machine_.options());
  if (!traps_->isTrap(state, moved))
    return;
  const TrapFinder::Lasso lasso = traps_->lasso(state);
  machine_.load(lasso.at); // where it is described
  fail(traps_->describe(lasso), traps(), path, true);
  machine_.load(state);
}

/// To look at every end would cost too much: only those that leave another amount
/// of memory than any before, some of them, until there is something to say.
void SearchContext::noteLeaks(const Path &path) {
  constexpr size_t kMostLooks = 32;
  const uint64_t bytes = machine_.state().scalars().heapBytes;
  if (llvm::is_contained(seenHeaps_, bytes))
    return;
  seenHeaps_.push_back(bytes);
  looksForLeaks_ = seenHeaps_.size() < kMostLooks;
  const std::vector<LeakedBlock> lost = machine_.findLeaks();
  if (lost.empty())
    return;
  looksForLeaks_ = false;
  const std::vector<Fault> faults = leakFaults(
      machine_.program(), machine_.options(), path.schedule(), lost);
  LeakNote note;
  for (const LeakedBlock &block : lost) {
    note.bytes += block.size + block.moreBytes;
    note.blocks += 1 + block.moreBlocks;
  }
  note.places = uint32_t(faults.size());
  note.at = locate(machine_.program(), faults.front().place);
  leaks_.push_back(std::move(note));
}

} // namespace rbcheck
