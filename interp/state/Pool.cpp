//===- interp/state/Pool.cpp - Memory for state nodes ---------------------===//
#include "interp/state/Pool.h"
#include "interp/state/Node.h"

#include <atomic>
#include <new>

namespace rbcheck {

bool kNodesAreShared = false;

void shareBetweenWorkers() { kNodesAreShared = true; }

uint64_t freshEpoch() {
  // Epochs only have to be unique. Blocks keep workers off one counter.
  static std::atomic<uint64_t> nextBlock{1};
  constexpr uint64_t kBlock = 1 << 20;
  thread_local uint64_t next = 0, end = 0;
  if (next == end) {
    next = nextBlock.fetch_add(1, std::memory_order_relaxed) * kBlock;
    end = next + kBlock;
  }
  return next++;
}

// Of all workers: one may free what another one made.
static std::atomic<uint64_t> taken{0};

uint64_t poolBytes() { return taken.load(std::memory_order_relaxed); }

#ifdef RB_PLAIN_ALLOCATION

void *poolAllocate(size_t bytes) {
  taken += bytes;
  return ::operator new(bytes);
}
void poolFree(void *memory, size_t bytes) {
  taken -= bytes;
  ::operator delete(memory);
}

#else

constinit thread_local Pool pool;

void *poolAllocateFresh(size_t bytes) {
  constexpr size_t kChunk = 256 * 1024;
  if (bytes > Pool::kLargest)
    return ::operator new(bytes);
  bytes = Pool::grainsOf(bytes) * Pool::kGrain;
  if (size_t(pool.freshEnd - pool.fresh) < bytes) {
    pool.fresh = static_cast<char *>(::operator new(kChunk));
    taken += kChunk;
    pool.freshEnd = pool.fresh + kChunk;
  }
  void *memory = pool.fresh;
  pool.fresh += bytes;
  return memory;
}

void poolFreeLarge(void *memory) { ::operator delete(memory); }

#endif

} // namespace rbcheck
