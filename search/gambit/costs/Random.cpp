//===- search/gambit/costs/Random.cpp - Any execution is the next ---------===//
//
// rand: a number drawn once for each execution (GAMBIT, section 4.2). It finds
// much at once, and sometimes lingers among executions with many preemptions.
//
// drift: the same, but a number drawn from a range that doubles with every
// preemption: executions with few are soon through, those with many are still
// drawn now and then. Meant to keep the quick finds of rand and to cut its worst
// cases; how far it does is in docs/results/p4.md.
//
// The number depends on the seed and the execution alone, not on when it is
// asked for: so workers that share a tree need no common generator.
//
//===----------------------------------------------------------------------===//
#include "search/Rng.h"
#include "search/gambit/Cost.h"

#include <algorithm>

namespace rbcheck {
namespace {

constexpr unsigned kBits = 16;

class Rand final : public Cost {
public:
  explicit Rand(const CostScene &scene) : seed_(mixBits(scene.seed)) {}

private:
  uint32_t of(const Execution &, const Deviation &point) override {
    return uint32_t(mixBits(point.name ^ seed_) >> (64 - kBits));
  }
  uint64_t seed_;
};

class Drift final : public Cost {
public:
  explicit Drift(const CostScene &scene) : seed_(mixBits(~scene.seed)) {}

private:
  uint32_t of(const Execution &, const Deviation &point) override {
    const unsigned bits = std::min(6 + point.preemptions, kBits);
    return uint32_t(mixBits(point.name ^ seed_) >> (64 - bits));
  }
  uint64_t seed_;
};

const RegisterCost<Rand> kRand("rand", "in random order");
const RegisterCost<Drift>
    kDrift("drift", "in random order, fewer preemptions more likely");

} // namespace
} // namespace rbcheck
