//===- interp/exec/CallModel.cpp - Calls of library models ----------------===//
//
// When a model must be a step of its own, what has to be known before and after
// its body, and how the thread goes on behind it.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Flows.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

static Pending &parkAtModel(Core &m, const Model &model, const ModelCall &call,
                            const Insn *pc, uint64_t n, uint32_t callee,
                            const Effects &effects) {
  Pending &pending = m.park(pc, n, PendingKind::Model);
  pending.callee = callee;
  for (size_t i = 0; i < 4 && i < call.argCount(); ++i)
    pending.args[i] = call.arg(i);
  pending.accesses = Accesses(effects.accesses);
  pending.isGuarded = model.alternatives && pending.accesses.hasPlain();
  return pending;
}

/// Parks the thread before a model that must be a step of its own. True if it
/// does not go on: it is parked, or a fault was raised.
static bool parkBeforeModel(Core &m, const Model &model, ModelCall &call,
                            const Insn *pc, uint64_t n, uint32_t callee) {
  if (n == m.visibleAt || (!m.multi && model.visible != Visible::Yes))
    return false;
  const bool inAtomic = m.isInSection();
  bool isPlain = false;
  Effects effects;
  // Where a thread can be cancelled it matters who comes first.
  bool isCancelPoint = model.cancels && m.cancelThread;
  switch (model.visible) {
  case Visible::No:
    if (!isCancelPoint || !m.multi || inAtomic)
      return false;
    break;
  case Visible::Yes: {
    unsigned ways = m.ask(model, call);
    if (m.multi)
      model.collectAccesses(call, effects);
    if (ways == 1 && inAtomic && m.multi)
      return m.racesInSection(pc, n, effects.accesses);
    if (ways == 1 && !m.multi)
      return false;
    break;
  }
  case Visible::Signals:
    if (!m.hasInterrupts() || !m.multi || inAtomic)
      return false;
    model.collectAccesses(call, effects);
    break;
  case Visible::Access: {
    if (!m.multi)
      return false;
    model.collectAccesses(call, effects);
    // What only this thread can reach is of no interest to others.
    llvm::erase_if(effects.accesses, [&](const Access &access) {
      return !m.touchesShared(access.address, access.size);
    });
    if (inAtomic)
      return m.racesInSection(pc, n, effects.accesses);
    if (effects.accesses.empty() && !isCancelPoint)
      return false;
    isPlain = !isCancelPoint &&
              llvm::none_of(effects.accesses,
                            [](const Access &access) { return access.atomic; });
    break;
  }
  }
  if (isPlain && m.isWeak() && m.hasSyncSteps())
    return false; // callModel() looks at all accesses
  if (isPlain && m.goesOnWith(pc, n, effects.accesses))
    return false;
  parkAtModel(m, model, call, pc, n, callee, effects).isPlain = isPlain;
  return true;
}

void Core::noteHeld(const Role &role, const ModelCall &call, uint32_t thread) {
  const Family family = role.mutex >= 0 ? Family::Mutex : role.family;
  if (!isLock(family) || current != thread)
    return;
  const uint64_t lock = call.arg(role.mutex >= 0 ? role.mutex : role.object);
  state.ownThread(thread).held.set(lock, ownerOf(family, lock) == thread);
  // After an error it may have been taken from another thread.
  for (uint32_t id = 0; id < state.threadCount() && state.scalars().survived;
       ++id)
    if (id != thread && llvm::is_contained(state.thread(id).held.locks(), lock))
      state.ownThread(id).held.set(lock, ownerOf(family, lock) == id);
}

/// How the thread goes on behind a model that did not fail.
static Core::After afterModel(Core &m, const Model &model, ModelCall &call,
                              ModelResult result, const Insn *pc, uint64_t n,
                              Frame *frame, const CallSite &site,
                              uint32_t callee) {
  switch (result) {
  case ModelResult::Done:
    for (unsigned i = 0; i < site.resultSlots; ++i)
      frame->base[pc->dst + i] = i < 4 ? call.result()[i] : 0;
    if (m.witness)
      m.witness->returned(m.current, callee, call.result()[0]);
    return Core::After::Next;
  case ModelResult::Again: {
    Effects effects;
    model.collectAccesses(call, effects);
    parkAtModel(m, model, call, pc, n, callee, effects);
    if (m.witness)
      m.witness->calledAgain(m.current, callee);
    return Core::After::Stop;
  }
  case ModelResult::Jumped:
    return m.current == kNoThread ? Core::After::Stop : Core::After::Resume;
  case ModelResult::Ended:
    return Core::After::Stop;
  }
  return Core::After::Stop;
}

