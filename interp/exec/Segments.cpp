//===- interp/exec/Segments.cpp - From one synchronisation to the next ----===//
//
// With Steps::Sync a step executes the pending operation, which synchronises,
// and then the thread's segment: all it does up to its next synchronising
// operation. Plain accesses to shared memory do not park it; they are noted in
// its footprint, which stays in the state until the thread synchronises again.
// If every data race is an error this hides nothing:
//
// - A conflict with a footprint is a race: its thread has not synchronised since,
//   so it might as well be about to make the access now.
// - Every race is seen. Let A and B be about to make conflicting accesses. Each of
//   them has begun its segment by synchronising; in the order in which they did,
//   each may run through its whole segment, and then both footprints (or the
//   pending operation of one, if that is what conflicts) are in one state. What
//   others do meanwhile does not depend on the segments, or that were a race.
// - Without races segments commute with all that others do until they
//   synchronise, so all orders of synchronising operations show all there is.
//
// What synchronises leaves no footprint itself: it is pending in a state in which
// others can run into it. So does a section: it is compared with footprints when
// it runs. The end of a life counts as a write of the whole object.
//
// Where a path is cut by rb_assume(0) the thread is parked once more, if it has
// touched something.
//
// A thread that ends is not ordered with the others before somebody has waited
// for it: its footprint stays until then, and as long the last thread is not
// alone (Core::isMulti). Where a program could tell in other ways that a thread
// has ended, the end is a step of its own (mustParkAtEnd).
//
// Tested by test/steps and by generated programs (test/generate).
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

Access accessOf(const FootRange &range) {
  return {range.address,
          uint32_t(std::min<uint64_t>(range.end - range.address, UINT32_MAX)),
          range.mode != TouchMode::Read, false, range.mode == TouchMode::End};
}

TouchMode modeOf(const Access &access) {
  return access.release ? TouchMode::End
         : access.write ? TouchMode::Write
                        : TouchMode::Read;
}

} // namespace

// Collecting -----------------------------------------------------------------------

bool Core::goesOnWith(const Insn *pc, uint64_t n,
                      llvm::ArrayRef<Access> accesses) {
  if (!hasSyncSteps())
    return false;
  if (isWeak()) {
    for (const Access &access : accesses)
      if (executed && touchesShared(access.address, access.size))
        executed->add(access);
    racesWithRecords(pc, n, accesses);
    return true;
  }
  const uint64_t place = placeNumber(pc);
  for (const Access &access : accesses) {
    if (accesses.size() > 1 && !touchesShared(access.address, access.size))
      continue;
    segment.add(access.address, access.size, modeOf(access), place);
    if (executed)
      executed->add(access);
  }
  return true;
}

void Core::beginSegment(uint32_t thread) {
  const ThreadNode &node = state.thread(thread);
  if (node.pending.isPlain)
    segment.resume(node.footprint);
  else
    segment.clear();
}

void Core::leaveFootprint() {
  FootprintRef left = multi ? segment.footprint() : nullptr;
  if (left || state.thread(current).footprint)
    state.ownThread(current).footprint = std::move(left);
}

void Core::forgetFootprint(uint32_t thread) {
  if (!state.thread(thread).footprint)
    return;
  state.ownThread(thread).footprint = nullptr;
  updateMulti();
}

bool Core::hasFootprintOfEnded() const {
  for (uint32_t id = 0; id < state.threadCount(); ++id)
    if (state.thread(id).footprint &&
        state.thread(id).s.status == ThreadStatus::Finished)
      return true;
  return false;
}

// Comparing ------------------------------------------------------------------------

/// What a footprint and an operation that is about to come do to each other. One
/// that runs into freed memory is found when it does.
static bool findConflict(Core &m, const Footprint &footprint, uint32_t thread,
                         FootRange &touched, Access &pending) {
  for (const Access &access : m.state.thread(thread).pending.accesses) {
    bool isFound = false;
    footprint.forEachIn(
        access.address, access.address + access.size,
        [&](const FootRange &range) {
          if (isFound || !areInConflict(accessOf(range), access) ||
              !m.isAbout(thread, access))
            return;
          const Access executed = m.asExecuted(thread, access);
          if (!areInConflict(accessOf(range), executed))
            return;
          touched = range;
          pending = executed;
          isFound = true;
        });
    if (isFound)
      return true;
  }
  return false;
}

Fault Core::unordered(uint32_t thread, CodePlace place, const Access &mine,
                      uint32_t other, CodePlace otherPlace,
                      const Access &access) {
  Fault fault;
  fault.kind = FaultKind::DataRace;
  if (mine.release || access.release)
    fault.kind = FaultKind::UseAfterFree;
  fault.message = std::string(accessWord(mine)) + " in thread " +
                  std::to_string(thread) + " and " + accessWord(access) +
                  " in thread " + std::to_string(other) + " are not ordered";
  fault.thread = thread;
  fault.place = place;
  fault.address = std::max(mine.address, access.address);
  fault.hasRelated = true;
  fault.related = {other, otherPlace,
                   std::string("the other access: ") + accessWord(access)};
  return fault;
}

std::optional<Fault> Core::raceOfFootprints(uint32_t thread, uint32_t other) {
  const FootprintRef &mine = state.thread(thread).footprint;
  const FootprintRef &others = state.thread(other).footprint;
  if (TouchConflict both; mine && others && findConflict(*mine, *others, both))
    return unordered(thread, placeOfNumber(both.mine.place),
                     accessOf(both.mine), other,
                     placeOfNumber(both.other.place), accessOf(both.other));
  FootRange touched;
  Access pending;
  if (mine && findConflict(*this, *mine, other, touched, pending))
    return unordered(thread, placeOfNumber(touched.place), accessOf(touched),
                     other, placeOfThread(other), pending);
  if (others && findConflict(*this, *others, thread, touched, pending))
    return unordered(thread, placeOfThread(thread), pending, other,
                     placeOfNumber(touched.place), accessOf(touched));
  return std::nullopt;
}

std::optional<Fault>
Core::findFootprintRace(uint32_t thread, std::optional<uint32_t> with) {
  const uint32_t count = state.threadCount();
  for (uint32_t id = 0; id < count; ++id)
    if (id != thread && (!with || id == *with))
      if (std::optional<Fault> race = raceOfFootprints(thread, id))
        return race;
  // What `thread` did may have let a blocked call of another one go on.
  for (uint32_t id = 0; !with && id < count; ++id)
    for (uint32_t other = 0;
         state.thread(id).pending.isGuarded && other < count; ++other)
      if (other != id)
        if (std::optional<Fault> race = raceOfFootprints(id, other))
          return race;
  return std::nullopt;
}

bool Core::racesWithFootprint(const Insn *pc, uint64_t n, uint32_t other,
                              const Access &mine) {
  const FootprintRef &footprint = state.thread(other).footprint;
  const FootRange *found = nullptr;
  if (footprint)
    footprint->forEachIn(mine.address, mine.address + mine.size,
                         [&](const FootRange &range) {
                           if (!found && range.mode != TouchMode::End &&
                               interfere(mine, accessOf(range)))
                             found = &range;
                         });
  if (!found)
    return false;
  const Access access = accessOf(*found);
  const CodePlace place = placeOfNumber(found->place);
  raiseAt(pc, n, FaultKind::DataRace, "", 0);
  fault = unordered(current, placeOf(pc), mine, other, place, access);
  fault->message = "data race in an atomic section: " + fault->message;
  return true;
}

} // namespace rbcheck
