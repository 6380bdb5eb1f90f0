//===- tools/report/WeakLog.cpp - Which write a read saw ------------------===//
#include "tools/report/WeakLog.h"

#include "tools/report/Source.h"

#include "interp/exec/ValueText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstring>

namespace rbcheck {

static std::string textOf(Machine &machine, const WeakStep &step,
                          uint64_t value) {
  if (step.size > sizeof(value))
    return "";
  uint8_t bytes[kMostValueBytes] = {};
  std::memcpy(bytes, &value, sizeof(value));
  return textOfValue(machine, step.address, step.size, bytes);
}

static llvm::ArrayRef<BufferedStore> bufferOf(Machine &machine,
                                              uint32_t thread) {
  const WeakMemory *weak = machine.state().weak();
  if (!weak || machine.options().memory != MemoryModel::Tso)
    return {};
  return weak->buffer(thread);
}

const BufferedStore *WeakLog::flushed(Machine &machine, Choice choice) {
  const std::optional<WeakStep> weak = machine.weakStep(choice);
  return weak && weak->isFlush ? &bufferOf(machine, choice.thread).front()
                               : nullptr;
}

/// The last of these stores that is to what the operation is about, in words.
static std::string lastOf(Machine &machine,
                          llvm::ArrayRef<BufferedStore> stores,
                          const StepOperation &operation) {
  for (const BufferedStore &store : llvm::reverse(stores)) {
    uint8_t bytes[kMostValueBytes] = {};
    if (store.address != operation.address ||
        store.bytes.size() != operation.size ||
        store.bytes.size() > sizeof(bytes))
      continue;
    llvm::copy(store.bytes, bytes);
    return textOfValue(machine, store.address, operation.size, bytes);
  }
  return "";
}

std::string WeakLog::ownValue(Machine &machine, uint32_t thread,
                              const StepOperation &operation) {
  return operation.kind == OpKind::Read
             ? lastOf(machine, bufferOf(machine, thread), operation)
             : "";
}

std::string WeakLog::waitingValue(Machine &machine, uint32_t thread,
                                  const StepOperation &operation) const {
  llvm::ArrayRef<BufferedStore> all = bufferOf(machine, thread);
  return operation.kind == OpKind::Write && all.size() > waiting_
             ? lastOf(machine, all.drop_front(waiting_), operation)
             : "";
}

std::optional<WeakNote> WeakLog::look(Machine &machine, Choice choice,
                                      uint32_t index,
                                      const std::vector<TraceStep> &steps) {
  waiting_ = bufferOf(machine, choice.thread).size();
  const std::optional<WeakStep> weak = machine.weakStep(choice);
  if (!weak)
    return std::nullopt;
  if (weak->isFlush) {
    WeakNote note;
    note.buffer = Buffered::Flushed;
    return note;
  }
  std::vector<Write> &all = writes_[weak->address];
  // What the model remembers is a part of all writes, in the same order: from
  // the end on the first that fits.
  size_t end = all.size();
  const auto noteOf = [&](const WeakWrite &write) {
    TraceWrite note;
    note.value = textOf(machine, *weak, write.value);
    if (!write.isKnown)
      return note;
    note.thread = uint16_t(write.thread);
    for (size_t i = end; i-- > 0;)
      if (all[i].thread == write.thread && all[i].place == write.place &&
          all[i].value == write.value) {
        note.step = all[i].step;
        note.location = steps[all[i].step].location;
        end = i;
        break;
      }
    return note;
  };
  WeakNote note;
  note.writes = weak->writes;
  note.isLate = weak->isLate;
  for (size_t i = weak->newer.size(); i-- > 0;)
    note.newer.insert(note.newer.begin(), noteOf(weak->newer[i]));
  const size_t to = note.newer.empty() ? all.size() : end;
  const bool isOrdinary = note.newer.empty() && !note.isLate;
  if (weak->reads && !note.newer.empty())
    note.read = noteOf(weak->read);
  if (weak->writes)
    all.insert(
        all.begin() + ptrdiff_t(to),
        {index, choice.thread, machine.place(choice.thread), weak->written});
  written_ = weak->writes ? textOf(machine, *weak, weak->written) : "";
  return isOrdinary ? std::nullopt : std::optional(std::move(note));
}

/// "line 12", seen from the step's file.
static std::string lineOf(const TraceData &trace, const TraceStep &step,
                          const TraceWrite &write) {
  const Location &at = trace.locations[write.location];
  if (!at.isKnown())
    return write.thread ? "T" + std::to_string(*write.thread) : "somebody";
  if (at.file == trace.locations[step.location].file)
    return "line " + std::to_string(at.line);
  return baseName(at.file) + ":" + std::to_string(at.line);
}

std::string weakText(const TraceData &trace, const TraceStep &step) {
  const WeakNote &note = trace.weakNotes[step.weak];
  std::string text;
  if (note.read && !note.read->thread)
    text += ", its initial value";
  else if (note.read)
    text += ", written at " + lineOf(trace, step, *note.read) + " by T" +
            std::to_string(*note.read->thread);
  if (!note.newer.empty()) {
    const TraceWrite &next = note.newer.front(), &last = note.newer.back();
    if (!note.writes)
      text += "; " + lineOf(trace, step, last) + " wrote " +
              (last.value.empty() ? "it" : last.value) + " since";
    else
      text += ", comes before the write" +
              (next.value.empty() ? "" : " of " + next.value) + " at " +
              lineOf(trace, step, next);
    if (note.newer.size() > 1)
      text += ", and " + std::to_string(note.newer.size() - 1) + " more";
  }
  if (note.isLate)
    text += ", before others in the order of seq_cst";
  switch (note.buffer) {
  case Buffered::Nothing:
    return text;
  case Buffered::Waits:
    return text + ", waits in the buffer of T" + std::to_string(step.thread);
  case Buffered::Own:
    return text + ", its own write that waits in the buffer";
  case Buffered::Flushed:
    return text + ", out of the buffer of T" + std::to_string(step.thread);
  }
  llvm_unreachable("covered switch");
}

const char *bufferedWord(Buffered buffered) {
  switch (buffered) {
  case Buffered::Nothing:
    return nullptr;
  case Buffered::Waits:
    return "waits";
  case Buffered::Own:
    return "own";
  case Buffered::Flushed:
    return "flushed";
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
