//===- tools/rbcheck/TestList.cpp - The tests that a program has ----------===//
#include "tools/rbcheck/TestList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

Arguments with(Arguments first, const Arguments &more) {
  llvm::append_range(first, more);
  return first;
}

llvm::SmallVector<StringRef, 0> linesOf(StringRef text) {
  llvm::SmallVector<StringRef, 0> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return lines;
}

//===--- GoogleTest
//---------------------------------------------------------===//

/// The suite, the instance or the test itself may be disabled.
bool isDisabled(StringRef name) {
  return name.starts_with("DISABLED_") || name.contains("/DISABLED_");
}

/// "Suite." in lines of their own, their tests below, indented by two; behind
/// both "  # ..." may explain parameters.
std::vector<ListedTest> readGoogleTest(StringRef text, const Arguments &given) {
  const bool runsDisabled =
      llvm::is_contained(given, "--gtest_also_run_disabled_tests") ||
      llvm::is_contained(given, "--gtest_also_run_disabled_tests=1");
  std::vector<ListedTest> tests;
  std::string suite;
  for (StringRef line : linesOf(text)) {
    line = line.split("  # ").first.rtrim();
    const bool isTest = line.consume_front("  ");
    if (!isTest && line.ends_with(".") && !line.contains(' '))
      suite = line.drop_back().str();
    else if (!isTest)
      suite.clear(); // the program's own words
    if (!isTest || suite.empty())
      continue;
    ListedTest test{suite, line.str(), false, {}};
    test.isDisabled = !runsDisabled && (isDisabled(suite) || isDisabled(line));
    // An exception that leaves a test is one error, not a text about it.
    test.arguments =
        with(given, {"--gtest_filter=" + suite + "." + test.name,
                     "--gtest_catch_exceptions=0", "--gtest_color=no"});
    tests.push_back(std::move(test));
  }
  return tests;
}

//===--- Catch2
//-------------------------------------------------------------===//

/// Options of Catch2 that take the next word as their value.
bool takesValue(StringRef option) {
  static constexpr StringRef kOptions[] = {"-r",
                                           "--reporter",
                                           "-o",
                                           "--out",
                                           "-w",
                                           "--warn",
                                           "-d",
                                           "--durations",
                                           "-D",
                                           "--min-duration",
                                           "-x",
                                           "--abortx",
                                           "-f",
                                           "--input-file",
                                           "-c",
                                           "--section",
                                           "-v",
                                           "--verbosity",
                                           "--order",
                                           "--rng-seed",
                                           "--use-colour",
                                           "--colour-mode",
                                           "--wait-for-keypress",
                                           "--shard-count",
                                           "--shard-index",
                                           "-n",
                                           "--name"};
  return llvm::is_contained(kOptions, option);
}

/// Without what selects tests.
Arguments withoutSpecs(const Arguments &given) {
  Arguments kept;
  for (size_t i = 0; i < given.size(); ++i) {
    if (!StringRef(given[i]).starts_with("-"))
      continue;
    kept.push_back(given[i]);
    if (takesValue(given[i]) && i + 1 < given.size())
      kept.push_back(given[++i]);
  }
  return kept;
}

/// A name as a specification that selects it alone.
std::string escaped(StringRef name) {
  std::string text;
  for (char c : name) {
    if (StringRef("\\,[]\"~").contains(c))
      text += '\\';
    text += c;
  }
  return text;
}

/// One name per line.
std::vector<ListedTest> readCatch2(StringRef text, const Arguments &given) {
  std::vector<ListedTest> tests;
  for (StringRef name : linesOf(text)) {
    // Version 2 has quotes around what would be a comment.
    if (name.starts_with("\"#") && name.ends_with("\""))
      name = name.drop_front().drop_back();
    ListedTest test{"", name.str(), false, withoutSpecs(given)};
    test.arguments.push_back(escaped(name));
    tests.push_back(std::move(test));
  }
  return tests;
}

//===--- doctest
//------------------------------------------------------------===//

/// One name per line between two lines of "=". They are selected by number, as
/// names may occur twice.
std::vector<ListedTest> readDoctest(StringRef text, const Arguments &given) {
  std::vector<ListedTest> tests;
  bool isInside = false;
  for (StringRef line : linesOf(text)) {
    if (line.size() > 40 && line.find_first_not_of('=') == StringRef::npos) {
      isInside = !isInside;
    } else if (isInside) {
      const std::string number = std::to_string(tests.size() + 1);
      tests.push_back({"", line.str(), false,
                       with(given, {"--first=" + number, "--last=" + number,
                                    "--no-colors=true"})});
    }
  }
  return tests;
}

} // namespace

Arguments argumentsToList(Framework framework, const Arguments &given) {
  switch (framework) {
  case Framework::GoogleTest:
    return with(given, {"--gtest_list_tests", "--gtest_color=no"});
  case Framework::Catch2:
    return with(given, {"--list-test-names-only"});
  case Framework::Catch3:
    return with(given, {"--list-tests", "--verbosity", "quiet"});
  case Framework::Doctest:
    return with(given, {"--list-test-cases", "--no-colors=true"});
  case Framework::None:
    break;
  }
  llvm_unreachable("there is a framework");
}

std::vector<ListedTest> readTestList(Framework framework, StringRef text,
                                     const Arguments &given) {
  switch (framework) {
  case Framework::GoogleTest:
    return readGoogleTest(text, given);
  case Framework::Catch2:
  case Framework::Catch3:
    return readCatch2(text, given);
  case Framework::Doctest:
    return readDoctest(text, given);
  case Framework::None:
    break;
  }
  llvm_unreachable("there is a framework");
}

} // namespace rbcheck
