//===- test/unit/SolverTest.cpp - Terms and questions against Z3 ----------===//
#include "interp/state/symbolic/Values.h"
#include "search/solver/IndependentSets.h"
#include "search/solver/SolverPool.h"
#include "test/unit/RandomTerms.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

using namespace rbcheck;
using namespace rbcheck::term;
using Answer = Solver::Answer;

namespace {

constexpr unsigned kWidths[] = {1, 7, 8, 16, 31, 32, 33, 63, 64};
constexpr unsigned kSmallWidths[] = {1, 2, 3, 4, 5, 8};

TermRef num(uint64_t value, unsigned width = 32) {
  return constant(value, width);
}
TermRef eq(TermRef a, TermRef b) { return binary(TermOp::Eq, a, b); }
TermRef ult(TermRef a, TermRef b) { return binary(TermOp::ULt, a, b); }
std::string show(TermRef t) {
  return text(t, [](uint32_t n) { return "in" + std::to_string(n); });
}
uint64_t valueOf(TermRef t, const Assignment &example) {
  return evaluate(t, [&](uint32_t n) { return example.lookup(n); });
}

/// Nothing is shared with the simplifier: the negation is written down as is.
bool isProvenEqual(Solver &z3, TermRef a, TermRef b) {
  if (a == b)
    return true;
  TermRef same = rawBinary(TermOp::Eq, a, b);
  return z3.isPossible({rawBinary(TermOp::Xor, same, num(1, 1))}) == Answer::No;
}

/// Random conditions over inputs of 8 bits together, and all that hold.
struct SmallProblem {
  static constexpr unsigned kInputs[] = {1, 3, 4};
  std::vector<TermRef> truths, words;
  std::vector<std::vector<uint64_t>> values; ///< by assignment, then node
  std::vector<size_t> truthNodes, wordNodes;

  explicit SmallProblem(Rng &rng) {
    RandomTerms random(rng, kInputs, kSmallWidths, 12);
    std::vector<TermRef> terms = random.simplified();
    for (size_t i = 0; i < terms.size(); ++i) {
      const bool isTruth = random.nodes[i].width == 1;
      (isTruth ? truths : words).push_back(terms[i]);
      (isTruth ? truthNodes : wordNodes).push_back(i);
    }
    for (uint64_t all = 0; all < 256; ++all)
      values.push_back(random.evaluate({all & 1, all >> 1 & 7, all >> 4}));
  }
  /// Some of the truths, and the assignments for which all hold.
  std::vector<TermRef> choose(Rng &rng, std::vector<bool> &hold) const {
    std::vector<TermRef> chosen;
    hold.assign(256, true);
    for (size_t i = 0; i < truths.size(); ++i)
      if (rng.below(3) == 0) {
        const bool isNegated = rng.below(2);
        chosen.push_back(isNegated ? negate(truths[i]) : truths[i]);
        for (size_t all = 0; all < 256; ++all)
          hold[all] = hold[all] && values[all][truthNodes[i]] != isNegated;
      }
    return chosen;
  }
};

} // namespace

