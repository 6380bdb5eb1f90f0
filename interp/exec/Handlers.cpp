//===- interp/exec/Handlers.cpp - Signals that interrupt threads ----------===//
//
// Which signals are pending, for whom, and what they do is kept and decided by
// C code (runtime/libc/signals.c) in memory of the program; signals that a
// thread sends itself are delivered there, as plain calls. Here is what C code
// cannot do: a signal comes while a thread does something else. That is one
// more alternative of a parked thread, behind those of its pending operation: a
// frame of __rb_interrupt is put on its stack, and when it returns, the thread
// is before the same operation again.
//
// A call that is blocked, or sleeps, may be ended by a signal
// (Model::interrupted). Then there are two alternatives: the signal comes just
// before the call, which goes on to wait, or inside of it. A thread that waits
// in a call that goes on after a handler (a condition variable, a barrier)
// keeps its phase meanwhile, so that others can wake it; handlers cannot wait
// in such calls then.
//
// A program in which nothing is linked that sends signals has no
// __rb_interrupt, and none of this costs it anything.
//
// Handlers must not call what is not async-signal-safe: the thread may be in
// the middle of such a call. Since library calls are one step here, none is
// ever interrupted in the middle, so the call of the handler itself is
// reported. Not looked at are handlers of signals that the thread sends itself,
// and those that come while it waits for them in pause() or sigsuspend(): it is
// in no other call then.
//
// Tested by test/libc/signal*.c.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Handlers.h"

#include "interp/exec/EyesOf.h"
#include "interp/exec/Flows.h"
#include "interp/exec/Sync.h"
#include "passes/LibraryFiles.h"
#include "interp/state/Address.h"

#include "runtime/include/rbcheck_signals.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"

#include <bit>

