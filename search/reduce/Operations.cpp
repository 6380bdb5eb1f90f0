//===- search/reduce/Operations.cpp - Which operations depend on which ----===//
#include "search/reduce/Operations.h"

#include "search/Rng.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

bool isSame(const Effects &a, const Operations::View &b) {
  auto sameAccess = [](const Access &x, const Access &y) {
    return x.address == y.address && x.size == y.size && x.write == y.write &&
           x.atomic == y.atomic && x.release == y.release;
  };
  auto sameSync = [](const SyncEffect &x, const SyncEffect &y) {
    return x.act == y.act && x.family == y.family && x.object == y.object;
  };
  return llvm::equal(a.locks, b.locks) &&
         llvm::equal(a.accesses, b.accesses, sameAccess) &&
         llvm::equal(a.sync, b.sync, sameSync);
}

uint64_t hashOf(uint32_t thread, const Operations::View &effects) {
  uint64_t hash = mixBits(thread + 1);
  auto add = [&](uint64_t value) {
    hash = mixBits(hash * 0x9e3779b97f4a7c15ull ^ value);
  };
  for (const Access &access : effects.accesses) {
    add(access.address);
    add(uint64_t(access.size) << 3 | access.write << 2 | access.atomic << 1 |
        access.release);
  }
  for (const SyncEffect &sync : effects.sync) {
    add(uint64_t(sync.act) << 8 | uint64_t(sync.family));
    add(sync.object);
  }
  for (uint64_t lock : effects.locks)
    add(~lock);
  return hash;
}

} // namespace

void addSection(Effects &effects, const ThreadNode &thread) {
  if (thread.s.atomicDepth)
    effects.sync.push_back({Act::BeginAtomic, Family::None, 0});
}

OperationId Operations::of(uint32_t thread, const View &effects) {
  uint64_t bits = thread + effects.locks.size() * 64;
  if (!effects.accesses.empty())
    bits += effects.accesses[0].address * 4 + effects.accesses[0].write * 2;
  else if (!effects.sync.empty())
    bits += effects.sync[0].object * 4 + uint64_t(effects.sync[0].act) * 16;
  OperationId &recent =
      recent_[(bits * 0x9e3779b97f4a7c15ull >> 48) % recent_.size()];
  if (recent >= all_.size() || !is(recent, thread, effects))
    recent = find(thread, effects);
  return recent;
}

bool Operations::is(OperationId id, uint32_t thread,
                    const View &effects) const {
  return all_[id].thread == thread && isSame(all_[id].effects, effects);
}

OperationId Operations::find(uint32_t thread, const View &effects) {
  const uint64_t hash = hashOf(thread, effects);
  // DenseMap keeps two keys for itself.
  for (OperationId id : byHash_[hash >> 1])
    if (all_[id].hash == hash && is(id, thread, effects))
      return id;
  return add(thread, effects, hash);
}

OperationId Operations::add(uint32_t thread, const View &effects,
                            uint64_t hash) {
  const OperationId id = OperationId(all_.size());
  Operation &added = all_.emplace_back();
  added.thread = thread;
  added.hash = hash;
  added.effects.accesses.append(effects.accesses.begin(),
                                effects.accesses.end());
  added.effects.sync.append(effects.sync.begin(), effects.sync.end());
  added.effects.locks.append(effects.locks.begin(), effects.locks.end());
  seen_.push_back(0);
  byHash_[hash >> 1].push_back(id);
  enter(id);
  return id;
}

/// Compares a new operation with all that could depend on it.
void Operations::enter(OperationId id) {
  seen_[id] = ++round_;
  const Effects effects = all_[id].effects;
  bool isWide = concernsAll(effects);
  for (const Access &access : effects.accesses)
    isWide |= (access.size >> kPieceBits) >= kMostPieces;
  if (isWide)
    for (OperationId other = 0; other < id; ++other)
      compare(id, other);
  for (OperationId other : wide_)
    compare(id, other);
  if (actsBesideMemory(effects)) {
    for (OperationId other : besideMemory_)
      compare(id, other);
    besideMemory_.push_back(id);
  }
  if (isWide) {
    wide_.push_back(id);
    return;
  }
  for (const Access &access : effects.accesses) {
    const uint64_t last = (access.address + access.size - 1) >> kPieceBits;
    for (uint64_t piece = access.address >> kPieceBits; piece <= last;
         ++piece) {
      llvm::SmallVectorImpl<OperationId> &there = byPiece_[piece];
      for (OperationId other : there)
        compare(id, other);
      if (there.empty() || there.back() != id)
        there.push_back(id);
    }
  }
}

void Operations::compare(OperationId id, OperationId other) {
  if (seen_[other] == round_)
    return;
  seen_[other] = round_;
  Operation &a = all_[id], &b = all_[other];
  if (a.thread == b.thread || !areDependent(a.effects, b.effects))
    return;
  a.dependents.push_back(other);
  b.dependents.push_back(id);
  dependents_.insert(keyOf(id, other));
  if (!mayBeCoEnabled(a.effects, b.effects))
    return;
  if (b.rivals.empty())
    late_.push_back(other);
  a.rivals.push_back(other);
  b.rivals.push_back(id);
}

uint64_t Operations::bytes() const {
  uint64_t bytes = all_.capacity() * sizeof(Operation) +
                   byHash_.getMemorySize() + byPiece_.getMemorySize() +
                   dependents_.getMemorySize();
  for (const Operation &one : all_)
    bytes += (one.dependents.capacity() + one.rivals.capacity()) *
             sizeof(OperationId);
  return bytes;
}

} // namespace rbcheck
