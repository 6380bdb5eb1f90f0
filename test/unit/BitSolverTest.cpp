//===- test/unit/BitSolverTest.cpp - Answers bit by bit against Z3's ------===//
#include "search/solver/BitSolver.h"
#include "search/solver/Z3Solver.h"
#include "test/unit/RandomTerms.h"

#include <gtest/gtest.h>

using namespace rbcheck;
using namespace rbcheck::term;
using Answer = Solver::Answer;

namespace {

constexpr unsigned kWidths[] = {1, 7, 8, 16, 31, 32, 33, 63, 64};
constexpr unsigned kSmallWidths[] = {1, 2, 3, 4, 5, 8};

std::unique_ptr<Solver> makeBits() { return makeBitSolver(makeZ3Solver()); }

/// Stands behind where the bits' own answers are of interest.
class KnowsNothing final : public Solver {
public:
  Answer isPossible(llvm::ArrayRef<TermRef>, Assignment *) override {
    return Answer::Unknown;
  }
};

TermRef isNot(TermRef truth) {
  return rawBinary(TermOp::Xor, truth, constant(1, 1));
}

/// Conditions as programs have them: comparisons of inputs, sums, differences,
/// masks, multiples and numbers, of 32 bits.
class Comparisons {
public:
  explicit Comparisons(Rng &rng) : rng_(rng) {}

  TermRef next() {
    TermRef a = operand(), b = rng_.below(2) ? operand() : number();
    constexpr TermOp ops[] = {TermOp::Eq, TermOp::ULt, TermOp::SLt};
    TermRef made = rng_.below(4) ? rawBinary(ops[rng_.below(3)], a, b)
                                 : rawBinary(ops[rng_.below(3)], b, a);
    return rng_.below(2) ? made : isNot(made);
  }

private:
  TermRef number() {
    constexpr uint64_t some[] = {0, 1, 3, 7, 10, 50, 100, 1000, 0x7fffffff,
                                 0x80000000, 0xffffffff};
    return constant(some[rng_.below(std::size(some))], 32);
  }
  TermRef operand() {
    TermRef x = input(rng_.below(3), 32), y = input(rng_.below(3), 32);
    constexpr TermOp ops[] = {TermOp::Add, TermOp::Sub,  TermOp::And,
                              TermOp::Or,  TermOp::Xor,  TermOp::Mul,
                              TermOp::Shl, TermOp::LShr, TermOp::AShr};
    switch (rng_.below(4)) {
    case 0: // with a number, of all operations
      return rawBinary(ops[rng_.below(std::size(ops))], x, number());
    case 1: // without products, which can be hard
      return rawBinary(ops[rng_.below(5)], x, y);
    default:
      return x;
    }
  }
  Rng &rng_;
};

/// Conditions of all operations but divisions, of widths from 1 to 64: terms are
/// compared with each other, and with what they are for some inputs, or nearly.
class Conditions {
public:
  explicit Conditions(Rng &rng)
      : rng_(rng), terms_(rng, inputWidths(), widths_, 7, false),
        written_(terms_.asWritten()) {
    uint64_t chosen[3];
    for (unsigned i = 0; i < 3; ++i)
      chosen[i] = rng.next() & onesOf(widths_[i]);
    values_ = terms_.evaluate(chosen);
  }

