//===- interp/exec/Bulk.cpp - Ranges of memory ----------------------------===//
//
// Copies, fills, and what library calls read and write; the caller has decided
// about visibility. What the caches have (Core.h) is a copy on the host and
// nothing else; whatever came here once they have, as far as nobody sees it.
//
// Tested by test/interp/bulk-cached.c, test/models/memory.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Symbolic.h"

#include <algorithm>
#include <cstring>

namespace rbcheck {

/// What is filled or copied while another instruction is executed, about.
static constexpr uint64_t kBytesOfInstruction = 16;
/// More than this is not looked for in the caches.
static constexpr uint64_t kCachedBytes = 4 * kLeafBytes;

namespace {

/// Calls visit(host, done, part) for each piece of a range. False, and some
/// may have been visited, if a cache does not have all of them.
template <typename Visit>
bool forEachCached(const Tlb &tlb, uint64_t address, uint64_t n,
                   Visit visit) {
  for (uint64_t done = 0; done < n;) {
    const uint64_t part =
        std::min(n - done, kLeafBytes - (address + done) % kLeafBytes);
    uint8_t *host = cachedIn(tlb, address + done, part);
    if (!host)
      return false;
    visit(host, done, part);
    done += part;
  }
  return true;
}
bool isCached(const Tlb &tlb, uint64_t address, uint64_t n) {
  return forEachCached(tlb, address, n, [](uint8_t *, uint64_t, uint64_t) {});
}

/// Leaves a range of `place` in the caches, if it is not too large for that.
void cacheRange(Core &m, uint64_t address, uint64_t n, Place place,
                bool write) {
  if (!m.usesCaches || n > kCachedBytes ||
      !(place.constant || m.isPrivate(place.object)))
    return;
  for (uint64_t done = 0; done < n;) {
    if (write)
      m.fillWrite(address + done, place);
    else
      m.fillRead(address + done, place);
    const uint64_t part = kLeafBytes - (address + done) % kLeafBytes;
    done += part;
    place.offset += part;
  }
}

} // namespace

bool Core::copyCached(uint64_t to, uint64_t from, uint64_t n) {
  if (!usesCaches || n == 0 || n > kCachedBytes)
    return false;
  const uint8_t *source = cachedIn(readTlb, from, n);
  uint8_t *target = cachedIn(writeTlb, to, n);
  uint8_t buffer[kCachedBytes];
  if (source && target) {
    std::memmove(target, source, n);
  } else {
    // In pieces: of one range or both.
    if (!isCached(writeTlb, to, n) ||
        !forEachCached(readTlb, from, n,
                       [&](uint8_t *host, uint64_t done, uint64_t part) {
                         std::memcpy(buffer + done, host, part);
                       }))
      return false;
    forEachCached(writeTlb, to, n,
                  [&](uint8_t *host, uint64_t done, uint64_t part) {
                    std::memcpy(host, buffer + done, part);
                  });
    target = buffer;
  }
  spend(n / kBytesOfInstruction);
  if (n >= 8)
    noteHolders(to, target, n);
  return true;
}

bool Core::fillCached(uint64_t address, uint8_t byte, uint64_t n) {
  if (!usesCaches || n == 0 || n > kCachedBytes ||
      !isCached(writeTlb, address, n))
    return false;
  forEachCached(writeTlb, address, n,
                [&](uint8_t *host, uint64_t, uint64_t part) {
                  std::memset(host, byte, part);
                });
  spend(n / kBytesOfInstruction);
  return true;
}

bool Core::readBytes(uint64_t address, void *to, uint64_t n, bool isAhead) {
  if (n == 0)
    return true;
  if (const uint8_t *host = cachedRead(address, n)) {
    std::memcpy(to, host, n);
    return true;
  }
  Place place;
  if (!resolve(address, n, false, place))
    return false;
  if (symbolic && !symbolic->mayRead(address, n, isAhead))
    return false;
  readPlace(place, to, n);
  if (symbolic)
    symbolic->overlayExample(address, to, n);
  cacheRange(*this, address, n, place, false);
  return true;
}

bool Core::writeBytes(uint64_t address, const void *from, uint64_t n) {
  if (n == 0)
    return true;
  if (uint8_t *host = cachedWrite(address, n)) {
    std::memcpy(host, from, n);
    if (n >= 8)
      noteHolders(address, from, n);
    return true;
  }
  Place place;
  if (!resolve(address, n, true, place))
    return false;
  writePlace(place, from, n);
  cacheRange(*this, address, n, place, true);
  return true;
}

bool Core::fillBytes(uint64_t address, uint8_t byte, uint64_t n) {
  if (n == 0 || fillCached(address, byte, n))
    return true;
  Place place;
  if (!resolve(address, n, true, place))
    return false;
  spend(n / kBytesOfInstruction);
  place.object = own(place.object);
  uint8_t block[kLeafBytes];
  std::memset(block, byte, sizeof(block));
  for (uint64_t done = 0; done < n;) {
    uint64_t part = std::min<uint64_t>(kLeafBytes, n - done);
    state.write(place.object, place.offset + done, block, part);
    done += part;
  }
  forgetRange(address, n);
  dropShadows(address, n);
  cacheRange(*this, address, n, place, true);
  return true;
}

bool Core::copyBytes(uint64_t to, uint64_t from, uint64_t n) {
  if (n == 0 || copyCached(to, from, n))
    return true;
  Place source, target;
  if (!resolve(from, n, false, source) || !resolve(to, n, true, target))
    return false;
  spend(n / kBytesOfInstruction);
  Symbolic::Copied shadows;
  if (symbolic)
    shadows = symbolic->bytesIn(from, n);
  // Piece by piece, the last one first if the ranges overlap that way. What is
  // the same already is left alone: it stays shared.
  const bool backwards = source.object == target.object && from < to;
  uint8_t buffer[kLeafBytes], old[kLeafBytes];
  bool isChanged = false;
  for (uint64_t done = 0; done < n;) {
    const uint64_t part = std::min<uint64_t>(kLeafBytes, n - done);
    const uint64_t at = backwards ? n - done - part : done;
    Place read = source, write = target;
    read.offset += at;
    write.offset += at;
    readPlace(read, buffer, part);
    readPlace(write, old, part);
    if (std::memcmp(buffer, old, part)) {
      writePlace(write, buffer, part);
      isChanged = true;
      // Writing may have moved both: the target, and what became shared.
      target.object = write.object;
      if (source.object)
        source.object = state.find(from);
    }
    done += part;
  }
  if (symbolic)
    symbolic->placeBytes(to, from, n, shadows);
  // So that the next time is a copy on the host. What is not changed is not
  // made the open state's own.
  cacheRange(*this, from, n, source, false);
  if (isChanged)
    cacheRange(*this, to, n, target, true);
  return true;
}

} // namespace rbcheck
