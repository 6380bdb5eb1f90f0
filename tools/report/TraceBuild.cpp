//===- tools/report/TraceBuild.cpp - Replays an error and takes notes -----===//
//
// A step is known in two halves: what a thread is about to do when it is
// chosen, and what came of it when the next one is chosen.
//
//===----------------------------------------------------------------------===//
#include "tools/report/ObjectLog.h"
#include "tools/report/Operation.h"
#include "tools/report/PlainNames.h"
#include "tools/report/StackDepths.h"
#include "tools/report/StepText.h"
#include "tools/report/TraceLocks.h"
#include "tools/report/WeakLog.h"

#include "interp/exec/Sync.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <map>
#include <set>

namespace rbcheck {

namespace {

/// Keeps equal values once and numbers them.
template <typename T> class Interner {
public:
  explicit Interner(std::vector<T> &values) : values_(values) {
    numbers_[values_.front()] = 0;
  }
  uint32_t number(const T &value) {
    auto [entry, isNew] = numbers_.try_emplace(value, uint32_t(values_.size()));
    if (isNew)
      values_.push_back(value);
    return entry->second;
  }

private:
  std::vector<T> &values_;
  std::map<T, uint32_t> numbers_;
};

/// Until it is known what it runs.
constexpr const char *kCxxThread = "std::thread";

/// The function a thread was started with, as the source calls it.
std::string nameOfThread(const Program &program, const Function &function) {
  const std::string &file = program.files[function.declared.file];
  if (isRuntimeFile(file))
    return llvm::StringRef(file).contains("/openmp/") ? "OpenMP thread"
                                                      : kCxxThread;
  if (function.declared.function)
    return program.strings[function.declared.function];
  return llvm::demangle(function.name);
}

class TraceBuilder final : public ReplayWatcher {
public:
  TraceBuilder(const Program &program, const Violation &violation)
      : program_(program), violation_(violation), names_(trace_.names),
        lockSets_(trace_.lockSets), blockedSets_(trace_.blockedSets),
        objects_(program), depths_(program) {
    trace_.steps.reserve(violation.schedule.size());
    thread(0).name = "main";
  }

  TraceData &&take() {
    trace_.heap.assign(heap_.begin(), heap_.end());
    return std::move(trace_);
  }

private:
  struct ThreadNotes {
    bool isBlocked = false;
    uint8_t phase = 0;
    uint32_t on = 0;      ///< name of what its next operation is about
    bool isNamed = false; ///< `on` is right
    std::optional<uint32_t> lastStep;
    llvm::SmallVector<TraceEdge, 1> edges; ///< of its next step
  };

  TraceThread &thread(uint32_t id) {
    if (trace_.threads.size() <= id) {
      trace_.threads.resize(id + 1);
      notes_.resize(id + 1);
    }
    return trace_.threads[id];
  }

  //===--- Callbacks ------------------------------------------------------===//

  void begin(Machine &machine) override { machine_ = &machine; }

  void beforeStep(Machine &machine, size_t index, Choice choice) override {
    if (index == 0)
      trace_.outputBefore = std::exchange(output_, "");
    else
      completeStep(machine);
    noteThreads(machine);
    beginStep(machine, choice);
  }

  void finished(Machine &machine, StepEnd end,
                const std::optional<Fault> &fault) override {
    if (!fault)
      return;
    trace_.fault = *fault;
    trace_.foundBy = violation_.foundBy;
    trace_.foundBy->explain(program_, violation_, trace_.fault);
    trace_.location = locateThread(machine, fault->thread, fault->place);
    if (const RelatedPlace &related = trace_.fault.related;
        trace_.fault.hasRelated)
      trace_.related = locateThread(machine, related.thread, related.place);
    if (trace_.steps.empty())
      trace_.outputBefore = std::exchange(output_, "");
    else
      completeStep(machine);
    if (end == StepEnd::Parked || end == StepEnd::Exited)
      noteThreads(machine);
    for (uint32_t id = 0; id < machine.state().threadCount(); ++id)
      endThread(machine, id, end);
    findObject(machine);
    if (fault->kind == FaultKind::UseAfterFree)
      if (std::string name = machine.nameOf(fault->address, 1).name;
          !name.empty() && regionOf(fault->address) == RegionKind::Heap)
        trace_.fault.message += ": `" + name + "`";
    if (fault->kind == FaultKind::Assertion || fault->kind == FaultKind::Abort)
      findValues(machine);
    machine_ = nullptr;
  }

