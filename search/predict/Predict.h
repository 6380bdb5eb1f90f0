//===- search/predict/Predict.h - Orders thought of, then executed --------===//
//
// One execution is recorded; then other orders of its events are looked for in
// which something goes wrong (Target.h, Reorder.h), and each is executed by the
// same context, which finds the error if it is there. Nothing else is ever
// reported: an order that does not come about as it was thought counts in the
// statistics and says nothing. Then the next execution is recorded: one that
// came to code that was new, or one at random.
//
// It proves nothing. What it is good for: places that are far apart in an
// execution, where a search would have to find its way through all that lies
// between. docs/searches.md has figures.
//
// Tested by test/search/predict.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"
#include "search/predict/Reorder.h"
#include "search/strategies/Yields.h"

#include <deque>

namespace rbcheck {

struct PredictOptions {
  uint64_t runs = 1'000;   ///< executions that are recorded
  uint64_t depth = 10'000; ///< longest of them
  uint32_t window = 1'000;
  uint64_t effort = 1'000'000;
  uint32_t tries = 4;   ///< of the same places
  bool isForAll = true; ///< else only for races and circles of locks
};

class Predict final : public Search {
public:
  explicit Predict(const PredictOptions &options)
      : options_(options), tried_(options.tries) {}
  explicit Predict(const SearchArgs &args);
  static constexpr bool kSeesAccesses = true;
  static std::vector<SearchParam> params();

  void run(SearchContext &ctx) override;

private:
  bool begin(SearchContext &ctx);
  void record(SearchContext &ctx);
  bool recordFrom(SearchContext &ctx, const Schedule &first, double goesOn);
  size_t pick(const OpenNode &at, double goesOn);
  /// The targets that come next; false if there are no more.
  bool findTargets(const SearchContext &ctx);
  void tryTarget(SearchContext &ctx, const Target &target);
  std::optional<EventOrder> ask(const Target &target, Values values);
  enum class Outcome : uint8_t {
    Elsewhere, ///< the order does not come about
    Together,  ///< it does
    Shown      ///< and is an error
  };
  Outcome follow(SearchContext &ctx, const Target &target,
                 const EventOrder &order);
  std::optional<OpenNode> replay(SearchContext &ctx, const EventOrder &order);
  bool isTogether(const Machine &machine, const Target &target) const;
  bool isShown(Machine &machine, const Target &target) const;
  void followUp(SearchContext &ctx, const OpenNode &from,
                llvm::ArrayRef<uint32_t> first);
  /// To the end of the execution.
  void finish(SearchContext &ctx, OpenNode at);
  std::optional<OpenNode> stepOf(SearchContext &ctx, const OpenNode &from,
                                 uint32_t event);

  const PredictOptions options_;
  Tried tried_;
  Predictions counts_;
  Rng rng_;
  bool isBegun_ = false;
  OpenNode root_;
  Yields yields_;

  Recording recording_;
  std::optional<Relations> relations_;
  std::vector<Target> targets_;
  size_t next_ = 0;
  uint32_t stage_ = 0;

  std::set<CodePlace> places_;     ///< executed so far
  std::deque<Schedule> schedules_; ///< of executions to be recorded
};

} // namespace rbcheck
