//===- interp/program/DecodeX86.cpp - SSE and SSE2 of the x86 -------------===//
//
// What clang leaves of <xmmintrin.h> and <emmintrin.h> as functions of the
// target; the rest of them is ordinary arithmetic on vectors. Lane by lane, as
// the processor's manual has it. Tested by test/interp/sse2.c.
//
//===----------------------------------------------------------------------===//
#include "interp/program/DecodeFunction.h"

#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace rbcheck {

/// Emits the lanes of one intrinsic.
class X86Decoder {
public:
  X86Decoder(FunctionDecoder &decoder, const IntrinsicInst &call)
      : decoder_(decoder), code_(decoder.code_), call_(call) {}

  /// False if it is none of these.
  bool run();

private:
  Slot arg(unsigned i) { return decoder_.slotOf(call_.getArgOperand(i)); }
  Type *elementOf(const Value &value) {
    return value.getType()->getScalarType();
  }
  uint32_t width(unsigned i) {
    return decoder_.bitsOf(elementOf(*call_.getArgOperand(i)));
  }
  unsigned lanes(unsigned i) {
    auto *type = dyn_cast<FixedVectorType>(call_.getArgOperand(i)->getType());
    return type ? type->getNumElements() : 1;
  }
  Slot binary(IntrOp op, Slot a, Slot b, uint32_t bits) {
    return code_.compute(Op::IntBin, a, b, bits, int32_t(op));
  }
  Slot number(uint64_t value) { return code_.constant(value); }
  Slot extend(Slot value, uint32_t from, uint32_t to, bool isSigned) {
    return isSigned ? code_.compute(Op::SExt, value, from, to) : value;
  }

  void gatherSigns();
  void pack(bool isSigned);
  void multiplyAdd();
  void multiplyHigh(bool isSigned);
  void average();
  void differences();
  void shift(unsigned opcode, bool byVector);
  void least(bool isLeast, bool onlyFirst);
  void compareLanes(bool onlyFirst);
  void compareFirst(CmpInst::Predicate predicate);
  void toIntegers(bool truncates);
  Slot toInteger(Slot value, uint32_t fmt, uint32_t bits, bool truncates);
  uint32_t format(unsigned i) {
    return uint32_t(elementOf(*call_.getArgOperand(i))->isFloatTy()
                        ? FloatFormat::Float
                        : FloatFormat::Double);
  }
  Slot compare(CmpInst::Predicate predicate, Slot a, Slot b) {
    return code_.compute(Op::FCmp, a, b, format(0), int32_t(predicate));
  }

  FunctionDecoder &decoder_;
  CodeBuilder &code_;
  const IntrinsicInst &call_;
};

/// movmsk, pmovmskb: the highest bit of each lane.
void X86Decoder::gatherSigns() {
  Slot from = arg(0), total = number(0);
  for (unsigned i = 0; i < lanes(0); ++i) {
    Slot bit = code_.compute(Op::LShr, from + i, number(width(0) - 1), 64);
    bit = code_.compute(Op::And, bit, number(1));
    bit = code_.compute(Op::Shl, bit, number(i), 32);
    total = code_.compute(Op::Or, total, bit);
  }
  code_.move(decoder_.define(call_), total);
}

/// packss, packus: both operands, in lanes of half the width, saturated.
void X86Decoder::pack(bool isSigned) {
  uint32_t from = width(0), to = from / 2;
  uint64_t ones = (1ull << from) - 1;
  uint64_t most = isSigned ? (1ull << (to - 1)) - 1 : (1ull << to) - 1;
  uint64_t least = isSigned ? ~((1ull << (to - 1)) - 1) & ones : 0;
  Slot sides[] = {arg(0), arg(1)};
  Slot dst = decoder_.define(call_);
  for (Slot side : sides)
    for (unsigned i = 0; i < lanes(0); ++i) {
      Slot value = binary(IntrOp::SMin, side + i, number(most), from);
      value = binary(IntrOp::SMax, value, number(least), from);
      code_.emit(Op::Trunc, dst++, value, 0, to);
    }
}

