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

#include <stddef.h>

#ifdef __cplusplus
#define RB_BOOL bool
#else
#define RB_BOOL _Bool
#endif

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
static inline RB_BOOL rb_nondet_bool(void) { return rand() & 1; }
static inline char rb_nondet_char(void) { return (char)rand(); }
static inline signed char rb_nondet_schar(void) { return (signed char)rand(); }
static inline unsigned char rb_nondet_uchar(void) {
  return (unsigned char)rand();
}
static inline short rb_nondet_short(void) { return (short)rand(); }
static inline unsigned short rb_nondet_ushort(void) {
  return (unsigned short)rand();
}
static inline int rb_nondet_int(void) { return rand(); }
static inline unsigned rb_nondet_uint(void) { return (unsigned)rand(); }
static inline long rb_nondet_long(void) { return rand(); }
static inline unsigned long rb_nondet_ulong(void) {
  return (unsigned long)rand();
}
static inline long long rb_nondet_longlong(void) { return rand(); }
static inline unsigned long long rb_nondet_ulonglong(void) {
  return (unsigned long long)rand();
}
static inline size_t rb_nondet_size_t(void) { return (size_t)rand(); }
static inline float rb_nondet_float(void) { return (float)rand(); }
static inline double rb_nondet_double(void) { return rand(); }
static inline void rb_symbolic(void *object, size_t size, const char *name) {
  (void)name;
  while (size--)
    ((unsigned char *)object)[size] = (unsigned char)rand();
}

#else

#ifdef __cplusplus
extern "C" {
#endif

/// Any number from 0 to n-1: rbcheck explores every one. n must be 1..65535.
///   int size = 1 + rb_choose(4);      // every size from 1 to 4
int rb_choose(int n);

/// A value that rbcheck knows nothing of: every one is explored, with a solver
/// where they are too many to be tried (docs/inputs.md). An error is reported with
/// the values that lead to it.
///   int amount = rb_nondet_int();     // any int
RB_BOOL rb_nondet_bool(void);
char rb_nondet_char(void);
signed char rb_nondet_schar(void);
unsigned char rb_nondet_uchar(void);
short rb_nondet_short(void);
unsigned short rb_nondet_ushort(void);
int rb_nondet_int(void);
unsigned rb_nondet_uint(void);
long rb_nondet_long(void);
unsigned long rb_nondet_ulong(void);
long long rb_nondet_longlong(void);
unsigned long long rb_nondet_ulonglong(void);
size_t rb_nondet_size_t(void);
float rb_nondet_float(void);
double rb_nondet_double(void);

/// The same of every byte of an object; the name is for reports.
///   char text[8]; rb_symbolic(text, sizeof text, "text");
void rb_symbolic(void *object, size_t size, const char *name);

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
