//===- runtime/native/heap.c - A heap that never uses memory again --------===//
//
// As in rbcheck: fresh memory has a fixed content, and what was freed does not
// come back under the same address, so that a program behaves natively as it
// did there, and a debugger shows what a dangling pointer pointed to.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kFreshByte = 0xa5, kAlign = 16 };
static const size_t kHeapBytes = (size_t)64 << 30; ///< of address space
static const size_t kMaxBlock = (size_t)4 << 30;

struct Header {
  size_t size;
  size_t unused;
};

static uintptr_t end, limit;

/// The first address behind the blocks so far; reserves the heap when first
/// asked. Libraries may ask from threads of their own.
static uintptr_t heapEnd(void) {
  uintptr_t now = __atomic_load_n(&end, __ATOMIC_ACQUIRE);
  if (now)
    return now;
  void *memory = mmap(0, kHeapBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    rbDiverged("no address space for the heap");
  __atomic_store_n(&limit, (uintptr_t)memory + kHeapBytes, __ATOMIC_RELEASE);
  if (__atomic_compare_exchange_n(&end, &now, (uintptr_t)memory, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return (uintptr_t)memory;
  munmap(memory, kHeapBytes);
  return now;
}

static void *allocate(size_t size, size_t align, int fill) {
  if (size > kMaxBlock || align > kMaxBlock) {
    errno = ENOMEM;
    return 0;
  }
  uintptr_t from = heapEnd(), block;
  do {
    block = (from + sizeof(struct Header) + align - 1) & ~(align - 1);
    if (block + size > limit) {
      errno = ENOMEM;
      return 0;
    }
  } while (!__atomic_compare_exchange_n(
      &end, &from, (block + size + kAlign - 1) & ~(uintptr_t)(kAlign - 1),
      false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  ((struct Header *)block)[-1].size = size;
  if (fill) // fresh pages are zero
    memset((void *)block, fill, size);
  return (void *)block;
}

static size_t sizeOf(const void *block) {
  return ((const struct Header *)block)[-1].size;
}

RB_WEAK void *malloc(size_t size) { return allocate(size, kAlign, kFreshByte); }

RB_WEAK void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    bytes = ~(size_t)0;
  return allocate(bytes, kAlign, 0);
}

RB_WEAK void free(void *block) { (void)block; }

RB_WEAK void *realloc(void *block, size_t size) {
  void *fresh = allocate(size, kAlign, kFreshByte);
  if (fresh && block)
    memcpy(fresh, block, sizeOf(block) < size ? sizeOf(block) : size);
  return fresh;
}

RB_WEAK void *memalign(size_t align, size_t size) {
  return allocate(size, align < kAlign ? kAlign : align, kFreshByte);
}
RB_WEAK void *aligned_alloc(size_t align, size_t size) {
  return memalign(align, size);
}
RB_WEAK int posix_memalign(void **block, size_t align, size_t size) {
  *block = memalign(align, size);
  return *block ? 0 : ENOMEM;
}
RB_WEAK size_t malloc_usable_size(void *block) {
  return block ? sizeOf(block) : 0;
}