/// pmaddwd: sums of two products each.
void X86Decoder::multiplyAdd() {
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  auto product = [&](unsigned i) {
    return code_.compute(Op::Mul32, extend(a + i, 16, 32, true),
                         extend(b + i, 16, 32, true));
  };
  for (unsigned i = 0; i < lanes(0); i += 2)
    code_.emit(Op::Add32, dst++, product(i), product(i + 1));
}

void X86Decoder::multiplyHigh(bool isSigned) {
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  for (unsigned i = 0; i < lanes(0); ++i) {
    Slot product = code_.compute(Op::Mul32, extend(a + i, 16, 32, isSigned),
                                 extend(b + i, 16, 32, isSigned));
    code_.emit(Op::LShr, dst++, product, number(16), 32);
  }
}

void X86Decoder::average() {
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  for (unsigned i = 0; i < lanes(0); ++i) {
    Slot sum = code_.compute(Op::Add32, a + i, b + i);
    sum = code_.compute(Op::Add32, sum, number(1));
    code_.emit(Op::LShr, dst++, sum, number(1), 32);
  }
}

/// psadbw: sums of differences of eight bytes each.
void X86Decoder::differences() {
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  for (unsigned half = 0; half < lanes(0) / 8; ++half) {
    Slot total = number(0);
    for (unsigned i = 8 * half; i < 8 * half + 8; ++i) {
      Slot most = binary(IntrOp::UMax, a + i, b + i, 8);
      Slot least = binary(IntrOp::UMin, a + i, b + i, 8);
      total = code_.compute(Op::Add64, total,
                            code_.compute(Op::Sub64, most, least));
    }
    code_.move(dst++, total);
  }
}

/// psll, psrl, psra: all lanes by one amount, the low half of a vector or a
/// number. Beyond the width nothing is left, or the sign.
void X86Decoder::shift(unsigned opcode, bool byVector) {
  uint32_t bits = width(0);
  Slot from = arg(0), amount = arg(1);
  if (byVector) {
    Slot whole = amount;
    for (unsigned i = 1; i < 64 / bits; ++i)
      whole = code_.compute(
          Op::Or, whole,
          code_.compute(Op::Shl, amount + i, number(i * bits), 64));
    amount = whole;
  }
  Slot fits = code_.compute(Op::CmpULt, amount, number(bits));
  Slot last = code_.newSlots();
  code_.emit(Op::Select, last, fits, amount, number(bits - 1));
  Slot dst = decoder_.define(call_);
  Type *type = elementOf(call_);
  for (unsigned i = 0; i < lanes(0); ++i, ++dst) {
    Slot moved = code_.newSlots();
    decoder_.emitBinary(opcode, type, moved, from + i, last);
    if (opcode == Instruction::AShr)
      code_.move(dst, moved);
    else
      code_.emit(Op::Select, dst, fits, moved, number(0));
  }
}

/// min and max: the second operand unless the first one is less (greater).
void X86Decoder::least(bool isLeast, bool onlyFirst) {
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  for (unsigned i = 0; i < lanes(0); ++i) {
    if (onlyFirst && i) {
      code_.move(dst + i, a + i);
      continue;
    }
    Slot isFirst =
        compare(isLeast ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT, a + i, b + i);
    code_.emit(Op::Select, dst + i, isFirst, a + i, b + i);
  }
}

void X86Decoder::compareLanes(bool onlyFirst) {
  static constexpr CmpInst::Predicate kPredicates[] = {
      CmpInst::FCMP_OEQ, CmpInst::FCMP_OLT, CmpInst::FCMP_OLE,
      CmpInst::FCMP_UNO, CmpInst::FCMP_UNE, CmpInst::FCMP_UGE,
      CmpInst::FCMP_UGT, CmpInst::FCMP_ORD};
  uint64_t which = cast<ConstantInt>(call_.getArgOperand(2))->getZExtValue();
  Slot ones = number(width(0) == 32 ? 0xffffffff : ~0ull);
  Slot a = arg(0), b = arg(1), dst = decoder_.define(call_);
  for (unsigned i = 0; i < lanes(0); ++i)
    if (onlyFirst && i)
      code_.move(dst + i, a + i);
    else
      code_.emit(Op::Select, dst + i,
                 compare(kPredicates[which & 7], a + i, b + i), ones,
                 number(0));
}

