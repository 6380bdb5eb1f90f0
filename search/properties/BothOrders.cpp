//===- search/properties/BothOrders.cpp - Races as the papers find them ----===//
//
// The race of P0 (Parizek and Lhotak, "Randomized Backtracking in State Space
// Traversal", figure 3b): two accesses of two threads to the same memory, one of
// them a write, without a common lock, that came in one order on one path of the
// search and in the other order on another. For experiments with that paper; what
// is wrong in C and C++ is search/properties/Race.cpp.
//
// An access is one by its thread, its place in the code and its address. It is
// compared with the latest read and the latest write of every other thread on its
// path. The order of a pair on a path is the one in which it is met there first:
// who takes turns, with other means than locks, meets in both orders on one path,
// and that is no race. Semaphores and atomics that are used as locks are not seen,
// so what is reported need not be a data race.
//
// Tested by test/verify/both-orders.c.
//
//===----------------------------------------------------------------------===//
#include "search/Check.h"
#include "search/PathWatch.h"
#include "search/result/Result.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

namespace rbcheck {
namespace {

/// Two accesses, that of the lower thread first.
struct Pair {
  uint32_t threads[2];
  CodePlace places[2];
  uint64_t address;

  auto asTuple() const {
    return std::tuple(address, threads[0], threads[1], places[0].function,
                      places[0].pc, places[1].function, places[1].pc);
  }
  friend bool operator<(const Pair &a, const Pair &b) {
    return a.asTuple() < b.asTuple();
  }
};

/// A step that touched memory which others can reach, and all before it.
struct Touch final : PathMemory {
  mutable std::shared_ptr<const Touch> before;
  uint32_t number = 0; ///< of the touches on its path, from 0
  uint32_t thread = 0;
  CodePlace place;
  LockSet held;
  Accesses accesses;
  std::vector<Pair> met; ///< pairs that its path met here first

  /// Iterative: paths can have millions of them.
  ~Touch() override {
    while (before && before.use_count() == 1)
      before = std::exchange(before->before, nullptr);
  }
};
using TouchRef = std::shared_ptr<const Touch>;

struct Earlier {
  const Touch &touch;
  const Access &mine, &its;
};

/// The touches of one path, and who touched what last.
class TouchedPath {
public:
  void goTo(const TouchRef &last) {
    std::vector<TouchRef> missing;
    TouchRef at = last;
    auto isOn = [&] {
      return at->number < path_.size() && path_[at->number] == at;
    };
    while (at && !isOn()) {
      missing.push_back(at);
      at = at->before;
    }
    while (path_.size() > (at ? at->number + 1 : 0))
      pop();
    for (TouchRef &one : llvm::reverse(missing))
      push(std::move(one));
  }

  void push(TouchRef touch) {
    forEachKey(*touch, [&](Key key) { last_[key].push_back(touch->number); });
    for (const Pair &pair : touch->met)
      met_.insert(pair);
    path_.push_back(std::move(touch));
  }

  bool hasMet(const Pair &pair) const { return met_.count(pair); }

  /// What the step of a thread touches; null if nothing.
  std::shared_ptr<Touch> next(Machine &machine, uint32_t thread) const {
    const ThreadNode &node = machine.state().thread(thread);
    if (node.pending.accesses.empty())
      return nullptr;
    auto touch = std::make_shared<Touch>();
    touch->before = path_.empty() ? nullptr : path_.back();
    touch->number = uint32_t(path_.size());
    touch->thread = thread;
    touch->place = machine.place(thread);
    touch->held = node.held;
    touch->accesses = node.pending.accesses;
    return touch;
  }

  /// Calls visit(earlier) for each latest access of another thread that `now`
  /// conflicts with and shares no lock with; some of them more than once.
  template <typename Visit>
  void forEachConflict(const Touch &now, uint32_t threads, Visit visit) const {
    for (const Access &mine : now.accesses)
      forEachCell(mine, [&](uint64_t cell) {
        for (uint32_t other = 0; other < threads; ++other)
          for (bool isWrite : {false, true})
            if (other != now.thread && (mine.write || isWrite))
              compare(now, mine, {cell, 2 * other + isWrite}, visit);
      });
  }

private:
  using Key = std::pair<uint64_t, uint32_t>; ///< cell, 2 * thread + isWrite

  template <typename Visit>
  static void forEachCell(const Access &access, Visit visit) {
    constexpr uint64_t kCell = 8;
    for (uint64_t cell = access.address / kCell;
         cell * kCell < access.address + access.size; ++cell)
      visit(cell);
  }

  template <typename Visit>
  static void forEachKey(const Touch &touch, Visit visit) {
    for (const Access &access : touch.accesses)
      forEachCell(access, [&](uint64_t cell) {
        visit(Key(cell, 2 * touch.thread + access.write));
      });
  }

