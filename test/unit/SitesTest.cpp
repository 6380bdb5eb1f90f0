//===- test/unit/SitesTest.cpp - Places in reports, found in the code -----===//
#include "interp/exec/Model.h"
#include "search/triage/Sites.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// A program made by hand: two files named queue.c, functions with a few
/// instructions each.
class SitesTest : public testing::Test {
protected:
  SitesTest() {
    program_.files = {"", "/src/a/queue.c", "/src/b/queue.c", "/src/main.c"};
    program_.strings = {"", "push", "ns::Queue<int>::pop(int)", "helper"};
    program_.locs.emplace_back();
    Global global;
    global.name = "ready";
    global.index = 1024;
    global.size = 4;
    program_.globals.push_back(global);
    global.name = "other";
    global.index = 1025;
    program_.globals.push_back(global);

    Function lock; // a model: its row says what it does
    lock.name = "pthread_mutex_lock";
    lock.kind = FunctionKind::Model;
    lock.model = *findModel(lock.name);
    Function wrapper = defined("take", 3, 40);
    Function push = defined("push", 3, 10);
    program_.functions = {lock, wrapper, push};
    add(1, Op::CallModel, loc(3, 41, 3, 0), call(1, 0));
    add(2, Op::Load32, loc(3, 12, 7, 1), 0, address(2, 1024));
    add(2, Op::Load32, loc(3, 12, 15, 1), 0, address(2, 1025));
    add(2, Op::Store32, loc(3, 12, 11, 1), 0, address(2, 1024));
    add(2, Op::Call, loc(3, 14, 5, 1), call(2, 1));
    add(2, Op::Add32, loc(3, 18, 5, 1));
    uint32_t outer1 = loc(3, 20, 3, 1), outer2 = loc(3, 22, 3, 1);
    add(2, Op::Load32, loc(1, 5, 9, 3, outer1), 0, address(2, 1024));
    add(2, Op::Load32, loc(1, 5, 9, 3, outer2), 0, address(2, 1024));
    add(2, Op::Load32, loc(2, 6, 9, 3), 0, address(2, 1024));
  }

  Function defined(const char *name, uint32_t file, uint32_t line) {
    Function function;
    function.name = name;
    function.kind = FunctionKind::Defined;
    function.declared.file = file;
    function.declared.line = line;
    function.constBase = 100;
    return function;
  }
  uint32_t loc(uint32_t file, uint32_t line, uint32_t column, uint32_t function,
               uint32_t inlinedAt = 0) {
    program_.locs.push_back({file, line, column, function, inlinedAt});
    return uint32_t(program_.locs.size() - 1);
  }
  uint32_t call(uint32_t from, uint32_t callee) {
    CallSite site;
    site.callee = callee;
    program_.functions[from].callSites.push_back(site);
    return uint32_t(program_.functions[from].callSites.size() - 1);
  }
  uint16_t address(uint32_t function, uint32_t index) {
    auto &constants = program_.functions[function].constants;
    constants.push_back(uint64_t(index) << 16);
    return uint16_t(100 + constants.size() - 1);
  }
  void add(uint32_t function, Op op, uint32_t loc, uint32_t c = 0,
           uint16_t a = 0) {
    Insn insn{op};
    insn.a = a;
    insn.c = op == Op::Load32 || op == Op::Store32 ? kMarked : c;
    program_.functions[function].code.push_back(insn);
    program_.functions[function].locs.push_back(loc);
  }

  static WarningStep step(const char *file, uint32_t line, StepOp op) {
    WarningStep step;
    step.place.file = file;
    step.place.line = line;
    step.op = op;
    return step;
  }
  std::vector<uint32_t> pcs(const WarningStep &step, const char *object = "") {
    Site site = Sites(program_).find(step, object);
    std::vector<uint32_t> all;
    for (CodePlace place : site.places)
      all.push_back(place.pc);
    return all;
  }
  using Pcs = std::vector<uint32_t>;

  Program program_;
};

} // namespace

