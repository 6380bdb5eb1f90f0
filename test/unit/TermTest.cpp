//===- test/unit/TermTest.cpp - Terms and their laws ----------------------===//
#include "interp/state/symbolic/Term.h"
#include "test/unit/RandomTerms.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

using namespace rbcheck;
using namespace rbcheck::term;

namespace {

TermRef num(uint64_t value, unsigned width = 32) {
  return constant(value, width);
}
TermRef add(TermRef a, TermRef b) { return binary(TermOp::Add, a, b); }
TermRef sub(TermRef a, TermRef b) { return binary(TermOp::Sub, a, b); }
TermRef mul(TermRef a, TermRef b) { return binary(TermOp::Mul, a, b); }
TermRef both(TermRef a, TermRef b) { return binary(TermOp::And, a, b); }
TermRef either(TermRef a, TermRef b) { return binary(TermOp::Or, a, b); }
TermRef exor(TermRef a, TermRef b) { return binary(TermOp::Xor, a, b); }
TermRef eq(TermRef a, TermRef b) { return binary(TermOp::Eq, a, b); }
TermRef ult(TermRef a, TermRef b) { return binary(TermOp::ULt, a, b); }
TermRef slt(TermRef a, TermRef b) { return binary(TermOp::SLt, a, b); }
TermRef shl(TermRef a, unsigned by) {
  return binary(TermOp::Shl, a, num(by, a->width));
}
std::string show(TermRef t) {
  return text(t, [](uint32_t n) { return "in" + std::to_string(n); });
}

const TermRef x = input(0, 32), y = input(1, 32), z = input(2, 32);
const TermRef c = input(3, 1), d = input(4, 1), e = input(5, 1);
const TermRef b8 = input(6, 8), w64 = input(7, 64);
const TermRef yes = constant(1, 1), no = constant(0, 1);

constexpr unsigned kWidths[] = {1, 7, 8, 16, 31, 32, 33, 63, 64};

TermRef byte(TermRef of, unsigned n) { return extract(of, 8 * n, 8); }

/// Low byte first, and high byte first.
void expectBytesGiveBack(TermRef of) {
  const unsigned bytes = of->width / 8;
  TermRef up = byte(of, 0), down = byte(of, bytes - 1);
  for (unsigned i = 1; i < bytes; ++i) {
    up = concat(byte(of, i), up);
    down = concat(down, byte(of, bytes - 1 - i));
  }
  EXPECT_EQ(up, of) << show(of) << " became " << show(up);
  EXPECT_EQ(down, of) << show(of) << " became " << show(down);
}

/// What is put together of odd parts may come back with other cuts.
bool isMadeOfBytes(TermRef t) {
  llvm::SmallVector<TermRef> pieces;
  collectPieces(t, pieces);
  return llvm::all_of(pieces, [](TermRef p) { return p->width % 8 == 0; });
}

} // namespace

TEST(Term, EqualTermsAreOneObject) {
  EXPECT_EQ(input(0, 32), x);
  EXPECT_NE(input(0, 31), x);
  EXPECT_EQ(num(~uint64_t(0)), num(0xffffffff));
  EXPECT_EQ(add(x, y), add(y, x));
  EXPECT_EQ(add(x, y)->inputs, 3u);
  EXPECT_NE(add(x, y)->hash, sub(x, y)->hash);
}

// Pinned: a fingerprint with terms is the same in every process.
TEST(Term, HashIsThatOfTheStructure) {
  EXPECT_EQ(uint64_t(add(x, num(1))->hash >> 64), 13739949665644579790u);
}

TEST(Term, SumsHaveOneForm) {
  EXPECT_EQ(add(x, num(0)), x);
  EXPECT_EQ(sub(x, x), num(0));
  EXPECT_EQ(add(add(x, num(3)), num(4)), add(x, num(7)));
  EXPECT_EQ(sub(x, num(1)), add(x, num(0xffffffff)));
  EXPECT_EQ(add(add(x, y), z), add(x, add(z, y)));
  EXPECT_EQ(sub(add(x, y), y), x);
  EXPECT_EQ(add(sub(x, y), y), x);
  EXPECT_EQ(sub(x, sub(y, z)), sub(add(z, x), y));
  EXPECT_EQ(sub(num(5), sub(num(2), x)), add(x, num(3)));
  EXPECT_EQ(sub(num(0), sub(x, y)), sub(y, x));
  EXPECT_EQ(add(add(x, num(1)), add(y, num(2))), add(add(x, y), num(3)));
}

