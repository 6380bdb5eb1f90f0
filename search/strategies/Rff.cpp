//===- search/strategies/Rff.cpp - Walks led by rare reads ----------------===//
//
// Reads-from fuzzing (Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox Fuzzing
// for Concurrency Testing", ASPLOS 2024). What tells walks apart is which write
// each read saw (ReadsFrom.h). A walk has some wishes for that and is otherwise
// one by partial order sampling (Pos.cpp): among the threads that can go on those
// which bring a wish about go first, those which would spoil one last.
//
// Three walks in four ask for a pair that was neither seen nor asked for so far,
// as long as there is one that is conceivable: both places met at an address. The
// others have wishes of walks that had a pair none had before; of these the ones
// whose walks were alike less often are drawn more often. A wish is added, one may
// be taken away. One walk in eight has no wishes.
//
// A step that leads to the state it began in draws anew for its thread, like
// any other. The values of a data choice are equally likely.
// Tested by test/search/rff.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Priorities.h"
#include "search/strategies/ReadsFrom.h"
#include "search/strategies/Walks.h"

namespace rbcheck {
namespace {

class Rff final : public Walks {
public:
  explicit Rff(const SearchArgs &args)
      : Walks(args, 18), most_(args.number("wishes")) {}

private:
  using Wishes = std::vector<Wish>;
  struct Kept {
    Wishes wishes;
    uint64_t signature; ///< of the pairs of its walk
  };
  /// One walk in so many: no wishes, none that is new, one not to come true, one
  /// less.
  static constexpr uint32_t kWithout = 8, kKept = 4, kUnwanted = 4, kLess = 4;

  void begin() override {
    priorities_.begin();
    wishes_.clear();
    if (!pool_.isEmpty() && rng().below(kWithout))
      wish();
    walk_.begin(wishes_);
  }

  void wish() {
    if (rng().below(kKept))
      if (std::optional<ReadsFrom> fresh = pool_.drawFresh(rng()))
        return add({*fresh, true});
    wishes_ = drawKept().wishes;
    if (!wishes_.empty() &&
        (wishes_.size() >= most_ || rng().below(kLess) == 0))
      wishes_.erase(wishes_.begin() + rng().below(uint32_t(wishes_.size())));
    add({pool_.draw(rng()), rng().below(kUnwanted) != 0});
  }
  void add(const Wish &wish) {
    pool_.count(wish.pair);
    wishes_.push_back(wish);
  }

  const Kept &drawKept() {
    double sum = 0;
    for (const Kept &kept : kept_)
      sum += weight(kept);
    double at = rng().unit() * sum;
    for (const Kept &kept : kept_)
      if ((at -= weight(kept)) < 0)
        return kept;
    return kept_.back(); // the first walk was kept
  }
  double weight(const Kept &kept) const {
    return 1.0 / double(alike_.at(kept.signature));
  }

  size_t pick(const SearchNode &node, const Choices &choices) override {
    uint16_t best = choices.front().thread;
    RfWalk::Advice bestAdvice = advice(node, best);
    for (Choice choice : choices) {
      if (choice.thread == best)
        continue;
      RfWalk::Advice here = advice(node, choice.thread);
      if (here < bestAdvice ||
          (here == bestAdvice && priority(choice.thread) <= priority(best)))
        continue;
      best = choice.thread;
      bestAdvice = here;
    }
    return anyOf(choices, best);
  }

  RfWalk::Advice advice(const SearchNode &node, uint16_t thread) const {
    return wishes_.empty() ? RfWalk::Free
                           : walk_.advise(eventOf(node.state, thread), pool_);
  }

  uint64_t priority(uint16_t thread) { return priorities_.of(thread, rng()); }

  void arrived(const SearchNode &before, Choice choice,
               const SearchNode &) override {
    walk_.happens(eventOf(before.state, choice.thread));
    priorities_.arrived(before.state, choice, rng());
  }

  void end(uint64_t) override {
    bool isNew = false;
    uint64_t signature = 0;
    for (ReadsFrom pair : walk_.pairs()) {
      isNew |= seen_.insert(pair).second;
      signature = mixBits(signature ^ mixBits(pair.read) ^ pair.write);
    }
    walk_.learn(pool_);
    ++alike_[signature];
    if (isNew)
      kept_.push_back({wishes_, signature});
  }

  std::string explanation() const override {
    return "walks led by rare reads take some of the schedules";
  }

  uint64_t most_;
  RfPool pool_;
  std::set<ReadsFrom> seen_;
  std::map<uint64_t, uint64_t> alike_; ///< walks by signature
  std::vector<Kept> kept_;

  // This walk.
  Wishes wishes_;
  RfWalk walk_;
  Priorities priorities_;
};

const RegisterSearch<Rff>
    kRff("rff", "walks led by which writes reads have seen rarely",
         Walks::params({{"wishes", SearchParam::Number, "4",
                         "most pairs of read and write asked of a walk", 1,
                         1000}}));

} // namespace
} // namespace rbcheck
