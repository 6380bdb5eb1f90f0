//===- interp/program/DecodeIntrinsics.cpp - LLVM's own functions ---------===//
//
// Hints vanish, the rest becomes instructions. Each family is a function that
// says whether the intrinsic is one of its own. Floating point: DecodeMath.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeFunction.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace rbcheck {

/// Some operand or the result is an integer too wide for the intrinsics' code.
static bool isTooWide(const IntrinsicInst &call) {
  auto isHuge = [](Type *type) {
    return type->isIntOrIntVectorTy() && type->getScalarSizeInBits() > 128;
  };
  return isHuge(call.getType()) || llvm::any_of(call.args(), [&](const Use &u) {
           return isHuge(u->getType());
         });
}

void FunctionDecoder::decodeIntrinsic(const IntrinsicInst &call) {
  if (isTooWide(call))
    return unsupported("intrinsic " + call.getCalledFunction()->getName());
  if (isAlias(call, context_.dataLayout))
    return alias(call, slotOf(call.getArgOperand(0)));
  if (decodeMachineIntrinsic(call) || decodeMemoryIntrinsic(call) ||
      decodeIntegerIntrinsic(call) || decodeMathIntrinsic(call) ||
      decodeReduction(call) || decodeMasked(call) || decodeVectorMove(call) ||
      decodeMathLibraryCall(call) || decodeX86Intrinsic(call))
    return;
  unsupported("intrinsic " + call.getCalledFunction()->getName());
}

/// What has no effect on the program. May have operands of any type.
bool FunctionDecoder::decodeHint(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
    decodeScope(call);
    return true;
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::prefetch:
  case Intrinsic::pseudoprobe:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::var_annotation:
  case Intrinsic::codeview_annotation:
  case Intrinsic::vaend:
  case Intrinsic::clear_cache:
  case Intrinsic::x86_sse2_pause:
  case Intrinsic::eh_unwind_init:
    return true;
  case Intrinsic::invariant_start:
    alias(call, code_.constant(0));
    return true;
  default:
    return false;
  }
}

/// True for what clang puts at the end of a C++ function that has to return a
/// value, at -O0 (__builtin_trap is not followed by unreachable there).
static bool isMissingReturn(const IntrinsicInst &call) {
  const DISubprogram *function = call.getFunction()->getSubprogram();
  return function && !function->isOptimized() && function->getUnit() &&
         dwarf::isCPlusPlus(
             dwarf::SourceLanguage(function->getUnit()->getSourceLanguage())) &&
         isa_and_nonnull<UnreachableInst>(call.getNextNonDebugInstruction());
}

/// The clock of the processor; rdtscp also says which one it is: the first.
bool FunctionDecoder::decodeCycles(const IntrinsicInst &call) {
  auto callee = context_.findFunction("__rb_cycles");
  if (!callee)
    return false;
  emitLibraryCall(call, *callee);
  if (auto *both = dyn_cast<StructType>(call.getType()))
    for (uint32_t i = 1; i < slotsOf(both); ++i)
      code_.move(slotOf(&call) + i, code_.constant(0));
  return true;
}

