//===- interp/exec/Calls.cpp - Calls, returns, non-local jumps ------------===//
#include "interp/exec/Flows.h"
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

// Frames -----------------------------------------------------------------------

bool Core::pushFrame(const Function &callee, const uint64_t *args,
                     uint32_t nargs, uint32_t flags, uint64_t preset) {
  uint64_t *base = top ? top->base + top->fn->frameSlots : regs;
  if (base + callee.frameSlots > regsEnd || (top && top + 1 == framesEnd)) {
    raise(FaultKind::StackOverflow,
          "the stack overflows: recursion too deep in " + callee.name);
    return false;
  }
  uint32_t copied = std::min<uint32_t>(nargs, callee.paramSlots);
  if (copied)
    std::memcpy(base, args, copied * sizeof(uint64_t));
  for (uint32_t i = copied; i < callee.paramSlots; ++i)
    base[i] = 0;
  if (!callee.constants.empty())
    std::memcpy(base + callee.constBase, callee.constants.data(),
                callee.constants.size() * sizeof(uint64_t));
  // Functions that call setjmp keep every slot: none may hold leftovers.
  if (callee.returnsTwice) {
    size_t after = callee.constBase + callee.constants.size();
    std::memset(base + after, 0,
                (callee.frameSlots - after) * sizeof(uint64_t));
  }
  if (symbolic)
    symbolic->clearSlots(base, callee.frameSlots);
  top = top ? top + 1 : bottom;
  *top = {&callee, callee.code.data(), base, stackNext, flags, 0, preset};
  return true;
}

bool Core::checkArgumentCount(const Function &callee, uint32_t passed) {
  if (passed >= callee.params)
    return true;
  raise(FaultKind::InvalidCall,
        callee.name + " is called with " + llvm::Twine(passed) +
            (passed == 1 ? " argument" : " arguments") + " and has " +
            llvm::Twine(callee.params) +
            (callee.params == 1 ? " parameter" : " parameters"));
  return false;
}

bool Core::call(const Insn *pc, uint64_t *r, const CallSite &site,
                const Function &callee) {
  top->pc = pc;
  if (!checkArgumentCount(callee, site.passed))
    return false;
  llvm::SmallVector<uint64_t, 16> args;
  for (uint16_t slot : site.slots)
    args.push_back(r[slot]);
  if (!pushFrame(callee, args.data(), uint32_t(args.size()), 0, 0))
    return false;
  return !callee.variadic || passVarArgs(site, r);
}

void Core::deliverResult(Frame &caller, const uint64_t *result, uint32_t n) {
  const Insn *insn = caller.pc;
  uint32_t wanted = caller.fn->callSites[insn->c].resultSlots;
  uint64_t *out = caller.base + insn->dst;
  for (uint32_t i = 0; i < wanted; ++i)
    out[i] = i < n ? result[i] : 0;
}

Core::After Core::leaveThread(uint64_t result) {
  below = Ref<FrameNode>();
  bool isEnding = top && top->fn == threadEnd;
  if (!threadEnd || isEnding) {
    // With the last thread the process ends as by exit(0), which is C code
    // where there is something to do (runtime/libc/exit.c).
    const Function *lastExit =
        state.scalars().live == 1 ? findDefined("__rb_last_exit") : nullptr;
    if (lastExit) {
      top = nullptr;
      bottom = frames;
      return pushFrame(*lastExit, nullptr, 0, 0, 0) ? After::Resume
                                                    : After::Stop;
    }
    finishThread(result);
    return After::Stop;
  }
  top = nullptr;
  bottom = frames;
  return pushFrame(*threadEnd, nullptr, 0, kPresetResult, result)
             ? After::Resume
             : After::Stop;
}

Core::After Core::returnBelow(const uint64_t *result, uint32_t n) {
  if (top->flags & kHandlerFrame)
    return returnFromHandler(n && uint32_t(*result));
  llvm::SmallVector<uint64_t, 16> values(result, result + n);
  if (top->flags & kPresetResult)
    values.assign(1, top->preset);
  if (top != bottom) {
    --top;
  } else if (!below) {
    return leaveThread(values.empty() ? 0 : values[0]);
  } else {
    Ref<FrameNode> node = below;
    below = Ref<FrameNode>(node->parent);
    bottom = top = frames;
    unpackFrame(node.get(), regs);
  }
  deliverResult(*top, values.data(), uint32_t(values.size()));
  return After::Next;
}

bool Core::mustParkAtEnd(uint64_t n) const {
  return (endIsVisible || hasBuffered(current)) && multi && !below &&
         top == bottom && n != visibleAt;
}

