//===- search/strategies/Rb.cpp - Randomized backtracking -----------------===//
//
// The algorithm of Backtracking.h on the states of a program, with what goes
// round it: a threshold from walks or by doubling, rounds with restarts.
// Incomplete unless asked to come back to what it left
// out (`complete=`, `threshold=doubling`); it never says "no-error" when
// something was left.
// Tested by test/search/rb.test, test/search/agree-rb.test,
// test/unit/BacktrackingTest.cpp and test/search/agree.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Backtracking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {
namespace {

/// The states of a program as a space to backtrack in.
class ProgramSpace {
public:
  using Node = SearchNode;
  using Choice = rbcheck::Choice;
  using Operation = rbcheck::Operation;
  using Key = Hash128;

  void enter(SearchContext &ctx) { ctx_ = &ctx; }

  void expand(Node &node, llvm::SmallVectorImpl<Choice> &out) {
    ctx_->expand(node, out);
  }
  Arrival take(Node &from, Choice choice, Node &to) {
    Step step = ctx_->take(from, choice);
    if (step.after == After::Stop)
      return Arrival::Stop;
    if (step.after == After::Explore) {
      to = std::move(step.node);
      return Arrival::New;
    }
    // Ends of paths are not stored by the context, but they are states, too.
    if (step.isEnd && ends_.insert(ctx_->lastKey()).second)
      return Arrival::End;
    return Arrival::Seen;
  }
  uint64_t depth(const Node &node) const { return node.depth; }
  bool isSwitch(const Node &node, Choice choice) const {
    return choice.thread != node.lastThread;
  }
  bool shouldPause() { return ctx_->shouldPause(); }
  Key key() { return ctx_->lastKey(); }
  void shorten(Node &known, const Node &from, Choice choice) {
    known.depth = from.depth + 1;
    known.path = from.path.then(choice);
  }
  void release(Node &node) { node.state = State(); }
  Operation operation(const Node &node, Choice choice) const {
    return pendingOperation(node.state, choice.thread);
  }
  bool interferes(const Operation &a, const Operation &b) const {
    return a.thread != b.thread && rbcheck::interferes(a, b);
  }
  void forgetEnds() { ends_.clear(); }

private:
  SearchContext *ctx_ = nullptr;
  std::set<Hash128> ends_;
};

class Rb final : public Search {
public:
  explicit Rb(const SearchArgs &args) : options_(args) {}

private:
  static constexpr unsigned kWalks = 16;
  static constexpr uint32_t kLongestWalk = 10'000;
  static constexpr uint64_t kFirstDoubled = 4;

  void run(SearchContext &ctx) override {
    space_.enter(ctx);
    if (!search_ && !begin(ctx))
      return;
    explore(ctx);
    // Known only up to now, but a limit may end the search at any time.
    ctx.explainPruning(explanation());
  }

  bool begin(SearchContext &ctx) {
    dice_ = RbDice(ctx.seed());
    SearchNode root = ctx.root();
    if (options_.thresholdKind == RbOptions::Doubling)
      options_.threshold = kFirstDoubled;
    if (options_.thresholdKind == RbOptions::FromWalks ||
        options_.thresholdKind == RbOptions::Adaptive) {
      options_.threshold = thresholdFromWalks(ctx, root);
      if (ctx.isStopped())
        return false;
      root = ctx.beginAgain();
    }
    search_.emplace(space_, options_, dice_);
    search_->start(std::move(root));
    if (options_.restartUnit)
      roundEnd_ = options_.restartUnit;
    return true;
  }

  /// 0.6 of the median length of a few random walks.
  uint64_t thresholdFromWalks(SearchContext &ctx, SearchNode root) {
    Rng rng(ctx.seed(), 13);
    const Choices first = ctx.expand(root);
    std::vector<uint32_t> lengths;
    for (unsigned i = 0; i < kWalks && !first.empty(); ++i) {
      SearchNode node = root;
      Choices choices = first;
      while (!choices.empty() && node.depth < kLongestWalk) {
        Step step =
            ctx.walk(node, choices[rng.below(uint32_t(choices.size()))]);
        if (step.after == After::Stop)
          return 1;
        if (step.after == After::Prune || step.isLoop)
          break;
        node = std::move(step.node);
        choices = ctx.expand(node);
      }
      lengths.push_back(node.depth + 1);
    }
    if (lengths.empty())
      return 1;
    llvm::sort(lengths);
    return std::max<uint64_t>(1, uint64_t(0.6 * lengths[lengths.size() / 2]));
  }

  void explore(SearchContext &ctx) {
    const RbCounts &counts = search_->counts();
    for (;;) {
      RbEnd end = search_->run(roundEnd_);
      if (end == RbEnd::Stopped || (end == RbEnd::Done && !counts.pruned))
        return;
      if (counts.rounds < options_.rounds && beginRound(ctx))
        continue;
      if (end == RbEnd::Done)
        return;
      roundEnd_ = ~0ull; // the last round takes as long as it takes
    }
  }

  /// The next round, if there is to be one.
  bool beginRound(SearchContext &ctx) {
    bool isDoubling = options_.thresholdKind == RbOptions::Doubling;
    if (!isDoubling && !options_.restartUnit)
      return false;
    RbCounts &counts = search_->counts();
    ++counts.rounds;
    if (options_.restartUnit)
      roundEnd_ = counts.states + options_.restartUnit * luby(counts.rounds);
    if (isDoubling)
      search_->setThreshold(search_->threshold() * 2);
    else if (options_.keepsVisited)
      return search_->restartKept();
    space_.forgetEnds();
    search_->start(ctx.beginAgain());
    return true;
  }

  std::string explanation() const {
    return llvm::formatv("randomized backtracking from depth {0} on",
                         search_->threshold());
  }

  RbOptions options_;
  ProgramSpace space_;
  RbDice dice_;
  std::optional<Backtracking<ProgramSpace>> search_;
  uint64_t roundEnd_ = ~0ull; ///< new states, of all rounds so far
};

const RegisterSearch<Rb> kRb("rb", "depth-first with randomized backtracking",
                             rbParams());

} // namespace
} // namespace rbcheck
