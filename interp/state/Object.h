//===- interp/state/Object.h - Memory objects -----------------------------===//
//
// A global, heap block, stack slot or thread-local variable. Objects of up to
// kLeafBytes hold their bytes inline; larger ones hold a trie of leaves, where
// an absent leaf means "all bytes are `fill`", so that large fresh objects cost
// nothing. Layout and contents are part of the state; where and when an object
// was made is not (reports find that by replaying).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/state/Address.h"
#include "interp/state/Hash.h"
#include "interp/state/Holders.h"
#include "interp/state/Trie.h"

namespace rbcheck {

constexpr uint32_t kLeafBytes = 256;

enum class ObjectKind : uint8_t { Global, Heap, Stack, Tls };

/// Why a heap object can be freed, for mismatch checks: malloc family or one
/// of C++'s operators. Internal: memory that runtime/ keeps for itself.
enum class AllocKind : uint8_t { Malloc, New, NewArray, Internal };

struct Leaf : Node {
  Hash128 hash = 0;       ///< valid once frozen; covers the leaf's position
  uint8_t bytes[kLeafBytes];
  Leaf(uint64_t epoch) : Node(NodeType::Leaf, epoch) {}
};

struct Object : Node {
  ObjectKind kind;
  AllocKind alloc = AllocKind::Malloc;
  bool shared = false;    ///< some other thread may reach it; false for a
                          ///< global: its accesses are never visible
  uint8_t fill = 0;
  uint64_t base;          ///< address of its first byte
  uint64_t size;
  uint32_t dirtyAt = 0;   ///< place in the open state's dirty list
  Hash128 hash = 0;       ///< valid once frozen
  Holder *holders = nullptr;   ///< stack objects only; owned, not hashed
  // Large objects only:
  Trie leaves;
  Hash128 leafSum = 0;

  Object(uint64_t epoch, ObjectKind kind, uint64_t base, uint64_t size)
      : Node(NodeType::Object, epoch), kind(kind), base(base), size(size) {}

  bool isSmall() const { return size <= kLeafBytes; }
  uint8_t *inlineBytes() { return reinterpret_cast<uint8_t *>(this + 1); }
  const uint8_t *inlineBytes() const {
    return reinterpret_cast<const uint8_t *>(this + 1);
  }
  uint16_t owner() const { return uint16_t(threadOf(base)); }
  size_t allocatedBytes() const {
    return sizeof(Object) + (isSmall() ? (size + 15) / 16 * 16 : 0);
  }

  static Object *create(uint64_t epoch, ObjectKind kind, uint64_t base,
                        uint64_t size, uint8_t fill);
  /// A mutable copy; leaves stay shared until written.
  Object *clone(uint64_t epoch) const;
  /// Hash of place, flags and contents; leaves must be hashed already.
  Hash128 computeHash() const;
};

/// Fills the bytes of a small object with its pattern. By words, since most are
/// small; the bytes behind the last one are 0.
[[gnu::always_inline]] inline void fillInline(Object &object) {
  auto *words = reinterpret_cast<uint64_t *>(object.inlineBytes());
  const uint64_t size = object.size;
  const uint64_t pattern = object.fill * 0x0101010101010101ull;
  const uint64_t part = pattern & ((1ull << 8 * (size % sizeof(uint64_t))) - 1);
  const size_t count = (size + 15) / 16 * 2;
  const size_t whole = size / sizeof(uint64_t);
  if (count == 2) { // variables
    words[0] = whole ? pattern : part;
    words[1] = whole == 2 ? pattern : whole ? part : 0;
    return;
  }
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t i = 0; i < count; ++i)
    words[i] = pattern;
  if (whole < count)
    words[whole] = part;
  if (whole + 1 < count)
    words[whole + 1] = 0;
}

/// Stands at the further indices of an object that spans several.
struct Alias : Node {
  uint64_t base;
  Alias(uint64_t epoch, uint64_t base) : Node(NodeType::Alias, epoch), base(base) {}
};

} // namespace rbcheck
