//===- test/unit/TriageReportTest.cpp - Verdicts that tests rarely reach --===//
//
// Bounded and undecided verdicts in every form, and text of reports that would
// break a format.
//
//===----------------------------------------------------------------------===//
#include "tools/report/Triage.h"
#include "tools/warnings/Fingerprint.h"
#include "tools/warnings/Pieces.h"
#include "tools/warnings/Read.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace rbcheck;

namespace {

Warning someRace() {
  Warning warning;
  warning.id = "W1";
  warning.tool = "t";
  warning.rule = "r";
  warning.kind = WarningKind::Race;
  warning.message = "a <race> & \x1b more";
  warning.hash = "h||1";
  for (uint32_t line : {14u, 28u}) {
    WarningStep step;
    step.op = line == 14 ? StepOp::Write : StepOp::Read;
    step.place = {"f", "/src/a b.c", line};
    warning.threads.push_back({step});
  }
  return warning;
}

TriageResult judged(WarningVerdict verdict) {
  TriageResult result;
  result.judgements.emplace_back();
  Judgement &judgement = result.judgements.back();
  judgement.warning = someRace();
  judgement.verdict = verdict;
  judgement.why = "because";
  judgement.observed = 1;
  judgement.of = 2;
  judgement.scope.preemptions = 2;
  judgement.scope.states = 1234;
  return result;
}

template <typename Write> std::string textOf(Write write) {
  std::string text;
  llvm::raw_string_ostream out(text);
  write(out);
  return text;
}

llvm::json::Object resultOf(WarningVerdict verdict, SarifProfile profile) {
  TriageResult result = judged(verdict);
  TriageReport report{"p.c", {}, result, nullptr, {}, {}};
  std::string text = textOf([&](llvm::raw_ostream &out) {
    llvm::cantFail(writeTriageSarif(out, report, profile));
  });
  auto log = llvm::json::parse(text);
  EXPECT_TRUE(bool(log));
  auto &run = *(*log->getAsObject()->getArray("runs"))[0].getAsObject();
  return *(*run.getArray("results"))[0].getAsObject();
}

TEST(TriageReport, BoundedIsOpenAndUnderReview) {
  auto result = resultOf(WarningVerdict::RefutedBounded, SarifProfile::Full);
  EXPECT_EQ(result.getString("kind"), "open");
  EXPECT_EQ(result.getString("level"), "none");
  EXPECT_FALSE(result.get("rank"));
  auto &suppression = *(*result.getArray("suppressions"))[0].getAsObject();
  EXPECT_EQ(suppression.getString("status"), "underReview");
  EXPECT_NE(suppression.getString("justification")->find("at most 2 preemptions"),
            llvm::StringRef::npos);
}

TEST(TriageReport, BoundedIsANoteForGithub) {
  auto result = resultOf(WarningVerdict::RefutedBounded, SarifProfile::Github);
  EXPECT_EQ(result.getString("level"), "note");
  EXPECT_TRUE(result.getObject("message")->getString("text")->starts_with(
      "Not reachable within the bound of rbcheck (at most 2 preemptions"));
  EXPECT_FALSE(result.get("suppressions"));
}

TEST(TriageReport, UndecidedStaysAsItIs) {
  auto result = resultOf(WarningVerdict::Undecided, SarifProfile::Full);
  EXPECT_EQ(result.getString("level"), "warning");
  EXPECT_FALSE(result.get("kind"));
  EXPECT_FALSE(result.get("suppressions")); // no other result has some
  auto &ours = *result.getObject("properties")->getObject("rbcheck");
  EXPECT_EQ(ours.getString("verdict"), "undecided");
}

TEST(TriageReport, ReviewsHoldFinalVerdictsOnly) {
  for (auto [verdict, lines] : {std::pair(WarningVerdict::Confirmed, 1u),
                                std::pair(WarningVerdict::Refuted, 1u),
                                std::pair(WarningVerdict::RefutedBounded, 0u),
                                std::pair(WarningVerdict::Undecided, 0u)}) {
    TriageResult result = judged(verdict);
    TriageReport report{"p.c", {}, result, nullptr, {}, {}};
    size_t left = 7;
    std::string text = textOf(
        [&](llvm::raw_ostream &out) { left = writeCodeChecker(out, report); });
    EXPECT_EQ(llvm::StringRef(text).count('\n'), lines);
    EXPECT_EQ(left, 1 - lines);
    // A separator in a field would make another field.
    EXPECT_EQ(llvm::StringRef(text).count("||"), 3 * lines);
  }
}

TEST(TriageReport, TextOfReportsIsEscaped) {
  TriageResult result = judged(WarningVerdict::Confirmed);
  result.judgements[0].warning.object = "\x1b[2J";
  TriageReport report{"p.c", {"w.txt"}, result, nullptr, {}, {}};
  std::string junit =
      textOf([&](llvm::raw_ostream &out) { writeJunit(out, report); });
  EXPECT_NE(junit.find("a &lt;race&gt; &amp; \\x1b more"), std::string::npos);
  std::string table = textOf([&](llvm::raw_ostream &out) {
    writeTriageText(out, report, {false, false});
  });
  EXPECT_EQ(table.find('\x1b'), std::string::npos);
  EXPECT_NE(table.find("a b.c:14 <> a b.c:28"), std::string::npos);
}

TEST(TriageReport, OutcomeIsThatOfTheContract) {
  auto outcome = [](std::initializer_list<WarningVerdict> verdicts,
                    size_t unread = 0) {
    TriageResult result;
    for (WarningVerdict verdict : verdicts)
      result.judgements.push_back(judged(verdict).judgements[0]);
    return outcomeOf(result, unread);
  };
  using V = WarningVerdict;
  EXPECT_EQ(outcome({V::Refuted, V::Confirmed, V::Undecided}).verdict,
            Verdict::Error);
  EXPECT_EQ(outcome({V::Refuted, V::NotApplicable}).verdict, Verdict::NoError);
  EXPECT_EQ(outcome({V::Refuted}, 1).verdict, Verdict::Inconclusive);
  EXPECT_EQ(outcome({V::Refuted, V::RefutedBounded}).reason,
            "1 warning refuted within a bound only");
  EXPECT_EQ(outcome({V::Refuted, V::Undecided}).reason, "1 warning undecided");
  EXPECT_EQ(outcome({V::NotApplicable}).verdict, Verdict::Inconclusive);
  EXPECT_EQ(outcome({}).reason, "there is no warning to judge");
  // An error met on the way is one of the program, whatever was refuted.
  TriageResult result = judged(V::Refuted);
  result.errors.emplace_back();
  EXPECT_EQ(outcomeOf(result, 0).verdict, Verdict::Error);
}

TEST(TriageReport, ErrorsMetOnTheWayAreNamed) {
  TriageResult result = judged(WarningVerdict::Refuted);
  TriageReport report{"p.c", {"w.txt"}, result, nullptr, {}, {}};
  TraceData error;
  error.fault.kind = FaultKind::NullDereference;
  error.fault.message = "read of size 4 at null";
  error.location = {"/src/a b.c", 7, 3, "f"};
  report.errors.push_back(error);
  std::string table = textOf([&](llvm::raw_ostream &out) {
    writeTriageText(out, report, {false, false});
  });
  EXPECT_NE(table.find("Errors of the program met on the way (rbcheck p.c,"),
            std::string::npos);
  EXPECT_NE(table.find("a b.c:7:3: null-dereference: read of size 4 at null"),
            std::string::npos);
  std::string junit =
      textOf([&](llvm::raw_ostream &out) { writeJunit(out, report); });
  EXPECT_NE(junit.find("tests=\"2\" failures=\"1\""), std::string::npos);
}

TEST(TriageReport, LongTextsKeepTheTableInShape) {
  TriageResult result = judged(WarningVerdict::NotApplicable);
  result.judgements.push_back(judged(WarningVerdict::Refuted).judgements[0]);
  Judgement &odd = result.judgements[0];
  odd.warning.id = std::string(80, 'i');
  odd.warning.object = std::string(100, 'o');
  odd.warning.threads[0][0].place.file = "/src/" + std::string(300, 'f') + ".c";
  odd.why = "no function '" + std::string(400, 'n') + "'";
  TriageReport report{"p.c", {"w.txt"}, result, nullptr, {}, {}};
  std::string table = textOf([&](llvm::raw_ostream &out) {
    writeTriageText(out, report, {false, false});
  });
  llvm::SmallVector<llvm::StringRef, 32> lines;
  llvm::StringRef(table).split(lines, '\n');
  size_t head = 0, column = 0;
  for (size_t i = 0; i < lines.size(); ++i)
    if (lines[i].contains("VERDICT"))
      head = i, column = lines[i].find("VERDICT");
  ASSERT_GT(column, 0u);
  EXPECT_EQ(lines[head + 1].substr(column, 14), "not applicable");
  for (llvm::StringRef line : lines)
    if (line.starts_with("  W1"))
      EXPECT_EQ(line.substr(column, 7), "refuted");
  for (size_t i = head; i < lines.size() && !lines[i].empty(); ++i)
    EXPECT_LE(lines[i].size(), 160u);
}

TEST(Fingerprint, DependsOnNeitherPathsNorLinesNorOrder) {
  Warning a = someRace(), b = someRace();
  std::swap(b.threads[0], b.threads[1]);
  for (auto &thread : b.threads) {
    thread[0].place.file = "/elsewhere/a b.c";
    thread[0].place.line += 100;
    thread[0].thread = "T7";
  }
  EXPECT_EQ(fingerprintOf(a), fingerprintOf(b));
  b.threads[0][0].place.line += 1;
  EXPECT_NE(fingerprintOf(a), fingerprintOf(b));
  b = someRace();
  b.kind = WarningKind::LockCycle;
  EXPECT_NE(fingerprintOf(a), fingerprintOf(b));
}

TEST(Warnings, CopiesAreMergedAndKeepTheirSources) {
  std::vector<Warning> warnings{someRace(), someRace()};
  std::swap(warnings[1].threads[0], warnings[1].threads[1]);
  warnings[0].sources = {{"a", "/0"}};
  warnings[1].sources = {{"b", "/1"}};
  finishWarnings(warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].sources.size(), 2u);
}

TEST(Warnings, FormatsHaveWords) {
  EXPECT_EQ(formatOf("sarif"), WarningFormat::Sarif);
  EXPECT_EQ(formatOf("nonsense"), std::nullopt);
  auto recognise = [](const char *text) {
    Pieces pieces = piecesOf(text, WarningFormat::Auto);
    return pieces.list.empty() ? WarningFormat::Auto
                               : pieces.list.front().format;
  };
  EXPECT_EQ(recognise("a.c:1 <> a.c:2\n"), WarningFormat::Native);
  EXPECT_EQ(recognise("a.c:1:2: warning: x [-Wy]\n"),
            WarningFormat::CompilerText);
  EXPECT_EQ(recognise("hello\n"), WarningFormat::Auto);
}

} // namespace
