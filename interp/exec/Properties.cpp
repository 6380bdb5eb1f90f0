//===- interp/exec/Properties.cpp - Faults of a whole state ---------------===//
//
// Data races, deadlocks and threads stuck at exit are properties of a state
// in which every thread is parked, so they are plain tests of it.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/models/Mutex.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace rbcheck {

const char *faultWord(FaultKind kind) {
  switch (kind) {
#define RB_FAULT(name, word, check)                                            \
  case FaultKind::name:                                                        \
    return word;
#include "interp/exec/Faults.def"
#undef RB_FAULT
  }
  return "";
}

const char *faultCheck(FaultKind kind) {
  switch (kind) {
#define RB_FAULT(name, word, check)                                            \
  case FaultKind::name:                                                        \
    return check;
#include "interp/exec/Faults.def"
#undef RB_FAULT
  }
  return "";
}

// Data races -----------------------------------------------------------------------

bool areInConflict(const Access &a, const Access &b) {
  if (a.atomic && b.atomic)
    return false;
  // Freeing against an access: one step later it is a use after free.
  if (a.release || b.release)
    return false;
  return interfere(a, b);
}

static const char *accessWord(const Access &access) {
  if (access.atomic)
    return access.write ? "atomic write" : "atomic read";
  return access.write ? "write" : "read";
}

Effects Machine::effects(uint32_t thread) {
  const Pending &pending = core_->state.thread(thread).pending;
  Effects effects;
  if (pending.kind == PendingKind::Model) {
    ModelCall call = core_->pendingCall(thread);
    core_->modelOf(pending).collectSync(call, effects);
  }
  effects.accesses.append(pending.accesses.begin(), pending.accesses.end());
  return effects;
}

void Machine::conflicts(uint32_t thread, uint32_t other,
                        llvm::SmallVectorImpl<Conflict> &out) {
  out.clear();
  const OpenState &state = core_->state;
  for (const Access &a : state.thread(thread).pending.accesses)
    for (const Access &b : state.thread(other).pending.accesses)
      if (areInConflict(a, b) && core_->isAbout(thread, a) &&
          core_->isAbout(other, b))
        out.push_back({a, b});
}

