//===- interp/state/Address.h - What the bits of a pointer mean -----------===//
//
// A pointer of the checked program is a plain 64-bit integer of 47 used bits:
//
//   bits 45..46  region: 0 globals, 1 heap, 2 stack, 3 code
//   bits 34..44  thread that made the object (heap, stack): up to 2048 threads
//   bits 16..33  index of the object in its region: up to 2^18
//   bits  0..15  offset; larger objects span several indices
//
// so the same allocations in another interleaving get the same addresses, and
// states match. Behind every object kGuard bytes are free before the next index
// that another one may take: a pointer into an object and up to kGuard bytes to
// either side of it never is another object. Globals start at 64 MiB: null with
// any usual offset is no address. A thread that makes more than 2^18 objects
// goes on in bits 47..54, which are 0 otherwise.
//
// Bits 55..63 are 0 in the address of an object; Stray.h says what else they
// may be.
//
// Stack: bits 20..33 are the position on the thread's stack of objects, bits
// 16..19 a tag that tells apart what shares a position at different times, so
// a pointer to a dead local rarely hits the local that took its place.
// Thread-local variables are the first heap objects of their thread.
// Code: bits 16..44 hold the function, the offset is 0, or 1 + block number.
//
// Tested by test/unit/AddressTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

enum class RegionKind : uint8_t { Global, Heap, Stack, Code };

constexpr unsigned kOffsetBits = 16;
constexpr unsigned kIndexBits = 18;
constexpr unsigned kThreadBits = 11;
constexpr unsigned kThreadShift = kOffsetBits + kIndexBits;
constexpr unsigned kTagBits = 4;
constexpr unsigned kAddressBits = 55;
constexpr unsigned kHighIndexShift = 47;
constexpr uint32_t kFirstGlobalIndex = 1024;
constexpr uint64_t kSpan = 1ull << kOffsetBits;
constexpr uint64_t kGuard = kSpan / 2;
constexpr uint32_t kMaxThreads = 1u << kThreadBits;
constexpr uint32_t kLowIndices = 1u << kIndexBits;
constexpr uint32_t kMaxIndex = kLowIndices << (kAddressBits - kHighIndexShift);
constexpr uint32_t kMaxStackObjects = kMaxIndex >> kTagBits;

inline uint64_t makeAddress(RegionKind region, uint32_t thread,
                            uint32_t index) {
  return uint64_t(region) << 45 | uint64_t(thread) << kThreadShift |
         uint64_t(index & (kLowIndices - 1)) << kOffsetBits |
         uint64_t(index >> kIndexBits) << kHighIndexShift;
}
inline uint64_t globalAddress(uint32_t index) {
  return uint64_t(index) << kOffsetBits;
}
inline uint64_t functionAddress(uint32_t function) {
  return uint64_t(RegionKind::Code) << 45 | uint64_t(function) << kOffsetBits;
}
inline uint64_t blockAddress(uint32_t function, uint32_t block) {
  return functionAddress(function) + 1 + block;
}

inline RegionKind regionOf(uint64_t p) { return RegionKind(p >> 45 & 3); }
inline uint32_t threadOf(uint64_t p) {
  return uint32_t(p >> kThreadShift) & (kMaxThreads - 1);
}
inline uint32_t indexOf(uint64_t p) {
  return (uint32_t(p >> kOffsetBits) & (kLowIndices - 1)) |
         uint32_t(p >> kHighIndexShift) << kIndexBits;
}
/// Stack region: the position on the thread's stack.
inline uint32_t positionOf(uint64_t p) { return indexOf(p) >> kTagBits; }
/// Of a local that fits one index.
inline uint64_t localAddress(uint32_t thread, uint32_t position, uint32_t tag) {
  return makeAddress(RegionKind::Stack, thread, position << kTagBits | tag);
}
inline uint32_t tagOf(uint64_t p) {
  return uint32_t(p >> kOffsetBits) & ((1u << kTagBits) - 1);
}
/// Quick and coarse: true for every address on a stack, and for little else
/// that programs store. Only the high ones of the heap and code share its bits.
inline bool mayBeOnStack(uint64_t value) {
  constexpr uint64_t kFirst = uint64_t(RegionKind::Stack);
  return (value >> 45) - kFirst < (1ull << (kAddressBits - 45)) - kFirst;
}
/// Global region: the index has 29 bits, since no thread is named.
inline uint32_t globalIndexOf(uint64_t p) {
  return uint32_t(p >> kOffsetBits & ((1ull << 29) - 1));
}
/// Index of an object, or of a further part of it, in its region's trie.
inline uint32_t trieIndexOf(uint64_t p) {
  switch (regionOf(p)) {
  case RegionKind::Heap:
    return indexOf(p);
  case RegionKind::Stack:
    return positionOf(p);
  default: // from 0 on: a trie is as high as its largest index asks for
    return globalIndexOf(p) - kFirstGlobalIndex;
  }
}
inline uint32_t functionOf(uint64_t p) { return globalIndexOf(p); }
/// Could be an address: only heap and stack use the bits from 47 on.
inline bool isCanonical(uint64_t p) {
  return p >> kHighIndexShift == 0 ||
         (p >> kAddressBits == 0 && (regionOf(p) == RegionKind::Heap ||
                                     regionOf(p) == RegionKind::Stack));
}
inline bool isOnStack(uint64_t p) {
  return regionOf(p) == RegionKind::Stack && p >> kAddressBits == 0;
}
/// Addresses that only come from adding an offset to a null pointer.
inline bool isNearNull(uint64_t p) {
  return p < uint64_t(kFirstGlobalIndex) << kOffsetBits;
}

/// How many indices an object of `size` bytes takes.
inline uint32_t indicesFor(uint64_t size) {
  return uint32_t((size + kGuard) >> kOffsetBits) + 1;
}
/// How many positions a stack object takes.
inline uint32_t positionsFor(uint64_t size) {
  return uint32_t((size + kGuard) >> (kOffsetBits + kTagBits)) + 1;
}
/// Only stack objects that fit one index can carry a tag.
inline bool hasTag(uint64_t size) { return indicesFor(size) == 1; }

} // namespace rbcheck