  TermRef next() {
    const size_t at = rng_.below(uint32_t(written_.size()));
    TermRef term = written_[at], made = term;
    if (term->width > 1) {
      constexpr TermOp ops[] = {TermOp::Eq, TermOp::ULt, TermOp::SLt};
      // One more or less than it is, as often as not.
      const uint64_t value = values_[at] + rng_.below(3) - rng_.below(2);
      TermRef other = constant(value, term->width);
      if (rng_.below(4))
        for (unsigned tries = 0; tries < 10; ++tries)
          if (TermRef any = written_[rng_.below(uint32_t(written_.size()))];
              any->width == term->width && !any->isConstant())
            other = any;
      if (rng_.below(2))
        std::swap(term, other);
      made = rawBinary(ops[rng_.below(3)], term, other);
    }
    return rng_.below(2) ? made : isNot(made);
  }

private:
  llvm::ArrayRef<unsigned> inputWidths() {
    for (unsigned &width : widths_)
      width = 1 + rng_.below(rng_.below(2) ? 64 : 12);
    if (rng_.below(2))
      widths_[1] = widths_[0];
    return widths_;
  }
  Rng &rng_;
  unsigned widths_[3];
  RandomTerms terms_;
  std::vector<TermRef> written_;
  std::vector<uint64_t> values_;
};

constexpr TermOp kOperations[] = {
    TermOp::Add,  TermOp::Sub,  TermOp::Mul, TermOp::And, TermOp::Or,
    TermOp::Xor,  TermOp::Shl,  TermOp::LShr, TermOp::AShr, TermOp::Eq,
    TermOp::ULt,  TermOp::SLt,  TermOp::Ite, TermOp::Concat, TermOp::Extract,
    TermOp::ZExt, TermOp::SExt};

/// One operation on inputs that are given, and its value by the reference.
struct OneOperation {
  llvm::SmallVector<TermRef> given; ///< input = value, of all
  TermRef isRight;

  /// `form`: which operands are inputs, numbers, or the other one's complement.
  OneOperation(Rng &rng, TermOp op, unsigned width, unsigned form) {
    constexpr unsigned noWidths[] = {1};
    const unsigned high = width / 2 + (width == 1), low = width - width / 2;
    const unsigned part = 1 + rng.below(width);
    const bool isExtension = op == TermOp::ZExt || op == TermOp::SExt;
    unsigned widths[] = {width, width, 1};
    if (op == TermOp::Concat)
      widths[0] = high, widths[1] = low;
    if (isExtension)
      widths[0] = part;
    RandomTerms terms(rng, widths, noWidths, 0);
    uint64_t values[3];
    for (unsigned i = 0; i < 3; ++i) {
      const bool isAmount =
          i == 1 && op >= TermOp::Shl && op <= TermOp::AShr && rng.below(4);
      values[i] = isAmount ? std::min<uint64_t>(rng.below(width + 3),
                                                onesOf(width))
                           : someValue(rng, widths[i]);
      given.push_back(rawBinary(TermOp::Eq, input(i, widths[i]),
                                constant(values[i], widths[i])));
    }
    auto add = [&](RandomTerms::Node node) {
      terms.nodes.push_back(node);
      return terms.nodes.size() - 1;
    };
    auto number = [&](unsigned i) {
      return add({TermOp::Constant, widths[i], values[i], {}});
    };
    size_t a = 0, b = 1;
    const size_t ones = add({TermOp::Constant, width, onesOf(width), {}});
    switch (form % 5) {
    case 1:
      a = number(0);
      break;
    case 2:
      b = number(1);
      break;
    case 3:
      b = widths[1] == widths[0] ? a : b;
      break;
    case 4:
      if (widths[0] == width && widths[1] == width)
        b = add({TermOp::Xor, width, 0, {a, ones}});
      break;
    default:
      break;
    }
    switch (op) {
    case TermOp::Ite:
      add({op, width, 0, {2, a, b}});
      break;
    case TermOp::Concat:
      add({op, high + low, 0, {a, b}});
      break;
    case TermOp::Extract:
      add({op, part, rng.below(width - part + 1), {a}});
      break;
    case TermOp::ZExt:
    case TermOp::SExt:
      add({op, width, 0, {a}});
      break;
    default:
      add({op, op >= TermOp::Eq && op <= TermOp::SLt ? 1 : width, 0, {a, b}});
    }
    TermRef made = terms.asWritten().back();
    isRight = rawBinary(TermOp::Eq, made,
                        constant(terms.evaluate(values).back(), made->width));
  }

private:
  static uint64_t someValue(Rng &rng, unsigned width) {
    const uint64_t sign = uint64_t(1) << (width - 1);
    const uint64_t some[] = {0,          1,          onesOf(width), sign,
                             sign - 1,   rng.next(), rng.next(),    rng.next()};
    return some[rng.below(std::size(some))] & onesOf(width);
  }
};

/// What Z3 says, of conditions it can be asked for some time.
std::unique_ptr<Solver> makeReference() {
  SolverLimits limits;
  limits.work = 300'000;
  return makeZ3Solver(limits);
}

/// Asks one solver, whose limits are these, for paths of conditions of a source;
/// some paths twice, since what is learned when it gives up is kept.
template <typename Source>
void comparePaths(uint64_t seed, unsigned programs, const BitLimits &limits,
                  unsigned &decided, unsigned &impossible, unsigned &open) {
  std::unique_ptr<Solver> z3 = makeReference();
  std::unique_ptr<Solver> bits =
      makeBitSolver(std::make_unique<KnowsNothing>(), limits);
  Rng rng(seed);
  for (unsigned program = 0; program < programs; ++program) {
    Source conditions(rng);
    std::vector<TermRef> path;
    for (unsigned i = 0; i < 25; ++i) {
      if (rng.below(8) == 0)
        path.resize(rng.below(uint32_t(path.size() + 1)));
      path.push_back(conditions.next());
      const Answer wanted = z3->isPossible(path);
      for (unsigned times = 1 + rng.below(2); times > 0; --times) {
        const Answer found = bits->isPossible(path);
        ++(found == Answer::Unknown ? open : decided);
        impossible += found == Answer::No;
        if (found != Answer::Unknown && wanted != Answer::Unknown)
          ASSERT_EQ(found, wanted) << "program " << program << ", " << i;
      }
      if (wanted != Answer::Yes)
        path.pop_back();
    }
  }
}

} // namespace

