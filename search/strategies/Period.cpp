//===- search/strategies/Period.cpp - Walks in few periods ----------------===//
//
// Periodical scheduling (Wen, He, Wu, Xu, Qin, "Controlled Concurrency Testing via
// Periodical Scheduling", ICSE 2022). A schedule has a number of periods; in each
// but the last one thread makes some steps, in the last one all go on. First all
// schedules of two periods are walked, then those of three, up to `periods`: an
// error that needs few is found early. Then come ones of `periods` at random.
//
// How many steps a thread has is known from the walks so far. A period's thread
// that cannot go on, or is not there yet, is waited for: threads without a period go
// first, and of them main. In the last period a thread goes on as long as it can. The
// values of a data choice are equally likely.
//
// Schedules are counted through like a number with the threads as its first digits
// and the lengths of their periods as the others. Of threads that start at the same
// place only the first that has no period yet is given one, and main only if it
// touches memory that others do: with a hundred threads the rest are too many. At
// random all are.
// Tested by test/search/period.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/ReadsFrom.h"
#include "search/strategies/Walks.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace rbcheck {
namespace {

/// One thread makes so many steps.
struct Period {
  uint16_t thread;
  uint64_t steps;
};

/// What walks have shown of a thread.
struct Known {
  PlaceKey start = 0;
  uint64_t steps = 0;   ///< most in a walk
  bool isAsked = false; ///< it can have a period
};

class Periods final : public Walks {
public:
  explicit Periods(const SearchArgs &args)
      : Walks(args, 20), most_(args.number("periods")) {}

private:
  void begin() override {
    steps_.clear();
    period_ = 0;
    left_ = 0;
    if (isFirst_) // one period
      return;
    if (!isAtRandom_ && !next())
      isAtRandom_ = true;
    if (isAtRandom_)
      draw();
    if (!plan_.empty())
      left_ = plan_.front().steps;
  }

  /// The next schedule in order; false if there is none.
  bool next() {
    if (nextLengths())
      return true;
    while (plan_.size() + 1 <= most_) {
      if (nextThreads())
        return true;
      plan_.push_back({0, 0}); // one period more: the first threads, if any
      if (plan_.size() + 1 <= most_ && firstThreads(0))
        return true;
    }
    return false;
  }

  bool nextLengths() {
    for (Period &period : llvm::reverse(plan_)) {
      if (period.steps < known_[period.thread].steps) {
        ++period.steps;
        return true;
      }
      period.steps = 1;
    }
    return false;
  }

  bool nextThreads() {
    for (size_t i = plan_.size(); i-- > 0;)
      for (uint16_t id = plan_[i].thread + 1u; id < known_.size(); ++id)
        if (fits(i, id)) {
          plan_[i] = {id, 1};
          return firstThreads(i + 1);
        }
    return false;
  }

  /// Sets the periods from this one on to the first threads that fit.
  bool firstThreads(size_t from) {
    for (size_t i = from; i < plan_.size(); ++i) {
      uint16_t id = 0;
      while (id < known_.size() && !fits(i, id))
        ++id;
      if (id == known_.size())
        return false;
      plan_[i] = {id, 1};
    }
    return true;
  }

  bool fits(size_t period, uint16_t id) const {
    if (!known_[id].isAsked || (period && plan_[period - 1].thread == id))
      return false;
    if (hasPeriod(id, period))
      return true;
    for (uint16_t other = 0; other < id; ++other)
      if (known_[other].start == known_[id].start && !hasPeriod(other, period))
        return false;
    return true;
  }

  void draw() {
    plan_.clear();
    if (known_.empty())
      return;
    const uint32_t count = 1 + rng().below(uint32_t(most_ - 1));
    for (uint32_t i = 0; i < count; ++i) {
      uint16_t id = uint16_t(rng().below(uint32_t(known_.size())));
      plan_.push_back({id, 1 + rng().next() % std::max<uint64_t>(
                                                  known_[id].steps, 1)});
    }
  }

  size_t pick(const SearchNode &node, const Choices &choices) override {
    auto canGoOn = [&](uint16_t thread) {
      return llvm::any_of(choices,
                          [&](Choice c) { return c.thread == thread; });
    };
    while (period_ < plan_.size() &&
           (left_ == 0 || hasEnded(node.state, plan_[period_].thread)))
      if (++period_ < plan_.size())
        left_ = plan_[period_].steps;
    if (period_ < plan_.size() && canGoOn(plan_[period_].thread)) {
      --left_;
      return anyOf(choices, plan_[period_].thread);
    }
    if (period_ >= plan_.size() && canGoOn(node.lastThread))
      return anyOf(choices, node.lastThread);
    uint16_t thread = choices.front().thread;
    for (Choice choice : choices)
      thread = std::min(thread, choice.thread, [&](uint16_t a, uint16_t b) {
        return std::pair(hasPeriod(a, period_), a) <
               std::pair(hasPeriod(b, period_), b);
      });
    return anyOf(choices, thread);
  }

  /// One of the first so many.
  bool hasPeriod(uint16_t thread, size_t count) const {
    return llvm::any_of(
        llvm::ArrayRef(plan_).take_front(count),
        [&](const Period &period) { return period.thread == thread; });
  }

  static bool hasEnded(const State &state, uint16_t thread) {
    return thread < state.threadCount() &&
           state.thread(thread).s.status == ThreadStatus::Finished;
  }

  void arrived(const SearchNode &before, Choice choice,
               const SearchNode &) override {
    const State &state = before.state;
    for (uint16_t id = uint16_t(known_.size()); id < state.threadCount(); ++id)
      known_.push_back({eventOf(state, id).place, 0, id != 0});
    steps_.resize(known_.size());
    Known &known = known_[choice.thread];
    known.steps = std::max(known.steps, ++steps_[choice.thread]);
    noteMain(state, choice.thread);
  }

  /// Main takes part if it touches memory that another thread does.
  void noteMain(const State &state, uint16_t thread) {
    const Pending &pending = state.thread(thread).pending;
    if (known_[0].isAsked || pending.kind != PendingKind::Access)
      return;
    for (const Access &range : pending.accesses) {
      touched_[thread != 0].insert(range.address);
      known_[0].isAsked |= touched_[thread == 0].contains(range.address);
    }
  }

  void end(uint64_t) override { isFirst_ = false; }

  std::string explanation() const override {
    return "walks in few periods take some of the schedules";
  }

  uint64_t most_;
  std::vector<Known> known_; ///< by thread
  std::set<uint64_t> touched_[2]; ///< addresses, by main and by others
  bool isFirst_ = true;
  bool isAtRandom_ = false;
  std::vector<Period> plan_; ///< all periods but the last

  // This walk.
  std::vector<uint64_t> steps_; ///< by thread
  size_t period_ = 0;
  uint64_t left_ = 0; ///< steps of that period
};

const RegisterSearch<Periods>
    kPeriods("period", "walks in which threads take turns few times",
             Walks::params({{"periods", SearchParam::Number, "4",
                             "most in a walk", 2, 1000}}));

} // namespace
} // namespace rbcheck