  void output(int, llvm::StringRef text) override { output_ += text; }

  void returned(uint32_t id, uint32_t, uint64_t result) override {
    // The step's own call is the first to return.
    if (!trace_.steps.empty() && id == trace_.steps.back().thread &&
        !operation_.result)
      operation_.result = result;
  }

  void allocated(uint64_t address, uint64_t size, uint32_t thread,
                 CodePlace place) override {
    objects_.made(machine_, address, size, thread, place);
  }

  void freed(uint64_t address, uint32_t thread, CodePlace place) override {
    objects_.freed(machine_, address, thread, place);
  }

  void survived(const Fault &fault) override {
    survived_ += "; goes on after an error: " + fault.message;
  }

  ObjectName objectName(uint64_t base) override {
    if (regionOf(base) == RegionKind::Heap)
      if (const ObjectRecord *record = objects_.find(base);
          record && record->base == base && record->madeAt.isKnown())
        heap_.insert({ObjectLog::placeOf(*record), record->number});
    return objects_.nameOf(base);
  }

  void threadStarted(uint32_t id, uint64_t function) override {
    TraceThread &started = thread(id);
    uint32_t index = functionOf(function);
    if (index < program_.functions.size())
      started.name = nameOfThread(program_, program_.functions[index]);
    started.creator = uint16_t(lastThread_);
    if (machine_)
      started.createdAt = runningAt();
    if (trace_.steps.empty())
      return;
    uint32_t step = uint32_t(trace_.steps.size() - 1);
    trace_.steps.back().other = uint16_t(id);
    started.createdBy = step;
    notes_[id].edges.push_back({step, EdgeKind::Create});
  }

  //===--- The two halves of a step ---------------------------------------===//

  void beginStep(Machine &machine, Choice choice) {
    TraceStep step;
    step.thread = choice.thread;
    step.choice = choice.value;
    step.alternatives = uint16_t(machine.alternatives(choice.thread));
    step.isSpurious = machine.isSpurious(choice);
    machine.choices(choices_);
    step.isPreemption = choice.thread != lastThread_ &&
                        llvm::any_of(choices_, [&](Choice other) {
                          return other.thread == lastThread_;
                        });
    trace_.preemptions += step.isPreemption;
    CodePlace place = machine.place(choice.thread);
    if (const BufferedStore *store = WeakLog::flushed(machine, choice)) {
      place = {uint32_t(store->place >> 32), uint32_t(store->place)};
      step.location = numberOf(locate(program_, place));
      operation_ = writeOf(machine, store->address, store->bytes.size());
    } else if (const auto with = machine.interruption(choice)) {
      step.location = locationOf(machine, choice.thread, step.isLibrary);
      operation_ = handlerOf(*with);
    } else {
      step.location = locationOf(machine, choice.thread, step.isLibrary);
      operation_ = readOperation(machine, choice.thread);
    }
    const Function &function = program_.functions[place.function];
    if (place.pc < function.marks.size())
      step.site = function.marks[place.pc];
    nameThread(machine, choice.thread);
    step.kind = operation_.kind;
    step.isAtomic = operation_.isAtomic;
    step.size = operation_.size;
    step.address = operation_.address;
    if (step.isLibrary)
      step.within = withinOf(machine, choice.thread, step.kind);
    step.call = names_.number(operation_.call);
    step.variable = names_.number(operation_.variable);
    step.before = operation_.value(machine);
    step.other = operation_.other;
    step.depth = depths_.of(machine, choice.thread);
    ThreadNotes &notes = notes_[choice.thread];
    step.edges = std::exchange(notes.edges, {});
    if (step.kind == OpKind::Join && step.other &&
        *step.other < notes_.size() && notes_[*step.other].lastStep)
      addEdge(step, *notes_[*step.other].lastStep, EdgeKind::Join);
    addWeak(machine, step, choice);
    if (!trace_.weakNotes[step.weak].isBeside())
      addReadsFrom(step);
    notes.lastStep = uint32_t(trace_.steps.size());
    notes.isNamed = false;
    lastThread_ = choice.thread;
    trace_.steps.push_back(std::move(step));
  }

