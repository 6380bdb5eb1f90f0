//===- search/strategies/Walks.h - What walks have in common --------------===//
//
// Walks from the start, one choice after another, until the path ends, and
// starts again. A walk never turns back and visits known states again: it
// proves nothing, and the verdict is "inconclusive" unless an error is found.
// States are stored for the statistics only. A path that does not end by itself
// is left after `depth` steps. What a kind of walk has to say is which choice
// it takes.
// Tested by test/search/walks.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Search.h"

namespace rbcheck {

class Walks : public Search {
public:
  void run(SearchContext &ctx) final;

  /// The parameters `walks` and `depth`.
  static std::vector<SearchParam> params(std::vector<SearchParam> others = {});

protected:
  Walks(const SearchArgs &args, uint64_t stream)
      : walks_(args.number("walks")), depth_(args.number("depth")),
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

  uint64_t walks_, depth_, stream_;
  uint64_t done_ = 0;
  Rng rng_;
  bool isBegun_ = false;
  SearchNode root_;
  Choices first_;
};

} // namespace rbcheck
