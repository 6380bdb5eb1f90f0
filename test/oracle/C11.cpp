//===- test/oracle/C11.cpp - <threads.h> in terms of POSIX ----------------===//
#include "test/oracle/Library.h"

namespace oracle {

enum { kSuccess, kBusy, kError }; // thrd_success, thrd_busy, thrd_error

static int inThrdTerms(int error) {
  return error == 0 ? kSuccess : error == EBUSY ? kBusy : kError;
}

static void create(Step &step, Arguments a) {
  const llvm::Function *function = step.program.functionAt(a[1]);
  if (!function)
    throw Unsupported{"a thread without a function"};
  step.write(a[0], handleOf(uint32_t(step.state.threads.size())), 8);
  createThread(step, [&](Step &first) {
    first.pushFrame(*function, {Value{a[2]}}, true);
  });
  step.finishCall(kSuccess);
}

static void join(Step &step, Arguments a) {
  uint64_t result = 0;
  int error = joinThread(step, a[0], result);
  if (!error && a[1])
    step.write(a[1], uint32_t(result), 4);
  step.finishCall(inThrdTerms(error));
}

static void addThreadsAndMutexes(Library &library) {
  library["thrd_create"] = create;
  library["thrd_join"] = join;
  library["thrd_detach"] = [](Step &step, Arguments a) {
    step.finishCall(inThrdTerms(detachThread(step, a[0])));
  };
  library["thrd_current"] = [](Step &step, Arguments) {
    step.finishCall(handleOf(step.thread));
  };
  library["thrd_yield"] = [](Step &step, Arguments) {
    step.synchronises = true;
    step.finishCall(0);
  };
  library["thrd_exit"] = [](Step &step, Arguments a) {
    step.finishThread(a[0]);
  };
  library["mtx_init"] = [](Step &step, Arguments a) {
    step.newSync(SyncKind::Mutex, a[0]).type = a[1] & 1; // mtx_recursive
    step.finishCall(kSuccess);
  };
  library["mtx_destroy"] = [](Step &step, Arguments a) {
    destroyMutex(step, a[0]);
    step.finishCall(0);
  };
  library["mtx_lock"] = [](Step &step, Arguments a) {
    step.finishCall(inThrdTerms(lockMutex(step, a[0])));
  };
  library["mtx_trylock"] = [](Step &step, Arguments a) {
    if (step.options.spurious && step.choose(2, true)) {
      step.sync(SyncKind::Mutex, a[0]);
      return step.finishCall(kBusy);
    }
    step.finishCall(inThrdTerms(tryLockMutex(step, a[0])));
  };
  library["mtx_unlock"] = [](Step &step, Arguments a) {
    step.finishCall(inThrdTerms(unlockMutex(step, a[0])));
  };
}

void addC11(Library &library) {
  addThreadsAndMutexes(library);
  library["cnd_init"] = [](Step &step, Arguments a) {
    step.newSync(SyncKind::Cond, a[0]);
    step.finishCall(kSuccess);
  };
  library["cnd_destroy"] = [](Step &step, Arguments a) {
    destroyCondition(step, a[0]);
    step.finishCall(0);
  };
  library["cnd_wait"] = [](Step &step, Arguments a) {
    if (waitForSignal(step, a[0], a[1]))
      step.finishCall(kSuccess);
  };
  library["cnd_signal"] = [](Step &step, Arguments a) {
    wakeOne(step, a[0]);
    step.finishCall(kSuccess);
  };
  library["cnd_broadcast"] = [](Step &step, Arguments a) {
    wakeAll(step, a[0]);
    step.finishCall(kSuccess);
  };
  library["call_once"] = [](Step &step, Arguments a) {
    if (runOnce(step, a[0], a[1]))
      step.finishCall(0);
  };
}

} // namespace oracle
