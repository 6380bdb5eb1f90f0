//===- tools/report/TraceLocks.cpp - Who holds which lock -----------------===//
#include "tools/report/TraceLocks.h"

#include "interp/roles/RwLockLayout.h"

namespace rbcheck {

/// Threads that hold it for reading, as often as they do.
static std::vector<uint16_t> readersOf(Machine &machine, uint64_t address) {
  std::vector<uint16_t> readers;
  RwLock lock;
  if (machine.peekBytes(address, &lock, sizeof(lock)) && lock.isValid())
    for (uint16_t entry : lock.table)
      readers.insert(readers.end(), RwLock::countOf(entry),
                     uint16_t(RwLock::threadOf(entry)));
  return readers;
}

void LockLog::update(Machine &machine, uint64_t address, Family family,
                     uint16_t thread, uint32_t index,
                     llvm::SmallVectorImpl<TraceEdge> &edges) {
  Lock &lock = locks_[address];
  std::vector<uint16_t> before = lock.holders;
  std::optional<uint32_t> owner = machine.ownerOf(family, address);
  if (owner) {
    lock.holders = {uint16_t(*owner)};
  } else if (family == Family::ReadWrite) {
    lock.holders = readersOf(machine, address);
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
