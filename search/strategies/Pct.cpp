//===- search/strategies/Pct.cpp - Walks by random priorities -------------===//
//
// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi,
// Nagarakatte, ASPLOS 2010). Every thread gets a random priority when it
// starts, and the one with the highest runs; just before d - 1 randomly chosen
// steps out of k the thread that would run falls below all others. An error of
// depth d (d ordering constraints suffice for it) in a program with n threads
// and at most k steps is found by each walk with a probability of at least 1 /
// (n * k^(d-1)).
//
// That needs k to be no less than the length of a walk: by default it is the
// length of the longest walk so far; a given k that proves too small is said.
// A step that leads to the state it began in (a thread that waits in a loop)
// is taken as a yield: its thread falls below all others, or the walk would
// never end. The values of a data choice are equally likely.
// Tested by test/search/walks.test and test/search/guarantees.c.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Walks.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {
namespace {

class Pct final : public Walks {
public:
  explicit Pct(const SearchArgs &args)
      : Walks(args, 10), d_(args.number("d")), given_(args.number("k")),
        k_(given_ ? given_ : kFirst) {}

private:
  static constexpr uint64_t kFirst = 20;
  /// Changed priorities lie below, those of new threads above.
  static constexpr int64_t kChanged = 1 << 20;

  void begin() override {
    priorities_.clear();
    lowest_ = 0;
    step_ = 0;
    changes_.clear();
    for (uint64_t i = 1; i < d_; ++i)
      changes_.push_back(1 + rng().next() % k_);
  }

  size_t pick(const SearchNode &, const Choices &choices) override {
    ++step_;
    for (size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i] == step_)
        priority(highest(choices)) = int64_t(i) + 1;
    return anyOf(choices, highest(choices));
  }

  uint16_t highest(const Choices &choices) {
    uint16_t best = choices.front().thread;
    for (Choice choice : choices)
      if (priority(choice.thread) > priority(best))
        best = choice.thread;
    return best;
  }

  int64_t &priority(uint16_t thread) {
    // Random numbers are as good as a random permutation of the threads. They
    // are drawn by thread number, so that the order of choices has no say.
    while (priorities_.size() <= thread)
      priorities_.push_back(kChanged + int64_t(rng().next() >> 2));
    return priorities_[thread];
  }

  void arrived(const SearchNode &before, Choice choice,
               const SearchNode &after) override {
    if (before.state.fingerprint() == after.state.fingerprint())
      priority(choice.thread) = --lowest_;
  }

  void end(uint64_t steps) override {
    longest_ = std::max(longest_, steps);
    if (!given_)
      k_ = longest_;
  }

  std::string explanation() const override {
    std::string text = "walks by random priorities take some of the schedules";
    if (given_ && longest_ > given_)
      text += " (k=" + std::to_string(given_) + ", but a walk had " +
              std::to_string(longest_) + " steps)";
    return text;
  }

  uint64_t d_, given_, k_;
  uint64_t longest_ = 0;
  uint64_t step_ = 0;
  int64_t lowest_ = 0;
  std::vector<uint64_t> changes_; ///< steps before which a priority changes
  std::vector<int64_t> priorities_;
};

const RegisterSearch<Pct> kPct(
    "pct", "walks by random priorities that change d-1 times",
    Walks::params({{"d", SearchParam::Number, "3",
                    "depth of the errors to find", 1, 1000},
                   {"k", SearchParam::Number, "0",
                    "steps of a walk; 0 = of the longest so far", 0, 4e9}}));

} // namespace
} // namespace rbcheck
