//===- tools/report/TraceLocks.cpp - Who holds which lock -----------------===//
#include "tools/report/TraceLocks.h"

#include "llvm/ADT/STLExtras.h"

#include <cstddef>

namespace rbcheck {

namespace {

// Where the models keep owners: interp/models/Mutex.h, SpinLock.cpp, RwLock.cpp.
constexpr uint64_t kMutexOwner = 8, kSpinOwner = 0, kWriter = 24, kReaders = 0;

uint32_t wordAt(Machine &machine, uint64_t address) {
  uint32_t word = 0;
  return machine.peekBytes(address, &word, sizeof(word)) ? word : 0;
}

} // namespace

std::optional<uint16_t> ownerOf(Machine &machine, uint64_t address,
                                Family family) {
  uint32_t owner = 0;
  if (family == Family::Mutex)
    owner = wordAt(machine, address + kMutexOwner);
  else if (family == Family::Spin)
    owner = wordAt(machine, address + kSpinOwner);
  else if (family == Family::ReadWrite)
    owner = wordAt(machine, address + kWriter);
  // Anything else is no live lock.
  if (owner == 0 || owner > machine.state().threadCount())
    return std::nullopt;
  return uint16_t(owner - 1);
}

void LockLog::update(Machine &machine, uint64_t address, Family family,
                     uint16_t thread, uint32_t index,
                     llvm::SmallVectorImpl<TraceEdge> &edges) {
  Lock &lock = locks_[address];
  std::vector<uint16_t> before = lock.holders;
  std::optional<uint16_t> owner = ownerOf(machine, address, family);
  if (owner) {
    lock.holders = {*owner};
  } else if (family == Family::ReadWrite) {
    uint32_t readers = wordAt(machine, address + kReaders);
    // Only this thread can have come or gone.
    if (readers > lock.holders.size()) {
      lock.holders.push_back(thread);
    } else if (readers < lock.holders.size()) {
      auto mine = llvm::find(lock.holders, thread);
      lock.holders.erase(mine == lock.holders.end() ? lock.holders.begin()
                                                    : mine);
    }
  } else {
    lock.holders.clear();
  }
  if (lock.holders == before)
    return;
  isChanged_ = true;
  if (lock.holders.size() < before.size()) {
    lock.released = index;
    lock.releaser = thread;
    return;
  }
  if (!lock.released || lock.releaser == thread)
    return;
  for (TraceEdge &edge : edges)
    if (edge.from == *lock.released) {
      edge.kind = EdgeKind::Lock;
      return;
    }
  edges.push_back({*lock.released, EdgeKind::Lock});
}

std::vector<std::pair<uint64_t, uint16_t>> LockLog::holders() const {
  std::vector<std::pair<uint64_t, uint16_t>> all;
  for (const auto &[address, lock] : locks_)
    for (uint16_t holder : lock.holders)
      all.push_back({address, holder});
  return all;
}

} // namespace rbcheck
