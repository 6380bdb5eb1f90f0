//===- test/unit/GuideFromWarningsTest.cpp - Sequences of warnings --------===//
#include "search/triage/GuideFromWarnings.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

/// Function 0 is a model; function 1 has the lines 10 to 12 of a.c: an addition
/// and a shared load; a call between two shared loads; two additions.
class FromWarnings : public testing::Test {
protected:
  FromWarnings() {
    program.files = {"", "/src/a.c"};
    program.strings = {"", "f"};
    program.locs.emplace_back();
    program.functions.resize(2);
    program.functions[0].name = "model";
    Function &f = program.functions[1];
    f.name = "f";
    f.kind = FunctionKind::Defined;
    f.callSites.emplace_back();
    auto add = [&](Op op, uint32_t line, uint32_t c = 0) {
      program.locs.push_back({1, line, 1, 1, 0});
      f.code.push_back({op, 0, 0, 0, c});
      f.locs.push_back(uint32_t(program.locs.size() - 1));
      f.marks.push_back(0);
    };
    add(Op::Add32, 10);
    add(Op::Load32, 10, kMarked);
    add(Op::Load32, 11, kMarked);
    add(Op::CallModel, 11);
    add(Op::Load32, 11, kMarked);
    add(Op::Add32, 12);
    add(Op::Add32, 12);
    add(Op::Ret, 13);
  }

  static WarningStep at(uint32_t line) {
    WarningStep step;
    step.place.file = "a.c";
    step.place.line = line;
    return step;
  }
  /// "1,3;5" for a sequence of two milestones with two and one places.
  std::vector<std::string> sequences(const Warning &warning) {
    Sites sites(program);
    std::vector<std::string> texts;
    for (const MilestoneSequence &sequence :
         guideFrom(program, sites, {warning}, notes).sequences) {
      std::string text;
      for (const Milestone &milestone : sequence) {
        text += text.empty() ? "" : ";";
        for (size_t i = 0; i < milestone.places.size(); ++i)
          text += (i ? "," : "") + std::to_string(milestone.places[i].pc);
      }
      texts.push_back(text);
    }
    return texts;
  }

  Program program;
  std::vector<std::string> notes;
};
using Texts = std::vector<std::string>;

TEST_F(FromWarnings, ALineStandsForWhatMattersOnIt) {
  Warning warning;
  warning.threads = {{at(10), at(11), at(12)}};
  EXPECT_EQ(sequences(warning), Texts{"1;3;5"});
  EXPECT_TRUE(notes.empty());
}

TEST_F(FromWarnings, ThreadsWithoutOrderGoFirstInTurn) {
  Warning warning;
  warning.threads = {{at(10)}, {at(11), at(12)}};
  EXPECT_EQ(sequences(warning), (Texts{"1;3;5", "3;5;1"}));
}

TEST_F(FromWarnings, NumberedStepsAreOneSequence) {
  Warning warning;
  warning.threads = {{at(10), at(12)}, {at(11)}};
  warning.threads[0][0].order = 1;
  warning.threads[0][1].order = 3;
  warning.threads[1][0].order = 2;
  EXPECT_EQ(sequences(warning), Texts{"1;3;5"});
}

TEST_F(FromWarnings, WhatIsNotInTheProgramIsLeftOutAndNamed) {
  Warning warning;
  warning.id = "W7";
  WarningStep elsewhere;
  elsewhere.place.file = "b.c";
  elsewhere.place.line = 1;
  warning.threads = {{elsewhere, at(10)}, {WarningStep()}};
  EXPECT_EQ(sequences(warning), Texts{"1"});
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].substr(0, 4), "W7: ");
}

} // namespace