TEST(Term, Products) {
  EXPECT_EQ(mul(x, num(0)), num(0));
  EXPECT_EQ(mul(x, num(1)), x);
  EXPECT_EQ(mul(x, num(8)), shl(x, 3));
  EXPECT_EQ(mul(x, num(~uint64_t(0))), sub(num(0), x));
  EXPECT_EQ(mul(mul(x, num(3)), num(5)), mul(x, num(15)));
  EXPECT_EQ(mul(mul(x, y), z), mul(mul(z, x), y));
  EXPECT_EQ(mul(add(x, num(2)), num(5)), add(mul(x, num(5)), num(10)));
  EXPECT_EQ(shl(add(x, num(1)), 2), add(shl(x, 2), num(4)));
}

TEST(Term, BitsOfWords) {
  EXPECT_EQ(both(x, num(0)), num(0));
  EXPECT_EQ(both(x, num(0xffffffff)), x);
  EXPECT_EQ(both(x, x), x);
  EXPECT_EQ(either(x, num(0)), x);
  EXPECT_EQ(either(x, num(0xffffffff)), num(0xffffffff));
  EXPECT_EQ(exor(x, x), num(0));
  EXPECT_EQ(exor(exor(x, y), x), y);
  EXPECT_EQ(both(x, exor(x, num(0xffffffff))), num(0));
  EXPECT_EQ(either(exor(x, num(0xffffffff)), x), num(0xffffffff));
  EXPECT_EQ(both(x, num(0xff)), zeroExtend(extract(x, 0, 8), 32));
  EXPECT_EQ(both(both(x, y), z), both(both(z, y), x));
  EXPECT_EQ(both(both(x, num(0x5555)), num(0xaaaa)), num(0));
  EXPECT_EQ(both(either(x, num(4)), num(4)), num(4));
}

TEST(Term, DivisionByNumbers) {
  auto divide = [](TermOp op, uint64_t by) { return binary(op, x, num(by)); };
  EXPECT_EQ(divide(TermOp::UDiv, 1), x);
  EXPECT_EQ(divide(TermOp::UDiv, 8), binary(TermOp::LShr, x, num(3)));
  EXPECT_EQ(divide(TermOp::UDiv, 0), num(0xffffffff));
  EXPECT_EQ(divide(TermOp::URem, 0), x);
  EXPECT_EQ(divide(TermOp::URem, 16), both(x, num(15)));
  EXPECT_EQ(divide(TermOp::SRem, 0xffffffff), num(0));
  EXPECT_EQ(divide(TermOp::SDiv, 0xffffffff), sub(num(0), x));
  TermRef wide = zeroExtend(b8, 32);
  EXPECT_EQ(binary(TermOp::SDiv, wide, num(10)),
            zeroExtend(binary(TermOp::UDiv, b8, num(10, 8)), 32));
}

TEST(Term, ExtensionsAndParts) {
  EXPECT_EQ(zeroExtend(zeroExtend(b8, 16), 32), zeroExtend(b8, 32));
  EXPECT_EQ(signExtend(signExtend(b8, 16), 32), signExtend(b8, 32));
  EXPECT_EQ(signExtend(zeroExtend(b8, 16), 32), zeroExtend(b8, 32));
  EXPECT_EQ(extract(zeroExtend(b8, 32), 0, 8), b8);
  EXPECT_EQ(extract(zeroExtend(b8, 32), 8, 24), num(0, 24));
  EXPECT_EQ(extract(signExtend(b8, 32), 0, 16), signExtend(b8, 16));
  EXPECT_EQ(extract(extract(x, 8, 16), 4, 4), extract(x, 12, 4));
  EXPECT_EQ(concat(num(0, 24), b8), zeroExtend(b8, 32));
  EXPECT_EQ(concat(extract(x, 16, 16), extract(x, 0, 16)), x);
  EXPECT_EQ(concat(num(0x12, 8), num(0x34, 8)), num(0x1234, 16));
  EXPECT_EQ(extract(concat(b8, extract(x, 0, 8)), 8, 8), b8);
  EXPECT_EQ(fit(x, 8), extract(x, 0, 8));
  EXPECT_EQ(fit(b8, 32), zeroExtend(b8, 32));
  EXPECT_EQ(extract(add(zeroExtend(b8, 32), num(1)), 0, 8), add(b8, num(1, 8)));
}

