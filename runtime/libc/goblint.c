//===- runtime/libc/goblint.c - Questions to the analyzer Goblint ---------===//
//
// Programs that are analysed with Goblint ask it things by these functions. A
// check is a question: the program goes on, whatever the answer. Of what
// is assumed or asserted only the rest goes on.
// Tested by test/libc/goblint.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "rbcheck.h"

#include <pthread.h>

void __goblint_check(_Bool condition) { (void)condition; }

void __goblint_assume(_Bool condition) { rb_assume(condition); }

/* The thread has ended by now, and is joined. */
void __goblint_assume_join(pthread_t thread) {
  rb_assume(pthread_tryjoin_np(thread, 0) == 0);
}

void __goblint_assert(_Bool condition) { rb_assert(condition, 0); }

void __goblint_split_begin(int value) { (void)value; }

void __goblint_split_end(int value) { (void)value; }

void __goblint_globalize(void *pointer) { (void)pointer; }

void __goblint_bounded(unsigned long long value) { (void)value; }