namespace rbcheck {

static_assert(kMaxThreads <= RB_SIGNAL_THREADS);

// The variable of the runtime library -----------------------------------------

namespace {

constexpr uint64_t kFirstRealTime = 32; ///< signals from here on are queued

template <typename T> T readAt(const Core &m, uint64_t offset) {
  T value{};
  if (const Object *object = m.signalsAt ? m.state.find(m.signalsAt) : nullptr)
    m.state.read(object, offset, &value, sizeof(T));
  return value;
}

template <typename T> void writeAt(Core &m, uint64_t offset, const T &value) {
  Object *object = m.signalsAt ? m.state.find(m.signalsAt) : nullptr;
  if (!object)
    return;
  m.forget(object);
  object = m.own(object);
  m.state.write(object, offset, &value, sizeof(T));
}

uint64_t offsetOf(uint32_t thread) {
  return offsetof(rb_signals, thread) + thread * sizeof(rb_signal_thread);
}

rb_signal_thread readThread(const Core &m, uint32_t thread) {
  return readAt<rb_signal_thread>(m, offsetOf(thread));
}

} // namespace

std::optional<uint64_t> Core::signalMask(uint32_t thread) const {
  return signalsAt ? std::optional(readThread(*this, thread).mask)
                   : std::nullopt;
}

void Core::setSignalMask(uint32_t thread, uint64_t mask) {
  rb_signal_thread record = readThread(*this, thread);
  record.mask = mask;
  writeAt(*this, offsetOf(thread), record);
}

void Core::startSignals(uint32_t thread) {
  if (!signalsAt || current == kNoThread)
    return;
  if (const uint64_t mask = readThread(*this, current).mask)
    setSignalMask(thread, mask);
}

void Core::endSignals(uint32_t thread) {
  constexpr rb_signal_thread kNothing = {};
  const rb_signal_thread record = readThread(*this, thread);
  if (signalsAt && std::memcmp(&record, &kNothing, sizeof(record)) != 0)
    writeAt(*this, offsetOf(thread), kNothing);
}

bool Core::isWaitSuspended(uint32_t thread) const {
  return hasInterrupts() && readThread(*this, thread).waits;
}

// What can come ---------------------------------------------------------------

/// What can come to the thread, when it is in no atomic section.
static uint64_t unblockedSignals(const Core &m, uint32_t thread) {
  if (!m.hasInterrupts() ||
      m.state.thread(thread).s.status == ThreadStatus::Finished)
    return 0;
  const rb_signal_thread record = readThread(m, thread);
  return (record.pending | record.armed |
          readAt<uint64_t>(m, offsetof(rb_signals, pending)) |
          readAt<uint64_t>(m, offsetof(rb_signals, armed))) &
         ~record.mask;
}

uint64_t Core::openSignals(uint32_t thread) const {
  return state.thread(thread).s.atomicDepth ? 0
                                            : unblockedSignals(*this, thread);
}

bool Core::hasOpenSignals() const {
  for (uint32_t id = 0; hasInterrupts() && id < state.threadCount(); ++id)
    if (unblockedSignals(*this, id))
      return true;
  return false;
}

/// The pending call of a thread waits, or would: a signal can come inside of
/// it.
static bool isWaiting(Core &m, uint32_t thread, const Model &model) {
  const uint64_t argument = m.state.thread(thread).pending.args[0];
  switch (model.role.act) {
  case Act::Sleep:
    return true;
  case Act::TimedAcquire: {
    ModelCall call = m.pendingCall(thread);
    uint32_t value = 0;
    return peek(call, argument, value) && value == 0;
  }
  case Act::AwaitSignal: // that of a timer need not come
    return !(argument & (readThread(m, thread).pending |
                         readAt<uint64_t>(m, offsetof(rb_signals, pending))));
  default:
    if (!model.isWaiting)
      return m.ways(thread) == 0;
    // As Core::ask: it looks at memory with the eyes of its thread.
    EyesOf eyes(m, thread);
    ModelCall call = m.pendingCall(thread);
    return model.isWaiting(call);
  }
}

llvm::SmallVector<Interruption, 4> Core::interruptions(uint32_t thread) {
  llvm::SmallVector<Interruption, 4> all;
  uint64_t open = openSignals(thread);
  if (!open)
    return all;
  const Pending &pending = state.thread(thread).pending;
  Interrupted how = Interrupted::GoesOn;
  if (pending.kind == PendingKind::Model) {
    const Model &model = modelOf(pending);
    if (model.interrupted != Interrupted::GoesOn &&
        isWaiting(*this, thread, model))
      how = model.interrupted;
  }
  bool isQueued = false;
  for (; open; open &= open - 1) {
    const uint32_t signal = uint32_t(std::countr_zero(open)) + 1;
    // Of real-time signals the lowest comes first.
    if (signal >= kFirstRealTime && std::exchange(isQueued, true))
      break;
    if (how != Interrupted::Inside)
      all.push_back({signal, false});
    if (how != Interrupted::GoesOn)
      all.push_back({signal, true});
  }
  return all;
}

Core::Meaning Core::meaningOf(Choice choice) {
  if (isOfOperation(choice.thread))
    return {choice.value, std::nullopt};
  unsigned first = flushChoice(choice.thread);
  if (choice.value < first)
    return {choice.value, std::nullopt};
  const bool flushes = hasBuffered(choice.thread);
  if (flushes && choice.value == first)
    return {};
  first += flushes;
  const auto all = hasInterrupts() ? interruptions(choice.thread)
                                   : llvm::SmallVector<Interruption, 4>();
  if (choice.value < first + all.size())
    return {std::nullopt, all[choice.value - first]};
  return {uint16_t(choice.value - all.size() - flushes), std::nullopt};
}

std::optional<Interruption> MachineQuestions::interruption(Choice choice) {
  return core_->meaningOf(choice).interruption;
}

bool sendsSignals(const Program &program) {
  for (const Function &function : program.functions)
    if (function.kind == FunctionKind::Defined &&
        function.name == "__rb_interrupt")
      return true;
  return false;
}

bool comesFromTimer(const MachineNames &machine, uint32_t thread,
                    uint32_t signal) {
  for (const Global &global : machine.program().globals) {
    if (global.name != "__rb_signals" || !global.quiet)
      continue;
    const OpenState &state = machine.state();
    const Object *object = state.find(globalAddress(global.index));
    uint64_t ofProcess = 0, ofThread = 0;
    state.read(object, offsetof(rb_signals, pending), &ofProcess, 8);
    state.read(object, offsetOf(thread) + offsetof(rb_signal_thread, pending),
               &ofThread, 8);
    return !((ofProcess | ofThread) >> (signal - 1) & 1);
  }
  return false;
}

// Entering and leaving --------------------------------------------------------

bool Core::interrupt(const Interruption &with) {
  const Pending &pending = state.thread(current).pending;
  Interrupted how = Interrupted::GoesOn;
  if (with.isInCall)
    how = modelOf(pending).interrupted;
  const bool waits = !with.isInCall && state.thread(current).s.phase != 0 &&
                     !isWaitSuspended(current);
  const bool isCounted = how != Interrupted::Inside;
  rb_signal_thread record = readThread(*this, current);
  record.handlers += isCounted;
  record.waits |= waits;
  writeAt(*this, offsetOf(current), record);
  CallFlows flows;
  flows.taken.push_back({signalsKnower(signalsAt), threadKnower(current)});
  if (isWeak())
    learn(flows, Role());
  if (witness)
    witness->ordered(current, flows);
  const uint64_t args[] = {
      with.signal, uint64_t(how == Interrupted::GoesOn     ? RB_NOT_IN_CALL
                            : how == Interrupted::Restarts ? RB_CALL_RESTARTS
                                                           : RB_CALL_ENDS)};
  return pushFrame(*interruptEntry, args, 2,
                   kHandlerFrame | (with.isInCall ? kHandlerInCall : 0) |
                       (waits ? kHandlerInWait : 0),
                   isCounted);
}

void Core::leftHandler(uint32_t flags, bool isCounted, bool isReturning) {
  rb_signal_thread record = readThread(*this, current);
  record.handlers -= isCounted;
  if (flags & kHandlerInWait) {
    record.waits = 0;
    if (!isReturning) {
      ThreadScalars &s = state.ownThread(current).s;
      s.phase = 0;
      s.wait[0] = s.wait[1] = 0;
    }
  }
  writeAt(*this, offsetOf(current), record);
}

Core::After Core::returnFromHandler(bool endsCall) {
  const uint32_t flags = top->flags;
  leftHandler(flags, top->preset, true);
  if (top != bottom) {
    --top;
  } else {
    Ref<FrameNode> node = below;
    below = Ref<FrameNode>(node->parent);
    bottom = top = frames;
    unpackFrame(node.get(), regs);
  }
  if (flags & kHandlerInCall && endsCall) {
    // The call is executed once more, at once, and told what happened.
    choice = kInterruptedChoice;
    visibleAt = count + 1;
  }
  return After::Resume;
}

// What handlers must not call -------------------------------------------------

bool waitsInPhases(const Model &model) {
  return isOneOf(model.role.act, {Act::Wait, Act::TimedWait, Act::Barrier,
                                  Act::Futex, Act::WriteLock, Act::ReadLock,
                                  Act::TimedReadLock, Act::TimedLock});
}

namespace {

/// Takes locks of the library, or its heap, or is about locks.
bool isUnsafe(const Model &model) {
  if (model.isUnsafeInHandlers)
    return true;
  const Act act = model.role.act;
  if (isOneOf(act, {Act::Allocate, Act::Free, Act::Delete, Act::DeleteArray,
                    Act::Create, Act::Join, Act::TryJoin, Act::Detach,
                    Act::Cancel, Act::Guard, Act::Once}))
    return true;
  switch (model.role.family) {
  case Family::Mutex:
  case Family::Spin:
  case Family::ReadWrite:
  case Family::Cond:
  case Family::Barrier:
    return true;
  case Family::Semaphore: // sem_post may be called
    return act != Act::Release;
  case Family::None:
  case Family::Thread:
  case Family::Once:
  case Family::Guard:
    return false;
  }
  return false;
}

/// Functions of the runtime library that may be called although they use, here,
/// what may not.
bool isSafeByName(llvm::StringRef name) {
  static const llvm::StringSet<> kNames = {
      "_Exit",  "_exit",        "abort",    "accept",   "close",    "connect",
      "dup",    "dup2",         "fcntl",    "fstat",    "fsync",    "ftruncate",
      "kill",   "lseek",        "open",     "pipe",     "poll",     "pselect",
      "read",   "readv",        "recv",     "recvfrom", "recvmsg",  "rename",
      "select", "send",         "sendmsg",  "sendto",   "shutdown", "sigaction",
      "socket", "socketpair",   "stat",     "unlink",   "write",    "writev",
      "raise",  "pthread_kill", "sigqueue", "alarm",    "openat",   "access",
      "chdir",  "mkdir",        "rmdir",    "signal",   "sleep",    "nanosleep",
      "time",   "clock_gettime"};
  return kNames.contains(name) || name == "timer_settime" ||
         name.starts_with("timer_get");
}

} // namespace

bool Core::refusesInHandler(const Insn *pc, uint64_t n, const Model &model) {
  const rb_signal_thread record = readThread(*this, current);
  if (record.handlers == 0)
    return false;
  if (options.checksHandlers && isUnsafe(model)) {
    // From the call inwards out: what the user's code called, the handler that
    // __rb_interrupt called, and what that interrupted.
    const Function *called = nullptr, *handler = nullptr;
    CodePlace interrupted, last;
    bool isPast = false, isUsers = false;
    walkFrames([&](CodePlace place) {
      const Function &fn = program.functions[place.function];
      if (isPast) {
        interrupted = place;
        return false;
      }
      if (&fn == interruptEntry) {
        isPast = true;
        handler = &program.functions[last.function];
        return true;
      }
      const bool isRuntime = isRuntimeFile(program.files[fn.declared.file]);
      if (!isRuntime)
        isUsers = true;
      if (!isUsers)
        called = &fn;
      if (!isRuntime)
        last = place;
      return true;
    });
    const std::string name = called ? called->name : std::string(model.name);
    if (handler && !isSafeByName(name)) {
      raiseAt(pc, n, FaultKind::SignalUnsafeCall,
              "the handler " + llvm::demangle(handler->name) + " calls " +
                  llvm::demangle(name) +
                  ", which is not async-signal-safe, and interrupts " +
                  llvm::demangle(program.functions[interrupted.function].name));
      fault->hasRelated = true;
      fault->related = {current, interrupted, "what the signal interrupted"};
      if (!survive(false))
        return true;
    }
  }
  if (!record.waits || !waitsInPhases(model))
    return false;
  cutPath(pc, n,
          std::string("a signal's handler calls ") + model.name +
              " while its thread waits in another call");
  return true;
}

} // namespace rbcheck
