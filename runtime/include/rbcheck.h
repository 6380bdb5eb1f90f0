//===- runtime/include/rbcheck.h - What a program can say to rbcheck ------===//
//
// For programs under test, in C and C++. Include it with
//
//   #include <rbcheck.h>          (clang -I<build>/include, or rbcheck prog.c)
//
// Nothing is to be linked. In native programs the same calls have a simple
// meaning of their own: with any compiler but clang, which alone makes what
// rbcheck reads, and with clang and -DRBCHECK_NATIVE. That definition does not
// count for what rbcheck and rbbuild compile.
//
//===----------------------------------------------------------------------===//
#ifndef RBCHECK_H
#define RBCHECK_H

#if defined(RBCHECK_NATIVE) || !defined(__clang__)

#include <sched.h>
#include <stdlib.h>

static inline int rb_choose(int n) { return n > 1 ? rand() % n : 0; }
static inline void rb_assume(int condition) {
  if (!condition)
    exit(0);
}
static inline void rb_assert(int condition, const char *text) {
  (void)text;
  if (!condition)
    abort();
}
static inline void rb_atomic_begin(void) {}
static inline void rb_atomic_end(void) {}
static inline void rb_yield(void) { sched_yield(); }
static inline void rb_progress(void) {}

#else

#ifdef __cplusplus
extern "C" {
#endif

/// Any number from 0 to n-1: rbcheck explores every one. n must be 1..65535.
///   int size = 1 + rb_choose(4);      // every size from 1 to 4
int rb_choose(int n);

/// Executions on which the condition does not hold are of no interest and are
/// dropped here, silently.
///   rb_assume(a < b);
void rb_assume(int condition);

/// The condition must hold; else rbcheck reports a failed assertion with the
/// text (which may be null). Unlike assert(), NDEBUG does not remove it.
void rb_assert(int condition, const char *text);

/// Between begin and end no other thread takes a step. Sections nest. A thread
/// that blocks inside one can be the cause of a deadlock.
void rb_atomic_begin(void);
void rb_atomic_end(void);

/// Other threads may run here. Needed only to make a scheduling point where
/// the program has no visible operation of its own.
void rb_yield(void);

/// The program gets on: an execution that passes here again and again may go on
/// for ever, which is otherwise a livelock if nobody can end it, and an error of
/// --check=+termination in any case. For loops that serve until the end of time.
///   for (;;) { serve(next()); rb_progress(); }
void rb_progress(void);

#ifdef __cplusplus
}
#endif

#endif
#endif // RBCHECK_H
