//===- test/unit/FairCyclesTest.cpp - Fair cycles of small random graphs --===//
//
// Compared with the definition: some set of reachable states, each of which
// leads to each other inside of it without progress, in which every thread that
// can move in one of them makes a step. All sets are tried.
//
//===----------------------------------------------------------------------===//
#include "search/livelock/FairCycles.h"

#include "search/Rng.h"

#include "gtest/gtest.h"

#include <set>

namespace rbcheck {
namespace {

constexpr uint32_t kStates = 6, kThreads = 3;

struct Arrow {
  uint32_t from, to;
  uint16_t thread, value;
  bool isProgress;
};

struct Drawn {
  std::vector<Arrow> arrows;

  explicit Drawn(Rng &rng) {
    for (uint32_t state = 0; state < kStates; ++state)
      for (uint16_t thread = 0; thread < kThreads; ++thread)
        for (uint16_t value = 0; value < 2; ++value) {
          if (rng.below(value ? 5 : 2))
            break; // alternatives are numbered from 0
          arrows.push_back(
              {state, rng.below(kStates), thread, value, rng.below(6) == 0});
        }
  }

  void addTo(StateGraph &graph) const {
    graph.addState(0);
    for (uint32_t state = 0; state < kStates; ++state) {
      llvm::SmallVector<Choice, 8> choices;
      for (const Arrow &arrow : arrows)
        if (arrow.from == state)
          choices.push_back({arrow.thread, arrow.value});
      graph.addChoices(state, choices);
    }
    for (const Arrow &arrow : arrows)
      graph.addStep(arrow.from, {arrow.thread, arrow.value}, arrow.to,
                    arrow.isProgress);
  }

  const Arrow *step(uint32_t state, Choice choice) const {
    for (const Arrow &arrow : arrows)
      if (arrow.from == state && arrow.thread == choice.thread &&
          arrow.value == choice.value)
        return &arrow;
    return nullptr;
  }

  /// States reached from one, by steps between states of the set.
  uint32_t reach(uint32_t state, uint32_t set, bool withProgress) const {
    uint32_t seen = 1u << state;
    for (bool grows = true; grows;) {
      grows = false;
      for (const Arrow &arrow : arrows)
        if ((seen >> arrow.from & 1) && (set >> arrow.to & 1) &&
            !(seen >> arrow.to & 1) && (withProgress || !arrow.isProgress)) {
          seen |= 1u << arrow.to;
          grows = true;
        }
    }
    return seen;
  }

  bool isFair(uint32_t set) const {
    for (uint32_t state = 0; state < kStates; ++state)
      if ((set >> state & 1) && reach(state, set, false) != set)
        return false;
    std::set<uint16_t> able, moving;
    for (const Arrow &arrow : arrows) {
      if (!(set >> arrow.from & 1))
        continue;
      able.insert(arrow.thread);
      if ((set >> arrow.to & 1) && !arrow.isProgress)
        moving.insert(arrow.thread);
    }
    return !moving.empty() && able == moving;
  }

  bool hasFair() const {
    const uint32_t all = reach(0, (1u << kStates) - 1, true);
    for (uint32_t set = 1; set < 1u << kStates; ++set)
      if ((set & ~all) == 0 && isFair(set))
        return true;
    return false;
  }
};

TEST(FairCycles, AsByTheDefinition) {
  Rng rng(1, 1);
  unsigned found = 0, none = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    Drawn drawn(rng);
    StateGraph graph;
    drawn.addTo(graph);
    std::optional<FairCycle> cycle = findFairCycle(graph);
    ASSERT_EQ(cycle.has_value(), drawn.hasFair()) << "round " << round;
    ++(cycle ? found : none);
    if (!cycle)
      continue;
    // It is one: a way there, and around; nobody is kept waiting.
    uint32_t state = 0;
    for (Choice choice : cycle->stem) {
      const Arrow *arrow = drawn.step(state, choice);
      ASSERT_TRUE(arrow);
      state = arrow->to;
    }
    const uint32_t first = state;
    std::set<uint16_t> able, moving;
    ASSERT_FALSE(cycle->cycle.empty());
    for (Choice choice : cycle->cycle) {
      for (const Arrow &arrow : drawn.arrows)
        if (arrow.from == state)
          able.insert(arrow.thread);
      const Arrow *arrow = drawn.step(state, choice);
      ASSERT_TRUE(arrow);
      EXPECT_FALSE(arrow->isProgress);
      moving.insert(choice.thread);
      state = arrow->to;
    }
    EXPECT_EQ(state, first);
    EXPECT_EQ(able, moving);
  }
  EXPECT_GT(found, 300u);
  EXPECT_GT(none, 300u);
}

} // namespace
} // namespace rbcheck