TEST(SourcePaths, ComponentsAreWholeAndClean) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(pathComponents("file:///a/./b/../c.c"), (Words{"a", "c.c"}));
  EXPECT_EQ(pathComponents("../src//x.c"), (Words{"src", "x.c"}));
  EXPECT_EQ(pathComponents("src\\x.c"), (Words{"src", "x.c"}));
}

TEST(SourcePaths, LongestSuffixWinsATieIsAnError) {
  std::vector<std::string> files = {"", "/x/a/queue.c", "/x/b/queue.c",
                                    "/x/myqueue.c"};
  SourcePaths paths(files, {{"/ci/job", "/x/b"}});
  EXPECT_EQ(paths.find("a/queue.c").files, std::vector<uint32_t>{1});
  EXPECT_EQ(paths.find("/ci/u/b/queue.c").files, std::vector<uint32_t>{2});
  EXPECT_EQ(paths.find("/ci/job/queue.c").files, std::vector<uint32_t>{2});
  EXPECT_TRUE(paths.find("stack.c").files.empty());
  SourcePaths::Match tie = paths.find("queue.c");
  EXPECT_TRUE(tie.files.empty());
  EXPECT_NE(tie.ambiguity.find("/x/a/queue.c"), std::string::npos);
  EXPECT_NE(tie.ambiguity.find("/x/b/queue.c"), std::string::npos);
}

TEST_F(SitesTest, TheOperationAndThenTheColumnDecide) {
  EXPECT_EQ(pcs(step("main.c", 12, StepOp::Read)), (Pcs{0, 1}));
  EXPECT_EQ(pcs(step("main.c", 12, StepOp::Write)), Pcs{2});
  EXPECT_EQ(pcs(step("main.c", 12, StepOp::Access)), (Pcs{0, 1, 2}));
  WarningStep exact = step("main.c", 12, StepOp::Read);
  exact.column = 15;
  EXPECT_EQ(pcs(exact), Pcs{1});
  exact.column = 5; // a range
  exact.endColumn = 9;
  EXPECT_EQ(pcs(exact), Pcs{0});
  exact.column = exact.endColumn = 90; // of no use
  EXPECT_EQ(pcs(exact), (Pcs{0, 1}));
}

TEST_F(SitesTest, TheObjectPicksTheVariable) {
  EXPECT_EQ(pcs(step("main.c", 12, StepOp::Read), "other"), Pcs{1});
  WarningStep own = step("main.c", 12, StepOp::Read);
  own.object = "global 'ready'";
  EXPECT_EQ(pcs(own, "other"), Pcs{0});
  EXPECT_EQ(pcs(step("main.c", 12, StepOp::Read), "this->n_"), (Pcs{0, 1}));
}

TEST_F(SitesTest, ACallIsWhatItLeadsTo) {
  Site site = Sites(program_).find(step("main.c", 14, StepOp::Lock));
  ASSERT_EQ(site.places.size(), 1u);
  EXPECT_EQ(site.places[0].pc, 3u);
  EXPECT_TRUE(site.isWrapper);
  EXPECT_TRUE(site.notes.empty());
  // The lock itself is where the wrapper makes it.
  Site inner = Sites(program_).find(step("main.c", 41, StepOp::Lock));
  EXPECT_FALSE(inner.isWrapper);
  // An access is not what some function below makes.
  EXPECT_FALSE(
      Sites(program_).find(step("main.c", 14, StepOp::Read)).notes.empty());
}

TEST_F(SitesTest, TheStackPicksTheInlinedCopy) {
  WarningStep inlined = step("a/queue.c", 5, StepOp::Read);
  EXPECT_EQ(pcs(inlined), (Pcs{5, 6}));
  inlined.stack = {{"main", "main.c", 99}, {"push", "main.c", 22}};
  EXPECT_EQ(pcs(inlined), Pcs{6});
  // The place it was inlined at is a place, too.
  EXPECT_EQ(pcs(step("main.c", 20, StepOp::Read)), Pcs{5});
}