TEST(Solver, SimplifiedTermsAreProvenEqual) {
  std::unique_ptr<Solver> z3 = makeZ3Solver();
  Rng rng(1);
  unsigned different = 0;
  for (unsigned round = 0; round < 800; ++round) {
    constexpr unsigned inputs[] = {8, 5, 1};
    RandomTerms random(rng, inputs, kSmallWidths, 8);
    std::vector<TermRef> simple = random.simplified();
    std::vector<TermRef> written = random.asWritten();
    for (size_t i = 0; i < simple.size(); ++i) {
      different += simple[i] != written[i];
      ASSERT_TRUE(isProvenEqual(*z3, simple[i], written[i]))
          << show(written[i]) << " became " << show(simple[i]);
    }
  }
  EXPECT_GT(different, 10'000u);
  EXPECT_EQ(z3->stats().unknown, 0u);
}

// A wrong law would be seen: the same question about terms that differ.
TEST(Solver, DifferentTermsAreNotProvenEqual) {
  std::unique_ptr<Solver> z3 = makeZ3Solver();
  TermRef x = input(0, 32), y = input(1, 32);
  EXPECT_FALSE(
      isProvenEqual(*z3, binary(TermOp::Sub, x, y), binary(TermOp::Sub, y, x)));
  EXPECT_FALSE(isProvenEqual(*z3, ult(x, y), binary(TermOp::SLt, x, y)));
  EXPECT_TRUE(isProvenEqual(*z3, rawBinary(TermOp::Add, x, y),
                            rawBinary(TermOp::Add, y, x)));
}

// Products and quotients of long words can be too hard: not too many of them.
TEST(Solver, WideTermsAreProvenEqual) {
  SolverLimits limits;
  limits.work = 200'000;
  std::unique_ptr<Solver> z3 = makeZ3Solver(limits);
  Rng rng(6);
  unsigned proven = 0, open = 0;
  for (unsigned round = 0; round < 200; ++round) {
    unsigned widths[3];
    for (unsigned &width : widths)
      width = kWidths[rng.below(std::size(kWidths))];
    RandomTerms random(rng, widths, kWidths, 5);
    std::vector<TermRef> simple = random.simplified();
    std::vector<TermRef> written = random.asWritten();
    for (size_t i = 0; i < simple.size(); ++i) {
      TermRef same = rawBinary(TermOp::Eq, simple[i], written[i]);
      const Answer answer =
          z3->isPossible({rawBinary(TermOp::Xor, same, num(1, 1))});
      ASSERT_NE(answer, Answer::Yes)
          << show(written[i]) << " became " << show(simple[i]);
      ++(answer == Answer::No ? proven : open);
    }
  }
  EXPECT_GT(proven, 20 * open);
}

TEST(Solver, WideTermsMeanTheSameToZ3) {
  std::unique_ptr<Solver> z3 = makeZ3Solver();
  Rng rng(2);
  for (unsigned round = 0; round < 100; ++round) {
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
                                     num(values[i], widths[i])));
    }
    // All nodes at once have the values of the reference.
    std::vector<uint64_t> wanted = random.evaluate(values);
    for (size_t i = 0; i < written.size(); ++i)
      conditions.push_back(
          rawBinary(TermOp::Eq, written[i], num(wanted[i], written[i]->width)));
    ASSERT_EQ(z3->isPossible(conditions), Answer::Yes) << "round " << round;
  }
}

TEST(Solver, AgreesWithAllInputsTried) {
  std::unique_ptr<Solver> solver = makeSolver();
  Rng rng(3);
  unsigned possible = 0, impossible = 0;
  for (unsigned round = 0; round < 150; ++round) {
    SmallProblem problem(rng);
    for (unsigned question = 0; question < 6; ++question) {
      std::vector<bool> hold;
      std::vector<TermRef> conditions = problem.choose(rng, hold);
      const bool isPossible = llvm::is_contained(hold, true);
      Assignment example;
      ASSERT_EQ(solver->isPossible(conditions, &example),
                isPossible ? Answer::Yes : Answer::No);
      if (isPossible)
        for (TermRef each : conditions)
          ASSERT_EQ(valueOf(each, example), 1u) << show(each);
      ++(isPossible ? possible : impossible);
    }
  }
  EXPECT_GT(possible, 100u);
  EXPECT_GT(impossible, 100u);
  EXPECT_GT(solver->stats().byModel, 0u);
  EXPECT_GT(solver->stats().bySolver, 0u);
}

TEST(Solver, CachingDoesNotChangeAnswers) {
  std::unique_ptr<Solver> caching = makeSolver(), plain = makeZ3Solver();
  Rng rng(4);
  for (unsigned round = 0; round < 40; ++round) {
    unsigned widths[] = {8, 32, 16};
    RandomTerms random(rng, widths, kSmallWidths, 12);
    llvm::SmallVector<TermRef> truths;
    for (TermRef t : random.simplified())
      if (t->width == 1)
        truths.push_back(t);
    llvm::SmallVector<TermRef> path;
    for (unsigned i = 0; i < 6 && !truths.empty(); ++i) {
      TermRef next = truths[rng.below(uint32_t(truths.size()))];
      path.push_back(rng.below(2) ? next : negate(next));
      const Answer wanted = plain->isPossible(path);
      ASSERT_EQ(caching->isPossible(path), wanted);
      ASSERT_EQ(caching->isPossible(path), wanted); // once more
      if (wanted == Answer::No)
        path.pop_back();
    }
  }
  EXPECT_GT(caching->stats().asBefore, 100u);
  EXPECT_GT(caching->stats().byCache, 20u);
  EXPECT_GT(caching->stats().byModel, 20u);
  EXPECT_LT(caching->stats().bySolver, plain->stats().bySolver);
}

TEST(Solver, ObviousQuestionsDoNotReachZ3) {
  std::unique_ptr<Solver> solver = makeSolver();
  TermRef x = input(0, 32), y = input(1, 32);
  TermRef product = eq(binary(TermOp::Mul, x, y), num(77));
  EXPECT_EQ(solver->isPossible({}), Answer::Yes);
  EXPECT_EQ(solver->isPossible({num(1, 1)}), Answer::Yes);
  EXPECT_EQ(solver->isPossible({num(0, 1), product}), Answer::No);
  EXPECT_EQ(solver->isPossible({product, ult(x, y), negate(product)}),
            Answer::No);
  EXPECT_EQ(solver->stats().bySolver, 0u);
  EXPECT_EQ(solver->stats().queries, 4u);
}

