//===- runtime/native/choices.c - What a program says to the checker ------===//
//
// The functions of rbcheck.h and the __VERIFIER_* ones: values that rbcheck
// chose come from the schedule. A failed assertion is where rbcheck saw it, or
// the run has diverged. Without a schedule values are 0.
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

float __VERIFIER_nondet_float(void);
RB_WEAK float __VERIFIER_nondet_float(void) {
  long bits = choose("__VERIFIER_nondet_float", RB_CALLER);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
double __VERIFIER_nondet_double(void);
RB_WEAK double __VERIFIER_nondet_double(void) {
  long bits = choose("__VERIFIER_nondet_double", RB_CALLER);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
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
