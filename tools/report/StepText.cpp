//===- tools/report/StepText.cpp - What a thread is about to do, in words -===//
#include "tools/report/StepText.h"

#include "interp/exec/Sync.h"

#include "passes/Representatives.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

namespace {

/// The function as the source calls it.
std::string plainName(llvm::StringRef linkage) {
  std::string name = llvm::demangle(linkage);
  return name.substr(0, name.find('('));
}

void readAccess(Machine &machine, uint32_t thread, const Pending &pending,
                StepOperation &to) {
  const Access &access = pending.accesses[0];
  CodePlace place = machine.place(thread);
  const Function &function = machine.program().functions[place.function];
  Op op = function.code[place.pc].op;
  bool isUpdate = op == Op::AtomicRmw || op == Op::CmpXchg;
  to.kind = isUpdate       ? OpKind::Update
            : access.write ? OpKind::Write
                           : OpKind::Read;
  to.isAtomic = access.atomic;
  to.size = access.size;
  to.address = access.address;
  to.variable = nameOrPlace(machine, access.address, access.size);
  if (pending.accesses.size() > 1)
    to.second = nameOrPlace(machine, pending.accesses[1].address,
                            pending.accesses[1].size);
}

void readCall(Machine &machine, const Pending &pending, StepOperation &to) {
  const Function &callee = machine.program().functions[pending.callee];
  const Role &role = allModels()[callee.model].role;
  to.act = role.act;
  to.kind = operationOf(role.act);
  to.call = plainName(callee.name);
  if (to.kind == OpKind::Join || to.kind == OpKind::Detach) {
    uint64_t handle = pending.args[0];
    if (handle && handle <= machine.state().threadCount())
      to.other = uint16_t(handle - 1);
  }
  if (to.kind == OpKind::Wait && to.phase)
    to.kind = OpKind::Wake;
  if (to.kind == OpKind::Call && !pending.accesses.empty()) {
    const Access &access = pending.accesses[0];
    to.kind = access.write ? OpKind::Write : OpKind::Read;
    to.size = access.size;
    to.address = access.address;
    to.variable = nameOrPlace(machine, access.address, access.size);
    if (pending.accesses.size() > 1)
      to.second = nameOrPlace(machine, pending.accesses[1].address,
                              pending.accesses[1].size);
    return;
  }
  auto argument = [&](int index) {
    return index >= 0 && !isNearNull(pending.args[index]) ? pending.args[index]
                                                          : uint64_t(0);
  };
  to.address = argument(role.object);
  if (to.address)
    to.variable =
        nameOrPlace(machine, to.address, to.kind == OpKind::Free ? 0 : 1);
  to.lockFamily = role.mutex >= 0 ? Family::Mutex : role.family;
  if (uint64_t mutex = argument(role.mutex)) {
    to.second = nameOrPlace(machine, mutex);
    to.locks.push_back(mutex);
  } else if (to.address && isLocking(to.kind)) {
    to.locks.push_back(to.address);
  }
}

/// "a: 1 -> 2", "a = 2".
std::string withValue(const TraceData &trace, const TraceStep &step) {
  std::string text = trace.names[step.variable];
  if (step.kind == OpKind::Read)
    return step.before.empty() ? text : text + " = " + step.before;
  if (step.after.empty())
    return text;
  if (step.before.empty() || step.before == step.after)
    return text + " = " + step.after;
  return text + ": " + step.before + " -> " + step.after;
}

bool isMemory(OpKind kind) {
  return kind == OpKind::Read || kind == OpKind::Write ||
         kind == OpKind::Update;
}

std::string verbOf(const StepOperation &operation) {
  const char *verb = verbOf(operation.act);
  return *verb ? verb : operation.call;
}

/// Of a call that says itself what it waits for: "read() for a pipe ...".
void readWords(Machine &machine, uint32_t thread, StepOperation &to) {
  const Pending &pending = machine.state().thread(thread).pending;
  const Function &callee = machine.program().functions[pending.callee];
  if (!allModels()[callee.model].isWorded)
    return;
  std::string words = machine.describePending(thread);
  auto [call, awaited] = llvm::StringRef(words).split(" for ");
  to.act = Act::None;
  to.kind = OpKind::Call;
  to.call = call.str();
  to.awaited = awaited.str();
}

} // namespace

