//===- interp/models/Threads.cpp - pthread_create and its relatives -------===//
//
// Threads are numbered in the order they are made and numbers are not used
// again, so a stale handle is noticed. Attributes are plain C
// (runtime/pthread/attributes.c); only the detach state matters here.
// Tested by test/models/thread*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Threads.h"

#include "interp/exec/Core.h"
#include "interp/models/TimedWait.h"

#include "runtime/include/rbcheck_abi.h"

#include <pthread.h>
#include <sched.h>

namespace rbcheck {

/// Raises a fault, or names what cannot be done, unless a thread can start
/// with `function`.
static bool checkStart(ModelCall &call, uint64_t function) {
  const Program &program = call.core().program;
  if (isNearNull(function)) {
    call.fault(FaultKind::NullDereference,
               "starts a thread with a null function pointer", function);
    return false;
  }
  if (!isCanonical(function) || regionOf(function) != RegionKind::Code ||
      functionOf(function) >= program.functions.size()) {
    call.fault(FaultKind::InvalidCall,
               "starts a thread with a pointer that is no function", function);
    return false;
  }
  const Function &start = program.functions[functionOf(function)];
  if (start.kind != FunctionKind::Defined) {
    call.unsupported("library function " + start.name +
                     " as the start of a thread");
    return false;
  }
  return call.core().checkArgumentCount(start, 1);
}

ModelResult startThread(ModelCall &call, uint64_t handleAddress,
                        uint64_t function, uint64_t argument, bool detached) {
  if (!checkStart(call, function))
    return call.failed();
  std::optional<uint32_t> thread = call.spawn(function, argument);
  if (!thread)
    return call.unsupported("more than " + llvm::Twine(kMaxThreads) +
                            " threads in one run");
  if (detached)
    call.ownScalars(*thread).detached = 1;
  if (!call.store(handleAddress, handleOf(*thread)))
    return call.failed();
  return call.retInt(0);
}

unsigned whenJoinable(ModelCall &call, uint64_t handle) {
  std::optional<uint32_t> thread = threadOfHandle(call, handle);
  if (!thread || *thread == call.thread())
    return 1;
  const ThreadScalars &target = call.scalars(*thread);
  return target.status == ThreadStatus::Finished || target.detached ||
         target.joined;
}

/// The fault for a thread whose handle is no longer valid for that. The library
/// knows detached threads, but has forgotten joined ones.
static ModelResult misused(ModelCall &call, const char *what, uint32_t thread) {
  bool isJoined = call.scalars(thread).joined;
  std::string message = what + (" thread " + std::to_string(thread)) +
                        ", which was " + (isJoined ? "joined" : "detached") +
                        " already";
  if (isJoined)
    return call.fault(FaultKind::LockMisuse, message);
  return call.survives(FaultKind::LockMisuse, message) ? call.retInt(EINVAL)
                                                       : call.failed();
}

ModelResult joinThread(ModelCall &call, uint64_t handle, uint64_t &value) {
  std::optional<uint32_t> thread = threadOfHandle(call, handle);
  if (!thread)
    return call.retInt(ESRCH);
  if (*thread == call.thread())
    return call.survives(FaultKind::LockMisuse, "a thread joins itself")
               ? call.retInt(EDEADLK)
               : call.failed();
  const ThreadScalars &target = call.scalars(*thread);
  if (target.detached || target.joined)
    return misused(call, "joins", *thread);
  if (target.status != ThreadStatus::Finished)
    return ModelResult::Again; // not enabled; asked in vain
  value = target.result;
  ThreadScalars &joined = call.ownScalars(*thread);
  joined.joined = 1;
  joined.result = 0; // nobody can ask again: let states match
  call.core().forgetFootprint(*thread);
  call.core().updateMulti();
  return call.retInt(0);
}

ModelResult detachThread(ModelCall &call, uint64_t handle) {
  std::optional<uint32_t> thread = threadOfHandle(call, handle);
  if (!thread)
    return call.retInt(ESRCH);
  const ThreadScalars &target = call.scalars(*thread);
  if (target.detached || target.joined)
    return misused(call, "detaches", *thread);
  ThreadScalars &detached = call.ownScalars(*thread);
  detached.detached = 1;
  if (detached.status == ThreadStatus::Finished)
    detached.result = 0;
  return call.retInt(0);
}

namespace {

/// There are such processors, and the policy has such a priority.
bool canBeObeyed(const rb_thread_attr &wanted) {
  if (wanted.processors == RB_PROCESSORS_SET)
    return false;
  if (wanted.inherit != PTHREAD_EXPLICIT_SCHED)
    return true;
  bool hasPriorities =
      wanted.policy == SCHED_FIFO || wanted.policy == SCHED_RR;
  return hasPriorities ? wanted.priority >= 1 && wanted.priority <= 99
                       : wanted.priority == 0;
}

/// int pthread_create(pthread_t *, const pthread_attr_t *,
///                    void *(*start)(void *), void *argument)
/// The handle is stored before the new thread can run.
ModelResult threadCreate(ModelCall &call) {
  rb_thread_attr attributes = {};
  if (call.arg(1)) {
    if (!call.load(call.arg(1), attributes))
      return call.failed();
    if (attributes.magic != RB_ATTR_MAGIC)
      return call.fault(FaultKind::LockMisuse,
                        attributes.magic == RB_ATTR_DESTROYED
                            ? "thread attribute was destroyed"
                            : "thread attribute was never initialised",
                        call.arg(1));
    if (!canBeObeyed(attributes))
      return call.retInt(EINVAL);
  }
  return startThread(call, call.arg(0), call.arg(2), call.arg(3),
                     attributes.detached != 0);
}

unsigned whenFinished(ModelCall &call) {
  return whenJoinable(call, call.arg(0));
}

/// int pthread_join(pthread_t thread, void **result)
/// Enabled once the thread has finished. ESRCH for what is no thread. A fault
/// for the caller itself and for detached and joined threads: undefined in
/// POSIX and C11, and an error code hardly anybody looks at in glibc.
ModelResult threadJoin(ModelCall &call) {
  uint64_t value = 0;
  ModelResult result = joinThread(call, call.arg(0), value);
  if (result != ModelResult::Done || call.result()[0] != 0)
    return result;
  if (call.arg(1) && !call.store(call.arg(1), value))
    return call.failed();
  return call.retInt(0);
}

/// int pthread_tryjoin_np(pthread_t thread, void **result)
/// Like pthread_join, but EBUSY while the thread runs.
ModelResult threadTryJoin(ModelCall &call) {
  if (!whenJoinable(call, call.arg(0)))
    return call.retInt(EBUSY);
  return threadJoin(call);
}

/// int pthread_timedjoin_np(pthread_t, void **, const struct timespec *)
/// Like pthread_join, but the time may be up while the thread runs.
ModelResult threadTimedJoin(ModelCall &call) {
  if (!whenJoinable(call, call.arg(0)))
    return call.arg(2) ? lateOrInvalid(call, call.arg(2)) : ModelResult::Again;
  return threadJoin(call);
}

/// int pthread_clockjoin_np(pthread_t, void **, clockid_t,
///                          const struct timespec *)
ModelResult threadClockJoin(ModelCall &call) {
  if (!isWaitClock(call.argInt(2)))
    return call.retInt(EINVAL);
  if (!whenJoinable(call, call.arg(0)))
    return call.arg(3) ? lateOrInvalid(call, call.arg(3)) : ModelResult::Again;
  return threadJoin(call);
}

/// A timed join without a time waits for ever.
unsigned whenFinishedOrLate(ModelCall &call) {
  return call.arg(2) != 0 || whenJoinable(call, call.arg(0));
}
unsigned whenFinishedOrLateByClock(ModelCall &call) {
  return call.arg(3) != 0 || whenJoinable(call, call.arg(0));
}

/// void __rb_thread_exit(void *result)
/// Ends the calling thread; in main, the other threads go on. What pthread_exit
/// does before that is C code (runtime/pthread/cancel.c).
ModelResult threadExit(ModelCall &call) {
  return call.finishThread(call.arg(0));
}

/// int pthread_kill(pthread_t thread, int signal)
/// Signal 0 asks whether the thread exists; others are not supported.
ModelResult threadKill(ModelCall &call) {
  std::optional<uint32_t> thread = threadOfHandle(call, call.arg(0));
  if (!thread || call.scalars(*thread).joined)
    return call.retInt(ESRCH);
  if (call.argInt(1) < 0 || call.argInt(1) > 64)
    return call.retInt(EINVAL);
  if (call.argInt(1) != 0)
    return call.unsupported("pthread_kill with signal " +
                            llvm::Twine(call.argInt(1)) +
                            ": no signals are delivered");
  return call.retInt(0);
}

/// int pthread_detach(pthread_t thread)
/// Faults if it is detached or joined already.
ModelResult threadDetach(ModelCall &call) {
  return detachThread(call, call.arg(0));
}

/// pthread_t pthread_self(void)
ModelResult threadSelf(ModelCall &call) {
  return call.ret(handleOf(call.thread()));
}

/// uintptr_t __rb_thread_pointer(void)
/// What the thread's own memory is found by: aligned, as programs rely on.
ModelResult threadPointer(ModelCall &call) {
  constexpr uint64_t kAlignment = 64;
  return call.ret(handleOf(call.thread()) * kAlignment);
}

/// pid_t gettid(void)
/// The process is 1000 (getpid), its main thread, too.
ModelResult threadId(ModelCall &call) {
  return call.retInt(1000 + int32_t(call.thread()));
}

/// int __rb_is_detached(pthread_t thread), for pthread_getattr_np
ModelResult isDetached(ModelCall &call) {
  std::optional<uint32_t> thread = threadOfHandle(call, call.arg(0));
  return call.retInt(thread && call.scalars(*thread).detached);
}

/// int sched_yield(void)
/// A scheduling point, nothing else.
ModelResult threadYield(ModelCall &call) { return call.retInt(0); }

/// void __rb_has_thread_end(void (*function)(void))
/// Nothing: runtime/pthread/thread-end.c and libc/exit.c say why.
ModelResult atThreadEnd(ModelCall &call) { return call.retVoid(); }

/// void __rb_ends_matter(void)
/// Nothing: a program that refers to it can tell whether a thread has ended in
/// another way than by asking for it (robust mutexes).
constexpr Model endsMatter() {
  Model model = {"__rb_ends_matter", Fidelity::Exact, Visible::No,
                 atThreadEnd};
  model.role = {Act::AskEnd, Family::None, -1};
  return model;
}

constexpr auto kExact = Fidelity::Exact;
constexpr auto kNo = Visible::No;
constexpr auto kThread = Family::Thread;

/// Joins the thread of argument 0; its result goes behind argument 1.
constexpr Role joining(Act act, int8_t time = -1) {
  return {act, kThread, 0, {writes(1, kHandleBytes), reads(time, kTimeBytes)}};
}
constexpr Role kYield = {Act::Yield, Family::None, -1};

const RegisterModels kThreadModels({
    sync("pthread_create",
         {Act::Create, kThread, -1,
          {writes(0, kHandleBytes), reads(1, sizeof(rb_thread_attr))}, -1, 2},
         threadCreate),
    cancelPoint(sync("pthread_join", joining(Act::Join), threadJoin,
                     whenFinished, joinedThread)),
    sync("pthread_tryjoin_np", joining(Act::TryJoin), threadTryJoin),
    cancelPoint(sync("pthread_timedjoin_np", joining(Act::TryJoin, 2),
                     threadTimedJoin, whenFinishedOrLate)),
    cancelPoint(sync("pthread_clockjoin_np", joining(Act::TryJoin, 3),
                     threadClockJoin, whenFinishedOrLateByClock)),
    sync("__rb_thread_exit", {Act::EndThread, Family::None, -1}, threadExit),
    sync("pthread_kill", {Act::AskEnd, kThread}, threadKill),
    sync("pthread_detach", {Act::Detach, kThread}, threadDetach),
    {"pthread_self",          kExact, kNo,  threadSelf},
    {"__rb_thread_pointer",   kExact, kNo,  threadPointer},
    {"gettid",                kExact, kNo,  threadId},
    {"__rb_has_thread_end",   kExact, kNo,  atThreadEnd},
    endsMatter(),
    sync("__rb_is_detached", {Act::Ask, kThread}, isDetached),
    sync("pthread_yield", kYield, threadYield),
    sync("sched_yield", kYield, threadYield),
});

} // namespace
} // namespace rbcheck