  void completeStep(Machine &machine) {
    uint32_t index = uint32_t(trace_.steps.size() - 1);
    TraceStep &step = trace_.steps[index];
    step.output = std::exchange(output_, "");
    if (std::string waiting =
            weak_.waitingValue(machine, step.thread, operation_);
        !waiting.empty())
      addBuffered(step, Buffered::Waits, "", std::move(waiting));
    if (!trace_.weakNotes[step.weak].isBeside())
      step.after = operation_.value(machine);
    const OpenState &state = machine.state();
    step.isLast = state.thread(step.thread).s.status == ThreadStatus::Finished;
    for (uint64_t address : operation_.locks)
      locks_.update(machine, address, operation_.lockFamily, step.thread, index,
                    step.edges);
    if (locks_.takeChanged())
      lastHeld_ = lockSets_.number(heldLocks(machine));
    step.held = lastHeld_;
    noteWakes(machine, step, index);
    step.blocked = blockedSets_.number(blockedThreads(machine));
    if (!trace_.weakNotes[step.weak].isBeside())
      noteWrites(index);
    std::optional<std::string> started;
    if (step.kind == OpKind::Create && step.other)
      started = trace_.threads[*step.other].name;
    step.isSound = survived_.empty();
    step.text =
        names_.number(stepText(trace_, step, operation_, started) +
                      weakText(trace_, step) + std::exchange(survived_, ""));
  }

  void addEdge(TraceStep &step, uint32_t from, EdgeKind kind) {
    for (TraceEdge &edge : step.edges)
      if (edge.from == from) {
        if (edge.kind == EdgeKind::Wake)
          edge.kind = kind;
        return;
      }
    step.edges.push_back({from, kind});
  }

  //===--- Threads that wait ----------------------------------------------===//

  /// Before a step: which threads wait, and in which phase of what.
  void noteThreads(Machine &machine) {
    thread(machine.state().threadCount() - 1);
    for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
      const ThreadScalars &s = machine.state().thread(id).s;
      notes_[id].phase = s.phase;
      notes_[id].isBlocked =
          s.status != ThreadStatus::Finished && machine.alternatives(id) == 0;
    }
  }

  /// Threads that the step lets go on.
  void noteWakes(Machine &machine, TraceStep &step, uint32_t index) {
    for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
      if (id >= notes_.size() || id == step.thread)
        continue;
      const ThreadScalars &s = machine.state().thread(id).s;
      ThreadNotes &notes = notes_[id];
      bool isWoken = notes.phase == kWaiting && s.phase == kWoken;
      bool isFreed = notes.isBlocked && s.status != ThreadStatus::Finished &&
                     machine.alternatives(id) != 0;
      if (isWoken && !step.other)
        step.other = uint16_t(id);
      if (isWoken || isFreed)
        notes.edges.push_back({index, EdgeKind::Wake});
    }
  }