std::string shortFunction(llvm::StringRef linkage) {
  std::string name = llvm::demangle(linkage);
  // Without what is in pointed brackets, the parameters and the result.
  std::string plain;
  unsigned depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool isOperator =
        plain.size() >= 8 && llvm::StringRef(plain).ends_with("operator");
    if (name[i] == '<' && !isOperator)
      ++depth;
    else if (name[i] == '>' && depth)
      --depth;
    else if (!depth && name[i] == '(' && !isOperator)
      break;
    else if (!depth)
      plain += name[i];
  }
  if (size_t blank = plain.rfind(' ');
      blank != std::string::npos &&
      !llvm::StringRef(plain).contains("operator"))
    plain.erase(0, blank + 1);
  // `std::__shared_ptr` is what users call std::shared_ptr.
  for (size_t at = plain.find("::__"); at != std::string::npos;
       at = plain.find("::__"))
    plain.erase(at + 2, 2);
  // Versions of the library are nobody's business.
  for (llvm::StringRef version : {"cxx11::", "_V2::", "1::"})
    if (size_t at = plain.find(version); at != std::string::npos)
      plain.erase(at, version.size());
  return plain;
}

std::string nameOrPlace(Machine &machine, uint64_t address, uint64_t size) {
  std::string name = machine.nameOf(address, size).name;
  return name.empty() ? machine.describeAddress(address, size) : name;
}

StepOperation readOperation(Machine &machine, uint32_t thread) {
  StepOperation operation;
  const ThreadNode &node = machine.state().thread(thread);
  const Pending &pending = node.pending;
  operation.phase = node.s.phase;
  operation.accesses.append(pending.accesses.begin(), pending.accesses.end());
  switch (pending.kind) {
  case PendingKind::None:
    operation.kind = OpKind::End;
    break;
  case PendingKind::Decide:
  case PendingKind::Pause:
    operation.kind = OpKind::Pause;
    operation.isAtomic = pending.order != OrderTouch::None;
    break;
  case PendingKind::Access:
    readAccess(machine, thread, pending, operation);
    break;
  case PendingKind::Model:
    readCall(machine, pending, operation);
    readWords(machine, thread, operation);
    break;
  }
  return operation;
}

StepOperation handlerOf(const Interruption &with) {
  StepOperation operation;
  operation.kind = OpKind::Handler;
  operation.call = "signal " + std::to_string(with.signal) +
                   (with.isInCall ? " comes during the call" : " comes");
  return operation;
}

StepOperation writeOf(Machine &machine, uint64_t address, uint64_t size) {
  StepOperation operation;
  operation.kind = OpKind::Write;
  operation.address = address;
  operation.size = uint32_t(size);
  operation.variable = nameOrPlace(machine, address, size);
  operation.accesses.push_back({address, uint32_t(size), true, false, false});
  return operation;
}

std::string StepOperation::value(Machine &machine) const {
  if (isMemory(kind) || kind == OpKind::Futex)
    return machine.valueText(address, kind == OpKind::Futex ? 4 : size);
  if (kind == OpKind::Acquire || kind == OpKind::Release)
    return machine.valueText(address, 4);
  if (isLocking(kind)) {
    std::optional<uint32_t> owner = machine.ownerOf(lockFamily, address);
    return owner ? "T" + std::to_string(*owner) : "free";
  }
  return "";
}

std::string StepOperation::waitsOn() const {
  if (!awaited.empty())
    return awaited;
  if (kind == OpKind::Join)
    return other ? "the end of T" + std::to_string(*other)
                 : std::string("a thread");
  // Woken, it waits for the mutex only.
  if (kind == OpKind::Wake && phase != kWaiting)
    return second;
  return variable.empty() ? call : variable;
}

