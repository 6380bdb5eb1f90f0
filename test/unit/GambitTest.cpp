//===- test/unit/GambitTest.cpp - Tree, fringe and costs of gambit --------===//
#include "search/gambit/Cost.h"
#include "search/gambit/SharedTree.h"

#include <gtest/gtest.h>

#include <set>

using namespace rbcheck;

namespace {

constexpr uint64_t kX = 0x1000, kM1 = 0x2000, kM2 = 0x3000;

void release(ExecutionTree &tree, TreeIndex node) {
  tree.release(node, [](TreeIndex) {});
}

} // namespace

TEST(ExecutionTree, WhatNobodyNeedsIsGoneWithItsParents) {
  ExecutionTree tree;
  TreeIndex a = tree.add(ExecutionTree::kRoot, 3, {1, 0}, 1);
  TreeIndex b = tree.add(a, 5, {2, 0}, 2);
  TreeIndex c = tree.add(b, 7, {1, 0}, 2);
  release(tree, a); // executed; it has a child
  release(tree, b);
  EXPECT_EQ(tree.alive(), 4u);
  std::set<TreeIndex> gone;
  tree.release(c, [&](TreeIndex node) { gone.insert(node); });
  EXPECT_EQ(gone, (std::set<TreeIndex>{a, b, c}));
  EXPECT_EQ(tree.alive(), 1u); // the root stays
  EXPECT_EQ(tree.mostAlive(), 4u);
  EXPECT_EQ(tree.created(), 4u);
}

TEST(ExecutionTree, NamesDoNotDependOnNumbers) {
  ExecutionTree tree;
  TreeIndex a = tree.add(ExecutionTree::kRoot, 3, {1, 0}, 1);
  const uint64_t name = tree.nameOf(a);
  EXPECT_NE(name, tree.nameOf(tree.add(ExecutionTree::kRoot, 3, {1, 1}, 1)));
  EXPECT_NE(name, tree.nameOf(tree.add(ExecutionTree::kRoot, 4, {1, 0}, 1)));
  TreeIndex leaf = tree.add(a, 9, {0, 0}, 1);
  const uint64_t below = ExecutionTree::nameOf(name, 9, {0, 0});
  EXPECT_EQ(tree.nameOf(leaf), below);
  ExecutionTree::Node out = tree.takeOut(leaf);
  TreeIndex other = tree.add(ExecutionTree::kRoot, 8, {2, 0}, 1); // its place
  EXPECT_EQ(other, leaf);
  EXPECT_EQ(tree.nameOf(tree.putBack(out)), below);
}

TEST(Fringe, CheapestFirstAndOfThoseTheNewest) {
  ExecutionTree tree;
  Fringe fringe(tree);
  auto add = [&](uint32_t step, uint64_t cost) {
    fringe.insert(cost, tree.add(ExecutionTree::kRoot, step, {1, 0}, 0));
  };
  add(1, 5), add(2, 3), add(3, 5), add(4, 3), add(5, 9);
  std::vector<uint32_t> steps;
  while (auto node = fringe.takeLowest())
    steps.push_back(tree[*node].step);
  EXPECT_EQ(steps, (std::vector<uint32_t>{4, 2, 3, 1, 5}));
}

