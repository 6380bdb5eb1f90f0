//===- search/gambit/costs/Patterns.cpp - Where errors often are ----------===//
//
// Three well-known shapes of errors, seen in an execution that went well:
//
// atomicity: a thread is left between two of its own accesses to the same
// memory, and the thread that goes on does something to it in this execution
// that no serial order explains (read-write-read, write-read-write and so on).
// 0 if that is its next operation, 1 if it does so later, 2 else.
//
// lock-order: the thread that is left holds one lock and is about to take
// another, and the one that goes on takes the two in the other order. 0,
// else 1.
//
// unprotected: the thread that is left is about to touch memory, and the one
// that goes on touches it in this execution, one of them writes, and they hold
// no lock in common. 0, else 1.
//
// These are guesses from one execution, and only decide what comes first.
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Cost.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace rbcheck {
namespace {

using Locks = llvm::SmallVector<uint64_t, 4>;

bool interfereAny(const Effects &a, const Effects &b) {
  return llvm::any_of(a.accesses, [&](const Access &mine) {
    return llvm::any_of(b.accesses, [&](const Access &other) {
      return interfere(mine, other);
    });
  });
}

/// The steps of each thread, and the locks it held before each step.
class ByThread {
public:
  void look(const Execution &execution) {
    steps_.clear();
    held_.clear();
    llvm::DenseMap<uint32_t, Locks> now;
    for (uint32_t i = 0; i < execution.steps.size(); ++i) {
      const PathStep &step = execution.steps[i];
      const uint16_t thread = step.taken.thread;
      Locks &locks = now[thread];
      steps_[thread].push_back(i);
      held_.push_back(locks);
      for (const SyncEffect &sync :
           execution.operations->effectsOf(step.operation).sync) {
        if (!isLock(sync.family))
          continue;
        if (takesLock(sync.act))
          locks.push_back(sync.object);
        else if (sync.act == Act::Unlock)
          llvm::erase(locks, sync.object);
      }
    }
  }
  const Locks &held(uint32_t step) const { return held_[step]; }

  /// Steps of the thread from `from` on.
  llvm::ArrayRef<uint32_t> after(uint16_t thread, uint32_t from) const {
    auto at = steps_.find(thread);
    if (at == steps_.end())
      return {};
    llvm::ArrayRef<uint32_t> all = at->second;
    return all.drop_front(size_t(llvm::lower_bound(all, from) - all.begin()));
  }
  /// Its last step before `until`; none: null.
  const uint32_t *before(uint16_t thread, uint32_t until) const {
    auto at = steps_.find(thread);
    if (at == steps_.end())
      return nullptr;
    auto found = llvm::lower_bound(at->second, until);
    return found == at->second.begin() ? nullptr : &*(found - 1);
  }

private:
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> steps_;
  std::vector<Locks> held_; ///< by step
};

/// What the thread that is left, and the one that goes on, do.
class Pattern : public Cost {
public:
  static constexpr CostNeeds kNeeds = {true, false, false};

protected:
  void look(const Execution &execution) override { by_.look(execution); }

  static const Effects &effectsOf(const Execution &execution, uint32_t step) {
    return execution.operations->effectsOf(execution.steps[step].operation);
  }
  /// The step that the thread left behind makes next; none if it makes none.
  std::optional<uint32_t> nextOfLast(const Execution &execution,
                                     const Deviation &point) const {
    const uint16_t last = execution.steps[point.step].before->node.lastThread;
    llvm::ArrayRef<uint32_t> next = by_.after(last, point.step);
    if (next.empty() || last == point.choice.thread)
      return std::nullopt;
    return next.front();
  }

  ByThread by_;
};

class Atomicity final : public Pattern {
  uint32_t of(const Execution &execution, const Deviation &point) override {
    std::optional<uint32_t> second = nextOfLast(execution, point);
    if (!second)
      return 2;
    const uint16_t last = execution.steps[*second].taken.thread;
    const Effects &there = effectsOf(execution, *second);
    // The first access may lie some steps back: locks come between.
    const uint32_t *first = by_.before(last, point.step);
    for (uint32_t back = 0; first && back < kBack; ++back) {
      for (const Access &mine : effectsOf(execution, *first).accesses)
        for (const Access &again : there.accesses)
          if (mine.address < again.address + again.size &&
              again.address < mine.address + mine.size)
            if (uint32_t cost = between(execution, point, mine, again);
                cost < 2)
              return cost;
      first = by_.before(last, *first);
    }
    return 2;
  }

  uint32_t between(const Execution &execution, const Deviation &point,
                   const Access &first, const Access &second) const {
    llvm::ArrayRef<uint32_t> steps = by_.after(point.choice.thread, point.step);
    for (size_t i = 0; i < steps.size(); ++i)
      for (const Access &other : effectsOf(execution, steps[i]).accesses)
        if ((interfere(other, first) || interfere(other, second)) &&
            isUnserialisable(first.write, other.write, second.write))
          return i != 0;
    return 2;
  }
  /// Mine, the other's, mine again: four of the eight are the same as if the
  /// other had gone before or after both.
  static bool isUnserialisable(bool first, bool other, bool second) {
    return other ? !(first && second) : first && second;
  }
  static constexpr uint32_t kBack = 8;
};

class LockOrder final : public Pattern {
  uint32_t of(const Execution &execution, const Deviation &point) override {
    std::optional<uint32_t> next = nextOfLast(execution, point);
    if (!next)
      return 1;
    const Locks &held = by_.held(*next);
    for (const SyncEffect &sync : effectsOf(execution, *next).sync)
      if (isLock(sync.family) && takesLock(sync.act))
        for (uint32_t step : by_.after(point.choice.thread, point.step))
          if (takesOneOf(execution, step, held) &&
              llvm::is_contained(by_.held(step), sync.object))
            return 0;
    return 1;
  }
  static bool takesOneOf(const Execution &execution, uint32_t step,
                         const Locks &locks) {
    return llvm::any_of(effectsOf(execution, step).sync,
                        [&](const SyncEffect &sync) {
                          return isLock(sync.family) && takesLock(sync.act) &&
                                 llvm::is_contained(locks, sync.object);
                        });
  }
};

class Unprotected final : public Pattern {
  uint32_t of(const Execution &execution, const Deviation &point) override {
    std::optional<uint32_t> next = nextOfLast(execution, point);
    if (!next || !effectsOf(execution, *next).sync.empty())
      return 1;
    for (uint32_t step : by_.after(point.choice.thread, point.step))
      if (interfereAny(effectsOf(execution, *next),
                       effectsOf(execution, step)) &&
          llvm::none_of(by_.held(step), [&](uint64_t lock) {
            return llvm::is_contained(by_.held(*next), lock);
          }))
        return 0;
    return 1;
  }
};

const RegisterCost<Atomicity>
    kAtomicity("atomicity", "first between accesses that belong together");
const RegisterCost<LockOrder>
    kLockOrder("lock-order", "first where two locks are taken in two orders");
const RegisterCost<Unprotected>
    kUnprotected("unprotected", "first at memory shared without a common lock");

} // namespace
} // namespace rbcheck