  std::vector<BlockedThread> blockedThreads(Machine &machine) {
    std::vector<BlockedThread> blocked;
    if (machine.state().scalars().exited)
      return blocked;
    thread(machine.state().threadCount() - 1);
    for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
      const ThreadNode &node = machine.state().thread(id);
      if (node.s.status == ThreadStatus::Finished ||
          node.pending.kind == PendingKind::None || machine.alternatives(id))
        continue;
      BlockedThread entry;
      entry.thread = uint16_t(id);
      entry.on = waitsOn(machine, id);
      if (std::optional<uint32_t> other = machine.waitsFor(id))
        entry.until = uint16_t(*other);
      blocked.push_back(entry);
    }
    return blocked;
  }

  /// Name of what a blocked thread waits for.
  uint32_t waitsOn(Machine &machine, uint32_t id) {
    ThreadNotes &notes = notes_[id];
    if (notes.isNamed && notes.phase == machine.state().thread(id).s.phase)
      return notes.on;
    StepOperation operation = readOperation(machine, id);
    notes.isNamed = true;
    notes.on = names_.number(operation.waitsOn());
    return notes.on;
  }

  std::vector<HeldLock> heldLocks(Machine &machine) {
    std::vector<HeldLock> held;
    for (const auto &[address, holder] : locks_.holders())
      held.push_back({names_.number(nameOrPlace(machine, address)), holder});
    return held;
  }

  //===--- Memory ---------------------------------------------------------===//

  static constexpr uint64_t kWord = 8;
  static constexpr uint64_t kMostWords = 64; ///< of one access

  template <typename Visit>
  static void forEachWord(const Access &access, Visit visit) {
    uint64_t first = access.address / kWord;
    uint64_t last = (access.address + std::max(access.size, 1u) - 1) / kWord;
    for (uint64_t word = first; word <= last && word < first + kMostWords;
         ++word)
      visit(word);
  }

  void addReadsFrom(TraceStep &step) {
    std::optional<uint32_t> from;
    for (const Access &access : operation_.accesses)
      if (!access.release && (!access.write || step.kind == OpKind::Update))
        forEachWord(access, [&](uint64_t word) {
          auto found = writers_.find(word);
          if (found != writers_.end() && (!from || found->second > *from))
            from = found->second;
        });
    if (from && trace_.steps[*from].thread != step.thread)
      addEdge(step, *from, EdgeKind::ReadsFrom);
  }

  /// What memory holds is not what such a step reads or writes.
  void addWeak(Machine &machine, TraceStep &step, Choice choice) {
    std::optional<WeakNote> note = weak_.look(
        machine, choice, uint32_t(trace_.steps.size()), trace_.steps);
    if (std::string own = WeakLog::ownValue(machine, choice.thread, operation_);
        !note && !own.empty())
      addBuffered(step, Buffered::Own, own, own);
    if (!note)
      return;
    step.weak = uint32_t(trace_.weakNotes.size());
    if (!note->newer.empty()) {
      step.before = note->read ? note->read->value : "";
      step.after = weak_.written().empty() ? step.before : weak_.written();
    }
    if (note->read && note->read->step &&
        trace_.steps[*note->read->step].thread != step.thread)
      addEdge(step, *note->read->step, EdgeKind::ReadsOlder);
    trace_.weakNotes.push_back(std::move(*note));
  }

  void addBuffered(TraceStep &step, Buffered buffered, std::string before,
                   std::string after) {
    step.weak = uint32_t(trace_.weakNotes.size());
    step.before = std::move(before);
    step.after = std::move(after);
    trace_.weakNotes.emplace_back().buffer = buffered;
  }

  void noteWrites(uint32_t index) {
    for (const Access &access : operation_.accesses)
      if (access.write)
        forEachWord(access, [&](uint64_t word) { writers_[word] = index; });
  }

  //===--- Places ---------------------------------------------------------===//

  uint32_t numberOf(const Location &location) {
    auto key = std::make_tuple(location.file, location.line, location.column,
                               location.function);
    auto [entry, isNew] =
        locationNumbers_.try_emplace(key, uint32_t(trace_.locations.size()));
    if (isNew)
      trace_.locations.push_back(location);
    return entry->second;
  }

  uint32_t locationOf(Machine &machine, uint32_t id, bool &isLibrary) {
    CodePlace place = machine.place(id);
    uint64_t key = uint64_t(place.function) << 32 | place.pc;
    auto found = places_.find(key);
    if (found != places_.end())
      return found->second;
    uint32_t number = numberOf(locateThread(machine, id, place));
    // Of library code the caller counts, which differs from call to call.
    Location own = locate(program_, place);
    isLibrary = !own.isKnown() || isLibraryFile(own.file);
    if (!isLibrary)
      places_[key] = number;
    return number;
  }

  /// Where the running thread is in the user's code, in the middle of a step.
  Location runningAt() {
    Location user;
    machine_->walkStack(lastThread_, [&](CodePlace frame) {
      Location at = locate(program_, frame);
      if (!at.isKnown() || isLibraryFile(at.file))
        return true;
      user = std::move(at);
      return false;
    });
    return user;
  }

  /// That function, where it says more than the operation does.
  uint32_t withinOf(Machine &machine, uint32_t id, OpKind kind) {
    if (kind != OpKind::Read && kind != OpKind::Write &&
        kind != OpKind::Update && kind != OpKind::Free)
      return 0;
    const std::string name = calledByUser(machine, id);
    return llvm::StringRef(name).starts_with("std::atomic") ||
                   llvm::StringRef(name).starts_with("__")
               ? 0
               : names_.number(name);
  }

  /// The library function that the user's code called and the thread is in; ""
  /// if nobody of the user's called it.
  std::string calledByUser(Machine &machine, uint32_t id) {
    std::string name, outer;
    bool isCalled = false;
    machine.walkStack(id, [&](CodePlace frame) {
      Location at = locate(program_, frame);
      isCalled = at.isKnown() && !isLibraryFile(at.file);
      if (isCalled)
        return false;
      outer = program_.functions[frame.function].name;
      return true;
    });
    return isCalled ? shortFunction(outer) : "";
  }

  /// A std::thread is called by the first function of the user's that it runs.
  void nameThread(Machine &machine, uint32_t id) {
    TraceThread &named = thread(id);
    if (named.name != kCxxThread)
      return;
    CodePlace outermost;
    bool isFound = false;
    machine.walkStack(id, [&](CodePlace frame) {
      const SourceLoc &at = program_.functions[frame.function].declared;
      if (at.line && !isLibraryFile(program_.files[at.file])) {
        outermost = frame;
        isFound = true;
      }
      return true;
    });
    if (!isFound)
      return;
    const Function &function = program_.functions[outermost.function];
    named.name = program_.strings[function.declared.function];
    if (named.name == "operator()" || named.name.empty())
      named.name = "lambda:" + std::to_string(function.declared.line);
    // The step that made it was written down before.
    if (named.createdBy &&
        trace_.steps[*named.createdBy].kind == OpKind::Create)
      trace_.steps[*named.createdBy].text = names_.number(
          "create T" + std::to_string(id) + " (" + named.name + ")");
  }

  //===--- The end --------------------------------------------------------===//

  void endThread(Machine &machine, uint32_t id, StepEnd end) {
    TraceThread &last = thread(id);
    const ThreadNode &node = machine.state().thread(id);
    bool isFailed = end == StepEnd::Fault && id == trace_.fault.thread;
    if (node.s.status == ThreadStatus::Finished) {
      last.end = ThreadEnd::Finished;
      return;
    }
    last.stack = stackOf(machine, id);
    if (last.stack.size() > kMostStack)
      last.stack.resize(kMostStack);
    if (isFailed) {
      last.end = ThreadEnd::Failed;
      last.at = trace_.location;
      return;
    }
    if (node.pending.kind == PendingKind::None)
      return; // made by the failing step, never ran
    last.at = locateThread(machine, id, machine.place(id));
    StepOperation operation = readOperation(machine, id);
    last.text = names_.number(pendingText(operation));
    if (Location own = locate(program_, machine.place(id));
        !own.isKnown() || isLibraryFile(own.file))
      last.within = withinOf(machine, id, operation.kind);
    if (movesInCycle(id))
      last.end = ThreadEnd::Spinning;
    if (machine.alternatives(id))
      return;
    last.end = ThreadEnd::Blocked;
    last.waitsOn = names_.number(operation.waitsOn());
    if (std::optional<uint32_t> other = machine.waitsFor(id))
      last.waitsFor = uint16_t(*other);
  }

  /// One of the steps that repeat for ever is of that thread.
  bool movesInCycle(uint32_t id) const {
    return llvm::any_of(
        llvm::ArrayRef(violation_.schedule).take_back(violation_.cycle),
        [&](Choice choice) { return choice.thread == id; });
  }

  /// The object that the fault's address is in, or just behind.
  void findObject(Machine &machine) {
    uint64_t address = trace_.fault.address;
    if (isNearNull(address) || !isCanonical(address))
      return;
    TraceObject object;
    if (regionOf(address) == RegionKind::Global) {
      const Global *global = program_.globalAt(globalIndexOf(address));
      if (!global)
        return;
      object.name = global->name;
      object.size = global->size;
      object.allocatedAt = {program_.files[global->declared.file],
                            global->declared.line, 0, ""};
      trace_.object = std::move(object);
      return;
    }
    const ObjectRecord *record = objects_.find(address);
    if (!record)
      return;
    ObjectName name = objects_.nameOf(record->base);
    object.name = name.name.empty() ? "" : name.name + name.suffix;
    object.base = record->base;
    object.isHeap = regionOf(record->base) == RegionKind::Heap;
    object.size = record->size;
    object.allocator = record->thread;
    object.allocatedAt =
        object.isHeap ? record->madeAt : locate(program_, record->place);
    object.isFreed = record->isFreed;
    object.freer = record->freer;
    object.freedAt = record->freedAt;
    trace_.object = std::move(object);
  }

  /// What the condition of an assertion looked at: the values that are still
  /// known, and what the last steps read at its place.
  void findValues(Machine &machine) {
    std::vector<std::string> &values = trace_.values;
    values = machine.checkedValues(trace_.fault.thread);
    auto isNamed = [&](llvm::StringRef name) {
      return llvm::any_of(values, [&](llvm::StringRef value) {
        return value.starts_with((name + " was ").str());
      });
    };
    for (const TraceStep &step : llvm::reverse(trace_.steps)) {
      const Location &at = trace_.locations[step.location];
      if (step.thread != trace_.fault.thread || step.kind != OpKind::Read ||
          step.isLibrary || at.line != trace_.location.line ||
          at.file != trace_.location.file)
        break;
      const std::string &name = trace_.names[step.variable];
      if (!step.before.empty() && !isNamed(name))
        values.push_back(name + " was " + step.before);
    }
  }

  const Program &program_;
  const Violation &violation_;
  TraceData trace_;
  std::set<HeapName> heap_;
  Interner<std::string> names_;
  Interner<std::vector<HeldLock>> lockSets_;
  Interner<std::vector<BlockedThread>> blockedSets_;
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, uint32_t>
      locationNumbers_;
  llvm::DenseMap<uint64_t, uint32_t> places_;  ///< location of user's code
  llvm::DenseMap<uint64_t, uint32_t> writers_; ///< by word: its last writer
  ObjectLog objects_;
  LockLog locks_;
  WeakLog weak_;
  StackDepths depths_;
  std::vector<ThreadNotes> notes_;
  StepOperation operation_; ///< of the step that is not complete
  uint32_t lastThread_ = 0;
  uint32_t lastHeld_ = 0;
  llvm::SmallVector<Choice, 8> choices_;
  std::string output_;
  std::string survived_; ///< errors of the running step that did not end it
  Machine *machine_ = nullptr;
};

} // namespace