TEST(Solver, ExamplesOfAllPartsAreOne) {
  std::unique_ptr<Solver> solver = makeSolver();
  TermRef x = input(0, 32), y = input(1, 8), z = input(2, 1);
  Assignment example;
  ASSERT_EQ(solver->isPossible({eq(x, num(7)), eq(y, num(9, 8)), z}, &example),
            Answer::Yes);
  EXPECT_EQ(example.lookup(0), 7u);
  EXPECT_EQ(example.lookup(1), 9u);
  EXPECT_EQ(example.lookup(2), 1u);
  // One number may stand for inputs of other widths on another path.
  ASSERT_EQ(solver->isPossible({eq(input(0, 8), num(200, 8))}, &example),
            Answer::Yes);
  EXPECT_EQ(example.lookup(0), 200u);
}

TEST(Solver, PartsShareNoInput) {
  TermRef a = input(0, 8), b = input(1, 8), c = input(2, 8), d = input(3, 8);
  TermRef ab = ult(a, b), cd = ult(c, d), bc = ult(b, c);
  TermRef only = eq(a, num(3, 8));
  IndependentSets sets;
  auto two = sets.split({cd, ab, only});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0], IndependentSets::Set({cd}));
  EXPECT_EQ(two[1], IndependentSets::Set({ab, only}));
  EXPECT_EQ(sets.split({ab, cd, only, bc}).size(), 1u);
  EXPECT_TRUE(sets.split({}).empty());
}

namespace {

/// The factors of a product of two primes of 32 bits.
llvm::SmallVector<TermRef> hardQuestion() {
  constexpr uint64_t number = uint64_t(3037000493) * 2860486313;
  TermRef x = input(0, 32), y = input(1, 32);
  TermRef product = binary(TermOp::Mul, zeroExtend(x, 64), zeroExtend(y, 64));
  return {eq(product, num(number, 64)), ult(num(1), x), ult(num(1), y)};
}

} // namespace

TEST(Solver, OutOfWorkIsUnknown) {
  SolverLimits limits;
  limits.work = 100'000;
  std::unique_ptr<Solver> solver = makeSolver(limits);
  EXPECT_EQ(solver->isPossible(hardQuestion()), Answer::Unknown);
  EXPECT_EQ(solver->stats().unknown, 1u);
  // It can be asked other things after that.
  EXPECT_EQ(solver->isPossible({eq(input(0, 32), num(5))}), Answer::Yes);
  // Known to be too hard: not tried again.
  EXPECT_EQ(solver->isPossible(hardQuestion()), Answer::Unknown);
  EXPECT_EQ(solver->stats().unknown, 1u);
  // A part that is impossible decides all the same.
  llvm::SmallVector<TermRef> more = hardQuestion();
  TermRef z = input(2, 32), u = input(3, 32);
  more.append({ult(z, u), ult(u, z)});
  EXPECT_EQ(solver->isPossible(more), Answer::No);
}

TEST(Solver, OutOfTimeIsUnknown) {
  SolverLimits limits;
  limits.work = 0;
  limits.milliseconds = 30;
  std::unique_ptr<Solver> solver = makeSolver(limits);
  EXPECT_EQ(solver->isPossible(hardQuestion()), Answer::Unknown);
  EXPECT_EQ(solver->isPossible({eq(input(0, 32), num(5))}), Answer::Yes);
}

TEST(Solver, EndsWithTheRun) {
  std::atomic<bool> interrupted = false;
  SolverLimits limits;
  limits.work = limits.milliseconds = 0;
  limits.run.interrupted = &interrupted;
  std::unique_ptr<Solver> solver = makeSolver(limits);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interrupted = true;
  });
  EXPECT_EQ(solver->isPossible(hardQuestion()), Answer::Unknown);
  other.join();
  // Not kept as an answer: with more time there may be one.
  EXPECT_EQ(solver->stats().byCache, 0u);
  EXPECT_EQ(solver->isPossible(hardQuestion()), Answer::Unknown);
  EXPECT_EQ(solver->stats().byCache, 0u);
}

