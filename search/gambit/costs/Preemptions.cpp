//===- search/gambit/costs/Preemptions.cpp - By the switches needed -------===//
//
// pb: most errors need few preemptions, and traces with few are short to read.
//
// equal: nothing comes first, so the last one found does: depth-first.
//
// switch: a switch where the last thread cannot go on is free under a bound on
// preemptions and opens a part of the space that no other way leads to, yet a
// reduction that does not know of bounds sees no reason for it (GAMBIT, section
// 5.2, ScatterGather).
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Cost.h"

namespace rbcheck {
namespace {

class Pb final : public Cost {
  uint32_t of(const Execution &, const Deviation &point) override {
    return point.preemptions;
  }
};

class Switch final : public Cost {
  uint32_t of(const Execution &, const Deviation &point) override {
    return point.isPreemption;
  }
};

class Equal final : public Cost {
  uint32_t of(const Execution &, const Deviation &) override { return 0; }
};

const RegisterCost<Equal> kEqual("equal", "depth-first");
const RegisterCost<Pb> kPb("pb", "fewer preemptions first");
const RegisterCost<Switch>
    kSwitch("switch", "switches where the last thread cannot go on first");

} // namespace
} // namespace rbcheck
