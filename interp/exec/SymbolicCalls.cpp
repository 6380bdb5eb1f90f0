//===- interp/exec/SymbolicCalls.cpp - Calls with arguments not known -----===//
//
// Functions of the program get terms like other values. Library models get
// known ones: what they are passed and the bytes they read are decided before,
// but for the few that Model::takes names and those that have an opening
// (OpenCall.h).
//
//===----------------------------------------------------------------------===//
#include "interp/exec/OpenCall.h"
#include "interp/exec/Watches.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

Symbolic::Executed Symbolic::call(const Insn *pc, uint64_t *r, uint64_t n) {
  const CallSite &site = core_.top->fn->callSites[pc->c];
  const Function &callee = core_.program.functions[site.callee];
  return enter(pc, r, n, site, callee);
}

Symbolic::Executed Symbolic::enter(const Insn *pc, uint64_t *r, uint64_t n,
                                   const CallSite &site,
                                   const Function &callee) {
  llvm::SmallVector<TermRef, 8> terms;
  for (uint16_t slot : site.slots)
    terms.push_back(shadow(r + slot));
  core_.stopAt(pc, n);
  if (!core_.call(pc, r, site, callee))
    return {Way::Stop};
  for (size_t i = 0; i < terms.size() && i < callee.paramSlots; ++i)
    if (terms[i])
      set(core_.top->base + i, terms[i]);
  return {Way::Resume};
}

Symbolic::Executed Symbolic::ret(const Insn *pc, uint64_t *r, uint64_t n) {
  const Frame &frame = *core_.top;
  if (const std::optional<uint64_t> origin = undefinedIn(pc, r);
      origin && frame.fn->name == "main") {
    blame(pc, n, *origin); // while it is known who says so
    return {Way::Stop};
  }
  // What a thread ends with, and what a handler says, is for models. Threads
  // whose function has no return end with anything: nobody need ask.
  if (!frame.flags && &frame == core_.bottom && !core_.below)
    for (uint32_t i = 0; i < pc->c; ++i)
      if (isUndefined(r + pc->a + i))
        set(r + pc->a + i, term::constant(0, 64));
  if ((frame.flags || (&frame == core_.bottom && !core_.below)) &&
      !fixReads(pc, n, r))
    return {Way::Stop};
  returned_.clear();
  for (uint32_t i = 0; i < pc->c; ++i)
    returned_.push_back(shadow(r + pc->a + i));
  // Behind a handler of a signal goes on what was interrupted.
  isReturning_ = (&frame != core_.bottom || core_.below) &&
                 !(frame.flags & kHandlerFrame);
  return {Way::Plain};
}

/// The first instruction behind a return: `pc` follows the call.
void Symbolic::deliver(const Insn *pc, uint64_t *r) {
  isReturning_ = false;
  const Function &fn = *core_.top->fn;
  if (pc == fn.code.data())
    return; // another function was entered
  const Insn *call = pc - 1;
  const Op op = unwatched(call->op);
  if (op != Op::Call && op != Op::CallIndirect && op != Op::CallModel)
    return;
  const uint32_t wanted = fn.callSites[call->c].resultSlots;
  clearSlots(r + call->dst, wanted);
  for (uint32_t i = 0; i < wanted && i < returned_.size(); ++i)
    if (returned_[i])
      set(r + call->dst + i, returned_[i]);
}

// Models ---------------------------------------------------------------------------

bool Symbolic::isResultUsed(const Insn *pc) {
  const Function &fn = *core_.top->fn;
  const uint32_t slots = fn.callSites[pc->c].resultSlots;
  for (size_t i = 0; slots && i < fn.code.size(); ++i)
    for (const SlotUse &use : usesOf(&fn.code[i]))
      if (use.reads && use.first < pc->dst + slots &&
          pc->dst < use.first + use.count)
        return true;
  return false;
}

bool Symbolic::probe(llvm::function_ref<void()> reads) {
  const StepEnd end = core_.end;
  const std::optional<Fault> fault = core_.fault;
  const bool wasProbing = std::exchange(isProbing_, true);
  probed_.reset();
  reads();
  isProbing_ = wasProbing;
  core_.end = end;
  core_.fault = fault;
  return probed_.has_value();
}

unsigned Symbolic::ways(llvm::function_ref<unsigned()> ask) {
  if (!hasBytes())
    return ask();
  unsigned ways = 0;
  const bool isOpen = probe([&] { ways = ask(); });
  return isOpen ? std::max(1u, ways) : ways;
}

std::optional<std::pair<uint64_t, uint64_t>>
Symbolic::bytesToRead(const Model &model, const CallSite &site, uint32_t callee,
                      const Insn *pc, uint64_t *r, uint64_t n) {
  ModelCall call(core_, core_.current, site, r, callee, 0);
  Effects effects;
  core_.stopAt(pc, n);
  probe([&] {
    model.collectAccesses(call, effects);
    if (model.alternatives)
      model.alternatives(call);
  });
  for (const Access &access : effects.accesses)
    if (!probed_ && !access.write && hasBytesIn(access.address, access.size))
      probed_ = {access.address, access.address + access.size};
  return probed_;
}