std::string pendingText(const StepOperation &operation) {
  switch (operation.kind) {
  case OpKind::Read:
  case OpKind::Write:
  case OpKind::Update: {
    std::string text =
        operation.call.empty()
            ? std::string(operationWord(operation.kind))
            : operation.call + ": " + operationWord(operation.kind);
    text += " " + operation.variable;
    if (!operation.second.empty())
      text += ", read " + operation.second;
    return (operation.isAtomic && operation.kind != OpKind::Update ? "atomic "
                                                                   : "") +
           text;
  }
  case OpKind::Join:
  case OpKind::Detach:
    return verbOf(operation) +
           (operation.other ? " T" + std::to_string(*operation.other) : "");
  case OpKind::Wait:
    return "wait at " + operation.variable;
  case OpKind::Wake:
    if (operation.phase == kWaiting)
      return "wait at " + operation.variable;
    return "wait at " + operation.variable + ": take " + operation.second +
           " again";
  case OpKind::Pause:
    return operation.isAtomic ? "fence" : "long computation";
  case OpKind::Handler:
    return operation.call;
  case OpKind::End:
    return operation.call.empty() ? "end of the thread" : verbOf(operation);
  default:
    return verbOf(operation) +
           (operation.variable.empty() ? "" : " " + operation.variable);
  }
}

/// The value that a choice stands for, where its number is not the value.
static std::string valueOf(const StepOperation &operation,
                           const TraceStep &step) {
  if (!operation.result || *operation.result == step.choice)
    return "";
  const uint64_t value = *operation.result;
  if (value == kWildPointer)
    return ": an address of nothing";
  const int64_t asSigned =
      value >> 32 ? int64_t(value) : int64_t(int32_t(value));
  // What the sign is depends on the type.
  return ": " + std::to_string(asSigned) +
         (asSigned < 0 ? " (0x" + llvm::utohexstr(value, true) + ")" : "");
}

std::string stepText(const TraceData &trace, const TraceStep &step,
                     const StepOperation &operation,
                     const std::optional<std::string> &started) {
  std::string text = pendingText(operation);
  std::string other = step.other ? "T" + std::to_string(*step.other) : "";
  switch (step.kind) {
  case OpKind::Read:
  case OpKind::Write:
  case OpKind::Update:
    if (!operation.call.empty() || !operation.second.empty())
      return text;
    return (step.isAtomic && step.kind != OpKind::Update ? "atomic " : "") +
           (operationWord(step.kind) + (" " + withValue(trace, step))) +
           (step.isSpurious ? ": fails without a reason" : "");
  case OpKind::Create:
    return "create " + other + (started ? " (" + *started + ")" : "");
  case OpKind::TryLock:
    if (step.isSpurious)
      return text + ": fails without a reason";
    if (!operation.result)
      return text;
    return text + (int32_t(*operation.result) == 0 ? ": taken" : ": busy");
  case OpKind::Wait:
    return text + ", gives " + operation.second + " back" +
           (step.isSpurious ? ", wakes without a signal" : "");
  case OpKind::Futex:
    return text + (step.isSpurious ? ": wakes without a reason" : "");
  case OpKind::Wake:
    if (operation.phase == kWaiting)
      return text + ": the time is up";
    return "woken at " + operation.variable + ", takes " + operation.second;
  case OpKind::Signal:
  case OpKind::Broadcast:
    return text + (other.empty() ? ": nobody waits" : ": wakes " + other);
  case OpKind::Acquire:
  case OpKind::Release:
    return text + ": " + step.before + " -> " + step.after;
  case OpKind::Choice:
    if (!operation.input.empty())
      return "input " + operation.input;
    return "choice " + std::to_string(step.choice) + " of 0.." +
           std::to_string(step.alternatives - 1) + valueOf(operation, step);
  default:
    return text;
  }
}

} // namespace rbcheck
