//===- runtime/native/choices.c - What a program says to the checker ------===//
//
// The functions of rbcheck.h and the __VERIFIER_* ones: values that rbcheck
// chose come from the schedule. A failed assertion is where rbcheck saw it, or
// the run has diverged. Inputs have the values of the trace. Without a schedule
// values are 0.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/native.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static long choose(const char *name, const void *caller) {
  long result;
  return rbPassed(name, caller, &result) ? result : 0;
}

#define VALUE(type, name)                                                      \
  type name(void);                                                             \
  RB_WEAK type name(void) { return (type)choose(#name, RB_CALLER); }
#define NONDET(type, suffix) VALUE(type, __VERIFIER_nondet_##suffix)

NONDET(_Bool, bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(unsigned char, u8)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(unsigned short, u16)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(unsigned, u32)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(size_t, size_t)
NONDET(long, loff_t)
NONDET(unsigned long, u64)
NONDET(void *, pointer)
NONDET(void *, pchar)
VALUE(_Bool, rb_nondet_bool)
VALUE(char, rb_nondet_char)
VALUE(signed char, rb_nondet_schar)
VALUE(unsigned char, rb_nondet_uchar)
VALUE(short, rb_nondet_short)
VALUE(unsigned short, rb_nondet_ushort)
VALUE(int, rb_nondet_int)
VALUE(unsigned, rb_nondet_uint)
VALUE(long, rb_nondet_long)
VALUE(unsigned long, rb_nondet_ulong)
VALUE(long long, rb_nondet_longlong)
VALUE(unsigned long long, rb_nondet_ulonglong)
VALUE(size_t, rb_nondet_size_t)

/// What is chosen are its bits.
#define REAL(type, name)                                                       \
  type name(void);                                                             \
  RB_WEAK type name(void) {                                                    \
    long bits = choose(#name, RB_CALLER);                                      \
    type value;                                                                \
    memcpy(&value, &bits, sizeof value);                                       \
    return value;                                                              \
  }
REAL(float, __VERIFIER_nondet_float)
REAL(double, __VERIFIER_nondet_double)
REAL(float, rb_nondet_float)
REAL(double, rb_nondet_double)

static unsigned digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

void rb_symbolic(void *object, size_t size, const char *name);
RB_WEAK void rb_symbolic(void *object, size_t size, const char *name) {
  (void)name;
  unsigned char *to = object;
  if (!rbArrive("rb_symbolic", RB_CALLER)) {
    for (size_t i = 0; i < size; ++i)
      to[i] = 0;
    return;
  }
  long result = rbResult();
  const char *bytes = rbResultBytes();
  if (strlen(bytes) != 2 * size)
    rbDiverged("rb_symbolic was given %zu bytes instead of %zu", size,
               strlen(bytes) / 2);
  for (size_t i = 0; i < size; ++i)
    to[i] = (unsigned char)(digit(bytes[2 * i]) * 16 + digit(bytes[2 * i + 1]));
  rbReturn(result);
}

int rb_choose(int n);
RB_WEAK int rb_choose(int n) {
  (void)n;
  return (int)choose("rb_choose", RB_CALLER);
}

/// A call without result. One that fails is the last event of its thread.
#define SAY(name, parameters)                                                  \
  void name parameters;                                                        \
  RB_WEAK void name parameters {                                               \
    long result;                                                               \
    rbPassed(#name, RB_CALLER, &result);                                       \
  }

SAY(rb_assume, (int condition __attribute__((unused))))
SAY(rb_assert, (int condition __attribute__((unused)),
                const char *text __attribute__((unused))))
SAY(rb_atomic_begin, (void))
SAY(rb_atomic_end, (void))
SAY(rb_yield, (void))
SAY(rb_progress, (void))
SAY(__VERIFIER_assume, (int condition __attribute__((unused))))
SAY(__VERIFIER_assert, (int condition __attribute__((unused))))
SAY(__VERIFIER_atomic_begin, (void))
SAY(__VERIFIER_atomic_end, (void))
SAY(__VERIFIER_error, (void))
SAY(reach_error, (void))

RB_WEAK void __assert_fail(const char *text, const char *file, unsigned line,
                           const char *function) {
  if (rbArrive("__assert_fail", RB_CALLER))
    rbDiverged("the assertion '%s' failed", text);
  RB_REAL(__assert_fail)(text, file, line, function);
  __builtin_unreachable();
}

RB_WEAK void abort(void) {
  if (rbArrive("abort", RB_CALLER))
    rbDiverged("abort() was called");
  RB_REAL(abort)();
  __builtin_unreachable();
}
