//===- interp/exec/Float.cpp - Floating point -----------------------------===//
//
// float, double and x86_fp80 are computed by the host in the same format, so
// results equal native ones bit by bit. half and bfloat are computed in float
// and rounded. Rounding is to nearest; flags and traps do not exist.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Ops.h"

#include <bit>
#include <cmath>

namespace rbcheck {

namespace {

float halfToFloat(uint16_t bits) {
  return float(std::bit_cast<_Float16>(bits));
}
float bfloatToFloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t(bits) << 16);
}
uint16_t floatToBfloat(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

long double readX87(const uint64_t *slots) {
  long double value = 0;
  std::memcpy(&value, slots, 10);
  return value;
}
void writeX87(uint64_t *slots, long double value) {
  slots[1] = 0;
  std::memcpy(slots, &value, 10);
}

template <typename T> T read(FloatFormat format, const uint64_t *slots) {
  switch (format) {
  case FloatFormat::Float:
    return T(std::bit_cast<float>(uint32_t(*slots)));
  case FloatFormat::Double:
    return T(std::bit_cast<double>(*slots));
  case FloatFormat::X87:
    return T(readX87(slots));
  case FloatFormat::Half:
    return T(halfToFloat(uint16_t(*slots)));
  case FloatFormat::BFloat:
    return T(bfloatToFloat(uint16_t(*slots)));
  }
  return T();
}

template <typename T>
void write(FloatFormat format, uint64_t *slots, T value) {
  switch (format) {
  case FloatFormat::Float:
    *slots = std::bit_cast<uint32_t>(float(value));
    return;
  case FloatFormat::Double:
    *slots = std::bit_cast<uint64_t>(double(value));
    return;
  case FloatFormat::X87:
    writeX87(slots, value);
    return;
  case FloatFormat::Half:
    *slots = std::bit_cast<uint16_t>(_Float16(value));
    return;
  case FloatFormat::BFloat:
    *slots = floatToBfloat(float(value));
    return;
  }
}

template <typename T> T binary(FloatOp op, T a, T b) {
  switch (op) {
  case FloatOp::Add:
    return a + b;
  case FloatOp::Sub:
    return a - b;
  case FloatOp::Mul:
    return a * b;
  case FloatOp::Div:
    return a / b;
  case FloatOp::Rem:
    return std::fmod(a, b);
  case FloatOp::MinNum:
    return std::fmin(a, b);
  case FloatOp::MaxNum:
    return std::fmax(a, b);
  case FloatOp::Minimum:
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    return a < b || (a == b && std::signbit(a)) ? a : b;
  case FloatOp::Maximum:
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
  case FloatOp::CopySign:
    return std::copysign(a, b);
  case FloatOp::Pow:
    return std::pow(a, b);
  default:
    return T();
  }
}

template <typename T> T unary(FloatOp op, T a) {
  switch (op) {
  case FloatOp::Sqrt:
    return std::sqrt(a);
  case FloatOp::Floor:
    return std::floor(a);
  case FloatOp::Ceil:
    return std::ceil(a);
  case FloatOp::Trunc:
    return std::trunc(a);
  case FloatOp::Rint:
    return std::rint(a);
  case FloatOp::NearbyInt:
  case FloatOp::RoundEven:
    return std::nearbyint(a);
  case FloatOp::Round:
    return std::round(a);
  case FloatOp::Sin:
    return std::sin(a);
  case FloatOp::Cos:
    return std::cos(a);
  case FloatOp::Exp:
    return std::exp(a);
  case FloatOp::Exp2:
    return std::exp2(a);
  case FloatOp::Log:
    return std::log(a);
  case FloatOp::Log2:
    return std::log2(a);
  case FloatOp::Log10:
    return std::log10(a);
  case FloatOp::Neg:
    return -a;
  case FloatOp::Abs:
    return std::fabs(a);
  default:
    return T();
  }
}

void floatBinary(const Insn *pc, uint64_t *r) {
  const FloatFormat format = FloatFormat(pc->c);
  const FloatOp op = FloatOp(pc->imm);
  uint64_t *dst = r + pc->dst;
  const uint64_t *a = r + pc->a, *b = r + pc->b;
  if (format == FloatFormat::Double)
    write(format, dst,
          binary(op, read<double>(format, a), read<double>(format, b)));
  else if (format == FloatFormat::X87)
    write(format, dst, binary(op, readX87(a), readX87(b)));
  else
    write(format, dst,
          binary(op, read<float>(format, a), read<float>(format, b)));
}

/// Negation and absolute value act on the sign bit alone, also of NaNs.
bool signOnly(const Insn *pc, uint64_t *r) {
  const FloatOp op = FloatOp(pc->imm);
  if (op != FloatOp::Neg && op != FloatOp::Abs)
    return false;
  constexpr unsigned kSignBit[] = {31, 63, 15, 15, 15};
  const FloatFormat format = FloatFormat(pc->c);
  const uint64_t sign = 1ull << kSignBit[unsigned(format)];
  const unsigned part = format == FloatFormat::X87 ? 1 : 0;
  if (part)
    r[pc->dst] = r[pc->a];
  const uint64_t word = r[pc->a + part];
  r[pc->dst + part] = op == FloatOp::Neg ? word ^ sign : word & ~sign;
  return true;
}

void floatUnary(const Insn *pc, uint64_t *r) {
  if (signOnly(pc, r))
    return;
  const FloatFormat format = FloatFormat(pc->c);
  const FloatOp op = FloatOp(pc->imm);
  uint64_t *dst = r + pc->dst;
  const uint64_t *a = r + pc->a;
  if (format == FloatFormat::Double)
    write(format, dst, unary(op, read<double>(format, a)));
  else if (format == FloatFormat::X87)
    write(format, dst, unary(op, readX87(a)));
  else
    write(format, dst, unary(op, read<float>(format, a)));
}

void multiplyAdd(const Insn *pc, uint64_t *r) {
  const FloatFormat format = FloatFormat(pc->imm);
  const uint64_t *a = r + pc->a, *b = r + pc->b, *c = r + pc->c;
  uint64_t *dst = r + pc->dst;
  if (format == FloatFormat::Double)
    write(format, dst,
          std::fma(read<double>(format, a), read<double>(format, b),
                   read<double>(format, c)));
  else if (format == FloatFormat::X87)
    write(format, dst, std::fma(readX87(a), readX87(b), readX87(c)));
  else
    write(format, dst,
          std::fma(read<float>(format, a), read<float>(format, b),
                   read<float>(format, c)));
}

/// LLVM's predicate numbering: bit 0 equal, 1 greater, 2 less, 3 unordered.
bool floatCompare(const Insn *pc, const uint64_t *r) {
  const FloatFormat format = FloatFormat(pc->c);
  const long double a = read<long double>(format, r + pc->a);
  const long double b = read<long double>(format, r + pc->b);
  unsigned relation = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
  return pc->imm & relation;
}

void convertFormat(const Insn *pc, uint64_t *r) {
  const FloatFormat from = FloatFormat(pc->b), to = FloatFormat(pc->c);
  // Through the wider of the two; long double holds all others exactly.
  write(to, r + pc->dst, read<long double>(from, r + pc->a));
}

using Wide = unsigned __int128;

/// Out of range: as x86-64's conversions do, the "integer indefinite" value.
Wide floatToInt(long double value, unsigned width, bool isSigned,
                bool saturate) {
  const long double two = 2.0L;
  const long double max =
      std::ldexp(two, int(width) - (isSigned ? 2 : 1));
  const long double min = isSigned ? -max : 0.0L;
  if (std::isnan(value))
    return saturate ? Wide(0) : Wide(1) << (width - 1);
  const long double whole = std::trunc(value);
  if (saturate) {
    const Wide top = isSigned ? (Wide(1) << (width - 1)) - 1
                              : ~Wide(0) >> (128 - width);
    if (whole >= max)
      return top;
    if (whole < min)
      return isSigned ? Wide(1) << (width - 1) : 0;
  }
  if (whole >= min && whole < max)
    return whole < 0 ? Wide(__int128(whole)) : Wide(whole);
  // Narrow results are the low part of a conversion to 64 bits.
  if (width < 32 || (!isSigned && width == 32))
    return whole >= -0x1p63L && whole < 0x1p63L ? Wide(int64_t(whole)) : 0;
  if (!isSigned && width <= 64 && whole < 0 && whole >= -0x1p63L)
    return Wide(uint64_t(int64_t(whole)));
  return Wide(1) << (width - 1);
}

void toInt(const Insn *pc, uint64_t *r) {
  const unsigned width = pc->c;
  const Wide value =
      floatToInt(read<long double>(FloatFormat(pc->b), r + pc->a), width,
                 pc->imm & 1, pc->imm & 2);
  if (width > 64) {
    r[pc->dst] = uint64_t(value);
    r[pc->dst + 1] = truncate(uint64_t(value >> 64), width - 64);
  } else {
    r[pc->dst] = truncate(uint64_t(value), width);
  }
}

template <typename Int>
void writeInt(FloatFormat format, uint64_t *dst, Int value) {
  switch (format) {
  case FloatFormat::Float:
    write(format, dst, float(value));
    return;
  case FloatFormat::Double:
    write(format, dst, double(value));
    return;
  case FloatFormat::X87:
    write(format, dst, (long double)(value));
    return;
  case FloatFormat::Half:
  case FloatFormat::BFloat:
    write(format, dst, float(value));
    return;
  }
}

void fromInt(const Insn *pc, uint64_t *r) {
  const FloatFormat format = FloatFormat(pc->c);
  const unsigned width = pc->b;
  const uint64_t *a = r + pc->a;
  uint64_t *dst = r + pc->dst;
  if (width > 64) {
    const Wide bits = Wide(a[1]) << 64 | a[0];
    if (pc->imm)
      writeInt(format, dst, __int128(bits << (128 - width)) >> (128 - width));
    else
      writeInt(format, dst, bits);
  } else if (pc->imm) {
    writeInt(format, dst, signExtend(*a, width));
  } else {
    writeInt(format, dst, *a);
  }
}

} // namespace

