//===- interp/exec/Calls.cpp - Calls, returns, non-local jumps ------------===//
#include "interp/exec/Fresh.h"
#include "interp/exec/Ops.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"
#include "interp/program/CallForm.h"

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

/// Few words at a time: a loop that is not unrolled is the fastest.
static inline void copyWords(uint64_t *to, const uint64_t *from, size_t n) {
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t i = 0; i < n; ++i)
    to[i] = from[i];
}

/// There is room for the new frame behind that of the caller.
static inline bool hasRoom(const Core *m, const Frame *caller,
                           const uint64_t *base, const DirectCall &call) {
  return size_t(m->regsEnd - base) >= call.calleeSlots &&
         caller + 1 != m->framesEnd;
}

/// Makes the frame of an ordinary call.
static inline void enter(Core *m, const Insn *pc, const uint64_t *r,
                         const DirectCall &call, uint64_t *base) {
  Frame *caller = m->top;
  caller->pc = pc;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t i = 0, e = call.paramSlots; i < e; ++i)
    base[i] = r[call.slots[i]];
  copyWords(base + call.constBase, call.constants, call.constCount);
  m->top = caller + 1;
  *m->top = {call.callee, nullptr, base, m->stackNext, 0, 0, 0};
}

/// Any call that is not ordinary.
static RB_CC __attribute__((noinline)) void
slowCall(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  const CallSite &site = m->top->fn->callSites[pc->c];
  m->stopAt(pc, n);
  if (!m->call(pc, r, site, m->program.functions[site.callee]))
    return;
  RB_RESUME(m->top->pc);
}

RB_DEFINE(Call) {
  const DirectCall &call = m->calls[pc->imm];
  uint64_t *base = r + call.callerSlots;
  if (__builtin_expect(!hasRoom(m, m->top, base, call), false))
      [[clang::musttail]]
    return slowCall(pc, r, m, n);
  enter(m, pc, r, call, base);
  const Insn *next = call.code;
  [[clang::musttail]] return m->ops[unsigned(next->op)](next, base, m, n + 1);
}

/// From a frame that is not like most: its caller is packed, or wants another
/// number of slots.
static RB_CC __attribute__((noinline)) void slowRet(const Insn *pc, uint64_t *r,
                                                    Core *m, uint64_t n) {
  Frame *frame = m->top;
  if (frame == m->bottom || frame->flags) {
    m->stopAt(pc, n);
    if (m->mustParkAtEnd(n)) {
      m->park(pc, n, PendingKind::Pause);
      return;
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
  m->top = frame - 1;
  m->deliverResult(*m->top, r + pc->a, pc->c);
  RB_RESUME(m->top->pc + 1);
}

/// From one with locals.
static RB_CC __attribute__((noinline)) void
popAllAndRet(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  m->popStack(m->top->stackMark, r + pc->a, pc->c);
  [[clang::musttail]] return opRet(pc, r, m, n);
}
static RB_CC __attribute__((noinline)) void
popAndRet(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  if (pc->c == 0 || (pc->c == 1 && !isOnStack(r[pc->a])))
    m->popQuiet(m->top->stackMark);
  if (__builtin_expect(m->stackNext != m->top->stackMark, false))
    [[clang::musttail]] return popAllAndRet(pc, r, m, n);
  [[clang::musttail]] return opRet(pc, r, m, n);
}

RB_DEFINE(Ret) {
  Frame *frame = m->top, *caller = frame - 1;
  if (__builtin_expect(m->stackNext != frame->stackMark, false))
    [[clang::musttail]] return popAndRet(pc, r, m, n);
  if (__builtin_expect(frame == m->bottom || frame->flags, false))
    [[clang::musttail]] return slowRet(pc, r, m, n);
  const Insn *call = caller->pc;
  const uint32_t count = pc->c;
  if (__builtin_expect(call->b != kTakes + count, false)) [[clang::musttail]]
    return slowRet(pc, r, m, n);
  uint64_t *base = caller->base;
  if (count) { // one, mostly
    base[call->dst] = r[pc->a];
    if (__builtin_expect(count > 1, false))
      copyWords(base + call->dst + 1, r + pc->a + 1, count - 1);
  }
  m->top = caller;
  const Insn *next = call + 1;
  [[clang::musttail]] return m->ops[unsigned(next->op)](next, base, m, n + 1);
}

RB_DEFINE(CallModel) {
  const CallSite &site = m->top->fn->callSites[pc->c];
  RB_AFTER(m->callModel(pc, n, r, site, site.callee));
}

/// Any that is not ordinary.
static RB_CC __attribute__((noinline)) void
slowIndirect(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  RB_AFTER(m->callIndirect(pc, n, r));
}

/// One that called another function when it was executed last.
static RB_CC __attribute__((noinline)) void
otherIndirect(const Insn *pc, uint64_t *r, Core *m, uint64_t n) {
  const uint64_t target = r[pc->a], number = target >> kOffsetBits;
  const uint64_t first = functionAddress(0) >> kOffsetBits;
  if (target % kSpan != 0 || number - first >= m->program.functions.size() ||
      m->symbolic)
    [[clang::musttail]] return slowIndirect(pc, r, m, n);
  const Function &caller = *m->top->fn;
  const CallSite &site = caller.callSites[pc->c];
  const Function &callee = m->program.functions[number - first];
  if (callee.kind != FunctionKind::Defined || !isOrdinary(callee) ||
      site.passed < callee.params || site.slots.size() < callee.paramSlots)
    [[clang::musttail]] return slowIndirect(pc, r, m, n);
  const DirectCall call =
      callOf(callee, site.slots.data(), caller.frameSlots);
  uint64_t *base = r + call.callerSlots;
  if (!hasRoom(m, m->top, base, call))
    [[clang::musttail]] return slowIndirect(pc, r, m, n);
  m->indirectAt(pc) = {pc, target, call};
  enter(m, pc, r, call, base);
  const Insn *next = call.code;
  [[clang::musttail]] return m->ops[unsigned(next->op)](next, base, m, n + 1);
}

RB_DEFINE(CallIndirect) {
  const IndirectCall &known = m->indirectAt(pc);
  if (__builtin_expect(known.at != pc || known.target != r[pc->a], false))
    [[clang::musttail]] return otherIndirect(pc, r, m, n);
  uint64_t *base = r + known.call.callerSlots;
  if (__builtin_expect(!hasRoom(m, m->top, base, known.call), false))
    [[clang::musttail]] return slowIndirect(pc, r, m, n);
  enter(m, pc, r, known.call, base);
  const Insn *next = known.call.code;
  [[clang::musttail]] return m->ops[unsigned(next->op)](next, base, m, n + 1);
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
