//===- interp/exec/Arith.cpp - Integers of up to 64 bits ------------------===//
//
// Values are kept zero-extended; signed operations extend first. Arithmetic
// wraps as on the real machine; what traps there (division by zero, overflow
// of a quotient) is a fault.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"

#include <bit>

namespace rbcheck {

#define RB_BINARY(name, expression)                                            \
  RB_DEFINE(name) {                                                            \
    const uint64_t a = r[pc->a], b = r[pc->b];                                 \
    r[pc->dst] = (expression);                                                 \
    RB_NEXT();                                                                 \
  }

RB_BINARY(Add32, uint32_t(a + b))
RB_BINARY(Add64, a + b)
RB_BINARY(AddN, truncate(a + b, pc->c))
RB_BINARY(Sub32, uint32_t(a - b))
RB_BINARY(Sub64, a - b)
RB_BINARY(SubN, truncate(a - b, pc->c))
RB_BINARY(Mul32, uint32_t(a * b))
RB_BINARY(Mul64, a *b)
RB_BINARY(MulN, truncate(a *b, pc->c))
RB_BINARY(And, a &b)
RB_BINARY(Or, a | b)
RB_BINARY(Xor, a ^ b)
RB_BINARY(Shl, truncate(a << (b % pc->c), pc->c))
RB_BINARY(Shl32, uint32_t(a << (b % 32)))
RB_BINARY(Shl64, a << (b % 64))
RB_BINARY(LShr, a >> (b % pc->c))
RB_BINARY(LShr32, a >> (b % 32))
RB_BINARY(LShr64, a >> (b % 64))
RB_BINARY(AShr,
          truncate(uint64_t(signExtend(a, pc->c) >> (b % pc->c)), pc->c))
RB_BINARY(AShr32, uint32_t(int32_t(a) >> (b % 32)))
RB_BINARY(AShr64, uint64_t(int64_t(a) >> (b % 64)))
RB_BINARY(CmpEq, a == b)
RB_BINARY(CmpNe, a != b)
RB_BINARY(CmpULt, a < b)
RB_BINARY(CmpULe, a <= b)
RB_BINARY(CmpSLt32, int32_t(a) < int32_t(b))
RB_BINARY(CmpSLe32, int32_t(a) <= int32_t(b))
RB_BINARY(CmpSLt64, int64_t(a) < int64_t(b))
RB_BINARY(CmpSLe64, int64_t(a) <= int64_t(b))
RB_BINARY(CmpSLtN, signExtend(a, pc->c) < signExtend(b, pc->c))
RB_BINARY(CmpSLeN, signExtend(a, pc->c) <= signExtend(b, pc->c))

RB_DEFINE(Trunc) {
  r[pc->dst] = truncate(r[pc->a], pc->c);
  RB_NEXT();
}
RB_DEFINE(Trunc8) {
  r[pc->dst] = uint8_t(r[pc->a]);
  RB_NEXT();
}
RB_DEFINE(Trunc32) {
  r[pc->dst] = uint32_t(r[pc->a]);
  RB_NEXT();
}
RB_DEFINE(SExt) {
  r[pc->dst] = truncate(uint64_t(signExtend(r[pc->a], pc->b)), pc->c);
  RB_NEXT();
}

RB_DEFINE(SExt32) {
  r[pc->dst] = uint64_t(int64_t(int32_t(r[pc->a])));
  RB_NEXT();
}

static constexpr const char *kDivisionByZero = "division by zero";
static constexpr const char *kQuotientOverflow =
    "signed division overflows (most negative value divided by -1)";

#define RB_UNSIGNED_DIVISION(name, op)                                         \
  RB_DEFINE(name) {                                                            \
    const uint64_t b = r[pc->b];                                               \
    if (__builtin_expect(b == 0, false))                                       \
      return m->raiseAt(pc, n, FaultKind::Arithmetic, kDivisionByZero);        \
    r[pc->dst] = r[pc->a] op b;                                                \
    RB_NEXT();                                                                 \
  }
RB_UNSIGNED_DIVISION(UDiv, /)
RB_UNSIGNED_DIVISION(URem, %)

// Most are of 32 bits, where the processor is faster, too.
#define RB_SIGNED_DIVISION(name, op)                                           \
  RB_DEFINE(name) {                                                            \
    if (const int32_t a = int32_t(r[pc->a]), b = int32_t(r[pc->b]);            \
        __builtin_expect(pc->c == 32 && uint32_t(b) + 1 > 1, true)) {          \
      r[pc->dst] = uint32_t(a op b);                                           \
      RB_NEXT();                                                               \
    }                                                                          \
    const int64_t a = signExtend(r[pc->a], pc->c);                             \
    const int64_t b = signExtend(r[pc->b], pc->c);                             \
    if (__builtin_expect(b == 0, false))                                       \
      return m->raiseAt(pc, n, FaultKind::Arithmetic, kDivisionByZero);        \
    if (__builtin_expect(b == -1, false) &&                                    \
        a == signExtend(1ull << (pc->c - 1), pc->c))                           \
      return m->raiseAt(pc, n, FaultKind::Arithmetic, kQuotientOverflow);      \
    r[pc->dst] = truncate(uint64_t(a op b), pc->c);                            \
    RB_NEXT();                                                                 \
  }
RB_SIGNED_DIVISION(SDiv, /)
RB_SIGNED_DIVISION(SRem, %)

static uint64_t reverseBits(uint64_t value, unsigned width) {
  uint64_t out = 0;
  for (unsigned i = 0; i < width; ++i)
    out |= (value >> i & 1) << (width - 1 - i);
  return out;
}

static uint64_t intUnary(IntrOp op, uint64_t a, unsigned w) {
  switch (op) {
  case IntrOp::CtPop:
    return std::popcount(a);
  case IntrOp::CtLz:
    return std::countl_zero(a) - (64 - w);
  case IntrOp::CtTz:
    return a ? std::countr_zero(a) : w;
  case IntrOp::BSwap:
    return __builtin_bswap64(a) >> (64 - w);
  case IntrOp::BitReverse:
    return reverseBits(a, w);
  case IntrOp::Abs:
    return signExtend(a, w) < 0 ? truncate(0 - a, w) : a;
  default:
    return 0;
  }
}

namespace {

struct Overflow {
  uint64_t value;
  bool overflowed;
};

Overflow intOverflow(IntrOp op, uint64_t a, uint64_t b, unsigned w) {
  using Wide = __int128;
  const bool isSigned = op == IntrOp::SAddO || op == IntrOp::SSubO ||
                        op == IntrOp::SMulO || op == IntrOp::SAddSat ||
                        op == IntrOp::SSubSat;
  const Wide x = isSigned ? Wide(signExtend(a, w)) : Wide(a);
  const Wide y = isSigned ? Wide(signExtend(b, w)) : Wide(b);
  Wide exact;
  switch (op) {
  case IntrOp::SAddO:
  case IntrOp::UAddO:
  case IntrOp::SAddSat:
  case IntrOp::UAddSat:
    exact = x + y;
    break;
  case IntrOp::SSubO:
  case IntrOp::USubO:
  case IntrOp::SSubSat:
  case IntrOp::USubSat:
    exact = x - y;
    break;
  default:
    if (!isSigned) {
      const auto product = (unsigned __int128)a * b;
      return {truncate(uint64_t(product), w), (product >> w) != 0};
    }
    exact = x * y;
    break;
  }
  const uint64_t value = truncate(uint64_t(exact), w);
  const Wide back = isSigned ? Wide(signExtend(value, w)) : Wide(value);
  return {value, back != exact};
}

uint64_t saturatingShift(IntrOp op, uint64_t a, uint64_t b, unsigned w) {
  if (op == IntrOp::UShlSat) {
    const auto wide = (unsigned __int128)a << (b % w);
    return wide >> w ? truncate(~0ull, w) : uint64_t(wide);
  }
  const int64_t value = signExtend(a, w);
  const __int128 wide = __int128(value) * ((__int128)1 << (b % w));
  const __int128 max = ((__int128)1 << (w - 1)) - 1, min = -max - 1;
  return truncate(uint64_t(wide > max ? max : wide < min ? min : wide), w);
}

} // namespace

static uint64_t intBinary(IntrOp op, uint64_t a, uint64_t b, unsigned w) {
  const int64_t x = signExtend(a, w), y = signExtend(b, w);
  switch (op) {
  case IntrOp::SMax:
    return x > y ? a : b;
  case IntrOp::SMin:
    return x < y ? a : b;
  case IntrOp::UMax:
    return a > b ? a : b;
  case IntrOp::UMin:
    return a < b ? a : b;
  case IntrOp::UAddSat: {
    Overflow sum = intOverflow(op, a, b, w);
    return sum.overflowed ? truncate(~0ull, w) : sum.value;
  }
  case IntrOp::USubSat:
    return a > b ? a - b : 0;
  case IntrOp::SAddSat:
  case IntrOp::SSubSat: {
    Overflow result = intOverflow(op, a, b, w);
    if (!result.overflowed)
      return result.value;
    const uint64_t max = truncate(~0ull, w) >> 1;
    return x < 0 ? max + 1 : max;
  }
  case IntrOp::UShlSat:
  case IntrOp::SShlSat:
    return saturatingShift(op, a, b, w);
  default:
    return 0;
  }
}

RB_DEFINE(IntUn) {
  r[pc->dst] = intUnary(IntrOp(pc->imm), r[pc->a], pc->c);
  RB_NEXT();
}
RB_DEFINE(IntBin) {
  r[pc->dst] = intBinary(IntrOp(pc->imm), r[pc->a], r[pc->b], pc->c);
  RB_NEXT();
}
RB_DEFINE(IntOvf) {
  Overflow result = intOverflow(IntrOp(pc->imm), r[pc->a], r[pc->b], pc->c);
  r[pc->dst] = result.value;
  r[pc->dst + 1] = result.overflowed;
  RB_NEXT();
}
RB_DEFINE(FunnelShift) {
  const unsigned w = pc->c >> 16;
  const unsigned amount = unsigned(r[pc->c & 0xffff] % w);
  const uint64_t high = r[pc->a], low = r[pc->b];
  uint64_t value;
  if (amount == 0)
    value = pc->imm ? low : high;
  else if (pc->imm)
    value = low >> amount | high << (w - amount);
  else
    value = high << amount | low >> (w - amount);
  r[pc->dst] = truncate(value, w);
  RB_NEXT();
}

} // namespace rbcheck