/// False: not yet, or not at all.
bool Symbolic::readyForModel(const Model &model, const CallSite &site,
                             uint32_t callee, const Insn *pc, uint64_t *r,
                             uint64_t n) {
  for (const Arg &arg : site.args)
    if (!fix(pc, n, r + arg.slot, arg.slots))
      return false;
  if (!hasBytes() || model.takes == Takes::Bytes)
    return true;
  // The bytes it will read, as far as it says so.
  while (const auto range = bytesToRead(model, site, callee, pc, r, n))
    if (!fixBytes(pc, n, range->first, range->second))
      return false;
  return true;
}

Symbolic::Executed Symbolic::callModel(Op op, const Insn *pc, uint64_t *r,
                                       uint64_t n) {
  const CallSite &site = core_.top->fn->callSites[pc->c];
  uint32_t callee = site.callee;
  if (op == Op::CallIndirect) {
    if (!fix(pc, n, r + pc->a))
      return {Way::Stop};
    const uint64_t target = r[pc->a];
    if (!isCanonical(target) || regionOf(target) != RegionKind::Code ||
        target & (kSpan - 1) ||
        functionOf(target) >= core_.program.functions.size())
      return {Way::Plain}; // a fault
    callee = functionOf(target);
    const Function &function = core_.program.functions[callee];
    if (function.kind == FunctionKind::Defined)
      return enter(pc, r, n, site, function);
  }
  const Function &function = core_.program.functions[callee];
  if (function.kind != FunctionKind::Model)
    return {Way::Plain}; // says that there is none
  const Model &model = allModels()[function.model];
  if (const Opening *opening = findOpening(model.name)) {
    for (size_t i = 0; i < site.args.size(); ++i)
      if (!(opening->terms >> i & 1) &&
          !fix(pc, n, r + site.args[i].slot, site.args[i].slots))
        return {Way::Stop};
    if (needsOpening(model, *opening, site, callee, pc, r, n))
      return callOpen(*opening, site, callee, pc, r, n);
  }
  // Arguments that stand for what they are only while the model runs.
  llvm::SmallVector<std::pair<uint64_t *, TermRef>, 4> lent;
  auto lend = [&](uint64_t *slot, uint64_t value) {
    lent.push_back({slot, shadow(slot)});
    set(slot, term::constant(value, 64));
  };
  if (model.takes == Takes::Truth && isOpen(r + site.args[0].slot)) {
    uint64_t *slot = r + site.args[0].slot;
    const TermRef value = shadow(slot);
    const TermRef holds = term::negate(term::binary(
        TermOp::Eq, value, term::constant(0, value->width)));
    std::optional<uint64_t> truth;
    if (model.assumes && !holds->hasUndefined) {
      // The rest is of no interest: no alternative of its own.
      if (isStillPossible(holds, 1)) {
        commit(holds, 1);
        truth = 1;
      } else {
        truth = 0;
      }
    } else {
      truth = decide(pc, n, holds);
    }
    if (!truth)
      return {Way::Stop};
    if (isOpen(slot))
      lend(slot, *truth);
  }
  // Most of what is printed is known, and then there is nothing to ask.
  const bool prints =
      solver_ && model.takes == Takes::Prints &&
      (readsOpen(pc, r) || !core_.state.shadows()->bytes.empty()) &&
      !isResultUsed(pc);
  if (prints) {
    if (reports() && blamesCall(model, site, callee, pc, r, n))
      return {Way::Stop};
    if (!findExample()) {
      core_.cutPath(pc, n, "the solver gave up on values to print");
      return {Way::Stop};
    }
    for (const Arg &arg : site.args)
      for (unsigned i = 0; i < arg.slots; ++i)
        if (uint64_t *slot = r + arg.slot + i; isOpen(slot))
          lend(slot, term::evaluate(shadow(slot), [&](uint32_t input) {
            return example_.lookup(input);
          }));
  }
  auto giveBack = [&] {
    readsExample_ = false;
    for (const auto &[slot, term] : lent)
      set(slot, term);
  };
  if (!prints && !readyForModel(model, site, callee, pc, r, n)) {
    giveBack();
    return {Way::Stop};
  }
  readsExample_ = prints;
  result_ = nullptr;
  const Core::After after = core_.callModel(pc, n, r, site, callee);
  giveBack();
  switch (after) {
  case Core::After::Next:
    clearSlots(r + pc->dst, site.resultSlots);
    if (result_ && site.resultSlots)
      set(r + pc->dst, result_);
    return {Way::Next};
  case Core::After::Resume:
    return {Way::Resume};
  case Core::After::Stop:
    return {Way::Stop};
  }
  return {Way::Stop};
}

} // namespace rbcheck