/// Nobody else is there to see the call, and nothing is to be known of it.
static bool isCalledPlainly(const Core &m, const Model &model) {
  return !m.multi && model.visible != Visible::Yes && !model.cancels &&
         model.fidelity != Fidelity::Approximate && !hasFlows(model.role.act) &&
         !m.hasInterrupts() && !m.isTso() && !m.options.locksets &&
         !m.audit.isOn();
}

/// What is left of Core::callModel() then.
static Core::After callPlainly(Core &m, const Model &model, const Insn *pc,
                               uint64_t n, uint64_t *r, const CallSite &site,
                               uint32_t callee) {
  ModelCall call(m, m.current, site, r, callee,
                 n == m.visibleAt ? m.choice : uint16_t(0));
  if (m.witness && n != m.visibleAt)
    m.witness->called(m.current, callee,
                       [&](auto visit) { m.walkFrames(visit); });
  Frame *frame = m.top;
  const uint32_t caller = m.current;
  const ModelResult result = model.body(call);
  if (m.end != StepEnd::Parked)
    return Core::After::Stop;
  if (m.witness) {
    static const CallFlows kNone;
    m.witness->ordered(caller, kNone);
  }
  return afterModel(m, model, call, result, pc, n, frame, site, callee);
}

Core::After Core::callModel(const Insn *pc, uint64_t n, uint64_t *r,
                            const CallSite &site, uint32_t callee) {
  const Function &function = program.functions[callee];
  stopAt(pc, n);
  if (function.kind != FunctionKind::Model) {
    cutPath(pc, n,
            "call to " + function.name +
                ", which has neither a definition nor a model");
    incomplete->lack = Lack::Function;
    incomplete->symbol = function.name;
    return After::Stop;
  }
  static const llvm::ArrayRef<Model> models = allModels();
  const Model &model = models[function.model];
  if (isCalledPlainly(*this, model))
    return callPlainly(*this, model, pc, n, r, site, callee);
  ModelCall call(*this, current, site, r, callee,
                 n == visibleAt ? choice : uint16_t(0));
  if (witness && n != visibleAt)
    witness->called(current, callee, [&](auto visit) { walkFrames(visit); });
  if (parkBeforeModel(*this, model, call, pc, n, callee))
    return After::Stop;
  if (isCancelledAt(model, current))
    return pushFrame(*cancelThread, nullptr, 0, 0, 0) ? After::Resume
                                                      : After::Stop;
  if (hasInterrupts() && refusesInHandler(pc, n, model))
    return After::Stop;
  if (model.visible != Visible::No)
    drain(current);
  if (model.fidelity == Fidelity::Approximate)
    call.approximation(*findApproximation(model.note));
  Frame *frame = top;
  if (options.audit && multi) {
    Effects declared;
    model.collectAccesses(call, declared);
    audit.begin(model.name, std::move(declared));
  }
  const uint32_t caller = current;
  if (isWeak() && multi) {
    Effects declared;
    model.collectAccesses(call, declared);
    if (racesInCall(pc, n, model.role, declared.accesses)) {
      audit.end();
      return After::Stop;
    }
  }
  std::optional<CallWatch> watch;
  if ((witness || isWeak()) && hasFlows(model.role.act))
    watch.emplace(*this, model, call);
  ModelResult result = model.body(call);
  audit.end();
  if (end != StepEnd::Parked)
    return After::Stop;
  if (watch) {
    const CallFlows flows = watch->flows(result == ModelResult::Done
                                             ? std::optional(call.result()[0])
                                             : std::nullopt);
    if (isWeak())
      learn(flows, model.role);
    if (witness)
      witness->ordered(caller, flows);
  } else if (witness) {
    static const CallFlows kNone;
    witness->ordered(caller, kNone);
  }
  if (options.locksets)
    noteHeld(model.role, call, caller);
  return afterModel(*this, model, call, result, pc, n, frame, site, callee);
}

} // namespace rbcheck