TEST(Fringe, WhatIsInAFileComesBackByItsCost) {
  constexpr uint32_t kCount = 20'000;
  for (uint32_t costs : {1u, 3u, 5'000u}) {
    ExecutionTree tree;
    Fringe fringe(tree, 4'000);
    std::multiset<uint64_t> waiting;
    std::set<uint32_t> steps;
    auto costOf = [&](uint32_t step) { return step * 7919ull % costs; };
    auto take = [&] {
      TreeIndex node = *fringe.takeLowest();
      const uint32_t step = tree[node].step;
      EXPECT_EQ(tree[node].choice.thread, step % 5);
      EXPECT_EQ(costOf(step), *waiting.begin()); // the cheapest of all
      waiting.erase(waiting.begin());
      EXPECT_TRUE(steps.insert(step).second);
      release(tree, node);
    };
    for (uint32_t step = 0; step < kCount; ++step) {
      waiting.insert(costOf(step));
      fringe.insert(costOf(step), tree.add(ExecutionTree::kRoot, step,
                                           {uint16_t(step % 5), 0}, 0));
      if (step % 10 == 9) // some are taken meanwhile
        take();
    }
    EXPECT_GT(fringe.everSpilled(), 10'000u) << costs;
    EXPECT_LT(tree.mostAlive(), 8'000u) << costs;
    while (!waiting.empty())
      take();
    EXPECT_EQ(steps.size(), kCount);
    EXPECT_FALSE(fringe.takeLowest());
    EXPECT_EQ(tree.alive(), 1u);
  }
}

TEST(SharedTree, SaysOnlyWhatIsCertain) {
  SharedTree tree(1, ~0ull);
  ASSERT_TRUE(tree.takeRoot());
  EXPECT_FALSE(tree.takeRoot());
  EXPECT_EQ(tree.coverage().preemptions, std::nullopt);
  auto child = [](TreeIndex owner, uint32_t step, uint32_t preemptions,
                  uint64_t cost) {
    return SharedTree::Child{owner, step, {1, 0}, 0, preemptions, {cost}};
  };
  // One without a preemption, two with one, of which one is cheaper.
  tree.finish(ExecutionTree::kRoot,
              {child(0, 1, 0, 5), child(0, 2, 1, 1), child(0, 3, 1, 9)});
  EXPECT_EQ(tree.coverage().preemptions, std::nullopt);
  Chain first = *tree.take();
  EXPECT_EQ(first.back().step, 2u);
  tree.finish(first.back().node, {child(first.back().node, 4, 2, 20)});
  EXPECT_EQ(tree.coverage().preemptions, std::nullopt); // step 1 still waits
  Chain second = *tree.take();
  EXPECT_EQ(second.back().step, 1u);
  EXPECT_EQ(tree.coverage().preemptions, std::nullopt); // it runs
  tree.finish(second.back().node, {});
  EXPECT_EQ(tree.coverage(), (Coverage{0, 1, 2}));
  Chain third = *tree.take();
  tree.finish(third.back().node, {});
  EXPECT_EQ(tree.coverage(), (Coverage{1, 0, 1}));
  Chain last = *tree.take();
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last.front().step, 2u);
  EXPECT_EQ(last.back().owner, last.front().name);
  tree.finish(last.back().node, {});
  EXPECT_FALSE(tree.take());
  EXPECT_EQ(tree.sizes().alive, 1u);
}

TEST(SharedTree, OrdersTakeTurnsAndNothingComesTwice) {
  SharedTree tree(2, ~0ull);
  tree.takeRoot();
  std::vector<SharedTree::Child> children;
  for (uint32_t step = 0; step < 6; ++step) // 0 first, and 5 first
    children.push_back({0, step, {1, 0}, 0, 0, {step, 5 - step}});
  tree.finish(ExecutionTree::kRoot, children);
  std::vector<uint32_t> steps;
  while (auto chain = tree.take()) {
    steps.push_back(chain->back().step);
    tree.finish(chain->back().node, {});
  }
  EXPECT_EQ(steps, (std::vector<uint32_t>{0, 5, 1, 4, 2, 3}));
}

TEST(SharedTree, WhatTurnsOutToBeWantedMovesUp) {
  SharedTree tree(1, ~0ull);
  tree.keepPlaces();
  tree.takeRoot();
  auto nameOf = [](uint32_t step) {
    return ExecutionTree::nameOf(ExecutionTree::kRootName, step, {1, 0});
  };
  SharedTree::Child late{0, 3, {1, 0}, nameOf(3), 1, {9}};
  tree.finish(ExecutionTree::kRoot, {late, {0, 4, {1, 0}, nameOf(4), 1, {5}}});
  late.costs[0] = 2;
  tree.makeCheaper(late);
  late.costs[0] = 7; // no better than it is
  tree.makeCheaper(late);
  Chain first = *tree.take();
  EXPECT_EQ(first.back().step, 3u);
  tree.finish(first.back().node, {});
  Chain second = *tree.take();
  EXPECT_EQ(second.back().step, 4u);
  tree.finish(second.back().node, {});
  EXPECT_FALSE(tree.take()); // its old place counts for nothing
  EXPECT_EQ(tree.sizes().alive, 1u);
}

//===----------------------------------------------------------------------===//
// Costs, on executions made by hand

namespace {

class CostTest : public testing::Test {
protected:
  /// A step of a thread; `last` moved before it.
  void step(uint16_t thread, const Effects &effects) {
    PathStateRef state(new PathState);
    state->node.lastThread = last_;
    execution_.steps.push_back(
        {state, {thread, 0}, operations_.of(thread, effects), 3});
    last_ = thread;
  }
  static Effects read(uint64_t at) { return Effects().reads(at, 4); }
  static Effects write(uint64_t at) { return Effects().writes(at, 4); }
  static Effects sync(Act act, uint64_t lock) {
    Effects effects;
    effects.sync.push_back({act, Family::Mutex, lock});
    return effects;
  }
  uint64_t cost(const char *text, const Deviation &point, size_t order = 0) {
    CostOrders costs = llvm::cantFail(CostOrders::parse(text));
    costs.begin({});
    execution_.operations = &operations_;
    costs.look(execution_);
    return costs.of(order, execution_, point);
  }
  static Deviation at(uint32_t step, uint16_t thread) {
    Deviation point;
    point.step = step;
    point.choice = {thread, 0};
    point.isPreemption = true;
    return point;
  }

  Operations operations_;
  Execution execution_;
  uint16_t last_ = 0;
};

} // namespace

TEST_F(CostTest, OfTheDeviationAlone) {
  step(1, read(kX));
  Deviation point = at(0, 2);
  point.preemptions = 3;
  point.wanted = Wanted::Conservatively;
  point.isAsleep = true;
  EXPECT_EQ(cost("pb", point), 3u);
  EXPECT_EQ(cost("switch", point), 1u);
  EXPECT_EQ(cost("dpor", point), 0u);
  EXPECT_EQ(cost("mdpor", point), 1u);
  EXPECT_EQ(cost("ss", point), 1u);
  EXPECT_EQ(cost("equal", point), 0u);
  point = at(0, 2);
  point.isPreemption = false;
  EXPECT_EQ(cost("switch", point), 0u);
  EXPECT_EQ(cost("dpor", point), 1u);
  EXPECT_EQ(cost("mdpor", point), 2u);
  EXPECT_EQ(cost("ss", point), 0u);
  EXPECT_EQ(cost("method", point), 2u); // nothing was named
  EXPECT_EQ(cost("var", point), 2u);
}

TEST_F(CostTest, RandomOnesAreTheSameForTheSameExecution) {
  step(1, read(kX));
  std::set<uint64_t> seen;
  uint64_t least = ~0ull, most = 0;
  for (uint64_t name = 1; name <= 1000; ++name) {
    Deviation point = at(0, 2);
    point.name = name;
    seen.insert(cost("rand", point));
    EXPECT_EQ(cost("rand", point), cost("rand", point));
    point.preemptions = 1;
    most = std::max(most, cost("drift", point));
    point.preemptions = 8;
    least = std::min(least, cost("drift", point));
    EXPECT_LT(cost("drift", point), 1u << 14);
  }
  EXPECT_GT(seen.size(), 950u);
  EXPECT_LT(most, 1u << 7);
  EXPECT_LT(least, 1u << 7); // now and then one with many comes early
}

TEST_F(CostTest, CombinedInThreeWays) {
  step(1, read(kX));
  Deviation few = at(0, 2), many = at(0, 2);
  few.preemptions = 1, few.wanted = Wanted::Not;
  many.preemptions = 2, many.wanted = Wanted::Precisely;
  EXPECT_LT(cost("mdpor+pb", many), cost("mdpor+pb", few));
  EXPECT_LT(cost("pb+mdpor", few), cost("pb+mdpor", many));
  EXPECT_EQ(cost("mdpor.pb", many), cost("mdpor+pb", many));
  EXPECT_EQ(cost("3*pb:mdpor", few), 5u);
  EXPECT_EQ(cost("3*pb:mdpor", many), 6u);
  EXPECT_EQ(cost("mdpor/pb", few, 1), 1u);
  EXPECT_EQ(llvm::cantFail(CostOrders::parse("mdpor+pb/rand/pb")).count(), 3u);
  EXPECT_EQ(checkCosts("pb+pb+pb+pb+pb"),
            "compares more than 4 costs behind each other");
  EXPECT_NE(checkCosts("pb+"), "");
  EXPECT_NE(checkCosts("x*pb"), "");
}

TEST_F(CostTest, Atomicity) {
  step(1, read(kX));  // 0
  step(1, write(kX)); // 1: between the two
  step(2, write(kX)); // 2
  step(2, read(kM1)); // 3
  EXPECT_EQ(cost("atomicity", at(1, 2)), 0u);
  EXPECT_EQ(cost("atomicity", at(3, 1)), 2u); // 2 reads something else there
  execution_.steps.clear(), last_ = 1;
  step(1, write(kX));
  step(1, write(kX));
  step(2, write(kX)); // as if it had gone before both
  EXPECT_EQ(cost("atomicity", at(1, 2)), 2u);
  execution_.steps.clear(), last_ = 1;
  step(1, read(kX));
  step(1, read(kX));
  step(2, read(kM1));
  step(2, write(kX)); // later
  EXPECT_EQ(cost("atomicity", at(1, 2)), 1u);
}

TEST_F(CostTest, LockOrder) {
  auto both = [&](uint16_t thread, uint64_t first, uint64_t second) {
    step(thread, sync(Act::Lock, first));
    step(thread, sync(Act::Lock, second));
    step(thread, sync(Act::Unlock, second));
    step(thread, sync(Act::Unlock, first));
  };
  both(1, kM1, kM2);
  both(2, kM2, kM1);
  EXPECT_EQ(cost("lock-order", at(1, 2)), 0u); // 1 has kM1 and wants kM2
  EXPECT_EQ(cost("lock-order", at(2, 2)), 1u);
  execution_.steps.clear();
  both(1, kM1, kM2);
  both(2, kM1, kM2);
  EXPECT_EQ(cost("lock-order", at(1, 2)), 1u);
}

TEST_F(CostTest, Unprotected) {
  step(1, sync(Act::Lock, kM1)); // 0
  step(1, write(kX));            // 1
  step(1, sync(Act::Unlock, kM1));
  step(2, write(kX)); // without the lock
  EXPECT_EQ(cost("unprotected", at(1, 2)), 0u);
  execution_.steps.clear(), last_ = 0;
  step(1, sync(Act::Lock, kM1));
  step(1, write(kX));
  step(1, sync(Act::Unlock, kM1));
  step(2, sync(Act::Lock, kM1));
  step(2, write(kX));
  EXPECT_EQ(cost("unprotected", at(1, 2)), 1u);
}
