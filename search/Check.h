//===- search/Check.h - RB_CHECK: rbcheck itself must not be wrong --------===//
//
// On in every build. A failed check is a bug in rbcheck: it goes to LLVM's
// fatal error handler, which the tool turns into one message and exit code 4.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Support/ErrorHandling.h"

#ifndef RB_CHECK
#define RB_CHECK(condition, message)                                           \
  do {                                                                         \
    if (__builtin_expect(!(condition), 0))                                     \
      llvm::report_fatal_error(message, false);                                \
  } while (false)
#endif
