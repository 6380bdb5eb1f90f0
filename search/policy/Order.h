//===- search/policy/Order.h - In which order choices are taken -----------===//
//
// The value of --order: one rule, or several of which an earlier one decides
// before a later one (`--order=switch,random`: the last thread last, the others
// shuffled). A rule only moves choices about, so an order composes with every
// search and changes no verdict of a complete one.
//
//   thread           by thread, then by value (the default)
//   same, switch     the thread that moved last first, or last
//   random           shuffled anew for every state
//   interference[:H] first what interferes with one of the last H steps of
//                    other threads (1..8, by default 2)
//   rank:2,0,1       the listed threads first, in this order
//
// Tested by test/unit/PoliciesTest.cpp and test/search/orders.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/policy/Operation.h"
#include "search/Rng.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace rbcheck {

/// The operations of the last few steps before a node, newest first.
struct RecentSteps : llvm::ThreadSafeRefCountedBase<RecentSteps> {
  static constexpr uint32_t kMost = 8;
  uint32_t count = 0;
  Operation steps[kMost];
  ~RecentSteps(); ///< not inline: every node of a search has a reference
};
using RecentStepsRef = llvm::IntrusiveRefCntPtr<const RecentSteps>;

/// What was there before and one step more, cut to `most`.
RecentStepsRef extend(const RecentStepsRef &before, const Operation &step,
                      uint32_t most);

/// What a rule may look at.
struct OrderScene {
  const State &state;
  uint16_t lastThread;
  const RecentSteps *recent; ///< null if nothing was recorded
};

/// Moves choices with a smaller rank(choice) to the front; equal ones stay in
/// their order. Lists are short.
template <typename Rank>
void sortChoices(llvm::MutableArrayRef<Choice> choices, Rank rank) {
  for (size_t i = 1; i < choices.size(); ++i) {
    Choice choice = choices[i];
    auto mine = rank(choice);
    size_t at = i;
    for (; at > 0 && mine < rank(choices[at - 1]); --at)
      choices[at] = choices[at - 1];
    choices[at] = choice;
  }
}

/// What --function and --var ask for (Musuvathi and others' GAMBIT, priorities
/// `method` and `var`): threads in these functions, and operations on these
/// variables, first.
struct Preference {
  struct Range {
    uint64_t from, to;
  };
  std::vector<bool> functions; ///< by number; any frame of a thread counts
  std::vector<Range> variables;

  /// The thread is in one of the functions.
  bool isInFunction(const State &state, uint16_t thread) const;
  /// It is about to touch one of the variables.
  bool isAtVariable(const State &state, uint16_t thread) const;
  bool wants(const State &state, uint16_t thread) const {
    return isInFunction(state, thread) || isAtVariable(state, thread);
  }
};

class Order {
public:
  llvm::Error parse(llvm::StringRef text);
  /// Decides before all other rules: first the switches from a thread that is
  /// wanted to another that is, then those with one of the two, then the rest.
  void prefer(Preference preference);
  static Order random();
  /// What prefer() was given; null if nothing.
  const Preference *preference() const;

  bool isDefault() const { return rules_.empty(); }
  /// True if it uses random numbers.
  bool isRandom() const;
  /// How many of the last steps have to be recorded; 0 = none.
  uint32_t history() const;
  /// Sorts choices that come by thread, then by value.
  void apply(llvm::MutableArrayRef<Choice> choices, const OrderScene &scene,
             Rng &rng) const;
  /// As given; "thread" for the default.
  std::string text() const { return text_; }

private:
  enum class Kind : uint8_t {
    Same,
    Switch,
    Random,
    Interference,
    Rank,
    Prefer
  };
  struct Rule {
    Kind kind;
    uint32_t history = 0;
    std::vector<uint16_t> ranks; ///< Rank: thread ids, first to last
    std::shared_ptr<const Preference> preference = nullptr; ///< Prefer
  };
  std::vector<Rule> rules_;
  std::string text_ = "thread";
};

} // namespace rbcheck