/// What asks the machine, or a constant in its place.
bool FunctionDecoder::decodeMachineIntrinsic(const IntrinsicInst &call) {
  auto constant = [&](uint64_t value) {
    alias(call, code_.constant(value));
    return true;
  };
  switch (call.getIntrinsicID()) {
  case Intrinsic::trap:
    if (isMissingReturn(call)) {
      code_.emit(Op::Unreachable, 0, 0, 0, kMissingReturn);
      return true;
    }
    [[fallthrough]];
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    code_.emit(Op::Trap);
    return true;
  case Intrinsic::eh_sjlj_setjmp: // __builtin_setjmp: 40 bytes of buffer
    returnsTwice_ = true;
    code_.emit(Op::SetJmp, define(call), slotOf(call.getArgOperand(0)));
    return true;
  case Intrinsic::eh_sjlj_longjmp:
    code_.emit(Op::LongJmp, 0, slotOf(call.getArgOperand(0)),
               code_.constant(1));
    return true;
  case Intrinsic::stacksave:
    code_.emit(Op::StackSave, define(call));
    return true;
  case Intrinsic::stackrestore:
    code_.emit(Op::StackRestore, 0, slotOf(call.getArgOperand(0)));
    return true;
  case Intrinsic::threadlocal_address:
    alias(call, slotOf(call.getArgOperand(0)));
    return true;
  case Intrinsic::eh_typeid_for:
    return constant(context_.typeId(*cast<Constant>(call.getArgOperand(0))));
  case Intrinsic::vastart:
    code_.emit(Op::VaStart, 0, slotOf(call.getArgOperand(0)));
    return true;
  case Intrinsic::frameaddress:
    if (!cast<ConstantInt>(call.getArgOperand(0))->isZero())
      return constant(0);
    code_.emit(Op::FrameAddr, define(call));
    return true;
  case Intrinsic::returnaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::sponentry:
  case Intrinsic::is_constant:
    return constant(0);
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
  case Intrinsic::x86_rdtsc:
  case Intrinsic::x86_rdtscp:
    return decodeCycles(call);
  case Intrinsic::thread_pointer: // allocators take it for the thread's id
    if (auto callee = context_.findFunction("__rb_thread_pointer")) {
      emitLibraryCall(call, *callee);
      return true;
    }
    return false;
  case Intrinsic::get_rounding: // to nearest
  case Intrinsic::allow_runtime_check:
  case Intrinsic::allow_ubsan_check:
    return constant(1);
  case Intrinsic::objectsize: {
    bool wantsMin = cast<ConstantInt>(call.getArgOperand(1))->isOne();
    uint64_t ones = ~0ull >> (64 - bitsOf(call.getType()));
    return constant(wantsMin ? 0 : ones);
  }
  case Intrinsic::ptrmask:
    lanewise(call, {call.getArgOperand(0), call.getArgOperand(1)},
             [&](Type *, Slot dst, Operands from) {
               code_.emit(Op::And, dst, from[0], from[1]);
             });
    return true;
  default:
    return false;
  }
}

bool FunctionDecoder::decodeMemoryIntrinsic(const IntrinsicInst &call) {
  Op op = Op::MemCpy;
  switch (call.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
    break;
  case Intrinsic::memmove:
    op = Op::MemMove;
    break;
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    op = Op::MemSet;
    break;
  case Intrinsic::vacopy: {
    Access access = accessOf(call);
    Slot to = slotOf(call.getArgOperand(0));
    Slot from = slotOf(call.getArgOperand(1));
    emitAccess(access, Op::MemCpy, to, from, code_.constant(24), access.flags);
    return true;
  }
  case Intrinsic::load_relative: {
    Access access = accessOf(call);
    Slot base = slotOf(call.getArgOperand(0));
    Slot offset = slotOf(call.getArgOperand(1));
    uint32_t width = bitsOf(call.getArgOperand(1)->getType());
    if (width < 64)
      offset = code_.compute(Op::SExt, offset, width, 64);
    Slot loaded = code_.newSlots();
    emitAccess(access, Op::LoadX32, loaded, base, offset, access.flags | 1);
    Slot distance = code_.compute(Op::SExt, loaded, 32, 64);
    code_.emit(Op::Add64, define(call), base, distance);
    return true;
  }
  default:
    return false;
  }
  Access access = accessOf(call);
  Slot to = slotOf(call.getArgOperand(0)), from = slotOf(call.getArgOperand(1));
  Slot length = slotOf(call.getArgOperand(2));
  emitAccess(access, op, to, from, length, access.flags);
  return true;
}

//===--- Integers ---------------------------------------------------------===//

