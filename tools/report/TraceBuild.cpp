//===- tools/report/TraceBuild.cpp - The steps of an error, replayed ----===//
#include "tools/report/PlainNames.h"
#include "tools/report/StepText.h"
#include "tools/report/TraceBuilder.h"

#include "interp/state/symbolic/Shadows.h"
#include "tools/report/InputText.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

TraceThread &TraceBuilder::thread(uint32_t id) {
  if (trace_.threads.size() <= id) {
    trace_.threads.resize(id + 1);
    notes_.resize(id + 1);
  }
  return trace_.threads[id];
}

void TraceBuilder::beforeStep(Machine &machine, size_t index, Choice choice) {
  if (index == 0)
    trace_.outputBefore = std::exchange(output_, "");
  else
    completeStep(machine);
  noteThreads(machine);
  beginStep(machine, choice);
}

void TraceBuilder::finished(Machine &machine, StepEnd end,
                            const std::optional<Fault> &fault) {
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

void TraceBuilder::noteInput(uint32_t id, uint32_t callee) {
  const Shadows *shadows = machine_ ? machine_->state().shadows() : nullptr;
  if (!shadows || id >= shadows->taken.size())
    return;
  taken_.resize(std::max<size_t>(taken_.size(), id + 1));
  const uint32_t number = std::exchange(taken_[id], shadows->taken[id]);
  const std::string &name = program_.functions[callee].name;
  for (const InputValue &input : machine_->options().inputs->given) {
    if (input.thread != id || input.number != number || input.name != name ||
        taken_[id] == number)
      continue;
    trace_.inputs.push_back({uint32_t(trace_.steps.size()), uint16_t(id),
                             runningAt(), name, numberText(input)});
    if (!trace_.steps.empty() && id == trace_.steps.back().thread &&
        !operation_.result)
      operation_.input = trace_.inputs.back().value;
  }
}

void TraceBuilder::returned(uint32_t id, uint32_t callee, uint64_t result) {
  noteInput(id, callee);
  // The step's own call is the first to return.
  if (!trace_.steps.empty() && id == trace_.steps.back().thread &&
      !operation_.result)
    operation_.result = result;
}

void TraceBuilder::allocated(uint64_t address, uint64_t size, uint32_t thread,
                             CodePlace place) {
  objects_.made(machine_, address, size, thread, place);
}

void TraceBuilder::freed(uint64_t address, uint32_t thread, CodePlace place) {
  objects_.freed(machine_, address, thread, place);
}

void TraceBuilder::survived(const Fault &fault) {
  survived_ += "; goes on after an error: " + fault.message;
}

ObjectName TraceBuilder::objectName(uint64_t base) {
  if (regionOf(base) == RegionKind::Heap)
    if (const ObjectRecord *record = objects_.find(base);
        record && record->base == base && record->madeAt.isKnown())
      heap_.insert({ObjectLog::placeOf(*record), record->number});
  return objects_.nameOf(base);
}

void TraceBuilder::threadStarted(uint32_t id, uint64_t function) {
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

void TraceBuilder::beginStep(Machine &machine, Choice choice) {
  TraceStep step;
  step.thread = choice.thread;
  step.choice = choice.value;
  step.alternatives = uint16_t(machine.alternatives(choice.thread));
  step.isSpurious = machine.isSpurious(choice);
  machine.choices(choices_);
  step.isPreemption =
      choice.thread != lastThread_ && llvm::any_of(choices_, [&](Choice other) {
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
  if (step.kind == OpKind::Join && step.other && *step.other < notes_.size() &&
      notes_[*step.other].lastStep)
    addEdge(step, *notes_[*step.other].lastStep, EdgeKind::Join);
  addWeak(machine, step, choice);
  if (!trace_.weakNotes[step.weak].isBeside())
    addReadsFrom(step);
  notes.lastStep = uint32_t(trace_.steps.size());
  notes.isNamed = false;
  lastThread_ = choice.thread;
  trace_.steps.push_back(std::move(step));
}

void TraceBuilder::completeStep(Machine &machine) {
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

void TraceBuilder::addEdge(TraceStep &step, uint32_t from, EdgeKind kind) {
  for (TraceEdge &edge : step.edges)
    if (edge.from == from) {
      if (edge.kind == EdgeKind::Wake)
        edge.kind = kind;
      return;
    }
  step.edges.push_back({from, kind});
}

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