RB_DEFINE(Call) {
  Frame *caller = m->top;
  const CallSite &site = caller->fn->callSites[pc->c];
  const Function &callee = m->program.functions[site.callee];
  uint64_t *base = r + caller->fn->frameSlots;
  if (__builtin_expect(callee.variadic || callee.returnsTwice ||
                           site.slots.size() != callee.paramSlots ||
                           base + callee.frameSlots > m->regsEnd ||
                           caller + 1 == m->framesEnd,
                       false)) {
    m->stopAt(pc, n);
    if (!m->call(pc, r, site, callee))
      return;
    RB_RESUME(m->top->pc);
  }
  caller->pc = pc;
  const uint16_t *slots = site.slots.data();
  for (uint32_t i = 0, e = callee.paramSlots; i < e; ++i)
    base[i] = r[slots[i]];
  const uint64_t *constants = callee.constants.data();
  uint64_t *to = base + callee.constBase;
  for (size_t i = 0, e = callee.constants.size(); i < e; ++i)
    to[i] = constants[i];
  m->top = caller + 1;
  *m->top = {&callee, nullptr, base, m->stackNext, 0, 0, 0};
  RB_RESUME(callee.code.data());
}

RB_DEFINE(Ret) {
  Frame *frame = m->top;
  if (m->stackNext != frame->stackMark)
    m->popStack(frame->stackMark, r + pc->a, pc->c);
  if (__builtin_expect(frame == m->bottom || frame->flags, false)) {
    m->stopAt(pc, n);
    if (m->mustParkAtEnd(n)) {
      Pending pending;
      pending.kind = PendingKind::Pause;
      return m->park(pc, n, pending);
    }
    switch (m->returnBelow(r + pc->a, pc->c)) {
    case Core::After::Next:
      RB_RESUME(m->top->pc + 1);
    case Core::After::Resume:
      RB_RESUME(m->top->pc);
    case Core::After::Stop:
      return;
    }
  }
  Frame *caller = frame - 1;
  m->top = caller;
  const Insn *call = caller->pc;
  if (__builtin_expect(caller->fn->callSites[call->c].resultSlots == 1 &&
                           pc->c == 1,
                       true))
    caller->base[call->dst] = r[pc->a];
  else
    m->deliverResult(*caller, r + pc->a, pc->c);
  RB_RESUME(call + 1);
}

RB_DEFINE(CallModel) {
  const CallSite &site = m->top->fn->callSites[pc->c];
  switch (m->callModel(pc, n, r, site, site.callee)) {
  case Core::After::Next:
    RB_NEXT();
  case Core::After::Resume:
    RB_RESUME(m->top->pc);
  case Core::After::Stop:
    return;
  }
}

RB_DEFINE(CallIndirect) {
  switch (m->callIndirect(pc, n, r)) {
  case Core::After::Next:
    RB_NEXT();
  case Core::After::Resume:
    RB_RESUME(m->top->pc);
  case Core::After::Stop:
    return;
  }
}

Core::After Core::callIndirect(const Insn *pc, uint64_t n, uint64_t *r) {
  uint64_t target = r[pc->a];
  const CallSite &site = top->fn->callSites[pc->c];
  stopAt(pc, n);
  if (!isCanonical(target) || regionOf(target) != RegionKind::Code ||
      target & (kSpan - 1) || functionOf(target) >= program.functions.size()) {
    if (isNearNull(target))
      raise(FaultKind::NullDereference, "call through a null function pointer",
            target);
    else
      raise(FaultKind::InvalidCall,
            "call through a pointer that is no function", target);
    return After::Stop;
  }
  const Function &callee = program.functions[functionOf(target)];
  if (callee.kind != FunctionKind::Defined)
    return callModel(pc, n, r, site, functionOf(target));
  return call(pc, r, site, callee) ? After::Resume : After::Stop;
}

// Library models ------------------------------------------------------------------

static Pending pendingModel(const Model &model, const ModelCall &call,
                            uint32_t callee, const Effects &effects) {
  Pending pending;
  pending.kind = PendingKind::Model;
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
  if (n == m.visibleAt)
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
  Pending pending = pendingModel(model, call, callee, effects);
  pending.isPlain = isPlain;
  m.park(pc, n, pending);
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
    if (id != thread &&
        llvm::is_contained(state.thread(id).held.locks(), lock))
      state.ownThread(id).held.set(lock, ownerOf(family, lock) == id);
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
  const Model &model = allModels()[function.model];
  ModelCall call(*this, current, site, r, callee,
                 n == visibleAt ? choice : uint16_t(0));
  if (observer && n != visibleAt)
    observer->called(current, callee, [&](auto visit) { walkFrames(visit); });
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
  if (observer || isWeak())
    watch.emplace(*this, model, call);
  ModelResult result = model.body(call);
  audit.end();
  if (end != StepEnd::Parked)
    return After::Stop;
  if (watch) {
    const CallFlows flows =
        watch->flows(result == ModelResult::Done
                         ? std::optional(call.result()[0])
                         : std::nullopt);
    if (isWeak())
      learn(flows, model.role);
    if (observer)
      observer->ordered(caller, flows);
  }
  if (options.locksets)
    noteHeld(model.role, call, caller);
  switch (result) {
  case ModelResult::Done:
    for (unsigned i = 0; i < site.resultSlots; ++i)
      frame->base[pc->dst + i] = i < 4 ? call.result()[i] : 0;
    if (observer)
      observer->returned(current, callee, call.result()[0]);
    return After::Next;
  case ModelResult::Again: {
    Effects effects;
    model.collectAccesses(call, effects);
    park(pc, n, pendingModel(model, call, callee, effects));
    if (observer)
      observer->calledAgain(current, callee);
    return After::Stop;
  }
  case ModelResult::Jumped:
    return current == kNoThread ? After::Stop : After::Resume;
  case ModelResult::Ended:
    return After::Stop;
  }
  return After::Stop;
}

