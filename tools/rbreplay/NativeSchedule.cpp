//===- tools/rbreplay/NativeSchedule.cpp - Writes down what happens -------===//
//
// A step that only goes on with a long computation depends on the number of
// instructions, which points change. So these steps are left out of the
// schedule, and taken when the thread is needed next.
//
//===----------------------------------------------------------------------===//
#include "tools/rbreplay/NativeSchedule.h"

#include "interp/exec/Inputs.h"
#include "interp/state/symbolic/Shadows.h"
#include "interp/state/weak/WeakMemory.h"
#include "search/result/Replay.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

/// Calls that the native library schedules.
const llvm::StringSet<> &scheduledCalls() {
  static const llvm::StringSet<> names = {
#define RB_SCHEDULED(name) #name,
#include "runtime/include/rbcheck_native.def"
#undef RB_SCHEDULED
  };
  return names;
}

bool isPaused(const Machine &machine, uint32_t thread) {
  return machine.state().thread(thread).pending.kind == PendingKind::Pause;
}

/// A store has not reached memory yet (MemoryModel::Tso).
bool hasWaitingStore(const Machine &machine) {
  const WeakMemory *weak = machine.state().weak();
  if (!weak || machine.options().memory != MemoryModel::Tso)
    return false;
  for (uint32_t id = 0; id < machine.state().threadCount(); ++id)
    if (!weak->buffer(id).empty())
      return true;
  return false;
}

/// The schedule without steps that only go on with a long computation.
class PauseFilter final : public ReplayWatcher {
public:
  Schedule schedule;
  /// The first step that only a weak memory model has, or "".
  std::string reorderedAt;

private:
  void beforeStep(Machine &machine, size_t, Choice choice) override {
    const std::optional<WeakStep> weak = machine.weakStep(choice);
    const bool isReordered =
        (weak && !weak->isOrdinary()) || hasWaitingStore(machine);
    if (isReordered && reorderedAt.empty())
      reorderedAt = toString(
          locateThread(machine, choice.thread, machine.place(choice.thread)));
    if (!isPaused(machine, choice.thread))
      schedule.push_back(choice);
  }
};

/// Points in a row that are written one by one; more are written as one run.
constexpr size_t kMaxRow = 1000;

class Recorder final : public Observer {
public:
  Recorder(const Machine &machine, NativeSchedule &schedule)
      : machine_(machine), program_(machine.program()), schedule_(schedule) {
    for (const Function &function : program_.functions)
      isScheduled_.push_back(function.kind == FunctionKind::Model &&
                             scheduledCalls().contains(function.name));
  }

  /// The first thing met that a native run cannot follow, as a sentence, or "".
  std::string unsupported;

  void cannot(const std::string &what) {
    if (unsupported.empty())
      unsupported = "a native replay cannot " + what;
  }

  void beginStep(uint32_t thread) { progress_[thread].isSeen = false; }

  /// A step of `thread` that began with that stack was taken. If nothing that
  /// the native program comes by was on its way, it has to be told to go on;
  /// once, since it then runs through all that happens inside of a library.
  void tookStep(uint32_t thread, llvm::ArrayRef<CodePlace> stack) {
    Progress &progress = progress_[thread];
    if (!progress.isSeen && !progress.wentOn) {
      add({.thread = thread, .kind = NativeEvent::GoOn});
      progress.wentOn = true;
      progress.isInLibrary = isLibrary([&](auto visit) {
        for (CodePlace place : stack)
          if (!visit(place))
            return;
      });
    }
  }

  /// The error is in `thread`, at the place where it stands.
  void stop(uint32_t thread) {
    // What was done inside of the call that fails cannot be told apart.
    const Progress &progress = progress_[thread];
    if (progress.wentOn && progress.isInLibrary)
      schedule_.events.erase(schedule_.events.begin() + progress.last);
    add({.thread = thread, .kind = NativeEvent::Stop});
  }

private:
  /// What a thread did in its current step, and since its last event.
  struct Progress {
    bool isSeen = false;
    bool wentOn = false;
    bool isInLibrary = false;
    ptrdiff_t last = 0; ///< its last event
  };

  void add(NativeEvent event) {
    Progress &progress = progress_[event.thread];
    progress = {.isSeen = true, .last = ptrdiff_t(schedule_.events.size())};
    row_ = 0;
    schedule_.events.push_back(std::move(event));
  }

