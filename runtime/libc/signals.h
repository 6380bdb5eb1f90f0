//===- runtime/libc/signals.h - What the files about signals share --------===//
//
// signals.c has what signals do: dispositions, masks, delivery. kill.c sends
// them and waits for them, timers.c lets time send them. A program that does
// not send any has only the first of them. All data is in quiet memory; each
// function of the standard is one step, which begins with a point.
//
//===----------------------------------------------------------------------===//
#pragma once

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "runtime/include/rbcheck_abi.h"
#include "runtime/include/rbcheck_signals.h"

#define RB_QUIET __attribute__((section(RB_QUIET_SECTION)))

// Models (interp/models/Signals.cpp): points at which others can go on, when
// signals are about to be changed or sent.
void __rb_signal_point(void);
void __rb_send_point(int (*interrupt)(int, int));
/// Which threads signals can come to has changed.
void __rb_signals_changed(void);
void __rb_unsupported(const char *what);

enum { kProcess = -1 };

extern struct rb_signals __rb_signals;
/// Intervals of timers, by signal: not 0 if they go on.
extern uint64_t __rb_timer_again;

static inline uint64_t bitOf(int number) { return 1ull << (number - 1); }
static inline int ownNumber(void) { return (int)pthread_self() - 1; }
static inline struct rb_signal_thread *ownSignals(void) {
  return &__rb_signals.thread[ownNumber()];
}
static inline int isSignalNumber(int number) {
  return number > 0 && number < NSIG;
}

/// The signal is ignored, or would be, by whoever does not block it.
int __rb_signal_ignored(int number);
/// Makes a signal pending for the thread, or for kProcess; at most once, unless
/// it is queued.
void __rb_signal_add(int thread, int number, int code, union sigval value);
/// Takes a signal that is pending for the calling thread, or a timer's.
void __rb_signal_take(int number, siginfo_t *info);
/// Until __rb_signal_deliver nothing interrupts the calling thread. Its mask.
uint64_t __rb_signal_block(void);
/// Runs the handler, or does what is done without. 0 if nothing is done, else 1;
/// 2 if the handler wants calls to be restarted. The mask was `before`, and is
/// again.
int __rb_signal_deliver(siginfo_t *info, uint64_t before);
/// Delivers what is pending for the calling thread; `ofProcess`: or for all.
void __rb_signal_pending(int ofProcess);
/// A signal that the calling thread does not block, sent by itself.
void __rb_signal_self(int number, int code, union sigval value);
/// Sets the mask of the calling thread; SIGKILL and SIGSTOP are never in it.
void __rb_signal_setmask(uint64_t mask);
/// The timer of the signal has ended: it is pending for the process.
void __rb_signal_fire(int number);
