//===- search/strategies/RbPortfolio.cpp - Many thresholds ----------------===//
//
// The best threshold of `rb` differs from program to program, so several are
// tried at once: one member per threshold, the first error stops all. (Future
// work of "Randomized backtracking in state space traversal".)
// Tested by test/search/prss.test.
//
//===----------------------------------------------------------------------===//
#include "search/run/Team.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {
namespace {

/// "5+10+20" as numbers; none if it is anything else.
std::vector<uint64_t> readList(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  text.split(words, '+');
  std::vector<uint64_t> numbers;
  for (llvm::StringRef word : words) {
    uint64_t number;
    if (word.getAsInteger(10, number) || number < 1 || number > 4'000'000'000)
      return {};
    numbers.push_back(number);
  }
  return numbers;
}

std::string checkList(llvm::StringRef text) {
  return readList(text).empty() ? "is not a list of numbers like 5+10+20" : "";
}

std::string checkSettings(llvm::StringRef text) {
  if (text == "none")
    return "";
  auto spec = SearchSpec::parse("rb:" + unnest(text));
  return spec ? "" : "does not fit: " + llvm::toString(spec.takeError());
}

TeamPlan planThresholds(const SearchArgs &args, const TeamTask &task) {
  TeamPlan plan;
  std::string settings =
      args.text("with") == "none" ? "" : "," + unnest(args.text("with"));
  for (uint64_t threshold : readList(args.text("thresholds"))) {
    TeamMember member(llvm::cantFail(SearchSpec::parse(
        llvm::formatv("rb:threshold={0}{1}", threshold, settings).str())));
    member.seed = memberSeed(task.seed, plan.members.size());
    member.turn = args.number("turn");
    member.growth = 1;
    plan.members.push_back(std::move(member));
  }
  return plan;
}

const RegisterTeam kRbPortfolio(
    "rb-portfolio", "randomized backtracking with several thresholds at once",
    {{"thresholds", SearchParam::Form, "5+10+20+50+100", "one member each", 0,
      0, "N+N+...", checkList},
     {"with", SearchParam::Form, "none",
      "further parameters of every member: strategy=luby+ratio=0.9", 0, 0,
      "none|key=value+...", checkSettings},
     {"turn", SearchParam::Number, "1000",
      "steps after which the next member goes on, with one worker", 1, 1e15}},
    planThresholds);

} // namespace
} // namespace rbcheck