TEST(Term, WordsOfBytesGiveTheBytesBack) {
  for (TermRef of : {x,
                     add(x, y),
                     zeroExtend(b8, 32),
                     signExtend(b8, 32),
                     w64,
                     both(x, num(0xff00ff01)),
                     both(x, num(0x55555555)),
                     either(x, num(0x80)),
                     exor(x, num(0xff)),
                     exor(x, y),
                     shl(x, 3),
                     add(zeroExtend(b8, 32), num(1)),
                     add(signExtend(b8, 32), num(1)),
                     ite(c, num(0x101), num(0)),
                     ite(c, num(0x12345678), num(77)),
                     ite(c, x, y),
                     ite(c, zeroExtend(b8, 32), num(1000)),
                     zeroExtend(c, 32),
                     signExtend(c, 32),
                     mul(x, y),
                     mul(zeroExtend(b8, 64), num(3, 64)),
                     concat(b8, concat(num(7, 16), b8)),
                     concat(num(7, 16), concat(b8, num(1, 8))),
                     both(zeroExtend(b8, 32), x),
                     either(zeroExtend(b8, 32), x)})
    expectBytesGiveBack(of);
}

// A word put together with shifts, as portable code does.
TEST(Term, ShiftsAndOrsAreParts) {
  TermRef word = num(0);
  for (unsigned i = 0; i < 4; ++i)
    word = either(word, shl(zeroExtend(byte(x, i), 32), 8 * i));
  EXPECT_EQ(word, x);
  TermRef other = num(0);
  for (unsigned i = 4; i-- > 0;)
    other = either(shl(other, 8), zeroExtend(byte(x, i), 32));
  EXPECT_EQ(other, x);
  EXPECT_EQ(both(binary(TermOp::LShr, x, num(8)), num(0xff)),
            zeroExtend(byte(x, 1), 32));
}

TEST(Term, ComparisonsWithNumbers) {
  EXPECT_EQ(eq(x, x), yes);
  EXPECT_EQ(eq(num(3), num(4)), no);
  EXPECT_EQ(eq(num(3), x), eq(x, num(3)));
  EXPECT_EQ(eq(add(x, num(3)), num(10)), eq(x, num(7)));
  EXPECT_EQ(eq(sub(num(3), x), num(10)), eq(x, num(uint64_t(-7))));
  EXPECT_EQ(eq(sub(x, y), num(0)), eq(x, y));
  EXPECT_EQ(eq(add(x, y), x), eq(y, num(0)));
  EXPECT_EQ(eq(add(x, num(1)), y), eq(sub(y, num(1)), x));
  EXPECT_EQ(eq(exor(x, num(5)), num(1)), eq(x, num(4)));
  EXPECT_EQ(eq(exor(x, y), num(0)), eq(x, y));
  EXPECT_EQ(eq(mul(x, num(3)), num(21)), eq(x, num(7)));
  EXPECT_EQ(eq(zeroExtend(b8, 32), num(300)), no);
  EXPECT_EQ(eq(zeroExtend(b8, 32), num(200)), eq(b8, num(200, 8)));
  EXPECT_EQ(eq(signExtend(b8, 32), num(200)), no);
  EXPECT_EQ(eq(signExtend(b8, 32), num(uint64_t(-1))), eq(b8, num(255, 8)));
  EXPECT_EQ(eq(zeroExtend(c, 32), num(0)), negate(c));
  EXPECT_EQ(ult(x, num(0)), no);
  EXPECT_EQ(ult(num(0xffffffff), x), no);
  EXPECT_EQ(ult(x, num(1)), eq(x, num(0)));
  EXPECT_EQ(ult(num(0), x), negate(eq(x, num(0))));
  EXPECT_EQ(ult(num(4), x), negate(ult(x, num(5))));
  EXPECT_EQ(slt(num(4), x), negate(slt(x, num(5))));
  EXPECT_EQ(slt(x, num(0x80000000)), no);
  EXPECT_EQ(slt(num(0x7fffffff), x), no);
  EXPECT_EQ(slt(x, num(0)), extract(x, 31, 1));
  EXPECT_EQ(ult(zeroExtend(b8, 32), num(256)), yes);
  EXPECT_EQ(ult(zeroExtend(b8, 32), num(25)), ult(b8, num(25, 8)));
  EXPECT_EQ(slt(zeroExtend(b8, 32), num(25)), ult(b8, num(25, 8)));
  EXPECT_EQ(slt(signExtend(b8, 32), num(25)), slt(b8, num(25, 8)));
  EXPECT_EQ(slt(signExtend(b8, 32), num(200)), yes);
  EXPECT_EQ(ult(concat(b8, byte(x, 0)), num(0x300, 16)), ult(b8, num(3, 8)));
}