TEST_F(SitesTest, WhatIsMissingIsSaid) {
  Sites sites(program_);
  Site none = sites.find(step("elsewhere.c", 12, StepOp::Read));
  EXPECT_EQ(none.problem, SiteProblem::NoFile);
  Site tie = sites.find(step("queue.c", 5, StepOp::Read));
  EXPECT_EQ(tie.problem, SiteProblem::Ambiguous);
  Site far = sites.find(step("main.c", 90, StepOp::Read));
  EXPECT_EQ(far.problem, SiteProblem::NoCode);
  EXPECT_NE(far.message.find("line 41"), std::string::npos) << far.message;
  Site near = sites.find(step("main.c", 11, StepOp::Write));
  EXPECT_EQ(near.problem, SiteProblem::None);
  ASSERT_EQ(near.notes.size(), 1u);
  EXPECT_NE(near.notes[0].find("taken as line 12"), std::string::npos);
  // Not into another function.
  EXPECT_EQ(sites.find(step("main.c", 39, StepOp::At)).problem,
            SiteProblem::NoCode);
}

TEST_F(SitesTest, BetweenFunctionsIsInNeither) {
  // push() ends with line 22, take() is declared on line 40.
  Sites sites(program_);
  for (uint32_t line : {23u, 25u, 38u, 39u, 9u, 42u})
    EXPECT_EQ(sites.find(step("main.c", line, StepOp::At)).problem,
              SiteProblem::NoCode)
        << line;
  // A line between two that could be meant is both.
  Site both = sites.find(step("main.c", 13, StepOp::At));
  EXPECT_EQ(both.places.size(), 4u);
  ASSERT_EQ(both.notes.size(), 1u);
  EXPECT_NE(both.notes[0].find("lines 12 and 14"), std::string::npos)
      << both.notes[0];
  // What the step says decides.
  EXPECT_EQ(pcs(step("main.c", 13, StepOp::Write)), Pcs{2});
}

TEST_F(SitesTest, TheTextTellsStatementsAndMacros) {
  std::string text(10, '\n'); // line 11 comes next
  text += "void push() { //\n"
          "  x = x + y,\n"  // 12
          "    0, 0\n"      // 13
          "    , take();\n" // 14
          "\n\n\n"          // 15 to 17
          "  f(1,\n"        // 18
          "    2,\n"        // 19
          "    g());\n"     // 20
          "#define TAKE \\\n" // 21, within the function
          "  take()\n}\n";
  Sites sites(program_, {}, [&](const std::string &file) {
    return file == "/src/main.c" ? text : "";
  });
  auto note = [&](uint32_t line, StepOp op) {
    Site site = sites.find(step("main.c", line, op));
    return site.notes.empty() ? site.message : site.notes[0];
  };
  EXPECT_EQ(note(13, StepOp::At),
            "main.c:13 has no code; taken as line 12 of the same statement");
  EXPECT_EQ(note(14, StepOp::Write),
            "main.c:14 has no write; taken as line 12 of the same statement");
  EXPECT_EQ(note(19, StepOp::At),
            "main.c:19 has no code; taken as line 18 of the same statement");
  EXPECT_EQ(note(19, StepOp::Read),
            "main.c:19 has no code; taken as line 20 of the same statement");
  EXPECT_EQ(note(21, StepOp::At),
            "main.c:21 is in the definition of the macro TAKE; its code is "
            "where the macro is used");
}

TEST_F(SitesTest, FunctionsArePlacesToo) {
  WarningStep byName;
  byName.place.func = "push";
  byName.op = StepOp::Write;
  EXPECT_EQ(pcs(byName), Pcs{2});
  EXPECT_EQ(pcs(step("push", 12, StepOp::Write)), Pcs{2});
  EXPECT_EQ(pcs(step("push", 14, StepOp::Call)), Pcs{3});
  EXPECT_TRUE(Sites(program_).find(WarningStep()).isAnywhere);
}

TEST(FunctionNames, OuterScopesAndParametersMayBeMissing) {
  EXPECT_EQ(functionBaseName("ns::Queue<int>::pop(int) const"), "pop");
  EXPECT_EQ(functionBaseName("void *worker(void *)"), "worker");
  EXPECT_TRUE(isFunctionNamed("ns::Queue<int>::pop(int)", "Queue::pop"));
  EXPECT_FALSE(isFunctionNamed("push", "pop"));
}
