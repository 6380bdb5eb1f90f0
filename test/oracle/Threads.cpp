//===- test/oracle/Threads.cpp - Threads, ends, choices, atomic sections --===//
#include "test/oracle/Library.h"

namespace oracle {

using llvm::Function;

// Life of a thread
// -----------------------------------------------------------------

uint32_t createThread(Step &step, const std::function<void(Step &)> &start) {
  uint32_t child = uint32_t(step.state.threads.size());
  if (child == 32)
    throw Unsupported{"more than 32 threads"};
  step.synchronises = true;
  step.state.threads.emplace_back();
  step.program.addThreadLocals(step.state, child);
  step.created.push_back(child);
  Step first(step.program, step.options, step.state, child, {});
  start(first);
  first.runOn();
  return child;
}

static std::optional<uint32_t> threadOfHandle(Step &step, uint64_t handle) {
  if (handle < 1 || handle > step.state.threads.size())
    return std::nullopt;
  return uint32_t(handle - 1);
}

int joinThread(Step &step, uint64_t handle, uint64_t &result) {
  step.synchronises = true;
  std::optional<uint32_t> id = threadOfHandle(step, handle);
  if (!id)
    return ESRCH;
  step.orderedBy(keyOfThread(*id));
  Thread &other = step.state.threads[*id];
  if (*id == step.thread || other.isDetached || other.isJoined)
    throw Failure{"lock-misuse"};
  if (!other.isFinished)
    throw Blocked{int32_t(*id)};
  step.joined.push_back(*id);
  result = other.result;
  other.isJoined = true;
  other.result = 0; // nobody can ask again
  return 0;
}

int detachThread(Step &step, uint64_t handle) {
  step.synchronises = true;
  std::optional<uint32_t> id = threadOfHandle(step, handle);
  if (!id)
    return ESRCH;
  step.orderedBy(keyOfThread(*id));
  Thread &other = step.state.threads[*id];
  if (other.isDetached || other.isJoined)
    throw Failure{"lock-misuse"};
  other.isDetached = true;
  other.result = 0;
  return 0;
}

void Step::finishThread(uint64_t result) {
  orderedBy(keyOfThread(thread));
  for (const auto &frame : self().frames)
    for (uint32_t local : frame->locals)
      recordEnd(local), state.remove(local);
  self().frames.clear();
  std::vector<uint32_t> own;
  for (const auto &[name, object] : state.objects)
    if (regionOf(name) == Region::ThreadLocal && threadOf(name) == thread)
      own.push_back(name);
  for (uint32_t name : own)
    recordEnd(name), state.remove(name);
  bool isLast = true;
  for (uint32_t id = 0; id < state.threads.size(); ++id)
    isLast &= id == thread || state.threads[id].isFinished;
  if (isLast)
    return beginExit(0);
  self().isFinished = true;
  self().result = self().isDetached ? 0 : result;
}

static void create(Step &step, Arguments a) {
  bool isDetached = a[1] && step.read(a[1], 4) == 1;
  const Function *function = step.program.functionAt(a[2]);
  if (!function)
    throw Unsupported{"a thread without a function"};
  step.write(a[0], handleOf(uint32_t(step.state.threads.size())), 8);
  uint32_t child = createThread(step, [&](Step &first) {
    first.pushFrame(*function, {Value{a[3]}}, true);
  });
  step.state.threads[child].isDetached = isDetached;
  step.finishCall(0);
}

static void addLife(Library &library) {
  library["pthread_attr_init"] = [](Step &step, Arguments a) {
    step.write(a[0], 0, 4);
    step.finishCall(0);
  };
  library["pthread_attr_setdetachstate"] = [](Step &step, Arguments a) {
    step.write(a[0], a[1], 4);
    step.finishCall(0);
  };
  library["pthread_attr_destroy"] = [](Step &step, Arguments a) {
    step.write(a[0], ~0u, 4);
    step.finishCall(0);
  };
  library["pthread_create"] = create;
  library["pthread_join"] = [](Step &step, Arguments a) {
    uint64_t result = 0;
    int error = joinThread(step, a[0], result);
    if (!error && a[1])
      step.write(a[1], result, 8);
    step.finishCall(error);
  };
  library["pthread_detach"] = [](Step &step, Arguments a) {
    step.finishCall(detachThread(step, a[0]));
  };
  library["pthread_exit"] = [](Step &step, Arguments a) {
    step.finishThread(a[0]);
  };
  library["pthread_self"] = [](Step &step, Arguments) {
    step.finishCall(handleOf(step.thread));
  };
  library["pthread_equal"] = [](Step &step, Arguments a) {
    step.finishCall(a[0] == a[1]);
  };
}

// Ends of the process
// --------------------------------------------------------------

static void addEnds(Library &library) {
  library["__assert_fail"] = [](Step &, Arguments) {
    throw Failure{"assertion"};
  };
  library["abort"] = [](Step &, Arguments) { throw Failure{"abort"}; };
  library["exit"] = [](Step &step, Arguments a) {
    step.synchronises = true;
    step.beginExit(int(a[0]));
  };
  library["_exit"] = [](Step &step, Arguments a) {
    step.synchronises = true;
    throw Exited{int(a[0])};
  };
  library["atexit"] = [](Step &step, Arguments a) {
    step.orderedBy(kKeyOfExit);
    step.state.atExit.emplace_back(a[0], 0);
    step.finishCall(0);
  };
  library["__cxa_atexit"] = [](Step &step, Arguments a) {
    step.orderedBy(kKeyOfExit);
    step.state.atExit.emplace_back(a[0], a[1]);
    step.finishCall(0);
  };
}

// What programs say to a checker
// ---------------------------------------------------

static void beginSection(Step &step, Arguments) {
  step.synchronises = true;
  step.orderedBy(kKeyOfSections);
  ++step.self().atomicDepth;
  step.finishCall(0);
}

static void endSection(Step &step, Arguments) {
  step.synchronises = true;
  step.orderedBy(kKeyOfSections);
  if (step.self().atomicDepth == 0)
    throw Failure{"lock-misuse"};
  --step.self().atomicDepth;
  step.finishCall(0);
}

static void addChecker(Library &library) {
  auto yield = [](Step &step, Arguments) {
    step.synchronises = true;
    step.finishCall(0);
  };
  for (const char *name : {"sched_yield", "rb_yield", "usleep", "sleep"})
    library[name] = yield;
  library["rb_choose"] = [](Step &step, Arguments a) {
    if (int(a[0]) < 1)
      throw Failure{"assertion"};
    step.synchronises = true;
    step.finishCall(step.choose(unsigned(a[0])));
  };
  library["__VERIFIER_nondet_bool"] = [](Step &step, Arguments) {
    step.synchronises = true;
    step.finishCall(step.choose(2));
  };
  auto assume = [](Step &step, Arguments a) {
    if (!int(a[0]))
      throw Dropped{};
    step.finishCall(0);
  };
  library["rb_assume"] = library["__VERIFIER_assume"] = assume;
  auto verify = [](Step &step, Arguments a) {
    if (!int(a[0]))
      throw Failure{"assertion"};
    step.finishCall(0);
  };
  library["rb_assert"] = library["__VERIFIER_assert"] = verify;
  library["rb_atomic_begin"] = library["__VERIFIER_atomic_begin"] =
      beginSection;
  library["rb_atomic_end"] = library["__VERIFIER_atomic_end"] = endSection;
}

void addThreads(Library &library) {
  addLife(library);
  addEnds(library);
  addChecker(library);
}

} // namespace oracle
