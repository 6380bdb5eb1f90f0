//===- search/strategies/Walks.h - What walks have in common --------------===//
//
// Walks from the start, one choice after another, until the path ends, and
// starts again. A walk never turns back and visits known states again: it
// proves nothing, and the verdict is "inconclusive" unless an error is found.
// States are stored for the statistics only. A path that does not end by itself
// is left after `depth` steps; with `grow`, that doubles when more walks are cut
// than end. Threads that wait in a loop are held back (Yields.h). In a team a turn
// has at least `turn` walks, or 4 n^2 steps with n threads: with a hundred threads
// some hundred steps are one walk, and one walk says little. What a kind of walk
// has to say is which choice it takes.
// Tested by test/search/walks.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"
#include "search/strategies/Yields.h"

namespace rbcheck {

class Walks : public Search {
public:
  void run(SearchContext &ctx) final;

  /// The parameters `walks`, `depth`, `grow` and `turn`.
  static std::vector<SearchParam> params(std::vector<SearchParam> others = {});

protected:
  Walks(const SearchArgs &args, uint64_t stream)
      : walks_(args.number("walks")), depth_(args.number("depth")),
        growth_(args.number("grow")), turn_(args.number("turn")),
        stream_(stream) {}

  /// A new walk begins.
  virtual void begin() {}
  /// The choice to take in this state: an index.
  virtual size_t pick(const SearchNode &node, const Choices &choices) = 0;
  /// The step was taken and led to `after`.
  virtual void arrived(const SearchNode &before, Choice choice,
                       const SearchNode &after) {
    (void)before, (void)choice, (void)after;
  }
  /// The walk ended after `steps`.
  virtual void end(uint64_t steps) { (void)steps; }
  /// What to say about what is left out.
  virtual std::string explanation() const = 0;

  /// Any choice of this thread, each with the same probability.
  size_t anyOf(const Choices &choices, uint16_t thread);
  Rng &rng() { return rng_; }

private:
  /// False if the search has to stop.
  bool walkOnce(SearchContext &ctx);

  void adapt(bool isCut);

  static constexpr uint64_t kMostDepth = 1'000'000;
  /// A turn of so many steps per pair of threads needs no more walks.
  static constexpr uint64_t kStepsOfPair = 4;
  uint64_t threads_ = 1; ///< most in a walk
  uint64_t walks_, depth_, growth_, turn_, stream_;
  uint64_t cut_ = 0, ended_ = 0; ///< since the depth changed
  Yields yields_;
  uint64_t done_ = 0;
  Rng rng_;
  bool isBegun_ = false;
  SearchNode root_;
  Choices first_;
};

} // namespace rbcheck
