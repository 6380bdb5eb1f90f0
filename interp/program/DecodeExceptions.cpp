//===- interp/program/DecodeExceptions.cpp - Invoke, landingpad, resume ---===//
//
// A call that may throw is an ordinary call with an Invoked behind it, which
// names both ways to go on: that of a return and that of the unwinder. So the
// edge to the landing pad is an edge like any other, for phis and liveness.
//
// What a landing pad catches is a table in constant memory. The runtime
// library (runtime/cxx/unwind.cpp) reads it, compares types and decides; the
// machine only knows frames (interp/models/Unwind.cpp).
// Tested by test/cxx/exceptions*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeFunction.h"
#include "interp/state/Address.h"

using namespace llvm;

namespace rbcheck {

uint32_t DecodeContext::typeId(const Constant &type) {
  const Constant *key = type.stripPointerCasts();
  return typeIds_.try_emplace(key, uint32_t(typeIds_.size() + 1)).first->second;
}

uint32_t DecodeContext::padNumber(const LandingPadInst &pad) {
  auto [entry, isNew] =
      padNumbers_.try_emplace(&pad, uint32_t(program.pads.size()));
  if (!isNew)
    return entry->second;
  // isCleanup, number of clauses; each clause: selector, number of types, types.
  std::vector<uint64_t> words = {pad.isCleanup(), pad.getNumClauses()};
  auto addType = [&](const Constant &type) {
    SmallVector<uint64_t, 1> address;
    constants.evaluate(type, address);
    words.push_back(address.empty() ? 0 : address[0]);
  };
  for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
    const Constant &clause = *pad.getClause(i);
    if (pad.isCatch(i)) {
      words.insert(words.end(), {typeId(clause), 1});
      addType(clause);
      continue;
    }
    uint64_t count = cast<ArrayType>(clause.getType())->getNumElements();
    words.insert(words.end(), {-uint64_t(i + 1), count});
    for (uint64_t k = 0; k < count; ++k)
      addType(*clause.getAggregateElement(unsigned(k)));
  }
  Global table;
  table.name = "landing pad";
  table.size = words.size() * sizeof(uint64_t);
  table.align = 8;
  table.index = program.globalIndexEnd;
  table.constant = true;
  table.image.resize(table.size);
  std::memcpy(table.image.data(), words.data(), table.size);
  program.globalIndexEnd += indicesFor(table.size);
  program.pads.push_back(globalAddress(table.index));
  program.globals.push_back(std::move(table));
  return entry->second;
}

void FunctionDecoder::decodeInvoke(const InvokeInst &inst) {
  decodeCall(inst);
  const BasicBlock &pad = *inst.getUnwindDest();
  uint32_t number = context_.padNumber(*pad.getLandingPadInst());
  Label landing = edgeLabel(pad), normal = edgeLabel(*inst.getNormalDest());
  code_.emit(Op::Invoked, landingSlots(), number & 0xffff, number >> 16, normal,
             int32_t(landing));
  flushStubs();
}

/// Where the unwinder leaves the exception and its selector.
Slot FunctionDecoder::landingSlots() {
  if (landingSlots_ == kNoSlot)
    landingSlots_ = code_.newSlots(2);
  return landingSlots_;
}

void FunctionDecoder::decodeLandingPad(const LandingPadInst &inst) {
  code_.move(define(inst), landingSlots(), 2);
}

/// Goes on unwinding: the runtime library remembers where to.
void FunctionDecoder::decodeResume(const ResumeInst &inst) {
  std::optional<uint32_t> callee = context_.findFunction("_Unwind_Resume");
  if (!callee)
    return unsupported("instruction resume without the C++ library");
  VirtualCall call;
  call.site.callee = *callee;
  call.site.passed = 1;
  call.slots.push_back(slotOf(inst.getValue()));
  uint32_t number = code_.addCall(std::move(call));
  bool isDefined =
      context_.program.functions[*callee].kind == FunctionKind::Defined;
  code_.emit(isDefined ? Op::Call : Op::CallModel, 0, 0, 0, number);
  code_.emit(Op::Unreachable);
}

} // namespace rbcheck
