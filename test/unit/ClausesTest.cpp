//===- test/unit/ClausesTest.cpp - Clauses against tables of all values ---===//
#include "search/solver/Clauses.h"

#include "search/Rng.h"

#include <gtest/gtest.h>

#include <bitset>

using namespace rbcheck;
using Literal = Clauses::Literal;
using Answer = Clauses::Answer;

namespace {

constexpr unsigned kFree = 9;
constexpr size_t kAll = size_t(1) << kFree;
using Table = std::bitset<kAll>; ///< by values of the free variables

Literal negated(Literal literal) { return literal ^ 1; }

/// Random gates over free variables, as clauses and as tables.
class Gates {
public:
  Gates(Rng &rng, size_t mostLearned) : clauses(mostLearned), rng_(rng) {
    for (unsigned i = 0; i < kFree; ++i) {
      free.push_back(clauses.newVariable());
      Table table;
      for (size_t all = 0; all < kAll; ++all)
        table[all] = all >> i & 1;
      tables_.push_back(table);
    }
    clauses.add({2 * clauses.newVariable()}); // gates can be known
    tables_.push_back(Table().set());
  }

  Literal any() { return rng_.below(uint32_t(2 * tables_.size())); }

  /// Half of them tell differences, which are hard.
  void addGate() {
    Literal a = std::max(any(), any()), b = any(), c = any(); // a: rather young
    while (b / 2 == a / 2)
      b = any();
    while (c / 2 == a / 2 || c / 2 == b / 2)
      c = any();
    using Rule = bool (*)(bool, bool, bool);
    constexpr Rule rules[] = {
        [](bool x, bool y, bool) { return x && y; },
        [](bool x, bool y, bool z) { return x ? y : z; },
        [](bool x, bool y, bool z) { return x + y + z > 1; },
        [](bool x, bool y, bool z) { return (x ^ y ^ z) != 0; },
        [](bool x, bool y, bool) { return x != y; },
        [](bool x, bool y, bool) { return x != y; },
    };
    const Rule rule = rules[rng_.below(std::size(rules))];
    const Literal in[] = {a, b, c}, out = 2 * clauses.newVariable();
    const Table x = tableOf(a), y = tableOf(b), z = tableOf(c);
    Table table;
    for (size_t all = 0; all < kAll; ++all)
      table[all] = rule(x[all], y[all], z[all]);
    tables_.push_back(table);
    for (unsigned row = 0; row < 8; ++row) {
      llvm::SmallVector<Literal, 4> clause;
      for (unsigned i = 0; i < 3; ++i)
        clause.push_back(row >> i & 1 ? negated(in[i]) : in[i]);
      const bool holds = rule(row & 1, row >> 1 & 1, row >> 2 & 1);
      clause.push_back(holds ? out : negated(out));
      clauses.add(clause);
    }
  }

  /// The clauses' answer, compared with the tables.
  Answer ask(llvm::ArrayRef<Literal> literals, uint64_t mostConflicts) {
    Table hold = Table().set();
    for (Literal literal : literals)
      hold &= tableOf(literal);
    const Answer answer = clauses.solve(literals, free, mostConflicts);
    if (answer == Answer::No)
      EXPECT_TRUE(hold.none());
    if (answer == Answer::Yes) {
      size_t all = 0;
      for (unsigned i = 0; i < kFree; ++i)
        all |= size_t(clauses.valueOf(2 * free[i])) << i;
      EXPECT_TRUE(hold[all]);
    }
    return answer;
  }

  Clauses clauses;
  std::vector<Clauses::Variable> free;

private:
  Table tableOf(Literal literal) const {
    return literal & 1 ? ~tables_[literal / 2] : tables_[literal / 2];
  }

  Rng &rng_;
  std::vector<Table> tables_; ///< by variable
};

/// What questions were answered, and how often the store got smaller.
struct Counts {
  unsigned yes = 0, no = 0, unknown = 0, forgotten = 0;
};

/// Many questions to one object: most begin like the last one, some come after
/// new gates, all have other limits.
Counts askMany(uint64_t seed, size_t mostLearned, uint32_t mostConflicts,
               unsigned questions) {
  Rng rng(seed);
  Gates gates(rng, mostLearned);
  for (unsigned i = 0; i < 30; ++i)
    gates.addGate();
  std::vector<Literal> asked;
  Counts counts;
  for (unsigned i = 0; i < questions; ++i) {
    if (rng.below(40) == 0 && i < questions / 2)
      gates.addGate();
    if (rng.below(4)) // else the same again, and more
      asked.resize(rng.below(uint32_t(asked.size() + 1)));
    for (unsigned more = rng.below(5); more > 0; --more)
      asked.push_back(gates.any());
    const size_t before = gates.clauses.size();
    const Answer answer = gates.ask(asked, rng.below(mostConflicts + 1));
    counts.forgotten += gates.clauses.size() < before;
    ++(answer == Answer::Yes  ? counts.yes
       : answer == Answer::No ? counts.no
                              : counts.unknown);
    if (testing::Test::HasFailure())
      break;
  }
  return counts;
}

} // namespace