#define RB_FLOAT(name, type, bits, op)                                         \
  RB_DEFINE(name) {                                                            \
    const type a = std::bit_cast<type>(bits(r[pc->a]));                        \
    const type b = std::bit_cast<type>(bits(r[pc->b]));                        \
    r[pc->dst] = std::bit_cast<bits>(type(a op b));                            \
    RB_NEXT();                                                                 \
  }
RB_FLOAT(FAdd32, float, uint32_t, +)
RB_FLOAT(FSub32, float, uint32_t, -)
RB_FLOAT(FMul32, float, uint32_t, *)
RB_FLOAT(FDiv32, float, uint32_t, /)
RB_FLOAT(FAdd64, double, uint64_t, +)
RB_FLOAT(FSub64, double, uint64_t, -)
RB_FLOAT(FMul64, double, uint64_t, *)
RB_FLOAT(FDiv64, double, uint64_t, /)

#define RB_FLOAT_CALL(name, function)                                          \
  RB_DEFINE(name) {                                                            \
    function(pc, r);                                                           \
    RB_NEXT();                                                                 \
  }
RB_FLOAT_CALL(FBin, floatBinary)
RB_FLOAT_CALL(FUn, floatUnary)
RB_FLOAT_CALL(FTern, multiplyAdd)
RB_FLOAT_CALL(FConv, convertFormat)
RB_FLOAT_CALL(FToInt, toInt)
RB_FLOAT_CALL(IntToF, fromInt)
RB_DEFINE(FCmp) {
  r[pc->dst] = floatCompare(pc, r);
  RB_NEXT();
}

} // namespace rbcheck