// Four threads that ask the same conditions at once, in other orders, get the
// answers of one, and all questions are counted.
TEST(SolverPool, AnyThreadMayAsk) {
  constexpr unsigned threads = 4, rounds = 20, questions = 4;
  struct Question {
    std::vector<TermRef> conditions;
    bool isPossible;
  };
  Rng rng(7);
  std::vector<Question> all;
  for (unsigned round = 0; round < rounds; ++round) {
    SmallProblem problem(rng);
    for (unsigned i = 0; i < questions; ++i) {
      std::vector<bool> hold;
      std::vector<TermRef> conditions = problem.choose(rng, hold);
      all.push_back({conditions, llvm::is_contained(hold, true)});
    }
  }
  auto pool = std::make_shared<SolverPool>(SolverLimits());
  std::atomic<unsigned> wrong = 0;
  auto ask = [&](unsigned thread) {
    std::unique_ptr<Solver> solver = pool->borrower();
    Rng order(8, thread);
    std::vector<const Question *> mine;
    for (const Question &question : all)
      mine.push_back(&question);
    order.shuffle(mine);
    for (const Question *question : mine) {
      Assignment example;
      const Answer answer = solver->isPossible(question->conditions, &example);
      wrong += answer != (question->isPossible ? Answer::Yes : Answer::No);
      if (answer == Answer::Yes)
        for (TermRef each : question->conditions)
          wrong += valueOf(each, example) != 1;
    }
  };
  std::vector<std::thread> running;
  for (unsigned i = 0; i < threads; ++i)
    running.emplace_back(ask, i);
  for (std::thread &each : running)
    each.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(pool->total().queries, threads * all.size());
}

// One thread has one solver, whoever asks.
TEST(SolverPool, BorrowersKnowEachOthersAnswers) {
  auto pool = std::make_shared<SolverPool>(SolverLimits());
  TermRef condition = ult(num(5), input(0, 32));
  EXPECT_EQ(pool->borrower()->isPossible({condition}), Answer::Yes);
  EXPECT_EQ(pool->borrower()->isPossible({condition}), Answer::Yes);
  EXPECT_EQ(pool->total().queries, 2u);
  EXPECT_EQ(pool->total().asBefore, 1u);
}

TEST(Values, AgreeWithAllInputsTried) {
  std::unique_ptr<Solver> solver = makeSolver();
  Rng rng(5);
  unsigned complete = 0, cut = 0;
  for (unsigned round = 0; round < 250; ++round) {
    SmallProblem problem(rng);
    std::vector<bool> hold;
    std::vector<TermRef> conditions = problem.choose(rng, hold);
    const size_t which = rng.below(uint32_t(problem.words.size()));
    std::set<uint64_t> values;
    for (size_t all = 0; all < 256; ++all)
      if (hold[all])
        values.insert(problem.values[all][problem.wordNodes[which]]);
    const unsigned limit = 1 + rng.below(5);
    std::vector<uint64_t> wanted(values.begin(), values.end());
    if (values.size() > limit)
      wanted.erase(wanted.begin() + (limit - limit / 2),
                   wanted.end() - limit / 2);
    ValueSet found =
        possibleValues(*solver, conditions, problem.words[which], limit);
    ASSERT_TRUE(found.isKnown);
    ASSERT_EQ(found.isComplete, values.size() <= limit);
    ASSERT_EQ(std::vector<uint64_t>(found.values.begin(), found.values.end()),
              wanted)
        << show(problem.words[which]);
    ++(found.isComplete ? complete : cut);
  }
  EXPECT_GT(complete, 10u);
  EXPECT_GT(cut, 10u);
}

TEST(Values, OfWholeWords) {
  std::unique_ptr<Solver> solver = makeSolver();
  TermRef x = input(0, 64);
  ValueSet found = possibleValues(*solver, {}, x, 4);
  EXPECT_FALSE(found.isComplete);
  EXPECT_EQ(found.values, (llvm::SmallVector<uint64_t>{0, 1, ~uint64_t(0) - 1,
                                                       ~uint64_t(0)}));
  TermRef third = binary(TermOp::Mul, x, num(1000, 64));
  found = possibleValues(*solver, {ult(x, num(9, 64)), ult(num(4, 64), x)},
                         third, 8);
  EXPECT_TRUE(found.isComplete);
  EXPECT_EQ(found.values,
            (llvm::SmallVector<uint64_t>{5000, 6000, 7000, 8000}));
  found = possibleValues(*solver, {ult(x, num(0, 64))}, x, 8);
  EXPECT_TRUE(found.isComplete && found.values.empty());
}

TEST(Values, AreNotKnownWhenTheSolverGivesUp) {
  SolverLimits limits;
  limits.work = 100'000;
  std::unique_ptr<Solver> solver = makeSolver(limits);
  ValueSet found = possibleValues(*solver, hardQuestion(), input(0, 32), 4);
  EXPECT_FALSE(found.isKnown);
  EXPECT_FALSE(found.isComplete);
}