TEST(Clauses, AnswersAreThoseOfTheTables) {
  Counts all;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Counts counts = askMany(seed, 1'000'000, 1'000'000, 500);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    EXPECT_EQ(counts.unknown, 0u);
    EXPECT_EQ(counts.forgotten, 0u);
    all.yes += counts.yes;
    all.no += counts.no;
  }
  EXPECT_GT(all.yes, 1000u);
  EXPECT_GT(all.no, 1000u);
}

// What was dropped, and a search that ended in the middle, leave nothing behind
// that changes an answer.
TEST(Clauses, ForgettingAndGivingUpChangeNoAnswer) {
  Counts all;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    constexpr size_t mostLearned[] = {0, 3, 40};
    const Counts counts = askMany(seed, mostLearned[seed % 3],
                                  seed % 2 ? 6 : 40, 500);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    all.yes += counts.yes;
    all.no += counts.no;
    all.unknown += counts.unknown;
    all.forgotten += counts.forgotten;
  }
  EXPECT_GT(all.yes, 1000u);
  EXPECT_GT(all.no, 1000u);
  EXPECT_GT(all.unknown, 1000u);
  EXPECT_GT(all.forgotten, 500u);
}

// Pigeons and holes: a proof takes many conflicts, several rounds, and clauses
// of several levels. Asked again, what was learned answers.
TEST(Clauses, LongProofs) {
  constexpr unsigned pigeons = 7, holes = 6;
  Clauses clauses(0);
  std::vector<Clauses::Variable> free;
  for (unsigned i = 0; i < pigeons * holes; ++i)
    free.push_back(clauses.newVariable());
  auto isIn = [&](unsigned pigeon, unsigned hole) {
    return 2 * free[pigeon * holes + hole];
  };
  auto define = [&](llvm::ArrayRef<Literal> in) { // one of them holds
    const Literal out = 2 * clauses.newVariable();
    llvm::SmallVector<Literal, 8> some(in);
    some.push_back(negated(out));
    clauses.add(some);
    for (Literal literal : in)
      clauses.add({negated(literal), out});
    return out;
  };
  std::vector<Literal> asked;
  for (unsigned pigeon = 0; pigeon < pigeons; ++pigeon) {
    llvm::SmallVector<Literal, 8> somewhere;
    for (unsigned hole = 0; hole < holes; ++hole)
      somewhere.push_back(isIn(pigeon, hole));
    asked.push_back(define(somewhere));
  }
  const size_t untilHere = asked.size();
  for (unsigned hole = 0; hole < holes; ++hole)
    for (unsigned a = 0; a < pigeons; ++a)
      for (unsigned b = 0; b < a; ++b)
        asked.push_back(define({negated(isIn(a, hole)), negated(isIn(b, hole))}));
  constexpr uint64_t any = 1'000'000;
  EXPECT_EQ(clauses.solve(asked, free, 100), Answer::Unknown);
  EXPECT_EQ(clauses.solve(asked, free, any), Answer::No);
  EXPECT_EQ(clauses.solve(asked, free, any), Answer::No);
  // One pigeon fewer has room.
  for (unsigned out = 0; out < untilHere; ++out) {
    std::vector<Literal> fewer = asked;
    fewer.erase(fewer.begin() + out);
    EXPECT_EQ(clauses.solve(fewer, free, any), Answer::Yes) << out;
    EXPECT_EQ(clauses.solve(asked, free, any), Answer::No) << out;
  }
}

// The conflict at which a search gave up is met again by the same question.
TEST(Clauses, TheSameAfterGivingUp) {
  Clauses clauses(0);
  const Clauses::Variable free[] = {clauses.newVariable(),
                                    clauses.newVariable()};
  const Literal a = 2 * free[0], b = 2 * free[1];
  std::vector<Literal> asked;
  for (Literal other : {b, negated(b)}) { // a or other
    const Literal out = 2 * clauses.newVariable();
    clauses.add({negated(out), a, other});
    clauses.add({out, negated(a)});
    clauses.add({out, negated(other)});
    asked.push_back(out);
  }
  asked.push_back(negated(a));
  EXPECT_EQ(clauses.solve(asked, free, 0), Answer::Unknown);
  EXPECT_EQ(clauses.solve(asked, free, 100), Answer::No);
  asked.pop_back();
  EXPECT_EQ(clauses.solve(asked, free, 100), Answer::Yes);
  EXPECT_TRUE(clauses.valueOf(a));
}

// What is known when a clause comes is taken out of it: the rest is watched.
TEST(Clauses, KnownLiteralsAreTakenOut) {
  Clauses clauses(0);
  const Literal known = 2 * clauses.newVariable();
  clauses.add({known});
  EXPECT_EQ(clauses.solve({}, {}, 0), Answer::Yes); // and its consequences
  const Clauses::Variable free = clauses.newVariable();
  const Literal x = 2 * free, out = 2 * clauses.newVariable();
  clauses.add({known, negated(out)});
  clauses.add({negated(known), negated(out), x});
  clauses.add({negated(known), out, negated(x)});
  // Nothing has to be learned for this.
  EXPECT_EQ(clauses.solve({x, negated(out)}, free, 0), Answer::No);
  EXPECT_EQ(clauses.solve({out, negated(x)}, free, 0), Answer::No);
  EXPECT_EQ(clauses.solve({out}, free, 0), Answer::Yes);
  EXPECT_TRUE(clauses.valueOf(x));
}
