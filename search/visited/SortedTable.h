//===- search/visited/SortedTable.h - Compact open addressing for hashes --===//
//
// A set of non-zero hash values in one array. The home of a value is its share
// of the array (value * slots / 2^bits), collisions go to the next free slot,
// and neighbours are kept in increasing order (Amble and Knuth, "Ordered hash
// tables", 1974). So a miss ends at the first larger value, tables can be
// filled to 82 %, and growing is one pass from the old array to the new.
//
// Invariant: the values in the array, empty slots (0) left out, increase.
// Memory is mapped directly: what a table outgrew goes back to the system.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace rbcheck {

/// What a table keeps of a fingerprint. 0 marks an empty slot; the sum of
/// hashes may in theory be 0.
template <typename Value> Value shortenFingerprint(unsigned __int128 key) {
  Value value = sizeof(Value) == sizeof(key)
                    ? Value(key)
                    : Value(uint64_t(key >> 64) ^ uint64_t(key));
  return value ? value : Value(1);
}

/// Value: uint64_t or unsigned __int128, with uniformly distributed bits.
template <typename Value> class SortedTable {
public:
  SortedTable() = default;
  SortedTable(const SortedTable &) = delete;
  SortedTable &operator=(const SortedTable &) = delete;
  ~SortedTable() { give(slots_, bytes()); }

  uint64_t size() const { return used_; }
  size_t bytes() const { return sizeof(Value) * total_; }

  /// Adds a value that is not 0; false if it was there.
  bool insert(Value value) {
    if (__builtin_expect(used_ >= limit_, false))
      grow();
    size_t at = firstFrom(value);
    if (slots_[at] == value)
      return false;
    size_t end = at;
    while (slots_[end] != 0)
      ++end;
    // The last slot stays empty: it ends every run.
    if (__builtin_expect(end + 1 >= total_, false)) {
      extend();
      return insert(value);
    }
    std::memmove(slots_ + at + 1, slots_ + at, (end - at) * sizeof(Value));
    slots_[at] = value;
    ++used_;
    return true;
  }

  /// The same for a value whose lowest `bits` are a number, of which the least
  /// is kept. `isNew`: nothing with these other bits was there.
  /// Returns true if it was added or got less.
  bool insertLeast(Value value, unsigned bits, bool &isNew) {
    isNew = false;
    const Value rest = value >> bits << bits;
    if (total_) {
      Value &slot = slots_[firstFrom(rest)];
      if (slot != 0 && slot >> bits << bits == rest) {
        const bool isLess = value < slot;
        slot = std::min(slot, value);
        return isLess;
      }
    }
    isNew = true;
    return insert(value);
  }

  template <typename Visit> void forEach(Visit visit) const {
    for (size_t i = 0; i < total_; ++i)
      if (slots_[i] != 0)
        visit(slots_[i]);
  }

private:
  static constexpr unsigned kBits = sizeof(Value) * 8;

  /// The top 64 bits decide; they are uniform after the segment's were taken.
  size_t home(Value value) const {
    uint64_t top = uint64_t(value >> (kBits - 64)) << kSegmentBits;
    return size_t((unsigned __int128)top * homes_ >> 64);
  }

  /// The first slot from its home on that is empty, or not less than the value.
  size_t firstFrom(Value value) const {
    size_t at = home(value);
    while (slots_[at] != 0 && slots_[at] < value)
      ++at;
    return at;
  }

  void grow() {
    rebuild(homes_ ? homes_ + homes_ * 29 / 64 : 24); // factor 1.45
  }

  /// Room behind the last home only: a run there has reached the end.
  void extend() {
    slack_ *= 2;
    rebuild(homes_);
  }

  void rebuild(size_t homes) {
    homes_ = homes;
    for (;; slack_ *= 2) {
      size_t total = homes + slack_;
      Value *slots = take(total * sizeof(Value));
      if (refill(slots, total)) {
        give(slots_, bytes());
        slots_ = slots;
        total_ = total;
        limit_ = homes * 82 / 100;
        return;
      }
      give(slots, total * sizeof(Value));
    }
  }

  bool refill(Value *slots, size_t total) {
    size_t next = 0;
    for (size_t i = 0; i < total_; ++i) {
      if (slots_[i] == 0)
        continue;
      next = std::max(next, home(slots_[i]));
      if (next + 1 >= total)
        return false;
      slots[next++] = slots_[i];
    }
    return true;
  }

  static constexpr size_t kMapped = 64 * 1024;
  static Value *take(size_t bytes) {
    void *memory =
        bytes < kMapped
            ? std::calloc(1, bytes)
            : mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    RB_CHECK(memory && memory != MAP_FAILED, "out of memory (visited set)");
    return static_cast<Value *>(memory);
  }
  static void give(Value *memory, size_t bytes) {
    if (bytes < kMapped)
      std::free(memory);
    else
      munmap(memory, bytes);
  }

  Value *slots_ = nullptr;
  size_t homes_ = 0;  ///< slots that are the home of some value
  size_t slack_ = 8; ///< slots behind the last home
  size_t total_ = 0;  ///< all slots
  size_t used_ = 0;
  size_t limit_ = 0;

public:
  /// Tables are used in groups of 2^kSegmentBits, chosen by the top bits.
  static constexpr unsigned kSegmentBits = 12;
};

} // namespace rbcheck
