//===- search/strategies/Backtracking.h - Randomized backtracking ---------===//
//
// Depth-first search that may turn back early (Parizek, Lhotak, "Randomized
// backtracking in state space traversal", SPIN 2011, and its follow-up). From
// depth `threshold` on a coin is tossed before every step: with probability
// 1 - ratio the state is left with all its untaken choices. Leaving a state at
// that depth, early or done, starts a jump of one or more levels; the states it
// passes are left as well. What is open in the papers is an option.
//
// The algorithm works on any Space:
//   Node, Choice                     copyable
//   void expand(Node &, SmallVectorImpl<Choice> &out)
//   Arrival take(Node &from, Choice, Node &to)   what the step led to
//   uint64_t depth(Node)             steps from the start
//   bool isSwitch(Node, Choice)      another thread than the last one moves
//   bool shouldPause()               return from run(), to be called again
//   Key key()                        of the state of the last take()
//   void shorten(Node &known, Node &from, Choice)  a shorter way to it
//   void release(Node &)             no more choice of it will be taken
//   Operation operation(Node, Choice); bool interferes(Operation, Operation)
// and on Dice: coin(), length(), below(n), each from its own random stream.
//
// Tested by test/unit/BacktrackingTest.cpp, step by step on a tree of 31
// states.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/strategies/RbOptions.h"

