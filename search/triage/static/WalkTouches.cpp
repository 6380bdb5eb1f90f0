//===- search/triage/static/WalkTouches.cpp - What a place touches --------===//
//
// Notes for each access and each call of the library which memory it touches
// that other threads could reach, too. Local variables that are followed are
// nobody else's, and so are heap objects before they are given away.
//
//===----------------------------------------------------------------------===//
#include "search/triage/static/Touched.h"
#include "search/triage/static/Walk.h"

#include "search/triage/SyncCalls.h"

namespace rbcheck {

using Kind = Value::Kind;

TouchedObject Walk::noteTouch(CodePlace place, const Value &address,
                              uint64_t size, StaticState &state) {
  TouchedMemory &touched = places_.touchedAt(place);
  std::optional<uint32_t> global;
  if (address.is(Kind::Number))
    global = facts_.globalAt(address.number);
  if (address.is(Kind::InGlobal))
    global = address.id;
  if (global) {
    touched.globals.insert(*global);
    return {};
  }
  const Value followed = state.followed(address);
  if (followed.is(Kind::Number))
    return TouchedObject::own();
  if (const Local *local =
          followed.is(Kind::InLocal) ? state.find(followed.id) : nullptr)
    if (isHeapId(local->id) ||
        !facts_.isLocalShown({local->function, pcOfLocal(local->id)}))
      return TouchedObject::own();
  if (followed.is(Kind::InHeap)) {
    touched.heap.insert({followed.id, followed.number, size});
    return {TouchedObject::Kind::One, followed.id, followed.which};
  }
  touched.isUnknown = true;
  return {};
}

/// How much a library function touches behind an argument; none if it does not
/// look there.
static std::optional<uint64_t> bytesTouched(const Function &callee,
                                            size_t argument) {
  if (callee.kind != FunctionKind::Model)
    return kSomewhere;
  const Model &model = allModels()[callee.model];
  const Role &role = model.role;
  if (int8_t(argument) == role.object && bytesOf(role.family))
    return bytesOf(role.family);
  if (int8_t(argument) == role.mutex)
    return bytesOf(Family::Mutex);
  for (const Touch &touch : role.touches)
    if (touch.argument == int8_t(argument))
      return touch.size;
  // What a thread is given is the thread's to look at.
  if (role.act == Act::Create && int(argument) >= role.function)
    return std::nullopt;
  return kSomewhere;
}

TouchedObject Walk::noteTouchesOfModel(Frame &frame, uint32_t pc,
                                       StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const CallSite &site = function.callSites[function.code[pc].c];
  TouchedObject all = TouchedObject::own();
  for (size_t i = 0; i < site.args.size(); ++i) {
    const Value value = get(function, state, site.args[i].slot);
    const std::optional<uint64_t> size =
        function.code[pc].op == Op::CallModel
            ? bytesTouched(program_.functions[site.callee], i)
            : std::optional(kSomewhere);
    if (size || !value.is(Kind::InHeap))
      all.meet(noteTouch({frame.function, pc}, value, size.value_or(kSomewhere),
                         state));
  }
  return all;
}

TouchedObject Walk::noteTouches(Frame &frame, uint32_t pc, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  const CodePlace place{frame.function, pc};
  TouchedObject all = TouchedObject::own();
  auto touch = [&](const Value &address, uint64_t size) {
    all.meet(noteTouch(place, address, size, state));
  };
  auto bytes = [&]() -> uint64_t {
    const auto ranges = touchedBy(program_, place);
    return ranges && ranges->size() == 1 && (*ranges)[0].size
               ? (*ranges)[0].size
               : kSomewhere;
  };
  const auto bulk = [&]() -> uint64_t {
    const Value size = get(function, state, insn.b);
    return size.is(Kind::Number) ? size.number : kSomewhere;
  };
  switch (insn.op) {
  case Op::CallModel:
  case Op::CallIndirect:
    return noteTouchesOfModel(frame, pc, state);
  case Op::MemCpy:
  case Op::MemMove:
    touch(get(function, state, insn.a), bulk());
    [[fallthrough]];
  case Op::MemSet:
    touch(get(function, state, insn.dst), bulk());
    break;
  case Op::AtomicRmw:
  case Op::CmpXchg:
    touch(get(function, state, insn.a), bytes());
    break;
  case Op::Fence:
    break;
  default:
    touch(addressOf(function, insn, state), bytes());
    break;
  }
  return all;
}

} // namespace rbcheck
