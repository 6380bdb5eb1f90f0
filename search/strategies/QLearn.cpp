//===- search/strategies/QLearn.cpp - Walks that learn to be different ----===//
//
// Q-learning (Mukherjee, Deligiannis, Biswas, Lal, "Learning-Based Controlled
// Concurrency Testing", OOPSLA 2020). Every choice of every state has a value, 0
// at first; each time it is taken it gets a reward of -1, so that what was done
// often is worth less, and so is what leads there:
//
//   Q(s,a) := (1 - alpha) Q(s,a) + alpha (-1 + gamma max Q(s',.))
//
// A choice is drawn with probability proportional to e^Q.
//
// What counts as the same state (`state`): `places`, where all threads stand in
// the code, with threads of equal places counted but not told apart; `full`, the
// state itself, which rarely comes again where threads are many. The choice is what
// the thread is about to do, by its place; with `full`, the thread.
// Tested by test/search/qlearn.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/ReadsFrom.h"
#include "search/strategies/Walks.h"

#include "llvm/ADT/DenseMap.h"

#include <cmath>

namespace rbcheck {
namespace {

class QLearn final : public Walks {
public:
  explicit QLearn(const SearchArgs &args)
      : Walks(args, 19), alpha_(args.real("alpha")), gamma_(args.real("gamma")),
        isFull_(args.text("state") == "full") {}

private:
  using Key = uint64_t;

  void begin() override { taken_ = std::nullopt; }

  size_t pick(const SearchNode &node, const Choices &choices) override {
    const Key state = keyOf(node.state);
    weights_.clear();
    double best = value(keyOf(state, node.state, choices.front()));
    double sum = 0;
    for (Choice choice : choices) {
      const double here = value(keyOf(state, node.state, choice));
      best = std::max(best, here);
      weights_.push_back(std::exp(here));
      sum += weights_.back();
    }
    learn(best);
    double at = rng().unit() * sum;
    size_t index = 0;
    while (index + 1 < choices.size() && (at -= weights_[index]) >= 0)
      ++index;
    taken_ = keyOf(state, node.state, choices[index]);
    return index;
  }

  void end(uint64_t) override { learn(0); }

  /// The choice taken last led to a state whose best choice has this value.
  void learn(double best) {
    if (!taken_)
      return;
    double &here = values_[*taken_];
    here = (1 - alpha_) * here + alpha_ * (gamma_ * best - 1);
    taken_ = std::nullopt;
  }

  double value(Key key) const { return values_.lookup(key); }

  Key keyOf(const State &state) const {
    if (isFull_)
      return Key(state.fingerprint());
    Key sum = 0; // of threads in any order
    for (uint16_t id = 0; id < state.threadCount(); ++id)
      sum += mixBits(eventOf(state, id).place);
    return sum;
  }
  Key keyOf(Key of, const State &state, Choice choice) const {
    const Key what =
        isFull_ ? choice.thread + 1 : eventOf(state, choice.thread).place;
    // Two numbers of a map are not keys; the mixed ones are not hit by chance.
    return mixBits(mixBits(of ^ mixBits(what)) + choice.value) >> 1;
  }

  std::string explanation() const override {
    return "walks that learn to be different take some of the schedules";
  }

  double alpha_, gamma_;
  bool isFull_;
  llvm::DenseMap<Key, double> values_; ///< of a state and a choice
  std::optional<Key> taken_;           ///< last, nothing learnt from it yet
  llvm::SmallVector<double, 8> weights_;
};

const RegisterSearch<QLearn> kQLearn(
    "qlearn", "walks that learn which choices were taken often",
    Walks::params({{"alpha", SearchParam::Real, "0.3", "rate of learning", 0, 1},
                   {"gamma", SearchParam::Real, "0.7",
                    "what later rewards count", 0, 1},
                   {"state", SearchParam::Word, "places",
                    "what counts as the same state", 0, 0, "places|full"}}));

} // namespace
} // namespace rbcheck
