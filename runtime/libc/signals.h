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

#include <rbcheck.h>

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

/// What siginfo_t says of where a signal is from.
struct Origin {
  long code;
  union sigval value;
};

extern struct rb_signals __rb_signals;
/// Of the timers for the signal, and the thread or kProcess, one has ended: tells
/// what it sends. Null: no timer was set yet (timers.c).
extern struct Origin (*__rb_timer_ended)(int thread, int number);
/// Null unless descriptors tell of signals (net/signalfd.c): one is pending.
extern void (*__rb_signal_came)(int number);

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
/// Around what sends a signal, behind the point: what a descriptor tells of it
/// changes in the same step.
int __rb_sending_begin(void);
void __rb_sending_end(int began);
/// Makes a signal pending for the thread, or for kProcess; at most once, unless
/// it is queued.
void __rb_signal_add(int thread, int number, struct Origin from);
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
void __rb_signal_self(int number, struct Origin from);
/// Sets the mask of the calling thread; SIGKILL and SIGSTOP are never in it.
void __rb_signal_setmask(uint64_t mask);
/// A timer that is armed for the thread, or kProcess, ends: its signal is pending.
void __rb_signal_fire(int thread, int number);
