//===- runtime/native/native.h - Following a schedule, natively -----------===//
//
// The library that a natively built program is linked with to be led along a
// schedule of rbcheck (tools/rbreplay/NativeSchedule.h has the format). One
// thread runs at a time: the one whose turn it is. What a thread does is a row
// of events: points (calls that passes/Instrument.h put into the program),
// scheduled calls, their returns. A thread that has done the last event of its
// turn hands over to the next one and waits.
//
// A function of a real library that blocks or synchronises is replaced here by
// one of the same name, made of four parts:
//
//   int pthread_x(object) {
//     if (!rbArrive("pthread_x", RB_CALLER))     // a point; waits for its turn
//       return RB_REAL(pthread_x)(object);       // not of our program
//     ... before waiting: give back what is held
//     long result = rbResult();                  // waits inside the call
//     ... do to the real object what `result` says was done
//     return rbReturn(result);
//   }
//
// No such function blocks in the real library: rbcheck knows when it would, and
// the schedule has the call end when it need not. If the real object does not
// agree, the run has *diverged* from the schedule, which is said and ends it.
// Tested by test/native.
//
//===----------------------------------------------------------------------===//
#ifndef RBCHECK_NATIVE_H
#define RBCHECK_NATIVE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// How a process that follows a schedule ends.
enum {
  kExitReproduced = 1, ///< it came to the error
  kExitDiverged = 5    ///< it left the schedule
};

/// Where programs may define a function of this name themselves.
#define RB_WEAK __attribute__((weak))
#define RB_HIDDEN __attribute__((visibility("hidden")))

/// The code that called the function this stands in.
#define RB_CALLER __builtin_return_address(0)

/// The function of that name in the real library.
#define RB_REAL(name) ((__typeof__(&name))rbReal(#name, 0))
/// The same, where an old version of it has the name, too.
#define RB_REAL_VERSION(name, version)                                         \
  ((__typeof__(&name))rbReal(#name, version))
RB_HIDDEN void *rbReal(const char *name, const char *version);

/// Comes to the scheduled call `name` and waits for its turn. False if nothing
/// is scheduled here: there is no schedule, the thread is none of the
/// program's, or a library does more than rbcheck's library does.
RB_HIDDEN bool rbArrive(const char *name, const void *caller);

/// Waits inside of the call as often as the schedule says; then returns the
/// result of the call.
RB_HIDDEN long rbResult(void);

/// Whether the call is about to wait inside.
RB_HIDDEN bool rbWaits(void);

/// Waits inside of the call like rbResult; false if the call does not return,
/// because the thread is cancelled there. rbResult ends the thread then.
RB_HIDDEN bool rbReturns(void);

/// Behind rbResult: what else the call gives, two hexadecimal digits each byte.
RB_HIDDEN const char *rbResultBytes(void);

/// Leaves the call; may wait for the next turn. Returns `result`.
RB_HIDDEN long rbReturn(long result);

/// A call that does nothing natively.
RB_HIDDEN bool rbPassed(const char *name, const void *caller, long *result);

/// A thread slept that long; it is that time, or later.
RB_HIDDEN void rbPassTime(int64_t seconds, int64_t nanos);
RB_HIDDEN void rbPassUntil(const struct timespec *time);
/// `result`, of a call that can wait until `time`: if it is `late`, it did.
RB_HIDDEN int rbUntil(int result, int late, const struct timespec *time);

/// What the calling thread waits for, until rbReturn; `canGoOn` says if it
/// would not block natively. Used where a deadlock is found.
RB_HIDDEN void rbWaitsFor(const void *object,
                          bool (*canGoOn)(const void *object));

/// The run has left the schedule: says why, and ends the process.
RB_HIDDEN void rbDiverged(const char *why, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

/// Creates a thread that follows the schedule; ends the run if that fails.
RB_HIDDEN void rbCreateThread(pthread_t *thread,
                              const pthread_attr_t *attributes,
                              void *(*function)(void *), void *argument);
/// Whether the thread with that pthread_t has ended; for rbWaitsFor.
RB_HIDDEN bool rbHasEnded(const void *handle);
/// For rbWaitsFor: what only another thread can end.
RB_HIDDEN bool rbNever(const void *object);
/// For rbWaitsFor: nobody holds the pthread_mutex_t.
RB_HIDDEN bool rbIsMutexFree(const void *object);

/// The calling thread is a new one with that number; it waits for its turn.
RB_HIDDEN void rbStartThread(int number);
/// Number of the thread that is created next.
RB_HIDDEN int rbNewThread(void);
/// The calling thread has come to its end.
RB_HIDDEN void rbEndThread(void);
RB_HIDDEN bool rbIsEnded(int number);
/// Number of the calling thread, -1 if it is none of the program's.
RB_HIDDEN int rbSelf(void);
/// The program crashes: the error, if this is it.
RB_HIDDEN void rbCrashed(int signal);
RB_HIDDEN void rbExited(void);
/// Makes what has to be there before the program runs.
RB_HIDDEN void rbPrepareWorld(void);
RB_HIDDEN void rbWatchThreadEnd(void);

/// System calls, past all that this library replaces.
RB_HIDDEN long rbSystemCall(long number, long a, long b, long c, long d);

#endif
