//===- interp/exec/Properties.cpp - Faults of a whole state ---------------===//
//
// Data races are properties of a state in which every thread is parked, so they
// are plain tests of it. Deadlocks are in Deadlocks.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/roles/MutexLayout.h"
#include "interp/roles/RwLockLayout.h"

namespace rbcheck {

const char *faultWord(FaultKind kind) {
  switch (kind) {
#define RB_FAULT(name, word, check, aftermath)                                 \
  case FaultKind::name:                                                        \
    return word;
#include "interp/exec/Faults.def"
#undef RB_FAULT
  }
  return "";
}

const char *faultCheck(FaultKind kind) {
  switch (kind) {
#define RB_FAULT(name, word, check, aftermath)                                 \
  case FaultKind::name:                                                        \
    return check;
#include "interp/exec/Faults.def"
#undef RB_FAULT
  }
  return "";
}

Aftermath aftermathOf(FaultKind kind) {
  switch (kind) {
#define RB_FAULT(name, word, check, aftermath)                                 \
  case FaultKind::name:                                                        \
    return Aftermath::aftermath;
#include "interp/exec/Faults.def"
#undef RB_FAULT
  }
  return Aftermath::Unknown;
}

// Data races -----------------------------------------------------------------------

const char *accessWord(const Access &access) {
  if (access.release)
    return "free";
  if (access.atomic)
    return access.write ? "atomic write" : "atomic read";
  return access.write ? "write" : "read";
}

Effects MachineQuestions::effects(uint32_t thread) {
  const Pending &pending = core_->state.thread(thread).pending;
  Effects effects;
  if (pending.kind == PendingKind::Model) {
    ModelCall call = core_->pendingCall(thread);
    core_->modelOf(pending).collectSync(call, effects);
  }
  effects.accesses.append(pending.accesses.begin(), pending.accesses.end());
  if (core_->isTso())
    for (const BufferedStore &store : core_->state.weak()->buffer(thread))
      effects.atomic(store.address, store.bytes.size(), true);
  if (pending.order != OrderTouch::None)
    effects.atomic(kOrderAddress, 1, pending.order == OrderTouch::Writes);
  if (core_->openSignals(thread))
    effects.sync.push_back({Act::Signals, Family::None, 0});
  llvm::ArrayRef<uint64_t> held = core_->state.thread(thread).held.locks();
  effects.locks.append(held.begin(), held.end());
  return effects;
}

void MachineQuestions::conflicts(uint32_t thread, uint32_t other,
                                 llvm::SmallVectorImpl<Conflict> &out) {
  out.clear();
  const OpenState &state = core_->state;
  for (const Access &a : state.thread(thread).pending.accesses)
    for (const Access &b : state.thread(other).pending.accesses)
      if (areInConflict(a, b) && core_->isAbout(thread, a) &&
          core_->isAbout(other, b))
        if (Conflict both = {core_->asExecuted(thread, a),
                             core_->asExecuted(other, b)};
            areInConflict(both.mine, both.other))
          out.push_back(both);
}

std::optional<uint32_t> MachineQuestions::freesUnder(uint32_t thread,
                                                     uint32_t other) {
  const OpenState &state = core_->state;
  for (const Access &a : state.thread(thread).pending.accesses)
    for (const Access &b : state.thread(other).pending.accesses)
      if ((a.release || b.release) && overlap(a, b) &&
          core_->isAbout(thread, a) && core_->isAbout(other, b))
        return a.release ? thread : other;
  return std::nullopt;
}

std::optional<Fault> MachineQuestions::raceBetween(uint32_t thread,
                                                   uint32_t other) {
  llvm::SmallVector<Conflict, 2> found;
  conflicts(thread, other, found);
  if (found.empty())
    return std::nullopt;
  const auto &[a, b] = found.front();
  Fault fault;
  fault.kind = FaultKind::DataRace;
  fault.message =
      "data race on " +
      describeAddress(std::max(a.address, b.address),
                      std::min(a.size, b.size)) +
      ": " + accessWord(a) + " in thread " + std::to_string(thread) + " and " +
      accessWord(b) + " in thread " + std::to_string(other) +
      " are not ordered";
  fault.thread = thread;
  fault.place = place(thread);
  fault.address = std::max(a.address, b.address);
  fault.hasRelated = true;
  fault.related = {other, place(other),
                   std::string("the other access: ") + accessWord(b)};
  return fault;
}

/// Some of their accesses conflict, blocked or not: the test of every state.
static bool mayRace(const Pending &a, const Pending &b) {
  if (!a.accesses.hasPlain() && !b.accesses.hasPlain())
    return false;
  for (const Access &x : a.accesses)
    for (const Access &y : b.accesses)
      if (areInConflict(x, y))
        return true;
  return false;
}

std::optional<Fault> MachineQuestions::findRace(uint32_t thread,
                                       std::optional<uint32_t> with) {
  if (!core_->hasSyncSteps())
    return with ? raceBetween(thread, *with) : findPendingRace(thread);
  if (std::optional<Fault> race =
          with ? raceBetween(thread, *with) : findPendingRace(thread))
    return race;
  return named(core_->findFootprintRace(thread, with));
}

/// Footprints do not know what memory is called.
std::optional<Fault> MachineQuestions::named(std::optional<Fault> race) {
  if (race)
    race->message = "data race on " + describeAddress(race->address) + ": " +
                    race->message;
  return race;
}

bool MachineQuestions::isPlain(uint32_t thread) const {
  return core_->state.thread(thread).pending.isPlain;
}

std::optional<Fault> MachineQuestions::findRaceAtEnd() {
  const uint32_t count = core_->state.threadCount();
  // The operation that is still noted for the running thread is past.
  if (core_->current != kNoThread && core_->end != StepEnd::Exited)
    core_->state.ownThread(core_->current).pending = Pending();
  for (uint32_t id = 0; core_->hasSyncSteps() && id < count; ++id)
    if (std::optional<Fault> race =
            core_->findFootprintRace(id, std::nullopt))
      return named(std::move(race));
  return std::nullopt;
}

bool MachineQuestions::canRace() const {
  const ThreadTable &threads = core_->state.threads();
  if (core_->hasSyncSteps() || !threads.marks().empty()) // many threads
    return true;
  bool can = false;
  for (uint32_t id = 0, e = threads.size(); id < e; ++id) {
    can |= threads[id].pending.accesses.hasPlain();
    can |= threads[id].pending.isGuarded;
  }
  return can;
}

std::optional<Fault> MachineQuestions::findPendingRace(uint32_t thread) {
  const OpenState &state = core_->state;
  const uint32_t count = state.threadCount();
  const llvm::ArrayRef<PendingMark> marks =
      state.threads().isHashed() ? state.threads().marks()
                                 : llvm::ArrayRef<PendingMark>();
  const Pending &mine = state.thread(thread).pending;
  bool areGuarded = false;
  for (uint32_t id = 0; id < count; ++id) {
    if (!marks.empty()) {
      areGuarded |= marks[id].isGuarded();
      if (!mayRace(marks[thread], marks[id]))
        continue;
    }
    const Pending &other = state.thread(id).pending;
    areGuarded |= other.isGuarded;
    if (id != thread && mayRace(mine, other))
      if (std::optional<Fault> race = raceBetween(thread, id))
        return race;
  }
  // What `thread` did may have let a blocked call of another one go on.
  for (uint32_t id = 0; areGuarded && id < count; ++id)
    if (id != thread && state.thread(id).pending.isGuarded)
      for (uint32_t other = 0; other < count; ++other)
        if (other != id)
          if (std::optional<Fault> race = raceBetween(id, other))
            return race;
  return std::nullopt;
}

bool Core::racesInSection(const Insn *pc, uint64_t n,
                          llvm::ArrayRef<Access> ranges) {
  if (!options.racesInSections)
    return false;
  if (isWeak() && racesWithRecords(pc, n, ranges))
    return true;
  for (uint32_t id = 0; hasSyncSteps() && id < state.threadCount(); ++id)
    for (const Access &mine : ranges)
      if (id != current && racesWithFootprint(pc, n, id, mine))
        return true;
  for (uint32_t id = 0; id < state.threadCount(); ++id)
    for (const Access &other : state.thread(id).pending.accesses)
      for (Access mine : ranges) {
        mine.atomic = true;
        if (id == current || !areInConflict(mine, other) ||
            !isAbout(id, other) || !areInConflict(mine, asExecuted(id, other)))
          continue;
        raiseAt(pc, n, FaultKind::DataRace,
                std::string("data race: ") +
                    (mine.write ? "write" : "read") +
                    " in an atomic section of thread " +
                    std::to_string(current) + " and " + accessWord(other) +
                    " in thread " + std::to_string(id) + " are not ordered",
                std::max(mine.address, other.address));
        fault->hasRelated = true;
        fault->related = {id, placeOfThread(id),
                          std::string("the other access: ") +
                              accessWord(other)};
        return !survive(false);
      }
  return false;
}

std::optional<uint32_t> Core::ownerOf(Family family, uint64_t address) const {
  // A spin lock is nothing but its owner (SpinLock.cpp).
  const uint64_t at =
      address + (family == Family::Mutex       ? offsetof(Mutex, owner)
                 : family == Family::ReadWrite ? offsetof(RwLock, writer)
                                               : 0);
  const Object *object = isLock(family) ? state.find(at) : nullptr;
  uint32_t owner = 0;
  if (!object || at - object->base + sizeof(owner) > object->size)
    return std::nullopt;
  state.read(object, at - object->base, &owner, sizeof(owner));
  // Anything else is no live lock.
  if (owner == 0 || owner > state.threadCount())
    return std::nullopt;
  return owner - 1;
}

std::optional<uint32_t> MachineQuestions::ownerOf(Family family,
                                                  uint64_t address) const {
  return core_->ownerOf(family, address);
}

std::optional<uint32_t>
MachineQuestions::holderOfMutex(uint64_t address) const {
  const OpenState &state = core_->state;
  const Object *object = state.find(address);
  if (!object || address < object->base ||
      address - object->base + sizeof(Mutex) > object->size)
    return std::nullopt;
  Mutex mutex;
  state.read(object, address - object->base, &mutex, sizeof(mutex));
  // All of it must look locked: the bytes may be something else by now.
  if (!mutex.isValid() || mutex.isFree() || mutex.lock != 1 ||
      mutex.users != 1 || mutex.owner > state.threadCount())
    return std::nullopt;
  return mutex.owner - 1;
}

std::optional<Fault> MachineQuestions::findHeld(uint32_t thread,
                                                uint64_t address) {
  if (thread >= core_->state.threadCount() ||
      core_->state.thread(thread).s.status != ThreadStatus::Finished ||
      holderOfMutex(address) != thread)
    return std::nullopt;
  Fault fault;
  fault.kind = FaultKind::LockMisuse;
  fault.thread = thread;
  fault.address = address;
  fault.message = "thread " + std::to_string(thread) + " has ended and holds " +
                  describeAddress(address) + " for ever";
  return fault;
}

} // namespace rbcheck
