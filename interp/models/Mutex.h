//===- interp/models/Mutex.h - Mutexes in the program's own bytes ---------===//
//
// Shared by POSIX mutexes, C11 mtx_t and condition variables. The layout is
// that of glibc's pthread_mutex_t on x86-64, as far as static initialisers
// can tell.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/models/Sync.h"

namespace rbcheck {

enum class MutexKind : uint32_t { Normal, Recursive, ErrorCheck, Adaptive };

/// The first bytes of a pthread_mutex_t or mtx_t; the others are not used.
struct Mutex {
  uint32_t lock;    ///< 1 while held
  uint32_t count;   ///< recursive: how often the owner holds it
  uint32_t owner;   ///< thread + 1; 0 = free
  uint32_t users;   ///< 1 while held
  uint32_t kind;    ///< MutexKind; anything else is no live mutex

  bool isValid() const { return kind <= uint32_t(MutexKind::Adaptive); }
  bool isFree() const { return owner == 0; }
  MutexKind type() const { return MutexKind(kind); }
};

constexpr uint64_t kMutexBytes = 40;

/// Reads a mutex and raises a fault if it is no live one.
bool loadMutex(ModelCall &call, uint64_t address, Mutex &mutex);
/// Blocked while another thread holds the mutex `address`.
unsigned whenMutexFree(ModelCall &call, uint64_t address);
/// The thread that holds the mutex of the call's first argument.
std::optional<uint32_t> holderOfMutex(ModelCall &call);

/// Each acts on the mutex at `address` and sets an errno value as result.
ModelResult initMutex(ModelCall &call, uint64_t address, MutexKind kind);
ModelResult destroyMutex(ModelCall &call, uint64_t address);
ModelResult lockMutex(ModelCall &call, uint64_t address);
ModelResult tryLockMutex(ModelCall &call, uint64_t address);
ModelResult timedLockMutex(ModelCall &call, uint64_t address);
ModelResult unlockMutex(ModelCall &call, uint64_t address);

} // namespace rbcheck
