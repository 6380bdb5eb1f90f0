//===- test/unit/RulesTest.cpp - Which row is meant by a rule -------------===//
#include "tools/warnings/Rules.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

RuleUse useOf(const char *rule, const char *message = "") {
  const RuleRow *row = ruleFor(rule, message);
  EXPECT_TRUE(row) << rule;
  return row ? row->use : RuleUse::Open;
}

TEST(Rules, NamesWithoutWhatToolsPutInFront) {
  EXPECT_EQ(canonicalRule("-Wanalyzer-double-free"), "analyzer-double-free");
  EXPECT_EQ(canonicalRule("-Werror=analyzer-double-free"),
            "analyzer-double-free");
  EXPECT_EQ(canonicalRule("-Werror,-Wunused-variable"), "unused-variable");
  EXPECT_EQ(canonicalRule("-Wformat-overflow="), "format-overflow");
  EXPECT_EQ(canonicalRule("clang-analyzer-core.DivideZero"), "core.DivideZero");
  EXPECT_EQ(canonicalRule("bugprone-branch-clone,-warnings-as-errors"),
            "bugprone-branch-clone");
  EXPECT_EQ(canonicalRule(""), "");
}

TEST(Rules, TheMessageTellsRulesApart) {
  EXPECT_EQ(useOf("unix.Malloc", "Potential leak of memory pointed to by 'p'"),
            RuleUse::Fault);
  EXPECT_STREQ(ruleFor("unix.Malloc", "Potential memory leak")->property,
               "leak");
  EXPECT_STREQ(ruleFor("unix.Malloc", "Use of memory after it is freed")->property,
               "memory");
  EXPECT_EQ(useOf("memleakOnRealloc", ""), RuleUse::Never);
  EXPECT_EQ(useOf("unix.Malloc", "Use of memory after it is freed"),
            RuleUse::Fault);
  EXPECT_EQ(useOf("clang-analyzer-unix.Malloc", "Attempt to free released "
                                                "memory"),
            RuleUse::Fault);
  EXPECT_EQ(useOf("unix.Malloc", "something new"), RuleUse::Open);
  EXPECT_EQ(useOf("core.NullDereference", "Dereference of null pointer"),
            RuleUse::Fault);
  EXPECT_EQ(useOf("core.NullDereference", "Dereference of undefined pointer "
                                          "value"),
            RuleUse::Never);
}

TEST(Rules, OnlyWholeObjectsHaveBounds) {
  auto use = [](const char *array) {
    return useOf("arrayIndexOutOfBounds",
                 (std::string("Array '") + array +
                  "' accessed at index 4, which is out of bounds.")
                     .c_str());
  };
  EXPECT_EQ(use("a[4]"), RuleUse::Fault);
  EXPECT_EQ(use("s.a[4]"), RuleUse::Open);
  EXPECT_EQ(use("s->a[4]"), RuleUse::Open);
  EXPECT_EQ(use("a[3][4]"), RuleUse::Open);
}

TEST(Rules, ObjectsOfMessages) {
  const char *message = "writing variable 'n' requires holding mutex 'mu'";
  const RuleRow *row = ruleFor("-Wthread-safety-analysis", message);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->kind, WarningKind::GuardedBy);
  EXPECT_EQ(objectOf(*row, message), "n");
  message = "Local static variable: log, more";
  row = ruleFor("threadsafety-threadsafety", message);
  ASSERT_TRUE(row);
  EXPECT_EQ(objectOf(*row, message), "log");
}

TEST(Rules, UnknownRulesAreInNoRow) {
  EXPECT_FALSE(ruleFor("acme.Odd", "odd"));
  EXPECT_FALSE(ruleFor("", "odd"));
  EXPECT_FALSE(ruleFor("thread leak of another tool", ""));
}

} // namespace
