//===- interp/roles/RwLockLayout.h - Read-write locks in their own bytes --===//
//
// The lock lies in the program's pthread_rwlock_t: the writer, how often it is
// held for reading, who reads, and glibc's flags word as the word of validity.
//
// Readers are a sorted table of thread numbers with counts, so that an unlock
// by a thread that holds nothing is noticed. It has room for twenty threads that
// hold the lock up to 127 times each; what is beyond that is only counted
// (`others`). Then nobody is accused of anything, and the result is said to be
// incomplete. Invariant: readers is the sum of all counts and others.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

struct RwLock {
  /// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; 0 and 1 prefer readers.
  static constexpr uint32_t kWritersFirst = 2;
  static constexpr unsigned kCountBits = 7;
  static constexpr unsigned kMaxCount = (1u << kCountBits) - 1;

  uint32_t readers;    ///< holds for reading
  uint32_t writer;     ///< thread + 1; 0 = none
  uint16_t table[20];  ///< thread << kCountBits | count, ascending, then 0
  uint32_t flags;      ///< 0..2: which side is preferred; else not alive
  uint32_t others;     ///< holds for reading that are not in the table

  bool isValid() const { return flags <= kWritersFirst; }
  bool isHeld() const { return writer != 0 || readers != 0; }
  static uint32_t threadOf(uint16_t entry) { return entry >> kCountBits; }
  static unsigned countOf(uint16_t entry) { return entry & kMaxCount; }

  /// How often `thread` holds it for reading, as far as that is known.
  unsigned holdsOf(uint32_t thread) const;
  /// One more hold; false if it is only counted.
  bool addReader(uint32_t thread);
  /// One hold less; false if the thread has none for certain.
  bool dropReader(uint32_t thread);
};
static_assert(sizeof(RwLock) == 56);

} // namespace rbcheck