// All operations, with all inputs tried.
TEST(BitSolver, AgreesWithAllInputsTried) {
  std::unique_ptr<Solver> solver = makeBits();
  Rng rng(21);
  unsigned possible = 0, impossible = 0;
  for (unsigned round = 0; round < 1000; ++round) {
    constexpr unsigned inputs[] = {1, 3, 4};
    RandomTerms random(rng, inputs, kSmallWidths, 8);
    std::vector<TermRef> written = random.asWritten();
    const uint64_t some = rng.below(256);
    auto values = random.evaluate({some & 1, some >> 1 & 7, some >> 4});
    llvm::SmallVector<TermRef> conditions;
    std::vector<std::pair<size_t, uint64_t>> wanted; // nodes and their values
    for (size_t i = 0; i < written.size(); ++i)
      if (rng.below(4) == 0) {
        const bool isRight = rng.below(6);
        const uint64_t value =
            isRight ? values[i] : rng.next() & onesOf(written[i]->width);
        wanted.push_back({i, value});
        conditions.push_back(rawBinary(TermOp::Eq, written[i],
                                       constant(value, written[i]->width)));
      }
    bool isPossible = false;
    for (uint64_t all = 0; all < 256; ++all) {
      values = random.evaluate({all & 1, all >> 1 & 7, all >> 4});
      isPossible |= llvm::all_of(
          wanted, [&](auto each) { return values[each.first] == each.second; });
    }
    ASSERT_EQ(solver->isPossible(conditions),
              isPossible ? Answer::Yes : Answer::No)
        << "round " << round;
    ++(isPossible ? possible : impossible);
  }
  EXPECT_GT(possible, 100u);
  EXPECT_GT(impossible, 100u);
  EXPECT_GT(solver->stats().byBits, 200u);
}