#include "llvm/ADT/SmallVector.h"

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace rbcheck {

enum class Arrival : uint8_t { New, Seen, End, Stop };

/// Where coins and lengths come from; scripted in tests.
class RbDice {
public:
  explicit RbDice(uint64_t seed = 1)
      : coins_(seed, 4), lengths_(seed, 5), picks_(seed, 6) {}
  virtual ~RbDice() = default;
  /// Uniform in [0, 1), for going on or turning back.
  virtual double coin() { return coins_.unit(); }
  /// Uniform in [0, 1), for the length of a jump.
  virtual double length() { return lengths_.unit(); }
  /// Uniform in [0, 1), for returning to a state that was left.
  virtual double pick() { return picks_.unit(); }

private:
  Rng coins_, lengths_, picks_;
};

/// How Backtracking::run() came back.
enum class RbEnd : uint8_t {
  Done,      ///< nothing is left to do
  RoundOver, ///< as many new states as a round may have
  Stopped    ///< Arrival::Stop, or a pause
};

struct RbCounts {
  uint64_t states = 0;  ///< new ones
  uint64_t coins = 0;   ///< tossed
  uint64_t jumps = 0;   ///< started at or below the threshold
  uint64_t pruned = 0;  ///< choices left and not taken up again
  uint64_t resumed = 0; ///< choices taken up again
  uint64_t rounds = 1;
};

template <typename Space> class Backtracking {
public:
  using Node = typename Space::Node;
  using Choice = typename Space::Choice;
  using Key = typename Space::Key;

  Backtracking(Space &space, const RbOptions &options, RbDice &dice)
      : space_(space), options_(options), dice_(dice),
        threshold_(options.threshold), ratio_(options.ratio) {}

  /// Begins (again) at this node, with an empty stack.
  void start(Node root) {
    stack_.clear();
    choices_.clear();
    deferred_.clear();
    byKey_.clear();
    remaining_ = 0;
    counts_.pruned = 0;
    isCompleting_ = false;
    push(std::move(root), Key());
  }

  /// Explores until there is nothing left to do, for at most `states` in all.
  RbEnd run(uint64_t states = ~0ull) {
    while (!stack_.empty() || resumeNext()) {
      if (counts_.states >= states)
        return RbEnd::RoundOver;
      if (space_.shouldPause() || !stepOnce())
        return RbEnd::Stopped;
    }
    return RbEnd::Done;
  }

  /// Leaves everything on the stack, to begin elsewhere: a restart that keeps
  /// the visited states. False if there is nowhere to begin.
  bool restartKept() {
    while (!stack_.empty()) {
      leaveRest();
      pop();
    }
    remaining_ = 0;
    if (deferred_.empty())
      return false;
    resume(size_t(dice_.pick() * double(deferred_.size())));
    return true;
  }

  const RbCounts &counts() const { return counts_; }
  RbCounts &counts() { return counts_; }
  void setThreshold(uint64_t threshold) { threshold_ = threshold; }
  uint64_t threshold() const { return threshold_; }
  const RbRatio &ratio() const { return ratio_; }

private:
  struct Frame {
    Node node;
    size_t begin, next, end; ///< its choices in `choices_`
    Key key{};
    bool isResumed = false;    ///< the frame below is not its parent
    bool isPreempting = false; ///< the step taken last preempts
    typename Space::Operation operation{}; ///< of the step taken last
  };
  struct Deferred {
    Node node;
    llvm::SmallVector<Choice, 4> choices;
    Key key;
  };

  /// Depth as the options count it.
  uint64_t depthOf(const Frame &frame) const {
    return space_.depth(frame.node) + options_.countsStates;
  }
  bool isRandomAt(uint64_t depth) const {
    return depth >= threshold_ && !isCompleting_;
  }

  /// One coin or one step; false if the search has to stop.
  bool stepOnce() {
    Frame *top = &stack_.back();
    const uint64_t depth = depthOf(*top);
    if (top->next == top->end) {
      startJump(depth, false);
      pop();
      goBack();
      return true;
    }
    const Choice choice = choices_[top->next];
    // A state that was returned to makes at least one step.
    bool isForced = top->isResumed && top->next == top->begin;
    if (isRandomAt(depth) && !isForced) {
      if (options_.complete == RbOptions::Interleaved && !deferred_.empty() &&
          dice_.pick() < options_.q) {
        resume(size_t(dice_.pick() * double(deferred_.size())));
        return true;
      }
      if (tossesBack(*top, depth, choice)) {
        startJump(depth, true);
        leaveRest();
        pop();
        goBack();
        return true;
      }
    }
    ++top->next;
    noteStep(*top, choice);
    Node next;
    Arrival arrival = space_.take(top->node, choice, next);
    if (top->next == top->end)
      space_.release(top->node);
    switch (arrival) {
    case Arrival::Stop:
      return false;
    case Arrival::Seen:
      adaptRatio(false);
      if (options_.revisitsShallower)
        takeUp(*top, choice);
      return true;
    case Arrival::End:
      adaptRatio(true);
      noteEnd(depth + 1);
      startJump(depth + 1, false);
      goBack();
      return true;
    case Arrival::New:
      ++counts_.states;
      adaptRatio(true);
      push(std::move(next),
           options_.revisitsShallower ? space_.key() : Key());
      return true;
    }
    return false;
  }

  bool tossesBack(const Frame &frame, uint64_t depth, Choice choice) {
    const RbRatio &ratio =
        options_.switchRatio && space_.isSwitch(frame.node, choice)
            ? *options_.switchRatio
            : ratio_;
    double at = double(depth);
    if (options_.isRatioRelative)
      at -= double(threshold_);
    ++counts_.coins;
    return dice_.coin() > ratio.at(at);
  }

  void push(Node &&node, Key key) {
    size_t from = choices_.size();
    space_.expand(node, choices_);
    stack_.push_back({std::move(node), from, from, choices_.size(), key});
  }

  void pop() {
    if (stack_.back().isResumed)
      remaining_ = 0; // a jump ends where its stack ends
    choices_.truncate(stack_.back().begin);
    stack_.pop_back();
  }

  /// A state is left: how far does the jump go?
  void startJump(uint64_t depth, bool isEarly) {
    remaining_ = 0;
    if (!isRandomAt(depth) || (options_.earlyJumpsOnly && !isEarly))
      return;
    ++counts_.jumps;
    // A state without choices is left before it gets a frame.
    size_t at = stack_.size() - (depthOf(stack_.back()) == depth);
    remaining_ = jumpLength(depth, at) - 1;
  }

  uint64_t jumpLength(uint64_t depth, size_t at) {
    switch (options_.strategy) {
    case RbOptions::Fixed:
      return 1;
    case RbOptions::Luby:
      return luby(counts_.jumps);
    case RbOptions::Random:
      return randomLength(depth);
    case RbOptions::Preemption:
      for (size_t i = at; i > 0; --i)
        if (stack_[i - 1].isPreempting)
          return at - (i - 1);
      return 1;
    case RbOptions::Conflict:
      for (size_t i = at; i > 1; --i)
        if (space_.interferes(stack_[i - 2].operation,
                              stack_[at - 1].operation))
          return at - (i - 2);
      return 1;
    }
    return 1;
  }

  uint64_t randomLength(uint64_t depth) {
    double number = dice_.length();
    if (options_.isUniform)
      return 1 + uint64_t(number * double(std::max<uint64_t>(depth, 1)));
    if (options_.p >= 1)
      return 1;
    double length =
        1 + std::floor(std::log1p(-number) / std::log1p(-options_.p));
    return uint64_t(std::min(length, 1e15));
  }

  /// Back at the top of the stack: the jump goes on through it, or ends.
  void goBack() {
    while (remaining_ > 0 && !stack_.empty()) {
      const Frame &top = stack_.back();
      if (!options_.crossThreshold && depthOf(top) < threshold_)
        break;
      --remaining_;
      leaveRest();
      pop();
    }
    remaining_ = 0;
  }

  /// The untaken choices of the top are left out, or put aside for later.
  void leaveRest() {
    Frame &top = stack_.back();
    size_t count = top.end - top.next;
    if (!count)
      return;
    counts_.pruned += count;
    if (!options_.defers())
      return;
    if (options_.revisitsShallower)
      byKey_[top.key] = deferred_.size();
    deferred_.push_back({std::move(top.node),
                         {choices_.begin() + top.next, choices_.end()},
                         top.key});
  }

  /// Takes a state that was left onto the stack again.
  void resume(size_t index) {
    Deferred entry = std::move(deferred_[index]);
    if (options_.revisitsShallower) {
      byKey_.erase(entry.key);
      if (index + 1 < deferred_.size())
        byKey_[deferred_.back().key] = index;
    }
    if (index + 1 < deferred_.size())
      deferred_[index] = std::move(deferred_.back());
    deferred_.pop_back();
    size_t count = entry.choices.size(), from = choices_.size();
    counts_.pruned -= count;
    counts_.resumed += count;
    choices_.append(entry.choices.begin(), entry.choices.end());
    stack_.push_back({std::move(entry.node), from, from, choices_.size(),
                      entry.key, true});
  }

  /// The random phase is over: what was left, without coins and jumps.
  bool resumeNext() {
    if (options_.complete == RbOptions::Never || deferred_.empty())
      return false;
    isCompleting_ = true;
    resume(deferred_.size() - 1);
    return true;
  }

  /// A known state was met. If choices of it were left and this way to it is
  /// shorter, it goes on from here with these.
  void takeUp(const Frame &from, Choice choice) {
    auto known = byKey_.find(space_.key());
    if (known == byKey_.end())
      return;
    Node &node = deferred_[known->second].node;
    if (space_.depth(from.node) + 1 >= space_.depth(node))
      return;
    space_.shorten(node, from.node, choice);
    resume(known->second);
    // It is a child of the state below, so jumps may go on.
    stack_.back().isResumed = false;
  }

  void noteStep(Frame &frame, Choice choice) {
    if (options_.strategy == RbOptions::Conflict)
      frame.operation = space_.operation(frame.node, choice);
    if (options_.strategy != RbOptions::Preemption)
      return;
    frame.isPreempting = false;
    if (space_.isSwitch(frame.node, choice))
      for (size_t i = frame.begin; i < frame.end; ++i)
        frame.isPreempting |= !space_.isSwitch(frame.node, choices_[i]);
  }

  /// threshold=adaptive: 0.6 of the running mean of where paths end.
  void noteEnd(uint64_t depth) {
    if (options_.thresholdKind != RbOptions::Adaptive)
      return;
    meanEnd_ =
        meanEnd_ ? 0.98 * meanEnd_ + 0.02 * double(depth) : double(depth);
    threshold_ = std::max<uint64_t>(1, uint64_t(0.6 * meanEnd_));
  }

  /// ratio=auto: turn back more where most steps lead to known states.
  void adaptRatio(bool isNew) {
    if (options_.ratio.kind != RbRatio::Adaptive)
      return;
    news_ += isNew;
    constexpr uint32_t kWindow = 256;
    if (++steps_ % kWindow)
      return;
    double step = news_ * 4 < kWindow ? -0.05 : 0.02;
    ratio_.value = std::clamp(ratio_.value + step, 0.5, 0.99);
    news_ = 0;
  }

  Space &space_;
  const RbOptions options_;
  RbDice &dice_;
  uint64_t threshold_;
  RbRatio ratio_;

  std::vector<Frame> stack_;
  llvm::SmallVector<Choice, 256>
      choices_;            ///< of all frames, one behind another
  uint64_t remaining_ = 0; ///< levels the jump in progress still goes back
  std::vector<Deferred> deferred_;
  std::map<Key, size_t> byKey_; ///< where in `deferred_`
  bool isCompleting_ = false;
  RbCounts counts_;
  double meanEnd_ = 0;
  uint32_t steps_ = 0, news_ = 0;
};

} // namespace rbcheck
