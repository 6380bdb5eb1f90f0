//===- runtime/include/rbcheck_signals.h - Signals, as the machine sees them -===//
//
// What the runtime library (runtime/libc/signals.c) and the machine
// (interp/exec/Handlers.cpp) both know of signals. Signal N is bit N - 1.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stdint.h>

/// At least as many as there can be threads (interp/state/Address.h).
#define RB_SIGNAL_THREADS 2048

struct rb_signal_thread {
  uint64_t mask;     ///< signals that it blocks
  uint64_t pending;  ///< sent to it, and not taken
  uint64_t armed;    ///< of timers that send to it: can come from now on
  uint32_t handlers; ///< that interrupted it where it did not expect it
  uint32_t waits;    ///< one of them interrupted a wait, which goes on behind it
};

/// The variable __rb_signals. All zero for a thread that does not live.
struct rb_signals {
  uint64_t pending; ///< sent to the process
  uint64_t armed;   ///< of timers: can come at any time from now on
  struct rb_signal_thread thread[RB_SIGNAL_THREADS];
};

/// Signals that an object waits for, for whoever asks (struct rb_wait).
struct rb_signal_sets {
  uint64_t pending; ///< they let a thread go on if they are pending for it
  uint64_t armed;   ///< the same if a timer may send them
};

/// What __rb_interrupt is told of the call that the thread is in.
enum rb_interrupted {
  RB_NOT_IN_CALL,   ///< the thread is not, or the call goes on in any case
  RB_CALL_RESTARTS, ///< it ends, unless the handler has SA_RESTART
  RB_CALL_ENDS
};
