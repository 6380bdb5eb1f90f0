//===- test/unit/UndefinedTest.cpp - Which bits of a result are known -----===//
//
// The reference tries all values of the undefined bits, each for itself: a bit
// of the result is known if it is the same for all.
//
//===----------------------------------------------------------------------===//
#include "interp/state/symbolic/Term.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <vector>

using namespace rbcheck;

namespace {

/// Of a word of a few bits; those of `value` that are not known are 0.
struct Bits {
  unsigned width = 0;
  uint64_t known = 0, value = 0;
};

constexpr uint64_t kOrigin = 7, kOther = 9;

TermRef termOf(const Bits &bits, uint64_t origin) {
  TermRef all = nullptr;
  for (unsigned i = 0; i < bits.width; ++i) {
    TermRef bit = bits.known >> i & 1 ? term::constant(bits.value >> i & 1, 1)
                                      : term::undefined(1, origin);
    all = all ? term::concat(bit, all) : bit;
  }
  return all;
}

Bits bitsOf(TermRef term) {
  Bits bits{term->width, 0, 0};
  for (unsigned i = 0; i < bits.width; ++i)
    if (TermRef bit = term::extract(term, i, 1); bit->isConstant()) {
      bits.known |= uint64_t(1) << i;
      bits.value |= bit->value << i;
    }
  return bits;
}

/// Every word that `bits` can be.
std::vector<uint64_t> wordsOf(const Bits &bits) {
  std::vector<uint64_t> words;
  for (uint64_t word = 0; word < uint64_t(1) << bits.width; ++word)
    if ((word & bits.known) == bits.value)
      words.push_back(word);
  return words;
}

/// What is the same in all of them.
Bits common(const std::vector<uint64_t> &words, unsigned width) {
  Bits bits{width, (uint64_t(1) << width) - 1, words[0]};
  for (uint64_t word : words)
    bits.known &= ~(word ^ words[0]);
  bits.value &= bits.known;
  return bits;
}

int64_t toSigned(uint64_t word, unsigned width) {
  return word >> (width - 1) & 1 ? int64_t(word) - (int64_t(1) << width)
                                 : int64_t(word);
}

/// As SMT-LIB has it, of words of a few bits.
uint64_t valueOf(TermOp op, uint64_t x, uint64_t y, unsigned width) {
  const int64_t sx = toSigned(x, width), sy = toSigned(y, width);
  auto value = [&]() -> int64_t {
    switch (op) {
    case TermOp::And: return x & y;
    case TermOp::Or: return x | y;
    case TermOp::Xor: return x ^ y;
    case TermOp::Eq: return x == y;
    case TermOp::ULt: return x < y;
    case TermOp::SLt: return sx < sy;
    case TermOp::Shl: return y >= width ? 0 : x << y;
    case TermOp::LShr: return y >= width ? 0 : x >> y;
    case TermOp::AShr: return sx >> std::min<uint64_t>(y, width);
    case TermOp::Add: return x + y;
    case TermOp::Sub: return x - y;
    case TermOp::Mul: return x * y;
    case TermOp::UDiv: return y ? x / y : ~uint64_t(0);
    case TermOp::URem: return y ? x % y : x;
    case TermOp::SDiv: return sy ? sx / sy : sx < 0 ? 1 : -1;
    case TermOp::SRem: return sy ? sx % sy : sx;
    default: ADD_FAILURE() << "no such operation"; return 0;
    }
  };
  return uint64_t(value()) & ((uint64_t(1) << width) - 1);
}

Bits reference(TermOp op, const Bits &a, const Bits &b) {
  const bool isTruth =
      op == TermOp::Eq || op == TermOp::ULt || op == TermOp::SLt;
  std::vector<uint64_t> results;
  for (uint64_t x : wordsOf(a))
    for (uint64_t y : wordsOf(b))
      results.push_back(valueOf(op, x, y, a.width));
  return common(results, isTruth ? 1 : a.width);
}

class UndefinedTest : public testing::Test {
protected:
  std::mt19937 random_{1};