void FunctionDecoder::emitIntUnary(Intrinsic::ID id, Type *type, Slot dst,
                                   Slot a) {
  uint32_t width = bitsOf(type);
  if (width <= 64) {
    IntrOp op = id == Intrinsic::ctpop        ? IntrOp::CtPop
                : id == Intrinsic::ctlz       ? IntrOp::CtLz
                : id == Intrinsic::cttz       ? IntrOp::CtTz
                : id == Intrinsic::bswap      ? IntrOp::BSwap
                : id == Intrinsic::bitreverse ? IntrOp::BitReverse
                                              : IntrOp::Abs;
    code_.emit(Op::IntUn, dst, a, 0, width, int32_t(op));
    return;
  }
  if (id == Intrinsic::bitreverse) {
    // Reverse both halves, swap them, and drop the bits that are too many.
    Slot turned = code_.newSlots(2);
    int32_t op = int32_t(IntrOp::BitReverse);
    code_.emit(Op::IntUn, turned, a + 1, 0, 64, op);
    code_.emit(Op::IntUn, turned + 1, a, 0, 64, op);
    uint64_t extra[] = {128 - width, 0};
    code_.emit(Op::WideBin, dst, turned, code_.constants(extra), 128,
               int32_t(WideOp::LShr));
    return;
  }
  WideOp op = id == Intrinsic::ctpop   ? WideOp::CtPop
              : id == Intrinsic::ctlz  ? WideOp::CtLz
              : id == Intrinsic::cttz  ? WideOp::CtTz
              : id == Intrinsic::bswap ? WideOp::BSwap
                                       : WideOp::Abs;
  code_.emit(Op::WideBin, dst, a, a, width, int32_t(op));
}

/// False if `id` is no such intrinsic, or has no instruction for the type.
bool FunctionDecoder::emitIntBinary(Intrinsic::ID id, Type *type, Slot dst,
                                    Slot a, Slot b) {
  IntrOp op = IntrOp::SMax;
  std::optional<WideOp> wide;
  switch (id) {
  case Intrinsic::smax:
    op = IntrOp::SMax, wide = WideOp::SMax;
    break;
  case Intrinsic::smin:
    op = IntrOp::SMin, wide = WideOp::SMin;
    break;
  case Intrinsic::umax:
    op = IntrOp::UMax, wide = WideOp::UMax;
    break;
  case Intrinsic::umin:
    op = IntrOp::UMin, wide = WideOp::UMin;
    break;
  case Intrinsic::uadd_sat:
    op = IntrOp::UAddSat;
    break;
  case Intrinsic::sadd_sat:
    op = IntrOp::SAddSat;
    break;
  case Intrinsic::usub_sat:
    op = IntrOp::USubSat;
    break;
  case Intrinsic::ssub_sat:
    op = IntrOp::SSubSat;
    break;
  case Intrinsic::ushl_sat:
    op = IntrOp::UShlSat;
    break;
  case Intrinsic::sshl_sat:
    op = IntrOp::SShlSat;
    break;
  default:
    return false;
  }
  uint32_t width = bitsOf(type);
  if (width <= 64)
    code_.emit(Op::IntBin, dst, a, b, width, int32_t(op));
  else if (wide)
    code_.emit(Op::WideBin, dst, a, b, width, int32_t(*wide));
  else
    unsupported("saturating arithmetic on " + typeName(type));
  return true;
}

void FunctionDecoder::emitFunnelShift(bool isRight, Type *type, Slot dst,
                                      Operands operands) {
  uint32_t width = bitsOf(type);
  if (width <= 64) {
    code_
        .emit(Op::FunnelShift, dst, operands[0], operands[1], operands[2],
              isRight)
        .cBits = width << 16;
    return;
  }
  if (width != 128)
    return unsupported("funnel shift of " + typeName(type));
  // fshl: hi << n | lo >> 1 >> (127 - n); fshr: lo >> n | hi << 1 << (127 - n)
  auto wide = [&](Slot a, Slot b, WideOp op) {
    Slot result = code_.newSlots(2);
    code_.emit(Op::WideBin, result, a, b, 128, int32_t(op));
    return result;
  };
  uint64_t mask[] = {127, 0}, one[] = {1, 0};
  Slot amount = wide(operands[2], code_.constants(mask), WideOp::And);
  Slot rest = wide(code_.constants(mask), amount, WideOp::Sub);
  WideOp main = isRight ? WideOp::LShr : WideOp::Shl;
  WideOp other = isRight ? WideOp::Shl : WideOp::LShr;
  Slot kept = wide(operands[isRight ? 1 : 0], amount, main);
  Slot filled = wide(operands[isRight ? 0 : 1], code_.constants(one), other);
  filled = wide(filled, rest, other);
  code_.emit(Op::WideBin, dst, kept, filled, 128, int32_t(WideOp::Or));
}

