//===- interp/roles/MutexLayout.h - Mutexes in the program's own bytes ----===//
//
// The layout is that of glibc's pthread_mutex_t on x86-64, as far as static
// initialisers can tell; C11's mtx_t is the same.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace rbcheck {

enum class MutexKind : uint32_t { Normal, Recursive, ErrorCheck, Adaptive };

/// Further bits of Mutex::kind.
constexpr uint32_t kMutexTypeMask = 3;
constexpr uint32_t kMutexRobust = 16;
constexpr uint32_t kMutexInconsistent = 0x100; ///< the last owner ended with it
constexpr uint32_t kMutexLost = 0x200;         ///< not recoverable
constexpr uint32_t kMutexBits = kMutexTypeMask | kMutexRobust |
                                kMutexInconsistent | kMutexLost;

/// The first bytes of a pthread_mutex_t or mtx_t.
struct Mutex {
  uint32_t lock;    ///< 1 while held
  uint32_t count;   ///< recursive: how often the owner holds it
  uint32_t owner;   ///< thread + 1; 0 = free
  uint32_t users;   ///< 1 while held
  uint32_t kind;    ///< MutexKind and bits; anything else is no live mutex
  uint32_t ceiling; ///< priority ceiling; only asked for, never acted on

  bool isValid() const { return (kind & ~kMutexBits) == 0; }
  bool isFree() const { return owner == 0; }
  bool isRobust() const { return kind & kMutexRobust; }
  MutexKind type() const { return MutexKind(kind & kMutexTypeMask); }
};

constexpr uint64_t kMutexBytes = 40;

} // namespace rbcheck
