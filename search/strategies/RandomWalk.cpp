//===- search/strategies/RandomWalk.cpp - Random walks --------------------===//
//
// Walks from the start, each choice uniformly at random. Finds what is
// frequent.
// Tested by test/search/walks.test.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Walks.h"

namespace rbcheck {
namespace {

class RandomWalk final : public Walks {
public:
  explicit RandomWalk(const SearchArgs &args) : Walks(args, 2) {}

private:
  size_t pick(const SearchNode &, const Choices &choices) override {
    return rng().below(uint32_t(choices.size()));
  }
  std::string explanation() const override {
    return "random walks take some of the schedules";
  }
};

const RegisterSearch<RandomWalk>
    kRandomWalk("random-walk", "random walks from the start; proves nothing",
                Walks::params());

} // namespace
} // namespace rbcheck
