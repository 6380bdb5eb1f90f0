//===- interp/exec/Wide.cpp - Integers of more than 64 bits ---------------===//
#include "interp/exec/Ops.h"

#include "llvm/ADT/APInt.h"

#include <algorithm>
#include <bit>

namespace rbcheck {

namespace {

using Wide = unsigned __int128;

Wide get(const uint64_t *slots) { return Wide(slots[1]) << 64 | slots[0]; }
void put(uint64_t *slots, Wide value) {
  slots[0] = uint64_t(value);
  slots[1] = uint64_t(value >> 64);
}
Wide cut(Wide value, unsigned width) {
  return width >= 128 ? value : value & ((Wide(1) << width) - 1);
}
__int128 extend(Wide value, unsigned width) {
  return __int128(value << (128 - width)) >> (128 - width);
}

unsigned leadingZeros(Wide value, unsigned width) {
  const uint64_t high = uint64_t(value >> 64);
  const unsigned zeros = high ? std::countl_zero(high)
                              : 64 + std::countl_zero(uint64_t(value));
  return zeros - (128 - width);
}
unsigned trailingZeros(Wide value, unsigned width) {
  if (value == 0)
    return width;
  return uint64_t(value) ? std::countr_zero(uint64_t(value))
                         : 64 + std::countr_zero(uint64_t(value >> 64));
}
Wide swapBytes(Wide value, unsigned width) {
  const Wide swapped = Wide(__builtin_bswap64(uint64_t(value))) << 64 |
                       __builtin_bswap64(uint64_t(value >> 64));
  return swapped >> (128 - width);
}

bool multiplyOverflows(WideOp op, Wide x, Wide y, unsigned w, Wide &value) {
  if (op == WideOp::SMulO) {
    __int128 product;
    bool overflow =
        __builtin_mul_overflow(extend(x, w), extend(y, w), &product);
    value = cut(Wide(product), w);
    return overflow || extend(value, w) != product;
  }
  Wide product;
  bool overflow = __builtin_mul_overflow(x, y, &product);
  value = cut(product, w);
  return overflow || value != product;
}

/// The operations that report overflow in a third slot.
bool overflowing(WideOp op, Wide x, Wide y, unsigned w, Wide &value) {
  const __int128 a = extend(x, w), b = extend(y, w);
  __int128 exact;
  switch (op) {
  case WideOp::SAddO: {
    bool wrapped = __builtin_add_overflow(a, b, &exact);
    value = cut(Wide(exact), w);
    return wrapped || extend(value, w) != exact;
  }
  case WideOp::SSubO: {
    bool wrapped = __builtin_sub_overflow(a, b, &exact);
    value = cut(Wide(exact), w);
    return wrapped || extend(value, w) != exact;
  }
  case WideOp::UAddO: {
    Wide sum;
    bool wrapped = __builtin_add_overflow(x, y, &sum);
    value = cut(sum, w);
    return wrapped || value != sum;
  }
  case WideOp::USubO:
    value = cut(x - y, w);
    return x < y;
  default:
    return multiplyOverflows(op, x, y, w, value);
  }
}

/// Null, or why the division traps.
const char *divisionFault(WideOp op, Wide x, Wide y, unsigned w) {
  const bool isSigned = op == WideOp::SDiv || op == WideOp::SRem;
  if (!isSigned && op != WideOp::UDiv && op != WideOp::URem)
    return nullptr;
  if (y == 0)
    return "division by zero";
  if (isSigned && extend(y, w) == -1 && x == Wide(1) << (w - 1))
    return "signed division overflows (most negative value divided by -1)";
  return nullptr;
}

Wide compute(WideOp op, Wide x, Wide y, unsigned w) {
  const __int128 a = extend(x, w), b = extend(y, w);
  const unsigned shift = unsigned(y % w);
  switch (op) {
  case WideOp::Add:
    return x + y;
  case WideOp::Sub:
    return x - y;
  case WideOp::Mul:
    return x * y;
  case WideOp::UDiv:
    return x / y;
  case WideOp::SDiv:
    return Wide(a / b);
  case WideOp::URem:
    return x % y;
  case WideOp::SRem:
    return Wide(a % b);
  case WideOp::And:
    return x & y;
  case WideOp::Or:
    return x | y;
  case WideOp::Xor:
    return x ^ y;
  case WideOp::Shl:
    return x << shift;
  case WideOp::LShr:
    return x >> shift;
  case WideOp::AShr:
    return Wide(a >> shift);
  case WideOp::CtPop:
    return std::popcount(uint64_t(x)) + std::popcount(uint64_t(x >> 64));
  case WideOp::CtLz:
    return leadingZeros(x, w);
  case WideOp::CtTz:
    return trailingZeros(x, w);
  case WideOp::BSwap:
    return swapBytes(x, w);
  case WideOp::Abs:
    return a < 0 ? 0 - x : x;
  case WideOp::SMax:
    return a > b ? x : y;
  case WideOp::SMin:
    return a < b ? x : y;
  case WideOp::UMax:
    return x > y ? x : y;
  case WideOp::UMin:
    return x < y ? x : y;
  default:
    return 0;
  }
}

/// LLVM's ICmp numbering from 32: eq ne ugt uge ult ule sgt sge slt sle.
bool compare(unsigned predicate, Wide x, Wide y, unsigned w) {
  const __int128 a = extend(x, w), b = extend(y, w);
  switch (predicate) {
  case 32:
    return x == y;
  case 33:
    return x != y;
  case 34:
    return x > y;
  case 35:
    return x >= y;
  case 36:
    return x < y;
  case 37:
    return x <= y;
  case 38:
    return a > b;
  case 39:
    return a >= b;
  case 40:
    return a < b;
  default:
    return a <= b;
  }
}

// More than 128 bits: rare, so by APInt ------------------------------------------

llvm::APInt getBig(const uint64_t *slots, unsigned width) {
  return llvm::APInt(width, llvm::ArrayRef(slots, slotsOfBits(width)));
}
void putBig(uint64_t *slots, const llvm::APInt &value) {
  std::copy_n(value.getRawData(), slotsOfBits(value.getBitWidth()), slots);
}

llvm::APInt computeBig(WideOp op, const llvm::APInt &x, const llvm::APInt &y) {
  const unsigned w = x.getBitWidth();
  const unsigned shift = unsigned(y.urem(w));
  switch (op) {
  case WideOp::Add:
    return x + y;
  case WideOp::Sub:
    return x - y;
  case WideOp::Mul:
    return x * y;
  case WideOp::UDiv:
    return x.udiv(y);
  case WideOp::SDiv:
    return x.sdiv(y);
  case WideOp::URem:
    return x.urem(y);
  case WideOp::SRem:
    return x.srem(y);
  case WideOp::And:
    return x & y;
  case WideOp::Or:
    return x | y;
  case WideOp::Xor:
    return x ^ y;
  case WideOp::Shl:
    return x.shl(shift);
  case WideOp::LShr:
    return x.lshr(shift);
  case WideOp::AShr:
    return x.ashr(shift);
  default: // intrinsics are only decoded up to 128 bits
    return llvm::APInt(w, 0);
  }
}

bool bigBinary(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  const WideOp op = WideOp(pc->imm);
  const llvm::APInt x = getBig(r + pc->a, pc->c), y = getBig(r + pc->b, pc->c);
  const bool isSigned = op == WideOp::SDiv || op == WideOp::SRem;
  if (isSigned || op == WideOp::UDiv || op == WideOp::URem) {
    const char *why = nullptr;
    if (y.isZero())
      why = "division by zero";
    else if (isSigned && y.isAllOnes() && x.isMinSignedValue())
      why = "signed division overflows (most negative value divided by -1)";
    if (why) {
      m->raiseAt(pc, n, FaultKind::Arithmetic, why);
      return false;
    }
  }
  putBig(r + pc->dst, computeBig(op, x, y));
  return true;
}

bool bigCompare(unsigned predicate, const llvm::APInt &x,
                const llvm::APInt &y) {
  switch (predicate) {
  case 32:
    return x == y;
  case 33:
    return x != y;
  case 34:
    return x.ugt(y);
  case 35:
    return x.uge(y);
  case 36:
    return x.ult(y);
  case 37:
    return x.ule(y);
  case 38:
    return x.sgt(y);
  case 39:
    return x.sge(y);
  case 40:
    return x.slt(y);
  default:
    return x.sle(y);
  }
}

void resizeBig(uint64_t *to, const uint64_t *from, unsigned fromBits,
               unsigned toBits, bool isSigned) {
  const llvm::APInt value = getBig(from, fromBits);
  putBig(to, isSigned ? value.sextOrTrunc(toBits) : value.zextOrTrunc(toBits));
}

/// False = a fault was raised.
bool wideBinary(Core *m, const Insn *pc, uint64_t n, uint64_t *r) {
  if (pc->c > 128)
    return bigBinary(m, pc, n, r);
  const WideOp op = WideOp(pc->imm);
  const unsigned w = pc->c;
  const Wide x = get(r + pc->a), y = get(r + pc->b);
  if (const char *why = divisionFault(op, x, y, w)) {
    m->raiseAt(pc, n, FaultKind::Arithmetic, why);
    return false;
  }
  if (op >= WideOp::SAddO) {
    Wide value;
    const bool overflow = overflowing(op, x, y, w, value);
    put(r + pc->dst, value);
    r[pc->dst + 2] = overflow;
    return true;
  }
  put(r + pc->dst, cut(compute(op, x, y, w), w));
  return true;
}

} // namespace

RB_DEFINE(WideBin) {
  if (!wideBinary(m, pc, n, r))
    return;
  RB_NEXT();
}
static bool wideCompare(const Insn *pc, const uint64_t *r) {
  const unsigned predicate = unsigned(pc->imm);
  if (pc->c > 128)
    return bigCompare(predicate, getBig(r + pc->a, pc->c),
                      getBig(r + pc->b, pc->c));
  return compare(predicate, get(r + pc->a), get(r + pc->b), pc->c);
}
static void wideExtend(const Insn *pc, uint64_t *r) {
  const unsigned from = pc->b;
  if (pc->c > 128)
    return resizeBig(r + pc->dst, r + pc->a, from, pc->c, pc->imm);
  Wide value = from > 64 ? get(r + pc->a) : Wide(r[pc->a]);
  if (pc->imm)
    value = cut(Wide(extend(value, from)), pc->c);
  put(r + pc->dst, value);
}
static void wideTruncate(const Insn *pc, uint64_t *r) {
  const unsigned to = pc->c;
  if (pc->b > 128)
    return resizeBig(r + pc->dst, r + pc->a, pc->b, to, false);
  const Wide value = cut(get(r + pc->a), to);
  r[pc->dst] = uint64_t(value);
  if (to > 64)
    r[pc->dst + 1] = uint64_t(value >> 64);
}

RB_DEFINE(WideCmp) {
  r[pc->dst] = wideCompare(pc, r);
  RB_NEXT();
}
RB_DEFINE(WideExt) {
  wideExtend(pc, r);
  RB_NEXT();
}
RB_DEFINE(WideTrunc) {
  wideTruncate(pc, r);
  RB_NEXT();
}

} // namespace rbcheck
