//===- runtime/cxx/unwind.h - Exceptions in flight ------------------------===//
//
// An exception object is preceded by an Exception. Landing pads get the
// address of the Exception, handlers that of the object (adjusted to the type
// they catch). Throwing looks for the handler first and only then leaves
// frames; what nobody catches is reported where it was thrown.
// Tested by test/cxx/exceptions*.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <typeinfo>

struct Pad;

namespace rbcheck {

struct alignas(16) Exception {
  Exception *primary;          ///< itself, or what a rethrown pointer refers to
  std::type_info *type;
  void (*destroy)(void *);
  int references;              ///< primary: the throw and exception_ptrs
  int handlers;                ///< active ones; negative while rethrown
  Exception *nextCaught;
  void *adjusted;              ///< what the handler gets
  uint64_t frame;              ///< the frame that catches it
  int selector;                ///< and its clause
  /// Of the end of a thread: leaves all frames; who catches it has to throw it
  /// on (forced-unwind.cpp). Else null.
  void (*force)(Exception *);

  void *object() { return primary + 1; }
};

inline Exception *exceptionOf(void *object) {
  return static_cast<Exception *>(object) - 1;
}

void addReference(Exception *primary);
/// Gives up one; the last one ends the object.
void dropReference(Exception *primary);

/// Unwinds to the handler. Returns only if there is none; never, if it is forced.
void raise(Exception *exception);
/// Throws it, wherever from: never returns.
[[noreturn]] void throwIt(Exception *exception);
/// The first clause of the pad that stops the exception, or 0.
int selectClause(const Pad &pad, Exception &exception);

/// The innermost exception that is being handled by this thread, or null.
Exception *currentException();

/// True if a handler for `wanted` takes a `thrown`; adjusts the pointer.
bool isCaught(const std::type_info &wanted, const std::type_info &thrown,
              void *&object);

} // namespace rbcheck

/// A clause of a landing pad: catch (selector > 0, one type, null for any) or
/// exception specification (selector < 0, the types that may pass).
struct Clause {
  int64_t selector;
  uint64_t count;
  const std::type_info *types[];
};

/// What a landing pad is for, as interp/program/DecodeExceptions.cpp lays it
/// out: the clauses follow.
struct Pad {
  uint64_t isCleanup;
  uint64_t clauses;
};

// Models (interp/models/Unwind.cpp).
extern "C" {
uint64_t __rb_unwind_depth(void);
const Pad *__rb_unwind_pad(uint64_t frame);
[[noreturn]] void __rb_unwind_land(uint64_t frame, void *exception,
                                   int selector);
/// type: mangled name of the uncaught exception's type, or null if there is
/// none; what: its text, or null.
/// The end of a thread, as far as frames of C++ code are concerned; and what
/// goes on behind them (runtime/pthread/cancel.c).
[[noreturn]] void __rb_force_unwind(void);
uint64_t __rb_unwind_end(void);
[[noreturn]] void __rb_unwound(void);
[[noreturn]] void __rb_terminate(const char *type, const char *what);
}