  /// True for code of rbcheck's library, and for functions of the headers of a
  /// library that were called from there: the real library has code of its own.
  bool isLibrary(FrameWalk frames) const {
    bool isRuntime = false;
    frames([&](CodePlace place) {
      llvm::StringRef file =
          program_.files[program_.functions[place.function].declared.file];
      isRuntime = isRuntimeFile(file);
      return !isRuntime && isLibraryFile(file);
    });
    return isRuntime;
  }

  void passedPoint(uint32_t thread, uint64_t id, FrameWalk frames) override {
    if (auto [at, isNew] = schedule_.sites.try_emplace(id); isNew)
      frames([&](CodePlace place) {
        at->second = toString(locate(program_, place));
        return false;
      });
    if (isLibrary(frames)) {
      add({.thread = thread, .kind = NativeEvent::LibraryPoint, .value = id});
      return;
    }
    size_t row = row_ && schedule_.events.back().thread == thread ? row_ : 0;
    if (row < kMaxRow) {
      add({.thread = thread, .value = id, .hash = foldPoint(0, id)});
    } else {
      NativeEvent &run = schedule_.events.back();
      run.kind = NativeEvent::Points;
      run.hash = foldPoint(run.hash, id);
      run.value = id;
      ++run.count;
      progress_[thread].isSeen = true;
    }
    row_ = row + 1;
  }

  void called(uint32_t thread, uint32_t callee, FrameWalk frames) override {
    inputsBefore_[thread] = inputsOf(thread);
    if (isScheduled_[callee])
      add({.thread = thread,
           .kind =
               isLibrary(frames) ? NativeEvent::LibraryCall : NativeEvent::Call,
           .name = program_.functions[callee].name});
  }

  void calledAgain(uint32_t thread, uint32_t callee) override {
    if (isScheduled_[callee])
      add({.thread = thread, .kind = NativeEvent::Again});
    else
      cannot("wait in " + program_.functions[callee].name);
  }

  void returned(uint32_t thread, uint32_t callee, uint64_t result) override {
    if (isScheduled_[callee])
      add({.thread = thread,
           .kind = NativeEvent::Return,
           .value = result,
           .name = program_.functions[callee].name == "rb_symbolic"
                       ? bytesFrom(thread, inputsBefore_[thread])
                       : ""});
  }

  void threadEnded(uint32_t thread) override {
    add({.thread = thread, .kind = NativeEvent::End});
  }

  /// How many inputs the thread was given until now.
  uint32_t inputsOf(uint32_t thread) const {
    const Shadows *shadows = machine_.state().shadows();
    return shadows && thread < shadows->taken.size() ? shadows->taken[thread]
                                                     : 0;
  }
  /// Those from the `first` on, in digits.
  std::string bytesFrom(uint32_t thread, uint32_t first) const {
    std::string bytes(inputsOf(thread) - first, 0);
    if (machine_.options().inputs)
      for (const InputValue &input : machine_.options().inputs->given)
        if (input.thread == thread && input.number >= first &&
            input.number - first < bytes.size())
          bytes[input.number - first] = char(input.value);
    return llvm::toHex(bytes, /*LowerCase=*/true);
  }

  const Machine &machine_;
  const Program &program_;
  NativeSchedule &schedule_;
  std::vector<bool> isScheduled_;
  std::map<uint32_t, uint32_t> inputsBefore_; ///< by thread, at its last call
  std::map<uint32_t, Progress> progress_;
  size_t row_ = 0; ///< points at the end, all of one thread
};

Stop stopOf(const Violation &violation) {
  switch (violation.foundBy->moment()) {
  case Moment::Standing:
    return Stop::Deadlock;
  case Moment::Exit:
    return Stop::Exit;
  case Moment::Here:
    break;
  }
  return violation.fault.kind == FaultKind::Arithmetic ? Stop::Signal
                                                       : Stop::Here;
}

/// Takes the steps of `schedule`; how the last one ended, or nothing if one
/// cannot be taken.
std::optional<StepEnd> follow(Machine &machine, const Schedule &schedule,
                              Recorder &recorder) {
  StepEnd end = machine.start();
  auto take = [&](Choice choice) {
    llvm::SmallVector<CodePlace, 16> stack;
    machine.stack(choice.thread, stack);
    recorder.beginStep(choice.thread);
    end = machine.step(choice);
    if (end == StepEnd::Parked)
      recorder.tookStep(choice.thread, stack);
  };
  for (Choice choice : schedule) {
    while (end == StepEnd::Parked &&
           choice.thread < machine.state().threadCount() &&
           isPaused(machine, choice.thread))
      take({choice.thread, 0});
    if (end != StepEnd::Parked ||
        choice.thread >= machine.state().threadCount() ||
        choice.value >= machine.alternatives(choice.thread))
      return std::nullopt;
    if (machine.interruption(choice))
      recorder.cannot("deliver signals to threads, as the trace does at " +
                      toString(locateThread(machine, choice.thread,
                                            machine.place(choice.thread))));
    // The processor decides that, and x86-64 never does; waits and try-locks
    // just get the result that they had.
    if (machine.isSpurious(choice) &&
        machine.state().thread(choice.thread).pending.kind ==
            PendingKind::Access)
      recorder.cannot("make a weak compare-exchange fail without a reason, as "
                      "the trace does at " +
                      toString(locateThread(machine, choice.thread,
                                            machine.place(choice.thread))));
    take(choice);
  }
  return end;
}

