//===- tools/report/TraceRelations.cpp - What ties steps together -------===//
#include "tools/report/TraceBuilder.h"

#include "interp/exec/Sync.h"

namespace rbcheck {

namespace {

constexpr uint64_t kWord = 8;
constexpr uint64_t kMostWords = 64; ///< of one access

template <typename Visit> void forEachWord(const Access &access, Visit visit) {
  uint64_t first = access.address / kWord;
  uint64_t last = (access.address + std::max(access.size, 1u) - 1) / kWord;
  for (uint64_t word = first; word <= last && word < first + kMostWords; ++word)
    visit(word);
}

} // namespace

void TraceBuilder::noteThreads(Machine &machine) {
  thread(machine.state().threadCount() - 1);
  for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
    const ThreadScalars &s = machine.state().thread(id).s;
    notes_[id].phase = s.phase;
    notes_[id].isBlocked =
        s.status != ThreadStatus::Finished && machine.alternatives(id) == 0;
  }
}

void TraceBuilder::noteWakes(Machine &machine, TraceStep &step,
                             uint32_t index) {
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

std::vector<BlockedThread> TraceBuilder::blockedThreads(Machine &machine) {
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

uint32_t TraceBuilder::waitsOn(Machine &machine, uint32_t id) {
  ThreadNotes &notes = notes_[id];
  if (notes.isNamed && notes.phase == machine.state().thread(id).s.phase)
    return notes.on;
  StepOperation operation = readOperation(machine, id);
  notes.isNamed = true;
  notes.on = names_.number(operation.waitsOn());
  return notes.on;
}

std::vector<HeldLock> TraceBuilder::heldLocks(Machine &machine) {
  std::vector<HeldLock> held;
  for (const auto &[address, holder] : locks_.holders())
    held.push_back({names_.number(nameOrPlace(machine, address)), holder});
  return held;
}

void TraceBuilder::addReadsFrom(TraceStep &step) {
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

void TraceBuilder::addWeak(Machine &machine, TraceStep &step, Choice choice) {
  std::optional<WeakNote> note =
      weak_.look(machine, choice, uint32_t(trace_.steps.size()), trace_.steps);
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

void TraceBuilder::addBuffered(TraceStep &step, Buffered buffered,
                               std::string before, std::string after) {
  step.weak = uint32_t(trace_.weakNotes.size());
  step.before = std::move(before);
  step.after = std::move(after);
  trace_.weakNotes.emplace_back().buffer = buffered;
}

void TraceBuilder::noteWrites(uint32_t index) {
  for (const Access &access : operation_.accesses)
    if (access.write)
      forEachWord(access, [&](uint64_t word) { writers_[word] = index; });
}

} // namespace rbcheck
