//===- interp/exec/Properties.cpp - Faults of a whole state ---------------===//
//
// Data races are properties of a state in which every thread is parked, so they
// are plain tests of it. Deadlocks are in Deadlocks.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/models/Mutex.h"

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
  if (!a.write && !b.write)
    return false;
  if (a.atomic && b.atomic)
    return false;
  // Freeing against an access: one step later it is a use after free.
  if (a.release || b.release)
    return false;
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

static const char *accessWord(const Access &access) {
  if (access.atomic)
    return access.write ? "atomic write" : "atomic read";
  return access.write ? "write" : "read";
}

std::optional<Fault> Machine::findRace(uint32_t thread,
                                       std::optional<uint32_t> with) {
  const OpenState &state = core_->state;
  const Pending &mine = state.thread(thread).pending;
  for (uint32_t id = 0; mine.accesses && id < state.threadCount(); ++id) {
    if (id == thread || (with && id != *with))
      continue;
    const Pending &other = state.thread(id).pending;
    for (unsigned i = 0; i < mine.accesses; ++i)
      for (unsigned j = 0; j < other.accesses; ++j) {
        const Access &a = mine.access[i], &b = other.access[j];
        if (!areInConflict(a, b))
          continue;
        Fault fault;
        fault.kind = FaultKind::DataRace;
        fault.message = std::string("data race on ") +
                        describeAddress(std::max(a.address, b.address),
                                        std::min(a.size, b.size)) +
                        ": " + accessWord(a) + " in thread " +
                        std::to_string(thread) + " and " + accessWord(b) +
                        " in thread " + std::to_string(id) +
                        " are not ordered";
        fault.thread = thread;
        fault.place = place(thread);
        fault.address = std::max(a.address, b.address);
        fault.hasRelated = true;
        fault.related = {id, place(id),
                         std::string("the other access: ") + accessWord(b)};
        return fault;
      }
  }
  return std::nullopt;
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

} // namespace rbcheck