TEST(Term, NegationsAreKnown) {
  for (TermRef t : {c, eq(x, y), ult(x, y), slt(x, num(5)), both(c, d),
                    either(c, d), exor(c, d), ite(c, d, e), slt(x, num(0))}) {
    EXPECT_EQ(negate(negate(t)), t) << show(t);
    EXPECT_NE(negate(t), t);
    EXPECT_EQ(both(t, negate(t)), no) << show(t);
    EXPECT_EQ(either(t, negate(t)), yes) << show(t);
    EXPECT_EQ(eq(t, no), negate(t));
    EXPECT_EQ(ite(t, no, yes), negate(t));
    EXPECT_EQ(exor(t, yes), negate(t));
    EXPECT_EQ(negate(both(t, e)), either(negate(t), negate(e)));
    EXPECT_EQ(negate(either(t, e)), both(negate(t), negate(e)));
  }
  EXPECT_EQ(negate(ite(c, d, e)), ite(c, negate(d), negate(e)));
  EXPECT_EQ(negate(ite(c, negate(d), e)), ite(c, d, negate(e)));
}

TEST(Term, TruthValues) {
  EXPECT_EQ(both(c, either(c, d)), c);
  EXPECT_EQ(either(c, both(c, d)), c);
  EXPECT_EQ(both(c, either(negate(c), d)), both(c, d));
  EXPECT_EQ(both(both(c, d), e), both(both(e, c), d));
  EXPECT_EQ(ite(c, yes, d), either(c, d));
  EXPECT_EQ(ite(c, d, no), both(c, d));
  EXPECT_EQ(ite(c, d, negate(d)), eq(c, d));
}

TEST(Term, Choices) {
  EXPECT_EQ(ite(yes, x, y), x);
  EXPECT_EQ(ite(c, x, x), x);
  EXPECT_EQ(ite(negate(c), x, y), ite(c, y, x));
  EXPECT_EQ(ite(c, ite(c, x, y), z), ite(c, x, z));
  EXPECT_EQ(ite(c, num(1), num(0)), zeroExtend(c, 32));
  EXPECT_EQ(eq(ite(c, num(5), num(6)), num(5)), c);
  EXPECT_EQ(eq(ite(c, num(5), num(6)), num(6)), negate(c));
  EXPECT_EQ(eq(ite(c, num(5), num(6)), num(7)), no);
  EXPECT_EQ(eq(ite(c, num(5), x), num(5)), either(c, eq(x, num(5))));
  EXPECT_EQ(slt(ite(c, num(5), num(6)), num(6)), c);
  EXPECT_EQ(add(ite(c, num(5), num(6)), num(1)), ite(c, num(6), num(7)));
}

