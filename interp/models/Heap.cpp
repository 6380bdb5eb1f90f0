//===- interp/models/Heap.cpp - malloc and its relatives ------------------===//
//
// Allocation is not visible: objects are numbered per thread, so no other
// thread can tell. free() is: a use after free may hide behind it. Objects
// start at multiples of 64 KiB, so every usual alignment is met. Sizes of zero
// give an object of their own. realloc always moves: whoever keeps the old
// pointer is found out. Tested by test/models/malloc*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Bytes.h"
#include "interp/state/OpenState.h"

#include <bit>
#include <cerrno>

namespace rbcheck {
namespace {

constexpr uint64_t kPage = 4096;

/// Sets a fresh object as result, or null and ENOMEM.
ModelResult allocated(ModelCall &call, uint64_t size,
                      uint8_t fill = kFreshByte) {
  uint64_t address = call.allocate(size, fill);
  if (!address)
    call.setErrno(ENOMEM);
  return call.ret(address);
}

ModelResult tooLarge(ModelCall &call) {
  call.setErrno(ENOMEM);
  return call.ret(0);
}

/// void *malloc(size_t size)
ModelResult mallocObject(ModelCall &call) {
  return allocated(call, call.arg(0));
}

/// void *calloc(size_t count, size_t size)
ModelResult callocObject(ModelCall &call) {
  uint64_t bytes;
  if (__builtin_mul_overflow(call.arg(0), call.arg(1), &bytes))
    return tooLarge(call);
  return allocated(call, bytes, 0);
}

/// void *__rb_allocate(size_t size)
/// Zeroed memory that runtime/ keeps for itself: it is never said to be lost.
ModelResult allocateInternal(ModelCall &call) {
  uint64_t address = call.allocate(call.arg(0), 0, AllocKind::Internal);
  if (!address)
    call.setErrno(ENOMEM);
  return call.ret(address);
}

/// The object that ends; none if it is no live one.
void releasesFirst(ModelCall &call, Effects &to) {
  if (std::optional<uint64_t> size = call.heapSize(call.arg(0)))
    to.releases(call.arg(0), *size);
}

/// void free(void *p)
/// Faults on what is no live object of the malloc family.
ModelResult freeObject(ModelCall &call) {
  if (call.arg(0) && !call.deallocate(call.arg(0)))
    return call.failed();
  return call.retVoid();
}

/// The object at `old` moves to a new one of `size` bytes.
ModelResult move(ModelCall &call, uint64_t old, uint64_t size) {
  if (!old)
    return allocated(call, size);
  std::optional<uint64_t> oldSize = call.heapSize(old);
  if (!oldSize || size == 0) { // raises the fault, or frees as glibc does
    if (!call.deallocate(old))
      return call.failed();
    return call.ret(0);
  }
  uint64_t address = call.allocate(size, kFreshByte);
  if (!address)
    return tooLarge(call); // the old object stays
  if (!call.copy(address, old, std::min(size, *oldSize)) ||
      !call.deallocate(old))
    return call.failed();
  return call.ret(address);
}

/// void *realloc(void *p, size_t size)
ModelResult reallocObject(ModelCall &call) {
  return move(call, call.arg(0), call.arg(1));
}

/// void *reallocarray(void *p, size_t count, size_t size)
ModelResult reallocArray(ModelCall &call) {
  uint64_t bytes;
  if (__builtin_mul_overflow(call.arg(1), call.arg(2), &bytes))
    return tooLarge(call);
  return move(call, call.arg(0), bytes);
}

/// Sets an object with an alignment as result.
ModelResult aligned(ModelCall &call, uint64_t alignment, uint64_t size) {
  if (!std::has_single_bit(alignment)) {
    call.setErrno(EINVAL);
    return call.ret(0);
  }
  if (alignment > kSpan)
    return call.unsupported("allocation aligned to more than 65536 bytes");
  return allocated(call, size);
}

/// void *aligned_alloc(size_t alignment, size_t size), and memalign
ModelResult alignedAlloc(ModelCall &call) {
  return aligned(call, call.arg(0), call.arg(1));
}

/// void *valloc(size_t size)
ModelResult pageAlloc(ModelCall &call) {
  return aligned(call, kPage, call.arg(0));
}

/// void *pvalloc(size_t size)
ModelResult wholePageAlloc(ModelCall &call) {
  return aligned(call, kPage, (call.arg(0) + kPage - 1) / kPage * kPage);
}

/// int posix_memalign(void **p, size_t alignment, size_t size)
ModelResult posixMemalign(ModelCall &call) {
  uint64_t alignment = call.arg(1);
  if (!std::has_single_bit(alignment) || alignment < sizeof(void *))
    return call.retInt(EINVAL);
  if (alignment > kSpan)
    return call.unsupported("allocation aligned to more than 65536 bytes");
  uint64_t address = call.allocate(call.arg(2), kFreshByte);
  if (!address)
    return call.retInt(ENOMEM);
  if (!call.store(call.arg(0), address))
    return call.failed();
  return call.retInt(0);
}

void storesPointer(ModelCall &call, Effects &to) {
  to.writes(call.arg(0), sizeof(uint64_t));
}

/// size_t malloc_usable_size(void *p)
/// Exactly what was asked for.
ModelResult usableSize(ModelCall &call) {
  return call.ret(call.heapSize(call.arg(0)).value_or(0));
}

/// Sets a copy of `length` bytes, made a string, as result.
ModelResult duplicate(ModelCall &call, uint64_t length) {
  uint64_t address = call.allocate(length + 1, 0);
  if (!address)
    return tooLarge(call);
  if (!call.copy(address, call.arg(0), length))
    return call.failed();
  return call.ret(address);
}

/// char *strdup(const char *s)
ModelResult stringDup(ModelCall &call) {
  std::optional<uint64_t> n = stringLength(call, call.arg(0), Mode::Loud);
  return n ? duplicate(call, *n) : call.failed();
}

void readsString(ModelCall &call, Effects &to) {
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet);
  to.reads(call.arg(0), n + 1);
}

/// char *strndup(const char *s, size_t limit)
ModelResult stringDupN(ModelCall &call) {
  std::optional<uint64_t> n =
      stringLength(call, call.arg(0), Mode::Loud, call.arg(1));
  return n ? duplicate(call, *n) : call.failed();
}

void readsStringN(ModelCall &call, Effects &to) {
  uint64_t limit = call.arg(1);
  uint64_t n = *stringLength(call, call.arg(0), Mode::Quiet, limit);
  to.reads(call.arg(0), std::min(n + 1, limit));
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;
constexpr auto kAccess = Visible::Access;

constexpr Model allocating(const char *name, Model::Body body) {
  Model model = {name, kExact, kNo, body};
  model.role = {Act::Allocate, Family::None, -1};
  return model;
}
constexpr Model freeing(const char *name) {
  Model model = {name, kExact, kAccess, freeObject, nullptr, releasesFirst};
  model.role.act = Act::Free;
  return model;
}

constexpr Model onHeap(const char *name, Model::Body body,
                       Model::Declares effects) {
  return unsafeInHandlers(touching(name, body, effects));
}

const RegisterModels kHeapModels({
    // C name               fidelity visible  body  alternatives  accesses
    allocating("malloc", mallocObject),
    allocating("calloc", callocObject),
    allocating("__rb_allocate", allocateInternal),
    allocating("aligned_alloc", alignedAlloc),
    allocating("memalign", alignedAlloc),
    allocating("valloc", pageAlloc),
    allocating("pvalloc", wholePageAlloc),
    onHeap("posix_memalign", posixMemalign, storesPointer),
    {"malloc_usable_size",  kExact, kNo,     usableSize},
    drops(1, freeing("free")),
    drops(1, freeing("cfree")),
    onHeap("realloc", reallocObject, releasesFirst),
    onHeap("reallocarray", reallocArray, releasesFirst),
    onHeap("strdup", stringDup, readsString),
    onHeap("__strdup", stringDup, readsString),
    onHeap("strndup", stringDupN, readsStringN),
    onHeap("__strndup", stringDupN, readsStringN),
});

} // namespace
} // namespace rbcheck