// Every operation of every width computes what the reference does: with inputs
// given, its value is possible, and no other is.
TEST(BitSolver, WideTermsMeanTheSame) {
  std::unique_ptr<Solver> solver = makeBits();
  Rng rng(22);
  for (unsigned round = 0; round < 300; ++round) {
    unsigned widths[2];
    for (unsigned &width : widths)
      width = kWidths[rng.below(std::size(kWidths))];
    RandomTerms random(rng, widths, kWidths, 8);
    std::vector<TermRef> written = random.asWritten();
    uint64_t values[2];
    llvm::SmallVector<TermRef> conditions;
    for (unsigned i = 0; i < 2; ++i) {
      values[i] = rng.next() & onesOf(widths[i]);
      conditions.push_back(rawBinary(TermOp::Eq, input(i, widths[i]),
                                     constant(values[i], widths[i])));
    }
    std::vector<uint64_t> wanted = random.evaluate(values);
    for (size_t i = 0; i < written.size(); ++i) {
      TermRef same = rawBinary(TermOp::Eq, written[i],
                               constant(wanted[i], written[i]->width));
      conditions.push_back(isNot(same));
      ASSERT_EQ(solver->isPossible(conditions), Answer::No) << "round " << round;
      conditions.back() = same;
    }
    ASSERT_EQ(solver->isPossible(conditions), Answer::Yes) << "round " << round;
  }
  EXPECT_GT(solver->stats().byBits, 1000u);
}

// Paths of conditions, one after the other on one solver: what it learned and
// kept from others changes no answer.
TEST(BitSolver, PathsHaveTheAnswersOfZ3) {
  std::unique_ptr<Solver> bits = makeBits(), z3 = makeZ3Solver();
  Rng rng(23);
  Comparisons comparisons(rng);
  unsigned possible = 0, impossible = 0;
  for (unsigned program = 0; program < 12; ++program) {
    std::vector<TermRef> conditions;
    for (unsigned i = 0; i < 14; ++i)
      conditions.push_back(comparisons.next());
    for (unsigned round = 0; round < 12; ++round) {
      std::vector<TermRef> path;
      for (TermRef condition : conditions) {
        if (rng.below(4) == 0)
          continue;
        path.push_back(rng.below(2) ? condition : isNot(condition));
        const Answer wanted = z3->isPossible(path);
        ASSERT_EQ(bits->isPossible(path), wanted);
        ++(wanted == Answer::Yes ? possible : impossible);
        if (wanted == Answer::No)
          path.pop_back();
      }
    }
  }
  EXPECT_GT(possible, 300u);
  EXPECT_GT(impossible, 300u);
  EXPECT_GT(bits->stats().byBits, 20 * bits->stats().bySolver);
}

// Every operation at every width, with numbers on either side or none: where the
// inputs are given, the reference's value is possible, and no other is.
TEST(BitSolver, EveryOperationOfEveryWidth) {
  std::unique_ptr<Solver> solver =
      makeBitSolver(std::make_unique<KnowsNothing>());
  Rng rng(24);
  for (TermOp op : kOperations)
    for (unsigned width = 1; width <= 64; ++width)
      for (unsigned round = 0; round < 5; ++round) {
        OneOperation one(rng, op, width, round);
        ASSERT_EQ(solver->isPossible(one.given), Answer::Yes);
        one.given.push_back(isNot(one.isRight));
        ASSERT_EQ(solver->isPossible(one.given), Answer::No)
            << unsigned(op) << " of " << width << ", round " << round;
        one.given.back() = one.isRight;
        ASSERT_EQ(solver->isPossible(one.given), Answer::Yes)
            << unsigned(op) << " of " << width << ", round " << round;
      }
}