TEST(Term, DeepTermsNeedNoStack) {
  TermRef sumOfAll = x, mixed = x, choice = x;
  for (unsigned i = 0; i < 100'000; ++i) {
    sumOfAll = add(sumOfAll, input(100 + i, 32));
    mixed = add(exor(mixed, num(0x5a5a5a5a)), num(i | 1));
    choice = ite(ult(choice, num(i * 77)), num(i), add(choice, num(3)));
  }
  uint64_t wanted = 5, mixedWanted = 5, choiceWanted = 5;
  for (unsigned i = 0; i < 100'000; ++i) {
    wanted += 100 + i;
    mixedWanted = uint32_t((mixedWanted ^ 0x5a5a5a5a) + (i | 1));
    choiceWanted =
        choiceWanted < uint32_t(i * 77) ? i : uint32_t(choiceWanted + 3);
  }
  auto value = [](uint32_t n) -> uint64_t { return n ? n : 5; };
  EXPECT_EQ(evaluate(sumOfAll, value), uint32_t(wanted));
  EXPECT_EQ(evaluate(mixed, value), mixedWanted);
  EXPECT_EQ(evaluate(choice, value), choiceWanted);
  llvm::SmallVector<uint32_t> found;
  collectInputs(sumOfAll, found);
  EXPECT_EQ(found.size(), 100'001u);
  TermRef five = replace(mixed, [](TermRef t) { return t == x ? num(5) : 0; });
  EXPECT_EQ(five, num(mixedWanted));
  EXPECT_LT(show(mixed).size(), 4000u);
  eq(choice, num(7)), extract(mixed, 0, 8), negate(eq(mixed, sumOfAll));
}

// Written out, the last one has 2^60 parts.
TEST(Term, SharedPartsAreVisitedOnce) {
  TermRef t = x;
  for (unsigned i = 0; i < 60; ++i)
    t = exor(mul(t, t), binary(TermOp::LShr, t, y));
  EXPECT_EQ(evaluate(t, [](uint32_t) { return 0; }), 0u);
  llvm::SmallVector<uint32_t> found = {1};
  collectInputs(t, found);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_LT(show(t).size(), 4000u);
  EXPECT_EQ(replace(replace(t, [](TermRef p) { return p == x ? z : nullptr; }),
                    [](TermRef p) { return p == z ? x : nullptr; }),
            t);
}

TEST(Term, ReplaceSimplifies) {
  TermRef t = ite(ult(x, num(10)), add(x, y), z);
  auto three = [](TermRef p) { return p == x ? num(3) : nullptr; };
  EXPECT_EQ(replace(t, three), add(y, num(3)));
}

TEST(Term, InputsInOrderOfOccurrence) {
  TermRef t = ite(ult(y, x), z, num(1));
  llvm::SmallVector<uint32_t> found = {9};
  collectInputs(t, found);
  EXPECT_EQ(found, (llvm::SmallVector<uint32_t>{9, 1, 0, 2}));
}

TEST(Term, Text) {
  EXPECT_EQ(show(slt(add(x, num(1)), num(7))), "(in0 + 1) <s 7");
  EXPECT_EQ(show(slt(num(4), x)), "in0 >=s 5");
  EXPECT_EQ(show(slt(x, num(0))), "in0 <s 0");
  EXPECT_EQ(show(sub(x, num(1))), "in0 + -1");
  EXPECT_EQ(show(negate(eq(x, num(0)))), "in0 != 0");
  EXPECT_EQ(show(signExtend(b8, 32)), "(s32)in6");
  EXPECT_EQ(show(extract(x, 8, 8)), "in0[15:8]");
  EXPECT_EQ(show(extract(x, 0, 8)), "(u8)in0");
  EXPECT_EQ(show(shl(x, 2)), "in0 << 2");
  EXPECT_EQ(show(ite(c, x, y)), "in3 ? in0 : in1");
}

// The reference is the evaluator of RandomTerms.h.
TEST(Term, SimplifiedTermsHaveTheSameValues) {
  Rng rng(19);
  for (unsigned round = 0; round < 2500; ++round) {
    unsigned widths[3];
    for (unsigned &width : widths)
      width = kWidths[rng.below(std::size(kWidths))];
    RandomTerms random(rng, widths, kWidths, 10);
    std::vector<TermRef> terms = random.simplified();
    for (unsigned sample = 0; sample < 12; ++sample) {
      uint64_t values[3];
      for (unsigned i = 0; i < 3; ++i)
        values[i] =
            (rng.below(3) ? rng.next() : rng.below(4) - 2) & onesOf(widths[i]);
      std::vector<uint64_t> wanted = random.evaluate(values);
      for (size_t i = 0; i < terms.size(); ++i)
        ASSERT_EQ(evaluate(terms[i], [&](uint32_t n) { return values[n]; }),
                  wanted[i])
            << "round " << round << ": " << show(terms[i]);
    }
    for (TermRef t : terms) {
      if (t->width == 1)
        ASSERT_EQ(negate(negate(t)), t);
      if (isMadeOfBytes(t))
        expectBytesGiveBack(t);
    }
  }
}

TEST(Term, ManyThreadsMakeTheSameTerms) {
  std::vector<TermRef> made[4];
  std::vector<std::thread> threads;
  for (auto &own : made)
    threads.emplace_back([&own] {
      Rng rng(7);
      constexpr unsigned widths[] = {32, 8, 64};
      for (unsigned i = 0; i < 200; ++i)
        for (TermRef t : RandomTerms(rng, widths, kWidths, 20).simplified())
          own.push_back(t);
    });
  for (std::thread &each : threads)
    each.join();
  for (auto &own : made)
    EXPECT_EQ(own, made[0]);
}
