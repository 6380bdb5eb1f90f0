//===- test/oracle/Cxx.cpp - What libstdc++'s headers leave to its library ===//
//
// Layouts after the Itanium ABI and the headers: a std::thread is its handle, a
// std::unique_lock begins with the pointer to its mutex, and the virtual table
// of std::thread::_State has its destructors first, then _M_run.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Library.h"

namespace oracle {

static const llvm::Function &virtualFunction(Step &step, uint64_t object,
                                             unsigned slot) {
  uint64_t table = step.read(object, 8);
  const llvm::Function *function =
      step.program.functionAt(step.read(table + 8 * slot, 8));
  if (!function)
    throw Failure{"invalid-call"};
  return *function;
}

/// void std::thread::_M_start_thread(std::unique_ptr<_State>, void (*)())
static void start(Step &step, Arguments a) {
  uint64_t task = step.read(a[1], 8);
  const llvm::Function &destroy = virtualFunction(step, task, 1);
  const llvm::Function &run = virtualFunction(step, task, 2);
  step.write(a[0], handleOf(uint32_t(step.state.threads.size())), 8);
  step.write(a[1], 0, 8); // the new thread owns it
  createThread(step, [&](Step &first) {
    first.pushFrame(destroy, {Value{task}}, true); // after the other returned
    first.pushFrame(run, {Value{task}}, true);
  });
  step.finishCall(0);
}

static void endHandle(Step &step, uint64_t self,
                      const std::function<int(uint64_t)> &act) {
  uint64_t handle = step.read(self, 8);
  if (!handle || act(handle) != 0)
    throw Unsupported{"an exception of std::thread"};
  step.write(self, 0, 8);
  step.finishCall(0);
}

static void addCxxThreads(Library &library) {
  library["_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_"
          "deleteIS1_EEPFvvE"] = start;
  library["_ZNSt6thread4joinEv"] = [](Step &step, Arguments a) {
    endHandle(step, a[0], [&](uint64_t handle) {
      uint64_t result;
      return joinThread(step, handle, result);
    });
  };
  library["_ZNSt6thread6detachEv"] = [](Step &step, Arguments a) {
    endHandle(step, a[0],
              [&](uint64_t handle) { return detachThread(step, handle); });
  };
  library["_ZNSt6thread6_StateD2Ev"] = [](Step &step, Arguments) {
    step.finishCall(0);
  };
}

static void addCxxConditions(Library &library) {
  library["_ZNSt18condition_variableC1Ev"] = [](Step &step, Arguments a) {
    step.newSync(SyncKind::Cond, a[0]);
    step.finishCall(0);
  };
  library["_ZNSt18condition_variableD1Ev"] = [](Step &step, Arguments a) {
    destroyCondition(step, a[0]);
    step.finishCall(0);
  };
  library["_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"] =
      [](Step &step, Arguments a) {
        if (waitForSignal(step, a[0], step.read(a[1], 8)))
          step.finishCall(0);
      };
  library["_ZNSt18condition_variable10notify_oneEv"] = [](Step &step,
                                                          Arguments a) {
    wakeOne(step, a[0]);
    step.finishCall(0);
  };
  library["_ZNSt18condition_variable10notify_allEv"] = [](Step &step,
                                                          Arguments a) {
    wakeAll(step, a[0]);
    step.finishCall(0);
  };
}

void addCxx(Library &library) {
  addCxxThreads(library);
  addCxxConditions(library);
  auto terminate = [](Step &, Arguments) { throw Failure{"abort"}; };
  library["_ZSt9terminatev"] = library["__cxa_pure_virtual"] = terminate;
}

} // namespace oracle
