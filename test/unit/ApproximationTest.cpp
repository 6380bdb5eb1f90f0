//===- test/unit/ApproximationTest.cpp - Names of approximations ----------===//
#include "interp/exec/Approximation.h"

#include "gtest/gtest.h"

#include <set>

using namespace rbcheck;

TEST(Approximation, EachHasANameOfItsOwnAndIsFoundByIt) {
  std::set<std::string> names;
  for (const ApproximationInfo &info : allApproximations()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(findApproximation(info.name), info.kind);
    EXPECT_EQ(&infoOf(info.kind), &info);
    EXPECT_NE(std::string(info.text), "");
  }
  EXPECT_FALSE(findApproximation(""));
  EXPECT_FALSE(infoOf(ApproximationKind::WeakMemory).couldHide);
  EXPECT_FALSE(infoOf(ApproximationKind::Priorities).couldHide);
  EXPECT_TRUE(infoOf(ApproximationKind::Signals).couldHide);
}

TEST(Approximation, TheFirstPlaceIsKept) {
  std::vector<Approximation> list;
  addTo(list, {ApproximationKind::Rand, "rand", "", {1, 2}});
  addTo(list, {ApproximationKind::Rand, "rand", "", {3, 4}});
  addTo(list, {ApproximationKind::Rand, "random", "", {5, 6}});
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].place.pc, 2u);
}
