//===- search/triage/static/Walk.cpp - Code followed without executing it -===//
//
// Blocks and jumps. WalkValues.cpp has what instructions compute,
// WalkCalls.cpp calls, WalkModels.cpp the library, WalkTouches.cpp what is
// noted of accesses.
//
//===----------------------------------------------------------------------===//
#include "search/triage/static/Walk.h"

#include "interp/program/OperandInfo.h"

namespace rbcheck {

using Kind = Value::Kind;

/// Rounds of loops that are told apart in one frame.
static constexpr uint32_t kMostRounds = 160;

bool hasPlaceFact(const Insn &insn) {
  return hasAccessFlags(insn.op) || insn.op == Op::Call ||
         insn.op == Op::CallModel || insn.op == Op::CallIndirect;
}

void Walk::follow(Root root, uint32_t function, const Value &argument) {
  if (root != root_)
    known_.clear();
  root_ = root;
  active_.clear();
  const Function &code = program_.functions[function];
  if (code.code.empty())
    return;
  StaticState entry;
  entry.slots.resize(code.frameSlots);
  for (uint32_t slot = 0; slot < code.paramSlots; ++slot)
    entry.slots[slot] = slot == 0 ? argument : Value::any();
  // Code that nobody knows may have made threads before main began.
  if (root == kAnybody || info_.hasUnknownCode())
    entry.children.setUnknown();
  Outcome outcome = followFunction(function, std::move(entry));
  // Whoever called by a pointer has the result, or whoever joins the thread.
  if (root == kAnybody || facts_.areResultsUsed())
    for (const Value &result : outcome.results)
      facts_.show(result);
  for (const auto *end : {&outcome.returned, &outcome.thrown})
    if (*end && root != kMain && root != kAnybody)
      endThread(**end);
}

Walk::Outcome Walk::followFunction(uint32_t function, StaticState entry) {
  Frame frame;
  frame.function = function;
  frame.depth = uint32_t(active_.size());
  active_.push_back(function);
  reach(frame, 0, std::move(entry));
  while (!frame.open.empty() && stepsLeft_) {
    Frame::Key key = *frame.open.begin();
    frame.open.erase(frame.open.begin());
    frame.round = key.round;
    followBlock(frame, key.pc, frame.at[key]);
  }
  active_.pop_back();
  return std::move(frame.outcome);
}

void Walk::followBlock(Frame &frame, uint32_t pc, StaticState state) {
  const llvm::BitVector &isLeader = info_.of(frame.function).isLeader;
  for (bool isFirst = true;; isFirst = false, ++pc) {
    if (!isFirst && isLeader[pc])
      return reach(frame, pc, std::move(state));
    if (stepsLeft_ == 0)
      return;
    --stepsLeft_;
    if (!step(frame, pc, state))
      return;
  }
}

bool Walk::step(Frame &frame, uint32_t pc, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  if (hasAccessFlags(insn.op)) {
    const TouchedObject touched = noteTouches(frame, pc, state);
    note(frame, pc, {state.held, state.children, touched});
  }
  if (isConditionalJump(insn.op) && insn.op != Op::Invoked) {
    branch(frame, pc, state);
    return false;
  }
  switch (insn.op) {
  case Op::Jmp:
    reach(frame, pc + insn.imm, std::move(state));
    return false;
  case Op::JmpBack:
    jumpBack(frame, pc + insn.imm, std::move(state));
    return false;
  case Op::Invoked: // the call before it has seen to exceptions
    reach(frame, pc + int32_t(insn.c), std::move(state));
    return false;
  case Op::Switch:
  case Op::IndirectBr:
    jumpByTable(frame, pc, state);
    return false;
  case Op::Ret:
    giveBack(frame, insn, state);
    return false;
  case Op::Unreachable:
  case Op::Unsupported:
  case Op::Trap:
    facts_.fail();
    return false;
  case Op::LongJmp: // arrives at a SetJmp, where nothing is known
    return false;
  case Op::Call:
  case Op::CallIndirect:
  case Op::CallModel:
    return call(frame, pc, state);
  case Op::SetJmp:
    doAnything(function, insn, state);
    for (Value &value : state.slots) {
      state.show(value, facts_);
      value = Value::any();
    }
    while (!state.locals().empty())
      state.show(Value::inLocal(state.locals().front().id, 0), facts_);
    state.held.clear();
    state.children.setUnknown();
    return true;
  default:
    if (!computes(function, insn, state) && !accesses(function, insn, state))
      doAnything(function, insn, state);
    return true;
  }
}

void Walk::note(Frame &frame, uint32_t pc, const PlaceFact &fact) {
  places_.note(root_, {frame.function, pc}, fact);
  // Calls are not accesses to one object.
  rbcheck::meetInto(frame.outcome.inside, {fact.held, fact.children});
}

void Walk::meetInto(std::optional<StaticState> &all, const StaticState &one) {
  if (all)
    all->meet(one, facts_);
  else
    all = one;
}

void Walk::reach(Frame &frame, uint32_t pc, StaticState state) {
  // What nobody reads is no difference.
  const llvm::BitVector &live = info_.of(frame.function).liveSlots[pc];
  for (uint32_t slot = 0; slot < state.slots.size(); ++slot)
    if (!live[slot])
      state.slots[slot] = {};
  Frame::Key key{frame.round, pc};
  auto [at, isNew] = frame.at.try_emplace(key, state);
  if (isNew || at->second.meet(state, facts_))
    frame.open.insert(key);
}

/// The way from a loop's beginning to its first condition, which is known.
bool Walk::isLoopDecided(const Frame &frame, uint32_t pc, StaticState state) {
  const Function &function = program_.functions[frame.function];
  for (int i = 0; i < 8; ++i, ++pc) {
    const Insn &insn = function.code[pc];
    if (insn.op == Op::Invoked)
      return false;
    if (isConditionalJump(insn.op)) {
      Value a = get(function, state, insn.a);
      Value b = insn.op == Op::Br ? Value() : get(function, state, insn.b);
      return decide(insn.op, a, b, 0).has_value();
    }
    if (insn.op == Op::Jmp) {
      pc += insn.imm - 1;
      continue;
    }
    facts_.isLooking = true;
    bool isPlain = computes(function, insn, state);
    facts_.isLooking = false;
    if (!isPlain)
      return false;
  }
  return false;
}

void Walk::jumpBack(Frame &frame, uint32_t pc, StaticState state) {
  const uint32_t round = frame.round;
  if (info_.of(frame.function).mayThread && round < kMostRounds &&
      isLoopDecided(frame, pc, state))
    ++frame.round;
  reach(frame, pc, std::move(state));
  frame.round = round;
}

void Walk::branch(Frame &frame, uint32_t pc, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  const Value a = get(function, state, insn.a);
  const Value b =
      insn.op == Op::Br ? Value::of(0) : get(function, state, insn.b);
  std::optional<bool> known = decide(insn.op, a, b, 0);
  for (bool isTaken : {true, false}) {
    if (known && *known != isTaken)
      continue;
    StaticState next = state;
    // Which of the compared values is zero then, if one is compared with it.
    bool isEqual = (insn.op == Op::BrEq) == isTaken;
    if (insn.op == Op::Br || insn.op == Op::BrEq || insn.op == Op::BrNe) {
      if (b.isNumber(0))
        learn(next, a, isEqual, {frame.function, pc});
      else if (a.isNumber(0))
        learn(next, b, isEqual, {frame.function, pc});
    }
    reach(frame, pc + (isTaken ? insn.imm : int32_t(insn.c)), std::move(next));
  }
}

void Walk::jumpByTable(Frame &frame, uint32_t pc, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  const Value on = get(function, state, insn.a);
  if (insn.op == Op::Switch && on.is(Kind::Number)) {
    const SwitchTable &table = function.switches[insn.c];
    int32_t target = table.defaultTarget;
    for (const SwitchTable::Case &one : table.cases)
      if (one.value == on.number)
        target = one.target;
    return reach(frame, pc + target, state);
  }
  forEachTarget(function, pc,
                [&](uint32_t target) { reach(frame, target, state); });
}

void Walk::giveBack(Frame &frame, const Insn &insn, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  std::vector<Value> results;
  for (uint32_t i = 0; i < insn.c; ++i)
    results.push_back(get(function, state, insn.a + i));
  state.slots.clear();
  state.dropFrame(frame.depth);
  Outcome &outcome = frame.outcome;
  if (!outcome.returned) {
    outcome.returned = state;
    outcome.results = std::move(results);
    return;
  }
  // The values are part of what has to be certain on all ways.
  std::swap(outcome.returned->slots, outcome.results);
  state.slots = std::move(results);
  outcome.returned->meet(state, facts_);
  std::swap(outcome.returned->slots, outcome.results);
}

} // namespace rbcheck
