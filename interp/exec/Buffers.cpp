//===- interp/exec/Buffers.cpp - Store buffers, as x86 has them -----------===//
//
// With MemoryModel::Tso a store to shared memory waits in the buffer of its
// thread, which itself reads it from there; that the oldest one goes to memory
// is a step of its own, an alternative of the thread behind those of its
// pending operation. Locked instructions, seq_cst stores and fences, and
// library calls that others can see empty the buffer first; so does the end of
// a thread.
//
// Tested by test/memory-model.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void Core::bufferStore(const Insn *pc, uint64_t address, const void *from,
                       uint64_t n) {
  BufferedStore store;
  store.address = address;
  const auto *bytes = static_cast<const uint8_t *>(from);
  store.bytes.append(bytes, bytes + n);
  store.place = placeNumber(pc);
  state.ownWeak().push(current, std::move(store));
  // It is on its way to others.
  for (uint64_t at = 0; options.locality && at + 8 <= n; ++at) {
    if ((address + at) % 8)
      continue;
    uint64_t word;
    std::memcpy(&word, bytes + at, sizeof(word));
    share(word);
  }
}

void Core::overlay(uint32_t thread, uint64_t address, void *bytes,
                   uint64_t n) const {
  for (const BufferedStore &store : state.weak()->buffer(thread)) {
    const uint64_t from = std::max(address, store.address);
    const uint64_t to =
        std::min(address + n, store.address + store.bytes.size());
    if (from < to)
      std::memcpy(static_cast<uint8_t *>(bytes) + (from - address),
                  store.bytes.data() + (from - store.address), to - from);
  }
}

bool Core::isOnItsWay(uint32_t thread, uint64_t address) const {
  return hasBuffered(thread) &&
         llvm::any_of(state.weak()->buffer(thread),
                      [&](const BufferedStore &store) {
                        return address >= store.address &&
                               address - store.address < store.bytes.size();
                      });
}

void Core::flushFirst(uint32_t thread) {
  const BufferedStore store = state.ownWeak().pop(thread);
  Place place;
  place.object = state.find(store.address);
  if (!place.object || store.address - place.object->base + store.bytes.size() >
                           place.object->size)
    return; // memory that is gone
  place.offset = store.address - place.object->base;
  place.size = place.object->size;
  writePlace(place, store.bytes.data(), store.bytes.size());
}

void Core::drain(uint32_t thread) {
  while (hasBuffered(thread))
    flushFirst(thread);
}

unsigned Core::flushChoice(uint32_t thread) {
  const bool spurious = std::exchange(options.spurious, false);
  const unsigned ordinary = ways(thread);
  options.spurious = spurious;
  return ordinary;
}

} // namespace rbcheck
