//===- search/gambit/costs/Reductions.cpp - What a reduction would try ----===//
//
// Reductions that would lose something under a bound serve as orders: what they
// would leave out comes later (GAMBIT, section 4.1).
//
// dpor: first what dynamic partial-order reduction tries. mdpor: of that first
// what is wanted for a race that was seen, then what is only there because the
// thread of the race cannot go on. ss: what does not sleep first.
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Cost.h"

namespace rbcheck {
namespace {

class DporCost final : public Cost {
public:
  static constexpr CostNeeds kNeeds = {true, true, false};

private:
  uint32_t of(const Execution &, const Deviation &point) override {
    return point.wanted == Wanted::Not;
  }
};

class MdporCost final : public Cost {
public:
  static constexpr CostNeeds kNeeds = {true, true, false};

private:
  uint32_t of(const Execution &, const Deviation &point) override {
    return uint32_t(point.wanted);
  }
};

class SleepCost final : public Cost {
public:
  static constexpr CostNeeds kNeeds = {true, false, true};

private:
  uint32_t of(const Execution &, const Deviation &point) override {
    return point.isAsleep;
  }
};

const RegisterCost<DporCost> kDpor("dpor",
                                   "first what partial-order reduction tries");
const RegisterCost<MdporCost>
    kMdpor("mdpor", "the same, what it only tries to be safe later");
const RegisterCost<SleepCost> kSleep("ss",
                                     "first what no sleep set leaves out");

} // namespace
} // namespace rbcheck
