//===- tools/report/Operation.h - Library calls as kinds of operation -----===//
//
// What a call of a library function means for a trace: its kind, which argument
// names the object, and how it reads in a sentence.
// Tested by test/trace/operations.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

#include "llvm/ADT/StringRef.h"

namespace rbcheck {

struct CallKind {
  OpKind kind = OpKind::Call;
  int object = 0;        ///< argument that points to the object; -1 = none
  int mutex = -1;        ///< Wait: the argument with the mutex
  const char *verb = ""; ///< "lock", "signal", ...; "" = the name itself
};

/// How a library function of that name is shown.
CallKind callKind(llvm::StringRef function);

/// Takes or gives back a lock that HeldLock lists.
bool isLocking(OpKind kind);

} // namespace rbcheck
