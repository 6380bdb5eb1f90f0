//===- search/triage/static/HeapObject.h - Heap objects by their site -----===//
//
// The analysis knows a heap object by the call that makes it, its site, and by
// which of the site's objects it is for the thread that uses it (Value.h,
// Which). Until other threads can know of it, its contents are followed like
// those of a local variable: `heapId` is the number of that variable.
//
// An object goes to another thread as what that is given when it is made, and
// in no other way: as soon as an address of it is stored where others could
// find it, the site is leaked (Assumptions::leak) and nothing is known of its
// objects. So of a site that is not leaked
//
//   - every access to one of its objects is known, and
//   - whatever a thread does to an object before it gives it away comes before
//     all that others do to it: the creation of the thread orders them.
//
// What is in a field of objects that others know of is the one value that all
// stores put there, if there is one (PublishedObject).
//
// A lock in such an object has a name of its own among locks (Held.h). That two
// threads hold a lock of the same name does not mean that it is one lock; it is
// if both touch the object that has it (Exclusion::commonLock).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/triage/static/Value.h"

#include <map>
#include <optional>
#include <set>

namespace rbcheck {

constexpr uint32_t kHeapIds = 1u << 31;
constexpr uint32_t heapId(uint32_t site) { return kHeapIds | site; }
constexpr bool isHeapId(uint32_t id) { return id & kHeapIds; }
constexpr uint32_t siteOf(uint32_t id) { return id & ~kHeapIds; }

/// Names of locks in heap objects: no address of a program is that large.
constexpr uint64_t kHeapLocks = 1ull << 63;
constexpr uint64_t kMostSites = 1ull << 28, kHeapLockBytes = 1ull << 31;
constexpr bool isHeapLock(uint64_t lock) { return lock & kHeapLocks; }
constexpr uint64_t heapLock(uint32_t site, Which which, uint64_t offset) {
  return kHeapLocks | uint64_t(which) << 60 | uint64_t(site) << 32 | offset;
}
constexpr uint32_t siteOfLock(uint64_t lock) {
  return uint32_t(lock >> 32 & (kMostSites - 1));
}
constexpr Which whichOfLock(uint64_t lock) { return Which(lock >> 60 & 3); }
constexpr uint64_t offsetOfLock(uint64_t lock) { return uint32_t(lock); }
/// The same lock of whichever object of the site.
constexpr uint64_t ofAnyObject(uint64_t lock) {
  return isHeapLock(lock)
             ? heapLock(siteOfLock(lock), Which::Some, offsetOfLock(lock))
             : lock;
}

/// The name of the lock at that address, if it is that of one object.
inline std::optional<uint64_t> nameOfHeapLock(const Value &value) {
  if (!value.is(Value::Kind::InHeap) || value.which == Which::Some ||
      value.number >= kHeapLockBytes)
    return std::nullopt;
  return heapLock(value.id, value.which, value.number);
}

/// Bytes of objects of a site; either number may be kSomewhere.
struct HeapRange {
  uint32_t site = 0;
  uint64_t offset = 0, size = 0;
  friend auto operator<=>(const HeapRange &, const HeapRange &) = default;

  bool overlaps(const HeapRange &other) const {
    if (site != other.site)
      return false;
    auto isWhole = [](const HeapRange &range) {
      return range.offset == kSomewhere || range.size == kSomewhere;
    };
    return isWhole(*this) || isWhole(other) ||
           (offset < other.offset + other.size && other.offset < offset + size);
  }
};

/// What all objects of a site have in them from when others may know of them:
/// locks that were made, and fields that only ever have one value.
struct PublishedObject {
  using Field = std::pair<uint64_t, uint64_t>; ///< offset and size
  std::set<uint64_t> locks;                    ///< offsets
  std::map<Field, Value> fields;

  /// Only what is the same for everybody, and never read in parts.
  void set(uint64_t offset, uint64_t size, const Value &value) {
    const bool isPlain =
        value.is(Value::Kind::Number) || value.is(Value::Kind::NonZero);
    if (isPlain && size && offset % size == 0)
      fields[{offset, size}] = value;
  }
  Value at(uint64_t offset, uint64_t size) const {
    auto found = fields.find({offset, size});
    return found == fields.end() ? Value::any() : found->second;
  }
  /// Somebody writes there; a size or offset of kSomewhere means anywhere.
  void write(uint64_t offset, uint64_t size, const Value &value) {
    const HeapRange range{0, offset, size};
    std::erase_if(fields, [&](const auto &field) {
      const auto &[at, known] = field;
      return HeapRange{0, at.first, at.second}.overlaps(range) &&
             !(at == Field(offset, size) && known == value);
    });
  }
  /// Keeps what is so in both.
  void meet(const PublishedObject &other) {
    std::erase_if(locks,
                  [&](uint64_t lock) { return !other.locks.count(lock); });
    std::erase_if(fields, [&](const auto &field) {
      return other.at(field.first.first, field.first.second) != field.second;
    });
  }
  friend bool operator==(const PublishedObject &,
                         const PublishedObject &) = default;
};

/// What all accesses at a place touch, as far as it matters whether they are to
/// one object: nothing that others can reach, one object, or anything.
struct TouchedObject {
  enum class Kind : uint8_t { Own, One, Any };
  Kind kind = Kind::Any;
  uint32_t site = 0;
  Which which = Which::Some;
  friend bool operator==(const TouchedObject &,
                         const TouchedObject &) = default;

  static TouchedObject own() { return {Kind::Own}; }
  void meet(const TouchedObject &other) {
    if (kind == Kind::Own)
      *this = other;
    else if (other.kind != Kind::Own && !(*this == other))
      *this = {};
  }
  /// It is the object that this lock is in.
  bool has(uint64_t lock) const {
    return kind == Kind::One && isHeapLock(lock) && siteOfLock(lock) == site &&
           whichOfLock(lock) == which && which != Which::Some;
  }
};

} // namespace rbcheck
