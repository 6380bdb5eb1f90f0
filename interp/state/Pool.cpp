//===- interp/state/Pool.cpp - Memory for state nodes ---------------------===//
//
// Free lists by size class, one set per worker thread: nodes are small, short
// lived and made by the million. Blocks are never given back to the system
// before the process ends; a search's peak is its footprint. Under the address
// sanitizer every node is its own allocation, so that misuse is seen.
//
//===----------------------------------------------------------------------===//
#include "interp/state/Node.h"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RB_PLAIN_ALLOCATION 1
#endif
#endif

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

namespace {

constexpr size_t kGrain = 16;
constexpr size_t kLargest = 2048;
constexpr size_t kChunk = 256 * 1024;

struct FreeBlock {
  FreeBlock *next;
};

struct Pool {
  FreeBlock *free[kLargest / kGrain + 1] = {};
  char *fresh = nullptr;
  char *freshEnd = nullptr;
};

// Plain data without destructor: nodes may be freed while the thread ends.
thread_local Pool pool;

void *allocateFresh(size_t bytes) {
  if (size_t(pool.freshEnd - pool.fresh) < bytes) {
    pool.fresh = static_cast<char *>(::operator new(kChunk));
    taken += kChunk;
    pool.freshEnd = pool.fresh + kChunk;
  }
  void *memory = pool.fresh;
  pool.fresh += bytes;
  return memory;
}

} // namespace

void *poolAllocate(size_t bytes) {
  if (bytes > kLargest)
    return ::operator new(bytes);
  size_t grains = (bytes + kGrain - 1) / kGrain;
  FreeBlock *&head = pool.free[grains];
  if (!head)
    return allocateFresh(grains * kGrain);
  void *memory = head;
  head = head->next;
  return memory;
}

void poolFree(void *memory, size_t bytes) {
  if (bytes > kLargest) {
    ::operator delete(memory);
    return;
  }
  FreeBlock *&head = pool.free[(bytes + kGrain - 1) / kGrain];
  auto *block = static_cast<FreeBlock *>(memory);
  block->next = head;
  head = block;
}

#endif

} // namespace rbcheck
