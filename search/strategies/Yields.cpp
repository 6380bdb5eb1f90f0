//===- search/strategies/Yields.cpp - Threads that wait in a loop ---------===//
#include "search/strategies/Yields.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

namespace {

/// Longest loop, in visible steps, that is looked for.
constexpr uint32_t kLongest = 16;
/// One in so many times a thread that yields can be chosen all the same.
constexpr uint32_t kSome = 8;
/// Times that all threads yield, while none gets on, after which a walk ends.
constexpr uint32_t kLong = 64;

bool writes(const Accesses &ranges) {
  return llvm::any_of(ranges, [](const Access &range) { return range.write; });
}

} // namespace

bool Yields::interferes(const Accesses &done, const Ranges &touched) {
  for (const Access &mine : done)
    for (const Access &other : touched)
      if (interfere(mine, other))
        return true;
  return false;
}

void Yields::add(Ranges &to, const Accesses &ranges) {
  for (const Access &range : ranges)
    if (llvm::none_of(to, [&](const Access &known) {
          return known.address == range.address && known.size == range.size &&
                 known.write == range.write;
        }))
      to.push_back(range);
}

void Yields::noteOwn(Turn &turn, const SearchNode &before, Choice choice,
                     const Step &step) {
  const State &after = step.node.state;
  const Accesses &done = before.state.thread(choice.thread).pending.accesses;
  Hash128 local = after.thread(choice.thread).hash;
  turn.isForGood = step.isLoop;
  turn.change += after.node()->memory - before.state.node()->memory;
  turn.yields = step.isLoop || (turn.anchor == local && turn.change == 0);
  if (turn.yields) {
    turn.anchor = local;
    turn.change = 0;
    turn.steps = 0;
    add(turn.touched, done);
    return;
  }
  if (turn.anchor && ++turn.steps < turn.limit) {
    add(turn.touched, done);
    return;
  }
  allYield_ = 0;
  turn.anchor = local;
  turn.change = 0;
  turn.steps = 0;
  turn.limit = std::min(2 * turn.limit, kLongest);
  turn.touched.clear();
}

void Yields::arrived(const SearchNode &before, Choice choice,
                     const Step &step) {
  turns_.resize(std::max<size_t>(turns_.size(),
                                 step.node.state.threadCount()));
  noteOwn(turns_[choice.thread], before, choice, step);
  const Accesses &done = before.state.thread(choice.thread).pending.accesses;
  if (!writes(done))
    return;
  for (size_t id = 0; id < turns_.size(); ++id)
    if (id != choice.thread && interferes(done, turns_[id].touched)) {
      turns_[id] = Turn();
      allYield_ = 0;
    }
}

bool Yields::isYielding(const State &state, uint16_t thread) const {
  return thread < turns_.size() && turns_[thread].yields &&
         turns_[thread].anchor == state.thread(thread).hash;
}

bool Yields::apply(const State &state, Choices &choices, Rng &rng) {
  auto isYieldingNow = [&](Choice choice) {
    return isYielding(state, choice.thread);
  };
  auto isLooping = [&](Choice choice) {
    return isYieldingNow(choice) && turns_[choice.thread].isForGood;
  };
  if (llvm::none_of(choices, isYieldingNow))
    return true;
  if (llvm::all_of(choices, isLooping))
    return false;
  if (llvm::all_of(choices, isYieldingNow)) {
    llvm::erase_if(choices, isLooping);
    return ++allYield_ < kLong;
  }
  if (rng.below(kSome) == 0)
    llvm::erase_if(choices, isLooping);
  else
    llvm::erase_if(choices, isYieldingNow);
  return true;
}

} // namespace rbcheck
