//===- interp/program/DecodeFrameCalls.cpp - Calls in the order analysis --===//
//
// Calls of functions that can be seen are followed. Others may do anything with
// what they are given, but for what the rows of the models say
// (passes/LibraryCalls.h), and for the atomic operations of libatomic.
//
//===----------------------------------------------------------------------===//
#include "interp/program/AsmText.h"
#include "interp/program/DecodeFrameFlow.h"

#include "passes/LibraryCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace rbcheck {

void FrameFlow::visitCall(const CallBase &call) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return callIntrinsic(*intrinsic);
  const Value &target = *call.getCalledOperand();
  auto *callee = dyn_cast<Function>(target.stripPointerCastsAndAliases());
  if (!callee) {
    const bool isAsm = isa<InlineAsm>(target);
    if (!isAsm)
      flow_.facts_.initStartsThreads |= frame().isInit;
    if (auto *constant = dyn_cast<Constant>(&target))
      flow_.noteConstant(*constant, /*isInMemory=*/false);
    for (const Use &use : call.args()) {
      escape(*use.get());
      if (!isAsm || !use->getType()->isPtrOrPtrVectorTy())
        continue;
      touch(*use.get());
      access(call, valueOf(*use.get()), AtomicOrdering::SequentiallyConsistent,
             true, true);
      if (isWeakAsm(call))
        access(call, valueOf(*use.get()), AtomicOrdering::AcquireRelease, true,
               true);
    }
    flow_.facts_.hasSeqCst |= isAsm;
    return setUnknown(call);
  }
  if (!isDefinedHere(*callee))
    callLibrary(call, *callee);
  if (!callee->isDeclaration())
    callDefined(call, *callee);
}

void FrameFlow::callDefined(const CallBase &call, const Function &callee) {
  if (call.getFunctionType() != callee.getFunctionType()) {
    for (const Use &use : call.args())
      escape(*use.get());
    flow_.callWithAnything(callee);
    flow_.facts_.initStartsThreads |= frame().isInit;
    return setUnknown(call);
  }
  SmallVector<FlowValue, 8> arguments;
  bool isKnown = true;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Value &argument = *call.getArgOperand(i);
    if (i >= callee.arg_size()) { // of a variadic function
      escape(argument);
    } else if (call.isByValArgument(i)) {
      touch(argument);
      arguments.push_back(FlowValue::elsewhere());
    } else {
      arguments.push_back(valueOf(argument));
      isKnown &= !arguments.back().isNothing();
    }
  }
  if (!isKnown)
    return; // later
  const bool isInit = frame().isInit || flow_.initCalls_.contains(&call);
  const uint32_t called = flow_.frameFor(callee, arguments, isInit);
  OrderFlow::Frame &to = flow_.frames_[called];
  if (!is_contained(to.callers, number_))
    to.callers.push_back(number_);
  set(call, to.result);
}

void FrameFlow::callLibrary(const CallBase &call, const Function &callee) {
  const StringRef name = callee.getName();
  if (callAtomic(call, name))
    return;
  if (frame().isInit && getLibraryCallKind(name) == MarkKind::Spawn)
    flow_.facts_.initStartsThreads = true;
  FlowValue result =
      isAllocation(call) ? FlowValue::elsewhere() : FlowValue::unknown();
  unsigned given = 0;
  const Function *started = startedBy(call, given);
  if (started && started->arg_size() == 1)
    flow_.open(flow_.frameFor(*started, valueOf(*call.getArgOperand(given)),
                              /*isInit=*/false));
  else
    started = nullptr;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Value &argument = *call.getArgOperand(i);
    if (started && (i == given || &argument == started))
      continue;
    const FlowValue value = valueOf(argument); // a function: called by anybody
    if (!dropsArgument(name, i))
      flow_.facts_.escape(value);
    if (argument.getType()->isPtrOrPtrVectorTy())
      touch(argument);
    FlowValue alias; // it may return what it was given
    alias.variables = value.variables;
    result.join(alias);
  }
  set(call, result);
}

/// The orders that an argument of libatomic may be.
FrameFlow::Orders FrameFlow::ordersOf(const Value &argument) {
  static constexpr AtomicOrdering kOrders[] = {
      AtomicOrdering::Monotonic,      AtomicOrdering::Acquire,
      AtomicOrdering::Acquire,        AtomicOrdering::Release,
      AtomicOrdering::AcquireRelease, AtomicOrdering::SequentiallyConsistent};
  const FlowValue value = valueOf(argument);
  Orders orders;
  if (!value.isNumber() && !value.isNothing())
    orders.append(std::begin(kOrders), std::end(kOrders));
  for (uint64_t number : value.numbers) // the library looks at the low bits
    orders.push_back(kOrders[std::min<uint64_t>(number & 0xffff, 5)]);
  return orders;
}

/// __atomic_load(size, object, value, order), __atomic_fetch_add_8(object,
/// value, order), ...: false if it is none of them.
bool FrameFlow::callAtomic(const CallBase &call, StringRef name) {
  if (!name.consume_front("__atomic_") || call.arg_size() < 2 ||
      name.starts_with("is_lock_free"))
    return false;
  const auto [word, size] = name.rsplit('_');
  const bool isSized = !size.empty() && all_of(size, isDigit);
  const unsigned object = isSized ? 0 : 1, count = call.arg_size();
  const bool compares = name.starts_with("compare_exchange");
  const bool isLoad = name.starts_with("load");
  const bool isStore = name.starts_with("store");
  if (object >= count ||
      !call.getArgOperand(object)->getType()->isPtrOrPtrVectorTy())
    return false;
  const FlowValue to = valueOf(*call.getArgOperand(object));
  for (AtomicOrdering order :
       ordersOf(*call.getArgOperand(count - (compares ? 2 : 1))))
    access(call, to, order, !isStore, !isLoad);
  if (compares)
    for (AtomicOrdering order : ordersOf(*call.getArgOperand(count - 1)))
      access(call, to, order, true, false);
  for (unsigned i = 0; i < count; ++i) {
    const Value &argument = *call.getArgOperand(i);
    if (i == object)
      continue;
    escape(argument);
    if (argument.getType()->isPtrOrPtrVectorTy())
      touch(argument);
  }
  setUnknown(call);
  return true;
}

void FrameFlow::callIntrinsic(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::threadlocal_address:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptrmask:
  case Intrinsic::expect:
    return set(call, valueOf(*call.getArgOperand(0)));
  case Intrinsic::is_constant:
  case Intrinsic::objectsize:
    return setUnknown(call);
  default:
    break;
  }
  if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd())
    return;
  for (const Use &use : call.args()) {
    if (isa<MetadataAsValue>(use.get()))
      continue;
    if (!isa<AnyMemIntrinsic>(call))
      escape(*use.get());
    if (!use->getType()->isPtrOrPtrVectorTy())
      continue;
    touch(*use.get());
    if (isa<AtomicMemIntrinsic>(call))
      access(call, valueOf(*use.get()), AtomicOrdering::Unordered, true, true);
  }
  setUnknown(call);
}

} // namespace rbcheck