static std::optional<unsigned> overflowOp(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sadd_with_overflow:
    return 0;
  case Intrinsic::uadd_with_overflow:
    return 1;
  case Intrinsic::ssub_with_overflow:
    return 2;
  case Intrinsic::usub_with_overflow:
    return 3;
  case Intrinsic::smul_with_overflow:
    return 4;
  case Intrinsic::umul_with_overflow:
    return 5;
  default:
    return std::nullopt;
  }
}

void FunctionDecoder::decodeOverflow(const IntrinsicInst &call) {
  unsigned op = *overflowOp(call.getIntrinsicID());
  Type *operands = call.getArgOperand(0)->getType();
  Type *type = operands->getScalarType();
  uint32_t width = bitsOf(type), stride = slotsOf(type);
  Slot a = slotOf(call.getArgOperand(0)), b = slotOf(call.getArgOperand(1));
  Slot dst = define(call);
  auto emit = [&](Slot to, uint32_t offset) {
    if (width > 64)
      code_.emit(Op::WideBin, to, a + offset, b + offset, width,
                 int32_t(unsigned(WideOp::SAddO) + op));
    else
      code_.emit(Op::IntOvf, to, a + offset, b + offset, width,
                 int32_t(unsigned(IntrOp::SAddO) + op));
  };
  auto *vector = dyn_cast<FixedVectorType>(operands);
  if (!vector)
    return emit(dst, 0);
  unsigned lanes = vector->getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Slot result = code_.newSlots(stride + 1);
    emit(result, lane * stride);
    code_.move(dst + lane * stride, result, stride);
    code_.move(dst + lanes * stride + lane, result + stride);
  }
}

bool FunctionDecoder::decodeIntegerIntrinsic(const IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  const Value *first = call.arg_empty() ? nullptr : call.getArgOperand(0);
  switch (id) {
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::abs:
    lanewise(call, {first}, [&](Type *type, Slot dst, Operands from) {
      emitIntUnary(id, type, dst, from[0]);
    });
    return true;
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::uadd_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::ushl_sat:
  case Intrinsic::sshl_sat:
    lanewise(call, {first, call.getArgOperand(1)},
             [&](Type *type, Slot dst, Operands from) {
               emitIntBinary(id, type, dst, from[0], from[1]);
             });
    return true;
  case Intrinsic::scmp:
  case Intrinsic::ucmp: {
    Type *operand = first->getType()->getScalarType();
    bool isSigned = id == Intrinsic::scmp;
    lanewise(call, {first, call.getArgOperand(1)},
             [&](Type *type, Slot dst, Operands from) {
               auto less = isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
               Slot below = code_.newSlots(), above = code_.newSlots();
               emitICmp(less, operand, below, from[0], from[1]);
               emitICmp(less, operand, above, from[1], from[0]);
               code_.emit(Op::SubN, dst, above, below, bitsOf(type));
             });
    return true;
  }
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    lanewise(call, {first, call.getArgOperand(1), call.getArgOperand(2)},
             [&](Type *type, Slot dst, Operands from) {
               emitFunnelShift(id == Intrinsic::fshr, type, dst, from);
             });
    return true;
  default:
    if (!overflowOp(id))
      return false;
    decodeOverflow(call);
    return true;
  }
}

} // namespace rbcheck
