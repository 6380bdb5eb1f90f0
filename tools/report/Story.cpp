//===- tools/report/Story.cpp - How an error comes about ------------------===//
#include "tools/report/Story.h"

#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

namespace {

constexpr size_t kFirstSteps = 300; ///< steps that get words
constexpr size_t kLastSteps = 700;
constexpr size_t kOutputBytes = 4096;

/// The function a thread was started with, as the source calls it.
std::string nameOfThread(const Program &program, const Function &function) {
  if (isRuntimeFile(program.files[function.declared.file]))
    return "std::thread";
  if (function.declared.function)
    return program.strings[function.declared.function];
  return llvm::demangle(function.name);
}

class Storyteller final : public ReplayWatcher {
public:
  Storyteller(const Program &program, const Violation &violation)
      : program_(program), violation_(violation) {
    story_.steps.reserve(violation.schedule.size());
    thread(0).name = "main";
  }

  Story &&take() { return std::move(story_); }

private:
  void beforeStep(Machine &machine, size_t step, Choice choice) override {
    StoryStep record;
    record.thread = choice.thread;
    record.isPreemption =
        choice.thread != lastThread_ && machine.alternatives(lastThread_);
    size_t total = violation_.schedule.size();
    if (step < kFirstSteps || step + kLastSteps >= total) {
      record.location =
          locateThread(machine, choice.thread, machine.place(choice.thread));
      record.operation = machine.describePending(choice.thread);
      if (machine.alternatives(choice.thread) > 1)
        record.operation += " -> alternative " + std::to_string(choice.value);
    }
    lastThread_ = choice.thread;
    lastLocation_ = record.location;
    story_.preemptions += record.isPreemption;
    story_.steps.push_back(std::move(record));
  }

  void finished(Machine &machine, StepEnd) override {
    const Fault &fault = violation_.fault;
    story_.location = violation_.location;
    story_.related = violation_.related;
    for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
      ThreadStory &end = thread(id);
      end.isFinished =
          machine.state().thread(id).s.status == ThreadStatus::Finished;
      if (end.isFinished)
        continue;
      end.isBlocked = machine.alternatives(id) == 0;
      end.at = locateThread(machine, id, machine.place(id));
      end.operation = machine.describePending(id);
    }
    readWaits(fault.message);
    if (fault.thread < story_.threads.size())
      story_.stack = stackOf(machine, fault.thread);
    findObject();
  }

  /// A deadlock's message says of each thread "thread 1 ... for thread 2".
  void readWaits(llvm::StringRef message) {
    if (violation_.fault.kind != FaultKind::Deadlock)
      return;
    llvm::SmallVector<llvm::StringRef, 8> parts;
    message.split(parts, "; ");
    for (llvm::StringRef part : parts) {
      auto [before, last] = part.rsplit(" for thread ");
      uint32_t waiter = 0, other = 0;
      llvm::StringRef first = before.split("thread ").second;
      if (first.consumeInteger(10, waiter) || last.getAsInteger(10, other) ||
          waiter >= story_.threads.size())
        continue;
      story_.threads[waiter].waitsFor = other;
    }
  }

  void output(int, llvm::StringRef text) override {
    story_.output += text;
    if (story_.output.size() > 4 * kOutputBytes)
      story_.output.erase(0, story_.output.size() - kOutputBytes);
  }

  void allocated(uint64_t address, uint64_t size, uint32_t thread,
                 CodePlace place) override {
    ObjectStory &object = objects_[address];
    object = {};
    object.address = address;
    object.size = size;
    object.allocator = thread;
    object.allocatedAt = userLocation(place);
  }

  void freed(uint64_t address, uint32_t thread, CodePlace place) override {
    ObjectStory &object = objects_[address];
    object.address = address;
    object.isFreed = true;
    object.freer = thread;
    object.freedAt = userLocation(place);
  }

  void threadStarted(uint32_t id, uint64_t function) override {
    ThreadStory &started = thread(id);
    uint32_t index = functionOf(function);
    if (index < program_.functions.size())
      started.name = nameOfThread(program_, program_.functions[index]);
    started.creator = lastThread_;
    started.createdAt = lastLocation_;
  }

  ThreadStory &thread(uint32_t id) {
    if (story_.threads.size() <= id)
      story_.threads.resize(id + 1);
    return story_.threads[id];
  }

  /// Inside the runtime the stack is not at hand: take the step's place.
  Location userLocation(CodePlace place) {
    Location location = locate(program_, place);
    return isLibraryFile(location.file) ? lastLocation_ : location;
  }

  /// The object that the fault's address is in, or just behind.
  void findObject() {
    uint64_t address = violation_.fault.address;
    auto next = objects_.upper_bound(address);
    if (!address || next == objects_.begin())
      return;
    const ObjectStory &object = std::prev(next)->second;
    if (address - object.address <= object.size + kSpan)
      story_.object = object;
  }

  const Program &program_;
  const Violation &violation_;
  Story story_;
  std::map<uint64_t, ObjectStory> objects_;
  uint32_t lastThread_ = 0;
  Location lastLocation_;
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

std::optional<Story> tellStory(const Program &program,
                               const MachineOptions &options,
                               const Violation &violation) {
  Storyteller teller(program, violation);
  std::optional<Fault> fault = replay(program, options, violation, teller);
  if (!fault || !isSameFault(*fault, violation.fault))
    return std::nullopt;
  Story story = teller.take();
  story.fault = *fault;
  story.foundBy = violation.foundBy;
  return story;
}

} // namespace rbcheck