void X86Decoder::compareFirst(CmpInst::Predicate predicate) {
  Slot result = compare(predicate, arg(0), arg(1));
  code_.move(decoder_.define(call_), result);
}

Slot X86Decoder::toInteger(Slot value, uint32_t fmt, uint32_t bits,
                           bool truncates) {
  if (!truncates)
    value = code_.compute(Op::FUn, value, 0, fmt, int32_t(FloatOp::RoundEven));
  return code_.compute(Op::FToInt, value, fmt, bits, /*signed=*/1);
}

/// cvt and cvtt: all lanes, or the first one if the result is a number.
void X86Decoder::toIntegers(bool truncates) {
  Slot from = arg(0);
  uint32_t bits = decoder_.bitsOf(elementOf(call_)), fmt = format(0);
  unsigned count = call_.getType()->isVectorTy() ? lanes(0) : 1;
  unsigned all = decoder_.slotsOf(call_.getType());
  Slot dst = decoder_.define(call_);
  for (unsigned i = 0; i < all; ++i) // cvtpd2dq has two empty lanes
    code_.move(dst + i, i < count ? toInteger(from + i, fmt, bits, truncates)
                                  : number(0));
}

bool X86Decoder::run() {
  switch (call_.getIntrinsicID()) {
  case Intrinsic::x86_sse_movmsk_ps:
  case Intrinsic::x86_sse2_movmsk_pd:
  case Intrinsic::x86_sse2_pmovmskb_128:
    gatherSigns();
    return true;
  case Intrinsic::x86_sse2_packsswb_128:
  case Intrinsic::x86_sse2_packssdw_128:
    pack(/*isSigned=*/true);
    return true;
  case Intrinsic::x86_sse2_packuswb_128:
    pack(/*isSigned=*/false);
    return true;
  case Intrinsic::x86_sse2_pmadd_wd:
    multiplyAdd();
    return true;
  case Intrinsic::x86_sse2_pmulh_w:
    multiplyHigh(/*isSigned=*/true);
    return true;
  case Intrinsic::x86_sse2_pmulhu_w:
    multiplyHigh(/*isSigned=*/false);
    return true;
  case Intrinsic::x86_sse2_pavg_b:
  case Intrinsic::x86_sse2_pavg_w:
    average();
    return true;
  case Intrinsic::x86_sse2_psad_bw:
    differences();
    return true;
  case Intrinsic::x86_sse2_psll_w:
  case Intrinsic::x86_sse2_psll_d:
  case Intrinsic::x86_sse2_psll_q:
    shift(Instruction::Shl, /*byVector=*/true);
    return true;
  case Intrinsic::x86_sse2_psrl_w:
  case Intrinsic::x86_sse2_psrl_d:
  case Intrinsic::x86_sse2_psrl_q:
    shift(Instruction::LShr, /*byVector=*/true);
    return true;
  case Intrinsic::x86_sse2_psra_w:
  case Intrinsic::x86_sse2_psra_d:
    shift(Instruction::AShr, /*byVector=*/true);
    return true;
  case Intrinsic::x86_sse2_pslli_w:
  case Intrinsic::x86_sse2_pslli_d:
  case Intrinsic::x86_sse2_pslli_q:
    shift(Instruction::Shl, /*byVector=*/false);
    return true;
  case Intrinsic::x86_sse2_psrli_w:
  case Intrinsic::x86_sse2_psrli_d:
  case Intrinsic::x86_sse2_psrli_q:
    shift(Instruction::LShr, /*byVector=*/false);
    return true;
  case Intrinsic::x86_sse2_psrai_w:
  case Intrinsic::x86_sse2_psrai_d:
    shift(Instruction::AShr, /*byVector=*/false);
    return true;
  case Intrinsic::x86_sse_min_ps:
  case Intrinsic::x86_sse2_min_pd:
    least(/*isLeast=*/true, /*onlyFirst=*/false);
    return true;
  case Intrinsic::x86_sse_max_ps:
  case Intrinsic::x86_sse2_max_pd:
    least(/*isLeast=*/false, /*onlyFirst=*/false);
    return true;
  case Intrinsic::x86_sse_min_ss:
  case Intrinsic::x86_sse2_min_sd:
    least(/*isLeast=*/true, /*onlyFirst=*/true);
    return true;
  case Intrinsic::x86_sse_max_ss:
  case Intrinsic::x86_sse2_max_sd:
    least(/*isLeast=*/false, /*onlyFirst=*/true);
    return true;
  case Intrinsic::x86_sse_cmp_ps:
  case Intrinsic::x86_sse2_cmp_pd:
    compareLanes(/*onlyFirst=*/false);
    return true;
  case Intrinsic::x86_sse_cmp_ss:
  case Intrinsic::x86_sse2_cmp_sd:
    compareLanes(/*onlyFirst=*/true);
    return true;
  case Intrinsic::x86_sse_comieq_ss:
  case Intrinsic::x86_sse2_comieq_sd:
  case Intrinsic::x86_sse_ucomieq_ss:
  case Intrinsic::x86_sse2_ucomieq_sd:
    compareFirst(CmpInst::FCMP_OEQ);
    return true;
  case Intrinsic::x86_sse_comilt_ss:
  case Intrinsic::x86_sse2_comilt_sd:
  case Intrinsic::x86_sse_ucomilt_ss:
  case Intrinsic::x86_sse2_ucomilt_sd:
    compareFirst(CmpInst::FCMP_OLT);
    return true;
  case Intrinsic::x86_sse_comile_ss:
  case Intrinsic::x86_sse2_comile_sd:
  case Intrinsic::x86_sse_ucomile_ss:
  case Intrinsic::x86_sse2_ucomile_sd:
    compareFirst(CmpInst::FCMP_OLE);
    return true;
  case Intrinsic::x86_sse_comigt_ss:
  case Intrinsic::x86_sse2_comigt_sd:
  case Intrinsic::x86_sse_ucomigt_ss:
  case Intrinsic::x86_sse2_ucomigt_sd:
    compareFirst(CmpInst::FCMP_OGT);
    return true;
  case Intrinsic::x86_sse_comige_ss:
  case Intrinsic::x86_sse2_comige_sd:
  case Intrinsic::x86_sse_ucomige_ss:
  case Intrinsic::x86_sse2_ucomige_sd:
    compareFirst(CmpInst::FCMP_OGE);
    return true;
  case Intrinsic::x86_sse_comineq_ss:
  case Intrinsic::x86_sse2_comineq_sd:
  case Intrinsic::x86_sse_ucomineq_ss:
  case Intrinsic::x86_sse2_ucomineq_sd:
    compareFirst(CmpInst::FCMP_UNE);
    return true;
  case Intrinsic::x86_sse2_cvtps2dq:
  case Intrinsic::x86_sse2_cvtpd2dq:
  case Intrinsic::x86_sse2_cvtsd2si:
  case Intrinsic::x86_sse2_cvtsd2si64:
  case Intrinsic::x86_sse_cvtss2si:
  case Intrinsic::x86_sse_cvtss2si64:
    toIntegers(/*truncates=*/false);
    return true;
  case Intrinsic::x86_sse2_cvttps2dq:
  case Intrinsic::x86_sse2_cvttpd2dq:
  case Intrinsic::x86_sse2_cvttsd2si:
  case Intrinsic::x86_sse2_cvttsd2si64:
  case Intrinsic::x86_sse_cvttss2si:
  case Intrinsic::x86_sse_cvttss2si64:
    toIntegers(/*truncates=*/true);
    return true;
  case Intrinsic::x86_sse2_mfence:
    decoder_.emitAccess(decoder_.accessOf(call_), Op::Fence, 0, 0, 0,
                        decoder_.accessOf(call_).flags);
    return true;
  case Intrinsic::x86_sse2_lfence:
  case Intrinsic::x86_sse_sfence: // a later load may overtake
    decoder_.emitAccess(decoder_.accessOf(call_), Op::Fence, 0, 0, 0,
                        decoder_.accessOf(call_).flags | kNoSeqCst);
    return true;
  case Intrinsic::x86_sse2_clflush:
    return true;
  default:
    return false;
  }
}

bool FunctionDecoder::decodeX86Intrinsic(const IntrinsicInst &call) {
  return X86Decoder(*this, call).run();
}

} // namespace rbcheck
