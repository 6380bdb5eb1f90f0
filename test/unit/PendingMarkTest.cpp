//===- test/unit/PendingMarkTest.cpp - A word tells who cannot race -------===//
#include "interp/exec/MachineQuestions.h"
#include "interp/state/PendingMark.h"
#include "search/Rng.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// Some accesses in a small space, so that many overlap; some are long, some empty.
Pending randomPending(Rng &rng) {
  std::vector<Access> accesses(rng.next() % 4);
  for (Access &access : accesses) {
    access.address = 0x10000 + rng.next() % 2000;
    const uint32_t sizes[] = {0, 1, 4, 8, 16, 700};
    access.size = sizes[rng.next() % 6];
    access.write = rng.next() % 2;
    access.atomic = rng.next() % 2;
    access.release = rng.next() % 8 == 0;
  }
  Pending pending;
  pending.isGuarded = rng.next() % 2;
  pending.accesses = Accesses(accesses);
  return pending;
}

} // namespace

TEST(PendingMark, NeverDeniesAConflict) {
  Rng rng(5);
  int conflicts = 0, denied = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Pending a = randomPending(rng), b = randomPending(rng);
    bool isConflict = false;
    for (const Access &x : a.accesses)
      for (const Access &y : b.accesses)
        isConflict |= areInConflict(x, y);
    const bool may = mayRace(PendingMark(a), PendingMark(b));
    EXPECT_TRUE(may || !isConflict);
    EXPECT_EQ(PendingMark(a).isGuarded(), a.isGuarded);
    conflicts += isConflict;
    denied += !may;
  }
  EXPECT_GT(conflicts, 10'000);
  EXPECT_GT(denied, 10'000);
}
