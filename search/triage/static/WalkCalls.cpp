//===- search/triage/static/WalkCalls.cpp - Calls of functions ------------===//
#include "search/triage/static/Walk.h"

#include "passes/LibraryFiles.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

using Kind = Value::Kind;

/// Deeper calls are left to kAnybody.
static constexpr size_t kMostFrames = 64;

bool Walk::call(Frame &frame, uint32_t pc, StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  const CallSite &site = function.callSites[insn.c];
  uint32_t callee = site.callee;
  if (insn.op == Op::CallIndirect) {
    const Value target = get(function, state, insn.a);
    std::optional<uint32_t> known;
    if (target.is(Kind::Number))
      known = functionAtAddress(program_, target.number);
    if (!known)
      return callAnybody(frame, pc, state);
    callee = *known;
  }
  const Function &entered = program_.functions[callee];
  if (entered.kind != FunctionKind::Defined)
    return callModel(frame, pc, callee, state);
  if (entered.code.empty() || site.slots.size() < entered.paramSlots)
    return callAnybody(frame, pc, state);
  if (llvm::is_contained(active_, callee) || active_.size() >= kMostFrames) {
    facts_.enterByAnybody(callee);
    return callAnybody(frame, pc, state, callee);
  }
  return callDefined(frame, pc, callee, state);
}

void Walk::showArguments(const Function &function, const CallSite &site,
                         size_t from, StaticState &state) {
  for (size_t i = from; i < site.args.size(); ++i)
    for (uint32_t s = 0; s < std::max<uint32_t>(site.args[i].slots, 1); ++s)
      state.show(get(function, state, site.args[i].slot + s), facts_);
}

/// Local variables that can be reached through these values.
static std::vector<Local> takeReachable(StaticState &state,
                                        std::vector<Value> open) {
  std::vector<Local> taken;
  while (!open.empty()) {
    const Value value = state.followed(open.back());
    open.pop_back();
    if (!value.is(Kind::InLocal))
      continue;
    Local *local = state.find(value.id);
    if (!local)
      continue;
    for (const Local::Word &word : local->words)
      open.push_back(word.value);
    taken.push_back(std::move(*local));
    state.drop(value.id);
  }
  return taken;
}

bool Walk::callDefined(Frame &frame, uint32_t pc, uint32_t callee,
                       StaticState &state) {
  const Function &function = program_.functions[frame.function];
  const Function &entered = program_.functions[callee];
  const CallSite &site = function.callSites[function.code[pc].c];
  if (entered.variadic)
    showArguments(function, site, entered.params, state);
  StaticState entry;
  entry.slots.resize(entered.frameSlots);
  for (uint32_t i = 0; i < entered.paramSlots; ++i)
    entry.slots[i] = get(function, state, site.slots[i]);
  std::vector<uint32_t> passed;
  for (Local &local : takeReachable(state, entry.slots)) {
    passed.push_back(local.id);
    entry.add(std::move(local));
  }
  entry.held = state.held;
  entry.children = state.children;
  std::pair key(callee, entry);
  auto found = known_.find(key);
  if (found == known_.end())
    found = known_.emplace(std::move(key), followFunction(callee, entry)).first;
  const Outcome &outcome = found->second;
  // What this frame's attempts on these were worth is over.
  Released &released = frame.outcome.released;
  released.isUnknown |= outcome.released.isUnknown;
  released.locks.insert(outcome.released.locks.begin(),
                        outcome.released.locks.end());
  state.forgetTries(
      [&](uint64_t lock) { return outcome.released.mayBe(lock); });
  if (outcome.inside)
    note(frame, pc, *outcome.inside);
  note(frame, pc, {state.held, state.children});
  for (uint32_t id : passed)
    if (!isHeapId(id))
      state.noteShown(id);
  // Objects that are the newest now are others than before.
  for (uint32_t site : outcome.made)
    state.age(site, facts_);
  frame.outcome.made.insert(outcome.made.begin(), outcome.made.end());
  return comeBack(frame, pc, state, outcome);
}

/// The frame's own state with what the callee made of the rest.
static StaticState continued(const StaticState &frame, const StaticState &end) {
  StaticState state = frame;
  state.held = end.held;
  state.children = end.children;
  for (const Local &local : end.locals())
    state.unshow(local);
  return state;
}

bool Walk::comeBack(Frame &frame, uint32_t pc, StaticState &state,
                    const Outcome &outcome) {
  const Function &function = program_.functions[frame.function];
  const Insn &insn = function.code[pc];
  // Words name the place in the user's code.
  auto isLibrary = [&](uint32_t f) {
    return isLibraryFile(program_.files[program_.functions[f].declared.file]);
  };
  auto relocate = [&](StaticState &after) {
    if (isLibrary(frame.function))
      return;
    after.held.forEach([&](Hold &hold) {
      if (hold.lock && isLibrary(hold.taken.function))
        hold.taken = {frame.function, pc};
    });
    after.children.forEach([&](Child &child) {
      if (!child.isLive && isLibrary(child.joined.function))
        child.joined = {frame.function, pc};
    });
  };
  if (outcome.thrown) {
    StaticState thrown = continued(state, *outcome.thrown);
    relocate(thrown);
    throwFrom(frame, pc, thrown);
  }
  if (!outcome.returned)
    return false;
  state = continued(state, *outcome.returned);
  relocate(state);
  const CallSite &site = function.callSites[insn.c];
  for (uint32_t i = 0; i < site.resultSlots; ++i)
    set(function, state, insn.dst + i,
        i < outcome.results.size() ? outcome.results[i] : Value::any());
  return true;
}

void Walk::throwFrom(Frame &frame, uint32_t pc, const StaticState &state) {
  const Function &function = program_.functions[frame.function];
  if (pc + 1 < function.code.size() &&
      function.code[pc + 1].op == Op::Invoked) {
    const Insn &invoked = function.code[pc + 1];
    StaticState landed = state;
    set(function, landed, invoked.dst, Value::any());
    set(function, landed, invoked.dst + 1, Value::any());
    reach(frame, pc + 1 + invoked.imm, std::move(landed));
  }
  // It may be meant for a frame further out.
  StaticState left = state;
  left.slots.clear();
  left.dropFrame(frame.depth);
  meetInto(frame.outcome.thrown, left);
}

void Walk::actAsAnybody(Frame &frame, StaticState &state) {
  state.held.removeIf(
      [&](const Hold &hold) { return facts_.mayReleaseByAnybody(hold.lock); });
  if (facts_.mayCreateByAnybody())
    state.children.setUnknown();
  frame.outcome.released.isUnknown = true;
  state.forgetTries([](uint64_t) { return true; });
}

bool Walk::callAnybody(Frame &frame, uint32_t pc, StaticState &state,
                       std::optional<uint32_t> callee) {
  const Function &function = program_.functions[frame.function];
  const CallSite &site = function.callSites[function.code[pc].c];
  showArguments(function, site, 0, state);
  for (uint16_t slot : site.slots)
    state.show(get(function, state, slot), facts_);
  if (!callee || info_.of(*callee).mayRelease || info_.of(*callee).mayThread)
    actAsAnybody(frame, state);
  note(frame, pc, {state.held, state.children});
  Outcome outcome;
  outcome.returned = StaticState();
  outcome.returned->held = state.held;
  outcome.returned->children = state.children;
  if (info_.hasUnwinding())
    outcome.thrown = outcome.returned;
  return comeBack(frame, pc, state, outcome);
}

} // namespace rbcheck