std::vector<Location> stackOf(const Machine &machine, uint32_t thread) {
  llvm::SmallVector<CodePlace, 16> places;
  machine.stack(thread, places);
  std::vector<Location> stack;
  for (CodePlace place : places)
    for (Location &location : locateInlined(machine.program(), place))
      if (location.isKnown() && !isRuntimeFile(location.file))
        stack.push_back(std::move(location));
  return stack;
}

std::optional<TraceData> replayTrace(const Program &program,
                                     const Violation &violation) {
  TraceBuilder builder(program, violation);
  if (!replay(program, violation, builder))
    return std::nullopt;
  const MachineOptions &options = violation.machine;
  TraceData trace = builder.take();
  trace.fault.message = inWords(trace, trace.fault.message);
  trace.fault.related.message = inWords(trace, trace.fault.related.message);
  for (std::string &value : trace.values)
    value = inWords(trace, value);
  trace.schedule = violation.schedule;
  trace.cycle = violation.cycle;
  trace.origin.arguments = options.arguments;
  trace.origin.environment = options.environment;
  trace.origin.hasSyncSteps = options.steps == Steps::Sync;
  trace.origin.locality = options.locality;
  trace.origin.memory = options.memory;
  trace.origin.history = options.history;
  trace.origin.spurious = options.spurious;
  trace.origin.partialIo = options.partialIo;
  trace.origin.survives = options.survives;
  trace.origin.guesses = options.guesses;
  trace.origin.allVisible = options.allVisible;
  trace.origin.showsLone = options.showsLone;
  if (options.input && options.input->wasRead())
    trace.origin.input = options.input->bytes().bytes;
  trace.origin.slice = options.slice;
  trace.origin.heapLimit = options.heapLimit;
  trace.origin.inputs = options.inputs;
  trace.origin.codeHash = codeHash(program);
  return trace;
}

std::optional<TraceData> buildTrace(const Program &program,
                                    const Violation &violation) {
  std::optional<TraceData> trace = replayTrace(program, violation);
  if (!trace || !isSameFault(trace->fault, violation.fault))
    return std::nullopt;
  return trace;
}

TraceData bareTrace(const Violation &violation) {
  TraceData trace;
  trace.schedule = violation.schedule;
  trace.cycle = violation.cycle;
  trace.fault = violation.fault;
  trace.foundBy = violation.foundBy;
  trace.location = violation.location;
  trace.related = violation.related;
  return trace;
}

std::string remark(const TraceData &trace) {
  if (trace.foundBy != &dataRaces() || !trace.origin.isOptimised)
    return "";
  return "the program was optimised: the compiler may have moved or merged "
         "the accesses, so that the race may be in the bitcode only";
}

std::string TraceData::output() const {
  std::string all = outputBefore;
  for (const TraceStep &step : steps)
    all += step.output;
  return all;
}

} // namespace rbcheck
