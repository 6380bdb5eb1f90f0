//===- search/strategies/Pos.cpp - Walks that sample partial orders -------===//
//
// Partial order sampling (Yuan, Yang, Gu, CAV 2018). Every pending operation
// has a random priority and the highest one that can go on is executed; then
// every other pending operation that interferes with it draws anew. So the
// order of operations that do not interfere costs no luck, and each partial
// order of the program has a chance that does not shrink with them.
//
// A step that leads to the state it began in draws anew for its thread, like
// any other. The values of a data choice are equally likely.
// Tested by test/search/walks.test and test/search/guarantees.c.
//
//===----------------------------------------------------------------------===//
#include "search/strategies/Priorities.h"
#include "search/strategies/Walks.h"

namespace rbcheck {
namespace {

class Pos final : public Walks {
public:
  explicit Pos(const SearchArgs &args) : Walks(args, 11) {}

private:
  void begin() override { priorities_.begin(); }

  size_t pick(const SearchNode &, const Choices &choices) override {
    uint16_t best = choices.front().thread;
    for (Choice choice : choices)
      if (priorities_.of(choice.thread, rng()) > priorities_.of(best, rng()))
        best = choice.thread;
    return anyOf(choices, best);
  }

  void arrived(const SearchNode &before, Choice choice,
               const SearchNode &) override {
    priorities_.arrived(before.state, choice, rng());
  }

  std::string explanation() const override {
    return "walks that sample partial orders take some of the schedules";
  }

  Priorities priorities_;
};

const RegisterSearch<Pos> kPos("pos", "walks that sample partial orders",
                               Walks::params());

} // namespace
} // namespace rbcheck