bool endsAs(Machine &machine, StepEnd end, const Violation &violation) {
  std::optional<Fault> fault =
      violation.foundBy->again(machine, end, violation);
  return fault && fault->kind == violation.fault.kind;
}

std::string describe(const Violation &violation) {
  const Fault &fault = violation.fault;
  std::string text =
      llvm::formatv("{0} in T{1} at {2}: {3}\n", faultWord(fault.kind),
                    fault.thread, toString(violation.location), fault.message);
  if (fault.hasRelated)
    text += llvm::formatv("with T{0} at {1}: {2}\n", fault.related.thread,
                          toString(violation.related), fault.related.message);
  return text;
}

} // namespace

llvm::Expected<NativeSchedule> recordNative(const Program &plain,
                                            const Program &withPoints,
                                            const Violation &violation) {
  if (violation.foundBy == &heldLocks())
    return llvm::createStringError(
        "a thread that has ended with a lock has no place where a native run "
        "could stop; replay it without --native");
  PauseFilter filter;
  replay(plain, violation, filter);
  // One thread runs at a time natively, so every read sees the latest write.
  if (!filter.reorderedAt.empty())
    return llvm::createStringError(
        "the trace needs reordering that a native run cannot be made to show, "
        "at " +
        filter.reorderedAt + "; replay it without --native");

  NativeSchedule schedule;
  schedule.kind = faultWord(violation.fault.kind);
  schedule.stop = stopOf(violation);
  schedule.text = describe(violation);
  Machine machine(withPoints, violation.machine);
  Recorder recorder(machine, schedule);
  machine.setObserver(&recorder);
  std::optional<StepEnd> end = follow(machine, filter.schedule, recorder);
  machine.setObserver(nullptr);
  if (!end || !endsAs(machine, *end, violation))
    return llvm::createStringError(
        "the instrumented program does not follow the trace");
  if (!recorder.unsupported.empty())
    return llvm::createStringError(recorder.unsupported);
  uint32_t last = schedule.stop == Stop::Exit ? violation.schedule.back().thread
                                              : violation.fault.thread;
  recorder.stop(last);
  return schedule;
}

static const char *wordOf(Stop stop) {
  switch (stop) {
  case Stop::Here:
    return "here";
  case Stop::Deadlock:
    return "deadlock";
  case Stop::Signal:
    return "signal";
  case Stop::Exit:
    return "exit";
  }
  llvm_unreachable("covered switch");
}

std::string NativeSchedule::toText() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "rbcheck-native 1\nkind " << kind << "\nstop " << wordOf(stop) << "\n";
  llvm::SmallVector<llvm::StringRef, 4> lines;
  llvm::StringRef(this->text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    out << "text " << line << "\n";
  for (const auto &[id, place] : sites)
    out << llvm::formatv("site {0:x-} {1}\n", id, place);
  std::optional<uint32_t> thread;
  for (const NativeEvent &event : events) {
    if (thread != event.thread)
      out << "T " << event.thread << "\n";
    thread = event.thread;
    out << char(event.kind);
    switch (event.kind) {
    case NativeEvent::Point:
    case NativeEvent::LibraryPoint:
      out << llvm::formatv(" {0:x-}", event.value);
      break;
    case NativeEvent::Points:
      out << llvm::formatv(" {0} {1:x-} {2:x-}", event.count, event.hash,
                           event.value);
      break;
    case NativeEvent::Call:
    case NativeEvent::LibraryCall:
      out << " " << event.name;
      break;
    case NativeEvent::Return:
      out << " " << int64_t(event.value)
          << (event.name.empty() ? "" : " " + event.name);
      break;
    case NativeEvent::Again:
    case NativeEvent::GoOn:
    case NativeEvent::End:
    case NativeEvent::Stop:
      break;
    }
    out << "\n";
  }
  return text;
}

} // namespace rbcheck
