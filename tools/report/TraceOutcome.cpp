//===- tools/report/TraceOutcome.cpp - How an error ends ----------------===//
#include "tools/report/StepText.h"
#include "tools/report/TraceBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

void TraceBuilder::endThread(Machine &machine, uint32_t id, StepEnd end) {
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

bool TraceBuilder::movesInCycle(uint32_t id) const {
  return llvm::any_of(
      llvm::ArrayRef(violation_.schedule).take_back(violation_.cycle),
      [&](Choice choice) { return choice.thread == id; });
}

void TraceBuilder::findObject(Machine &machine) {
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

void TraceBuilder::findValues(Machine &machine) {
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

} // namespace rbcheck