  Bits any(unsigned width) {
    const uint64_t ones = (uint64_t(1) << width) - 1;
    Bits bits{width, random_() & ones, random_() & ones};
    if (random_() % 4 == 0)
      bits.known = ones;
    bits.value &= bits.known;
    return bits;
  }
  void isExact(TermRef term, const Bits &expected) {
    const Bits found = bitsOf(term);
    EXPECT_EQ(found.width, expected.width);
    EXPECT_EQ(found.known, expected.known);
    EXPECT_EQ(found.value, expected.value);
    EXPECT_EQ(term->hasUndefined,
              expected.known != (uint64_t(1) << expected.width) - 1);
  }
};

TEST_F(UndefinedTest, LogicAndComparisonsAreExact) {
  for (unsigned round = 0; round < 3000; ++round) {
    const unsigned width = 1 + random_() % 5;
    const Bits a = any(width), b = any(width);
    for (TermOp op : {TermOp::And, TermOp::Or, TermOp::Xor, TermOp::Eq,
                      TermOp::ULt, TermOp::SLt}) {
      SCOPED_TRACE(unsigned(op));
      isExact(term::binary(op, termOf(a, kOrigin), termOf(b, kOther)),
              reference(op, a, b));
    }
  }
}

TEST_F(UndefinedTest, ShiftsByKnownAmountsAreExact) {
  for (unsigned round = 0; round < 2000; ++round) {
    const unsigned width = 2 + random_() % 5;
    const Bits a = any(width);
    const uint64_t by = random_() % width;
    const Bits b{width, (uint64_t(1) << width) - 1, by};
    for (TermOp op : {TermOp::Shl, TermOp::LShr, TermOp::AShr}) {
      SCOPED_TRACE(unsigned(op));
      isExact(term::binary(op, termOf(a, kOrigin), term::constant(by, width)),
              reference(op, a, b));
    }
  }
}

TEST_F(UndefinedTest, PartsAreExact) {
  for (unsigned round = 0; round < 2000; ++round) {
    const unsigned width = 2 + random_() % 5;
    const Bits a = any(width), b = any(width);
    const TermRef x = termOf(a, kOrigin), y = termOf(b, kOther);
    const uint64_t ones = (uint64_t(1) << width) - 1;
    isExact(term::concat(x, y), {2 * width, a.known << width | b.known,
                                 a.value << width | b.value});
    const unsigned low = random_() % width;
    isExact(term::extract(x, low, width - low),
            {width - low, a.known >> low, a.value >> low});
    isExact(term::zeroExtend(x, width + 3),
            {width + 3, a.known | uint64_t(7) << width, a.value});
    const uint64_t sign = uint64_t(1) << (width - 1);
    isExact(term::signExtend(x, width + 3),
            {width + 3, a.known | (a.known & sign ? uint64_t(7) << width : 0),
             a.value | (a.value & sign ? uint64_t(7) << width : 0)});
    // It need not be known which one it is.
    const uint64_t same = a.known & b.known & ~(a.value ^ b.value) & ones;
    isExact(term::ite(term::undefined(1, kOrigin), x, y),
            {width, same, a.value & same});
  }
}

/// What is said to be known is known; and lower bits do not depend on higher
/// ones.
TEST_F(UndefinedTest, ArithmeticIsSound) {
  for (unsigned round = 0; round < 2000; ++round) {
    const unsigned width = 1 + random_() % 5;
    const Bits a = any(width), b = any(width);
    const TermRef x = termOf(a, kOrigin), y = termOf(b, kOther);
    for (TermOp op : {TermOp::Add, TermOp::Sub, TermOp::Mul, TermOp::UDiv,
                      TermOp::URem, TermOp::SDiv, TermOp::SRem, TermOp::Shl,
                      TermOp::LShr, TermOp::AShr}) {
      SCOPED_TRACE(unsigned(op));
      const Bits found = bitsOf(term::binary(op, x, y));
      const Bits right = reference(op, a, b);
      EXPECT_EQ(found.known & ~right.known, 0u);
      EXPECT_EQ(found.value, right.value & found.known);
      if (op != TermOp::Add && op != TermOp::Sub && op != TermOp::Mul)
        continue;
      const uint64_t low = a.known & b.known;
      for (unsigned i = 0; i < width && low >> i & 1; ++i)
        EXPECT_TRUE(found.known >> i & 1);
    }
  }
}

TEST_F(UndefinedTest, OriginsAreKept) {
  const TermRef x = term::undefined(8, kOrigin), y = term::undefined(8, kOther);
  EXPECT_EQ(term::originOf(term::concat(x, term::constant(1, 8))), kOrigin);
  EXPECT_EQ(term::originOf(term::binary(TermOp::Add, term::constant(1, 8), y)),
            kOther);
  // The low part of both together is still the one.
  const TermRef both = term::concat(x, y);
  EXPECT_EQ(term::extract(both, 0, 8), y);
  EXPECT_EQ(term::extract(both, 8, 8), x);
  EXPECT_EQ(term::concat(x, x), term::undefined(16, kOrigin));
}

} // namespace