// Sums of words whose high bits are the same or opposite, and whose low ones
// make a carry that nobody knows: carries of such bits are no gates.
// The carry's variable may be older than the bits', or younger.
static void checkSumsOfRelatedWords(bool isCarryOlder) {
  std::unique_ptr<Solver> solver =
      makeBitSolver(std::make_unique<KnowsNothing>());
  TermRef x = input(0, 3), y = input(1, 2), z = input(2, 2);
  if (isCarryOlder)
    ASSERT_EQ(solver->isPossible({rawBinary(
                  TermOp::Eq, rawBinary(TermOp::Add, y, z), constant(1, 2))}),
              Answer::Yes);
  TermRef opposite = rawBinary(TermOp::Xor, x, constant(7, 3));
  for (TermRef high : {x, opposite})
    for (bool isExchanged : {false, true})
      for (uint64_t all = 0; all < 128; ++all) {
        const uint64_t a = all & 7, b = all >> 3 & 3, c = all >> 5;
        const uint64_t value =
            (a << 2 | b) + ((high == x ? a : 7 - a) << 2 | c);
        TermRef one = raw(TermOp::Concat, 5, 0, {x, y});
        TermRef two = raw(TermOp::Concat, 5, 0, {high, z});
        TermRef made = isExchanged ? rawBinary(TermOp::Add, two, one)
                                   : rawBinary(TermOp::Add, one, two);
        TermRef isRight = rawBinary(TermOp::Eq, made, constant(value, 5));
        llvm::SmallVector<TermRef> given = {
            rawBinary(TermOp::Eq, x, constant(a, 3)),
            rawBinary(TermOp::Eq, y, constant(b, 2)),
            rawBinary(TermOp::Eq, z, constant(c, 2)), isRight};
        ASSERT_EQ(solver->isPossible(given), Answer::Yes) << all;
        given.back() = isNot(isRight);
        ASSERT_EQ(solver->isPossible(given), Answer::No) << all;
      }
}

TEST(BitSolver, SumsOfRelatedWords) {
  checkSumsOfRelatedWords(false);
  checkSumsOfRelatedWords(true);
}

// Conditions of all operations and widths, thousands of them on one solver.
TEST(BitSolver, ConditionsOfAllKindsHaveTheAnswersOfZ3) {
  unsigned decided = 0, impossible = 0, open = 0;
  comparePaths<Conditions>(25, 150, {}, decided, impossible, open);
  EXPECT_GT(decided, 3000u);
  EXPECT_GT(impossible, 1000u);
}

// The same with limits so small that it drops clauses, gives up and begins anew
// all the time.
TEST(BitSolver, SmallLimitsChangeNoAnswer) {
  unsigned decided = 0, impossible = 0, open = 0;
  BitLimits limits;
  limits.learned = 0; // before every question
  comparePaths<Conditions>(26, 40, limits, decided, impossible, open);
  comparePaths<Comparisons>(27, 20, limits, decided, impossible, open);
  limits.conflicts = 5;
  limits.learned = 20;
  comparePaths<Conditions>(28, 40, limits, decided, impossible, open);
  comparePaths<Comparisons>(29, 20, limits, decided, impossible, open);
  limits.words = 20'000;
  comparePaths<Conditions>(30, 40, limits, decided, impossible, open);
  EXPECT_GT(decided, 3000u);
  EXPECT_GT(impossible, 1000u);
  EXPECT_GT(open, 50u);
}

TEST(BitSolver, LeavesDivisionsToTheSolverBehind) {
  std::unique_ptr<Solver> solver = makeBits();
  TermRef x = input(0, 32);
  TermRef third = binary(TermOp::UDiv, x, constant(3, 32));
  Assignment example;
  ASSERT_EQ(solver->isPossible({binary(TermOp::Eq, third, constant(7, 32))},
                               &example),
            Answer::Yes);
  EXPECT_EQ(example.lookup(0) / 3, 7u);
  EXPECT_EQ(solver->stats().bySolver, 1u);
  EXPECT_EQ(solver->stats().byBits, 0u);
  // What only mentions the same inputs is not concerned.
  EXPECT_EQ(solver->isPossible({binary(TermOp::Eq, x, constant(7, 32))}),
            Answer::Yes);
  EXPECT_EQ(solver->stats().byBits, 1u);
}
