//===- interp/roles/Role.cpp - Verbs, flows and sizes ---------------------===//
#include "interp/roles/Role.h"

#include "interp/roles/MutexLayout.h"
#include "interp/roles/RwLockLayout.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

const char *verbOf(Act act) {
  switch (act) {
#define RB_ACT(name, verb, mark, flow, meaning)                                \
  case Act::name:                                                              \
    return verb;
#include "interp/roles/Acts.def"
#undef RB_ACT
  }
  llvm_unreachable("covered switch");
}

ActFlow flowOf(Act act) {
  switch (act) {
#define RB_ACT(name, verb, mark, flow, meaning)                                \
  case Act::name:                                                              \
    return ActFlow::flow;
#include "interp/roles/Acts.def"
#undef RB_ACT
  }
  llvm_unreachable("covered switch");
}

uint64_t bytesOf(Family family) {
  switch (family) {
  case Family::None:
  case Family::Thread:
    return 0;
  case Family::Mutex:
    return kMutexBytes;
  case Family::Spin:
  case Family::Once:
    return 4;
  case Family::ReadWrite:
    return sizeof(RwLock);
  case Family::Cond:
    return 48;
  case Family::Semaphore:
  case Family::Barrier:
    return 32;
  case Family::Guard:
    return 8;
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
