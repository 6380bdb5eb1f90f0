//===- test/unit/BacktrackingTest.cpp - Randomized backtracking on trees --===//
//
// The worked example of the specification, coin by coin, and each option on
// small trees whose result can be written down by hand.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Backtracking.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>

using namespace rbcheck;

namespace {

/// A complete binary tree. A node is the string of turns that leads to it.
/// Leaves are states without choices.
class Tree {
public:
  using Node = std::string;
  using Choice = char;
  using Key = std::string;
  using Operation = std::pair<char, size_t>; // who moved, and where

  explicit Tree(size_t height) : height_(height) {}

  void expand(Node &node, llvm::SmallVectorImpl<char> &out) {
    if (node.size() < height_)
      out.append({'L', 'R'});
  }
  Arrival take(Node &from, char choice, Node &to) {
    to = from + choice;
    visited.push_back(to);
    if (matches && !seen_.insert(matches(to)).second) {
      last_ = matches(to);
      return Arrival::Seen;
    }
    last_ = matches ? matches(to) : to;
    return Arrival::New;
  }
  uint64_t depth(const Node &node) const { return node.size(); }
  bool isSwitch(const Node &node, char choice) const {
    return !node.empty() && node.back() != choice;
  }
  bool shouldPause() { return false; }
  Key key() const { return last_; }
  void shorten(Node &known, const Node &from, char choice) {
    known = from + choice;
  }
  void release(Node &) {}
  Operation operation(const Node &node, char choice) const {
    return {choice, node.size()};
  }
  bool interferes(Operation a, Operation b) const { return a.first != b.first; }

  std::vector<std::string> visited;
  std::function<std::string(const std::string &)> matches; ///< equal states

private:
  size_t height_;
  std::set<std::string> seen_;
  std::string last_;
};

class Script final : public RbDice {
public:
  explicit Script(std::deque<double> coins, std::deque<double> lengths = {},
                  std::deque<double> picks = {})
      : coins_(std::move(coins)), lengths_(std::move(lengths)),
        picks_(std::move(picks)) {}
  size_t left() const { return coins_.size(); }

private:
  double coin() override { return next(coins_, 0); }
  double length() override { return next(lengths_, 0); }
  double pick() override { return next(picks_, 0.999); }
  static double next(std::deque<double> &numbers, double otherwise) {
    if (numbers.empty())
      return otherwise;
    double number = numbers.front();
    numbers.pop_front();
    return number;
  }
  std::deque<double> coins_, lengths_, picks_;
};

RbOptions options(uint64_t threshold, RbOptions::Strategy strategy,
                  double ratio) {
  RbOptions options;
  options.threshold = threshold;
  options.strategy = strategy;
  options.ratio = {RbRatio::Constant, ratio};
  return options;
}

std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

/// What is visited, in order.
std::string visit(Tree &tree, const RbOptions &options, RbDice &dice,
                  RbCounts *counts = nullptr) {
  Backtracking<Tree> search(tree, options, dice);
  search.start("");
  EXPECT_EQ(search.run(), RbEnd::Done);
  if (counts)
    *counts = search.counts();
  return join(tree.visited);
}

const char *const kAllOfHeight2 = "L LL LR R RL RR";

} // namespace

