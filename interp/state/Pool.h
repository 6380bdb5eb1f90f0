//===- interp/state/Pool.h - Memory for state nodes -----------------------===//
//
// Free lists by size class, one set per worker thread: nodes are small, short
// lived and made by the million. Blocks are never given back to the system
// before the process ends; a search's peak is its footprint. Under the address
// sanitizer every node is its own allocation, so that misuse is seen.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RB_PLAIN_ALLOCATION 1
#endif
#endif

namespace rbcheck {

/// Bytes taken from the system for nodes, by all workers.
uint64_t poolBytes();

#ifdef RB_PLAIN_ALLOCATION

void *poolAllocate(size_t bytes);
void poolFree(void *memory, size_t bytes);

#else

struct Pool {
  static constexpr size_t kGrain = 16;
  static constexpr size_t kLargest = 2048;
  struct FreeBlock {
    FreeBlock *next;
  };
  FreeBlock *free[kLargest / kGrain + 1] = {};
  char *fresh = nullptr;
  char *freshEnd = nullptr;

  static size_t grainsOf(size_t bytes) { return (bytes + kGrain - 1) / kGrain; }
};

// Plain data without destructor: nodes may be freed while the thread ends.
extern constinit thread_local Pool pool;
/// For what no free block is there: large ones, and the first of a size.
void *poolAllocateFresh(size_t bytes);
void poolFreeLarge(void *memory);

inline void *poolAllocate(size_t bytes) {
  if (bytes <= Pool::kLargest) {
    Pool::FreeBlock *&head = pool.free[Pool::grainsOf(bytes)];
    if (Pool::FreeBlock *block = head) {
      head = block->next;
      return block;
    }
  }
  return poolAllocateFresh(bytes);
}

inline void poolFree(void *memory, size_t bytes) {
  if (__builtin_expect(bytes > Pool::kLargest, false))
    return poolFreeLarge(memory);
  Pool::FreeBlock *&head = pool.free[Pool::grainsOf(bytes)];
  auto *block = static_cast<Pool::FreeBlock *>(memory);
  block->next = head;
  head = block;
}

#endif

} // namespace rbcheck