// Depth -----------------------------------------------------------------------------

uint64_t Core::depth() const {
  uint64_t depth = uint64_t(top - bottom) + 1;
  for (const FrameNode *node = below.get(); node; node = node->parent)
    ++depth;
  return depth;
}

void Core::walkFrames(llvm::function_ref<bool(CodePlace)> visit) const {
  const Function *first = program.functions.data();
  for (const Frame *frame = top; frame >= bottom; --frame)
    if (!visit({uint32_t(frame->fn - first),
                uint32_t(frame->pc - frame->fn->code.data())}))
      return;
  for (const FrameNode *node = below.get(); node; node = node->parent)
    if (!visit({node->function, node->pc}))
      return;
}

void Core::popFrames(uint64_t wanted) {
  uint32_t mark = stackNext;
  for (uint64_t left = depth(); left > wanted; --left) {
    mark = top->stackMark;
    if (top->flags & kHandlerFrame)
      leftHandler(top->flags, top->preset, false);
    if (top != bottom) {
      --top;
      continue;
    }
    Ref<FrameNode> node = below;
    below = Ref<FrameNode>(node->parent);
    bottom = top = frames;
    unpackFrame(node.get(), regs);
  }
  if (stackNext != mark)
    popStack(mark);
}

// setjmp and longjmp -----------------------------------------------------------------

namespace {

/// What setjmp leaves in the program's jmp_buf.
struct JumpBuffer {
  uint64_t thread;
  uint64_t depth;      ///< frames up to the one that called setjmp
  uint64_t function;
  uint64_t pc;
};
/// Behind it, if sigsetjmp was asked to save it: the mask of signals.
constexpr uint64_t kHasMask = 1ull << 63; // in `pc`

bool saveJump(Core &m, uint64_t buffer, bool savesMask) {
  JumpBuffer jump;
  jump.thread = m.current;
  jump.depth = m.depth();
  CodePlace place = m.placeOf(m.top->pc);
  jump.function = place.function;
  jump.pc = place.pc;
  const std::optional<uint64_t> mask =
      savesMask ? m.signalMask(m.current) : std::nullopt;
  if (mask)
    jump.pc |= kHasMask;
  return m.writeBytes(buffer, &jump, sizeof(jump)) &&
         (!mask || m.writeBytes(buffer + sizeof(jump), &*mask, sizeof(*mask)));
}

} // namespace

bool Core::longJump(uint64_t buffer, uint64_t value) {
  JumpBuffer jump;
  if (!readBytes(buffer, &jump, sizeof(jump)))
    return false;
  uint64_t mask = 0;
  const bool hasMask = jump.pc & kHasMask;
  if (hasMask && !readBytes(buffer + sizeof(jump), &mask, sizeof(mask)))
    return false;
  jump.pc &= ~kHasMask;
  if (jump.thread != current || jump.depth > depth() || jump.depth == 0 ||
      jump.function >= program.functions.size()) {
    raise(FaultKind::InvalidCall, "longjmp to a place that is not active",
          buffer);
    return false;
  }
  popFrames(jump.depth);
  const Function &function = program.functions[jump.function];
  if (top->fn != &function || jump.pc >= function.code.size() ||
      unwatched(function.code[jump.pc].op) != Op::SetJmp) {
    raise(FaultKind::InvalidCall, "longjmp to a function that has returned",
          buffer);
    return false;
  }
  const Insn *insn = &function.code[jump.pc];
  if (symbolic)
    symbolic->clearSlots(top->base + insn->dst, 1);
  top->base[insn->dst] = uint32_t(value) ? uint32_t(value) : 1;
  top->pc = insn + 1;
  if (hasMask)
    setSignalMask(current, mask);
  return true;
}

RB_DEFINE(SetJmp) {
  m->stopAt(pc, n);
  if (!saveJump(*m, r[pc->a], pc->c))
    return;
  r[pc->dst] = 0;
  RB_NEXT();
}
RB_DEFINE(LongJmp) {
  m->stopAt(pc, n);
  if (!m->longJump(r[pc->a], r[pc->b]))
    return;
  RB_RESUME(m->top->pc);
}

} // namespace rbcheck