std::optional<Fault> Machine::raceBetween(uint32_t thread, uint32_t other) {
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

std::optional<Fault> Machine::findRace(uint32_t thread,
                                       std::optional<uint32_t> with) {
  const OpenState &state = core_->state;
  if (with)
    return raceBetween(thread, *with);
  const uint32_t count = state.threadCount();
  for (uint32_t id = 0; id < count; ++id)
    if (id != thread)
      if (std::optional<Fault> race = raceBetween(thread, id))
        return race;
  // What `thread` did may have let a blocked call of another one go on.
  for (uint32_t id = 0; id < count; ++id)
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
  for (uint32_t id = 0; id < state.threadCount(); ++id)
    for (const Access &other : state.thread(id).pending.accesses)
      for (Access mine : ranges) {
        mine.atomic = true;
        if (id == current || !areInConflict(mine, other) ||
            !isAbout(id, other))
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
        return true;
      }
  return false;
}

// Deadlocks ------------------------------------------------------------------------

static std::optional<uint32_t> blockerOf(Core &core, uint32_t id) {
  const ThreadNode &thread = core.state.thread(id);
  if (thread.pending.kind != PendingKind::Model)
    return std::nullopt;
  const Model &model = core.modelOf(thread.pending);
  if (!model.waitsFor || core.alternatives(id))
    return std::nullopt;
  ModelCall call = core.pendingCall(id);
  return model.waitsFor(call);
}

/// Where a deadlock has its root: from the first blocked thread on to the one
/// it waits for, until there is none or the circle closes.
static uint32_t rootOfDeadlock(Core &core) {
  const OpenState &state = core.state;
  uint32_t id = 0;
  while (state.thread(id).s.status == ThreadStatus::Finished)
    ++id;
  for (uint32_t steps = 0; steps < state.threadCount(); ++steps) {
    std::optional<uint32_t> next = blockerOf(core, id);
    if (!next || state.thread(*next).s.status == ThreadStatus::Finished)
      break;
    id = *next;
  }
  return id;
}

Fault Machine::describeDeadlock() {
  Fault fault;
  fault.kind = FaultKind::Deadlock;
  fault.thread = rootOfDeadlock(*core_);
  fault.place = place(fault.thread);
  fault.message = "deadlock: ";
  bool first = true;
  std::optional<uint32_t> partner = blockerOf(*core_, fault.thread);
  for (uint32_t id = 0; id < core_->state.threadCount(); ++id) {
    if (core_->state.thread(id).s.status == ThreadStatus::Finished)
      continue;
    if (id != fault.thread && (partner ? id == *partner : !fault.hasRelated)) {
      fault.hasRelated = true;
      fault.related = {id, place(id), "waits in " + describePending(id)};
    }
    fault.message += first ? "" : "; ";
    first = false;
    fault.message += "thread " + std::to_string(id) + " waits in " +
                     describePending(id);
    if (auto other = blockerOf(*core_, id))
      fault.message += " for thread " + std::to_string(*other);
  }
  return fault;
}

/// True if it is about to lock a mutex that it holds, and that this blocks.
static bool locksItsOwn(Core &core, uint32_t id) {
  const Pending &pending = core.state.thread(id).pending;
  if (pending.kind != PendingKind::Model)
    return false;
  const Role &role = core.modelOf(pending).role;
  if (role.act != Act::Lock || role.family != Family::Mutex)
    return false;
  ModelCall call = core.pendingCall(id);
  Mutex mutex;
  return peek(call, call.arg(0), mutex) && mutex.isValid() &&
         mutex.owner == id + 1 &&
         (mutex.type() == MutexKind::Normal ||
          mutex.type() == MutexKind::Adaptive);
}

std::optional<uint32_t> Machine::waitsFor(uint32_t thread) {
  if (locksItsOwn(*core_, thread))
    return thread;
  return blockerOf(*core_, thread);
}

std::optional<Fault> Machine::findStuck(uint32_t thread) {
  // Along those it waits for, until one is met again or has ended.
  std::vector<uint32_t> chain{thread};
  for (;;) {
    std::optional<uint32_t> next = waitsFor(chain.back());
    if (!next || *next >= core_->state.threadCount())
      return std::nullopt;
    bool isClosed = llvm::is_contained(chain, *next);
    chain.push_back(*next);
    if (isClosed ||
        core_->state.thread(*next).s.status == ThreadStatus::Finished)
      break;
  }
  Fault fault;
  fault.kind = FaultKind::Deadlock;
  fault.thread = thread;
  fault.place = place(thread);
  fault.message = "deadlock: ";
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    uint32_t id = chain[i], other = chain[i + 1];
    if (i)
      fault.message += "; ";
    fault.message += "thread " + std::to_string(id) + " waits in " +
                     describePending(id) + " for ";
    if (other == id)
      fault.message += "itself";
    else
      fault.message += "thread " + std::to_string(other);
  }
  uint32_t last = chain.back();
  if (core_->state.thread(last).s.status == ThreadStatus::Finished)
    fault.message += ", which has ended";
  else if (chain[1] != thread) {
    fault.hasRelated = true;
    fault.related = {chain[1], place(chain[1]),
                     "waits in " + describePending(chain[1])};
  }
  return fault;
}

std::optional<uint32_t> Machine::holderOfMutex(uint64_t address) const {
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

std::optional<Fault> Machine::findHeld(uint32_t thread, uint64_t address) {
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

std::optional<Fault> Machine::findStuckAtExit() {
  // A thread is stuck if only a finished or stuck thread could free it. Start
  // with all blocked ones and take back those that someone alive may free.
  Core &core = *core_;
  const uint32_t count = core.state.threadCount();
  std::vector<std::optional<uint32_t>> waits(count);
  std::vector<bool> stuck(count);
  for (uint32_t id = 0; id < count; ++id) {
    waits[id] = blockerOf(core, id);
    stuck[id] = waits[id].has_value();
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t id = 0; id < count; ++id) {
      if (!stuck[id])
        continue;
      const uint32_t other = *waits[id];
      const bool finished =
          core.state.thread(other).s.status == ThreadStatus::Finished;
      if (finished || stuck[other])
        continue;
      stuck[id] = false;
      changed = true;
    }
  }
  for (uint32_t id = 0; id < count; ++id) {
    if (!stuck[id])
      continue;
    Fault fault;
    fault.kind = FaultKind::Deadlock;
    fault.thread = id;
    fault.place = place(id);
    fault.message = "the process exits while thread " + std::to_string(id) +
                    " can never run again: it waits in " +
                    describePending(id) + " for thread " +
                    std::to_string(*waits[id]);
    fault.hasRelated = stuck[*waits[id]];
    if (fault.hasRelated)
      fault.related = {*waits[id], place(*waits[id]),
                       "waits in " + describePending(*waits[id])};
    return fault;
  }
  return std::nullopt;
}

} // namespace rbcheck