TEST(Luby, Sequence) {
  const uint64_t expected[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
  for (size_t i = 0; i < std::size(expected); ++i)
    EXPECT_EQ(luby(i + 1), expected[i]) << i + 1;
  EXPECT_EQ(luby((1ull << 40) - 1), 1ull << 39);
}

TEST(Backtracking, WorkedExample) {
  Tree tree(4);
  Script dice({0.3, 0.1, 0.95, 0.2, 0.4, 0.6, 0.7, 0.1, 0.9, 0.5, 0.2, 0.3, 0.1,
               0.85, 0.4, 0.2, 0.6});
  RbCounts counts;
  EXPECT_EQ(visit(tree, options(2, RbOptions::Luby, 0.8), dice, &counts),
            "L LL LLL LLLL LLR LLRL LR LRL LRLL LRLR "
            "R RL RLL RLLL RLLR RR RRL RRR RRRL RRRR");
  EXPECT_EQ(counts.states, 20u); // and the root
  EXPECT_EQ(counts.coins, 17u);
  EXPECT_EQ(dice.left(), 0u);
  EXPECT_EQ(counts.jumps, 14u);
  EXPECT_EQ(counts.pruned, 6u);
}

TEST(Backtracking, RatioOneWithFixedIsDepthFirst) {
  Tree tree(2);
  RbDice dice;
  EXPECT_EQ(visit(tree, options(1, RbOptions::Fixed, 1), dice), kAllOfHeight2);
}

TEST(Backtracking, RatioZeroIsDepthBounded) {
  Tree tree(4);
  RbDice dice;
  RbCounts counts;
  EXPECT_EQ(visit(tree, options(2, RbOptions::Fixed, 0), dice, &counts),
            kAllOfHeight2);
  EXPECT_EQ(counts.pruned, 8u);
}

TEST(Backtracking, LinearRatioIsAHardBoundUnlessRelative) {
  RbOptions linear = options(1, RbOptions::Fixed, 0);
  linear.ratio = {RbRatio::Linear, 2};
  Tree tree(4);
  Script dice({0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4});
  // At depth 1 the ratio is 0.5, at depth 2 it is 0.
  EXPECT_EQ(visit(tree, linear, dice), kAllOfHeight2);
  linear.isRatioRelative = true;
  Tree deeper(4);
  // Depth 1: 1, depth 2: 0.5, depth 3: 0.
  Script coins({0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4,
                0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4});
  EXPECT_EQ(visit(deeper, linear, coins),
            "L LL LLL LLR LR LRL LRR R RL RLL RLR RR RRL RRR");
}

TEST(Backtracking, DepthInStatesIsOneLevelHigher) {
  RbOptions states = options(2, RbOptions::Fixed, 0);
  states.countsStates = true;
  Tree tree(4);
  RbDice dice;
  EXPECT_EQ(visit(tree, states, dice), "L R");
}

TEST(Backtracking, JumpsEndAtTheThresholdUnlessTheyMayCross) {
  // The jump from the first leaf has length 4 (1 + log(1 - 0.9) / log(0.5)).
  Tree tree(3);
  Script dice({}, {0.9});
  EXPECT_EQ(visit(tree, options(2, RbOptions::Random, 1), dice),
            "L LL LLL LR LRL LRR R RL RLL RLR RR RRL RRR");
  RbOptions cross = options(2, RbOptions::Random, 1);
  cross.crossThreshold = true;
  Tree crossed(3);
  Script again({}, {0.9});
  EXPECT_EQ(visit(crossed, cross, again), "L LL LLL");
}

TEST(Backtracking, OnlyEarlyBacktracksJumpIfAskedFor) {
  RbOptions early = options(1, RbOptions::Random, 0.5);
  early.earlyJumpsOnly = true;
  Tree tree(3);
  // Left early at LLL's parent after one child: length 2 from LL to above L.
  Script dice({0, 0, 0.9}, {0.6});
  EXPECT_EQ(visit(tree, early, dice), "L LL LLL R RL RLL RLR RR RRL RRR");
}

TEST(Backtracking, UniformLengthsAreBoundedByTheDepth) {
  RbOptions uniform = options(1, RbOptions::Random, 1);
  uniform.isUniform = true;
  Tree tree(3);
  Script dice({}, {0.99}); // 1 + floor(0.99 * 3) = 3 levels from depth 3
  EXPECT_EQ(visit(tree, uniform, dice), "L LL LLL R RL RLL RLR RR RRL RRR");
}

TEST(Backtracking, TwoRatios) {
  RbOptions two = options(1, RbOptions::Fixed, 1);
  two.switchRatio = RbRatio{RbRatio::Constant, 0};
  Tree tree(3);
  Script dice(std::deque<double>(20, 0.5));
  // No switch of direction from depth 1 on. After L the first choice is L;
  // after R it is L, a switch, and with it R is left, too.
  EXPECT_EQ(visit(tree, two, dice), "L LL LLL R");
}

TEST(Backtracking, JumpsToTheLastPreemption) {
  Tree tree(3);
  RbDice dice;
  // A change of direction is a preemption. RLL was reached by one, made at R:
  // leaving it passes RL, and RLR is left.
  EXPECT_EQ(visit(tree, options(1, RbOptions::Preemption, 1), dice),
            "L LL LLL LLR LR LRL LRR R RL RLL RR RRL RRR");
}

TEST(Backtracking, JumpsToTheLastConflict) {
  Tree tree(3);
  RbDice dice;
  // Moves in different directions conflict. From LLL there is none: one level.
  // From LLR (its last move R) the last other one was made at L; from LRL at L,
  // and LRR is left; from RLL at the root, and all the rest is left.
  EXPECT_EQ(visit(tree, options(1, RbOptions::Conflict, 1), dice),
            "L LL LLL LLR LR LRL R RL RLL");
}

TEST(Backtracking, CompletionVisitsWhatWasLeft) {
  for (double ratio : {0.0, 0.3, 0.7}) {
    RbOptions complete = options(1, RbOptions::Luby, ratio);
    complete.complete = RbOptions::Afterwards;
    Tree tree(5);
    RbDice dice(3);
    RbCounts counts;
    visit(tree, complete, dice, &counts);
    std::set<std::string> different(tree.visited.begin(), tree.visited.end());
    EXPECT_EQ(tree.visited.size(), 62u);
    EXPECT_EQ(different.size(), 62u);
    EXPECT_EQ(counts.pruned, 0u);
    EXPECT_GT(counts.resumed, 0u);
  }
}

TEST(Backtracking, InterleavedCompletionIsCompleteEvenIfItNeverGoesOn) {
  for (double q : {0.0, 0.5, 1.0}) {
    RbOptions complete = options(1, RbOptions::Random, 0);
    complete.complete = RbOptions::Interleaved;
    complete.q = q;
    Tree tree(5);
    RbDice dice(3);
    RbCounts counts;
    visit(tree, complete, dice, &counts);
    EXPECT_EQ(tree.visited.size(), 62u) << q;
    EXPECT_EQ(counts.pruned, 0u) << q;
  }
}

TEST(Backtracking, TakesUpAStateMetAgainCloserToTheStart) {
  // LLL and R are the same state, called X. X is left early at depth 3.
  auto same = [](const std::string &node) {
    return node == "LLL" || node == "R" ? std::string("X") : node;
  };
  RbOptions plain = options(3, RbOptions::Fixed, 0);
  RbDice dice;
  Tree without(4);
  without.matches = same;
  EXPECT_EQ(visit(without, plain, dice), "L LL LLL LLR LR LRL LRR R");
  plain.revisitsShallower = true;
  Tree with(4);
  with.matches = same;
  EXPECT_EQ(visit(with, plain, dice),
            "L LL LLL LLR LR LRL LRR R RL RLL RLR RR RRL RRR");
}

TEST(Backtracking, ARestartThatKeepsTheStatesGoesOnElsewhere) {
  RbOptions restart = options(1, RbOptions::Fixed, 1);
  restart.restartUnit = 3;
  Tree tree(2);
  Script dice({}, {}, {0, 0});
  Backtracking<Tree> search(tree, restart, dice);
  search.start("");
  EXPECT_EQ(search.run(3), RbEnd::RoundOver);
  EXPECT_EQ(join(tree.visited), "L LL LR");
  EXPECT_TRUE(search.restartKept());
  EXPECT_EQ(search.run(), RbEnd::Done);
  EXPECT_EQ(join(tree.visited), kAllOfHeight2);
  EXPECT_EQ(search.counts().pruned, 0u);
}