  template <typename Visit>
  void compare(const Touch &now, const Access &mine, Key key,
               Visit visit) const {
    auto found = last_.find(key);
    if (found == last_.end() || found->second.empty())
      return;
    const Touch &earlier = *path_[found->second.back()];
    if (llvm::any_of(earlier.held.locks(), [&](uint64_t lock) {
          return llvm::is_contained(now.held.locks(), lock);
        }))
      return;
    for (const Access &its : earlier.accesses)
      if (areInConflict(mine, its))
        return visit(Earlier{earlier, mine, its});
  }

  void pop() {
    const Touch &touch = *path_.back();
    forEachKey(touch, [&](Key key) { last_[key].pop_back(); });
    for (const Pair &pair : touch.met)
      met_.erase(pair);
    path_.pop_back();
  }

  std::vector<TouchRef> path_;
  llvm::DenseMap<Key, std::vector<uint32_t>> last_; ///< numbers of touches
  std::set<Pair> met_;
};

Fault describe(Machine &machine, const Touch &now, const Earlier &earlier) {
  const Access &mine = earlier.mine, &its = earlier.its;
  const std::string other = std::to_string(earlier.touch.thread);
  Fault fault;
  fault.kind = FaultKind::RaceBothOrders;
  fault.address = std::max(mine.address, its.address);
  fault.message =
      "race on " +
      machine.describeAddress(fault.address, std::min(mine.size, its.size)) +
      " in both orders: " + accessWord(mine) + " in thread " +
      std::to_string(now.thread) + " after " + accessWord(its) +
      " in thread " + other +
      ", and before it on another path, with no lock in common";
  fault.thread = now.thread;
  fault.place = now.place;
  fault.hasRelated = true;
  fault.related = {earlier.touch.thread, earlier.touch.place,
                   std::string("the earlier access: ") + accessWord(its)};
  return fault;
}

class OrderWatch final : public PathWatch {
public:
  PathMemoryRef step(const PathMemoryRef &before, Choice choice,
                     Machine &machine, FaultSink found) override {
    RB_CHECK(machine.options().locksets, "locks are not known");
    path_.goTo(std::static_pointer_cast<const Touch>(before));
    std::shared_ptr<Touch> touch = path_.next(machine, choice.thread);
    if (!touch)
      return before;
    path_.forEachConflict(
        *touch, machine.state().threadCount(), [&](const Earlier &earlier) {
          if (isNew(*touch, earlier))
            found(describe(machine, *touch, earlier));
        });
    return touch;
  }

private:
  /// The path meets the pair here, and another path met it in the other order.
  bool isNew(Touch &now, const Earlier &earlier) {
    const bool isLower = now.thread < earlier.touch.thread;
    const Touch &low = isLower ? now : earlier.touch;
    const Touch &high = isLower ? earlier.touch : now;
    const Pair pair = {{low.thread, high.thread},
                       {low.place, high.place},
                       std::max(earlier.mine.address, earlier.its.address)};
    auto isSame = [&](const Pair &other) {
      return !(other < pair) && !(pair < other);
    };
    if (path_.hasMet(pair) || llvm::any_of(now.met, isSame))
      return false;
    now.met.push_back(pair);
    constexpr uint8_t kBoth = 3;
    uint8_t &orders = orders_[pair];
    orders |= isLower ? 1 : 2;
    return orders == kBoth;
  }

  TouchedPath path_;
  std::map<Pair, uint8_t> orders_; ///< that paths met pairs in: 1, 2 or both
};

class BothOrders final : public Property {
  const char *word() const override { return "both-orders"; }
  Shows shows() const override { return Shows::LastStep; }
  bool isSymmetric() const override { return true; }

  std::unique_ptr<PathWatch> watch() const override {
    return std::make_unique<OrderWatch>();
  }

  /// The last step of the schedule makes the later access. That there is another
  /// path with the other order was seen in the search.
  std::optional<Fault> again(Machine &machine, StepEnd,
                             const Violation &violation) const override {
    MachineOptions options = violation.machine;
    options.locksets = true;
    Machine run(machine.program(), std::move(options));
    TouchedPath path;
    std::optional<Fault> found;
    StepEnd end = run.start();
    for (Choice choice : violation.schedule) {
      if (end != StepEnd::Parked)
        return std::nullopt;
      found.reset();
      if (std::shared_ptr<Touch> touch = path.next(run, choice.thread)) {
        path.forEachConflict(
            *touch, run.state().threadCount(), [&](const Earlier &earlier) {
              Fault fault = describe(run, *touch, earlier);
              if (!found && isWanted(fault, violation.fault))
                found = std::move(fault);
            });
        path.push(std::move(touch));
      }
      end = run.step(choice);
    }
    return found;
  }

  /// A trace file has no places in the decoded program.
  static bool isWanted(const Fault &fault, const Fault &known) {
    if (!known.hasRelated)
      return known.message.empty() || fault.message == known.message;
    return fault.thread == known.thread && fault.place == known.place &&
           fault.related.thread == known.related.thread &&
           fault.related.place == known.related.place;
  }
};

const RegisterProperty<BothOrders> kBothOrders(
    {"race-both-orders", false,
     "for experiments: conflicting accesses without a common lock that were seen\n"
     "in both orders on two paths; never ends with no-error; not in \"all\"",
     false});

} // namespace
} // namespace rbcheck
