//===- tools/warnings/Sarif.cpp - Reads SARIF 2.1.0 -----------------------===//
//
// Finds the dialect of each run by the name of its tool; the rules for a tool
// that nobody knows are here: flows of several threads, one flow, stacks of
// several threads, or a place with others beside it.
// Tested by test/warnings/samples.test and test/warnings/sarif.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Frames.h"
#include "tools/warnings/Rules.h"
#include "tools/warnings/SarifRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// "race" as a word of its own: not "trace" or "brace", but "dataRace".
bool speaksOfRace(StringRef words) {
  std::string low = words.lower();
  for (size_t at = 0; (at = low.find("race", at)) != std::string::npos; ++at)
    if (!at || !llvm::isAlpha(words[at - 1]) || words[at] == 'R')
      return true;
  return false;
}

bool hasAny(StringRef words, std::initializer_list<StringRef> list) {
  std::string low = words.lower();
  return llvm::any_of(list, [&](StringRef word) {
    size_t at = StringRef(low).find(word);
    // "cwe-36" is not in "cwe-362".
    return at != StringRef::npos &&
           !(llvm::isDigit(word.back()) && at + word.size() < low.size() &&
             llvm::isDigit(low[at + word.size()]));
  });
}

/// Races for files with other processes have the word, too.
bool isFileRace(StringRef words) {
  return hasAny(words, {"toctou", "time-of-check", "time of check", "cwe-367",
                        "filesystem", "file system"});
}

bool isRaceRule(StringRef words) {
  if (isFileRace(words))
    return false;
  return speaksOfRace(words) ||
         hasAny(words, {"cwe-362", "cwe-366", "cwe-667", "cwe-820", "cwe-821"});
}

bool isCycleRule(StringRef words) {
  return hasAny(words, {"deadlock", "lock-order", "lock order", "lock inversion",
                        "cwe-833"});
}

using Threads = std::vector<std::vector<WarningStep>>;

Threads flowsOf(const SarifRun &run, Json flow) {
  Threads threads;
  Json flows = flow["threadFlows"];
  for (size_t i = 0; i < flows.size(); ++i) {
    Json locations = flows[i]["locations"];
    std::vector<WarningStep> thread;
    for (size_t k = 0; k < locations.size(); ++k)
      if (auto step = run.step(locations[k])) {
        if (flows.size() == 1)
          step->order.reset(); // says no more than the list itself
        else
          step->thread = flows[i]["id"].text();
        thread.push_back(std::move(*step));
      }
    if (!thread.empty())
      threads.push_back(std::move(thread));
  }
  return threads;
}

/// One thread per stack, if their frames are of different threads.
Threads stacksOf(const SarifRun &run, Json stacks) {
  Threads threads;
  std::set<int64_t> ids;
  for (size_t i = 0; i < stacks.size(); ++i) {
    Json frames = stacks[i]["frames"];
    std::vector<ToolFrame> stack;
    for (size_t k = 0; k < frames.size(); ++k) {
      MessageAt at;
      if (auto id = frames[k]["threadId"].integer())
        ids.insert(*id);
      if (run.locate(frames[k]["location"], at))
        stack.push_back({at.place, at.column, frames[k]["module"].text()});
    }
    if (WarningStep step; placeFrom(stack, step))
      threads.push_back({std::move(step)});
  }
  return ids.size() >= 2 && threads.size() >= 2 ? threads : Threads();
}

/// The kind of a rule in no row of the table, by all words about it.
std::optional<WarningKind> kindByWords(const std::string &words,
                                       const Warning &warning) {
  if (warning.threads.size() < 2)
    return std::nullopt;
  if (isCycleRule(words + " " + warning.message))
    return WarningKind::LockCycle;
  if (isRaceRule(words + " " + warning.message))
    return WarningKind::Race;
  if (llvm::all_of(warning.threads, [](const auto &thread) {
        return thread.back().op == StepOp::Lock;
      }))
    return WarningKind::LockCycle;
  return std::nullopt;
}

/// Who takes no lock only waits for the others: no part of the circle.
void dropBystanders(Threads &threads) {
  auto takesNone = [](const std::vector<WarningStep> &thread) {
    return llvm::none_of(
        thread, [](const WarningStep &step) { return step.op == StepOp::Lock; });
  };
  if (threads.size() - size_t(llvm::count_if(threads, takesNone)) >= 2)
    llvm::erase_if(threads, takesNone);
}

bool isDeclaration(const MessageAt &at) {
  return hasAny(at.text, {"declar", "defined here", "definition"});
}

WarningStep stepAt(const MessageAt &at) {
  WarningStep step;
  step.place = at.place;
  step.column = at.column;
  step.endColumn = at.endColumn;
  return step;
}

/// The words of all flows.
std::vector<MessageAt> notesOf(const SarifRun &run, Json result) {
  std::vector<MessageAt> notes;
  Json flows = result["codeFlows"];
  for (size_t i = 0; i < flows.size(); ++i)
    for (size_t t = 0; t < flows[i]["threadFlows"].size(); ++t) {
      Json steps = flows[i]["threadFlows"][t]["locations"];
      for (size_t k = 0; k < steps.size(); ++k) {
        notes.emplace_back();
        run.locate(steps[k]["location"], notes.back());
      }
    }
  return notes;
}

} // namespace

void readGenericResult(const SarifRun &run, Json result, size_t i) {
  Warning warning = run.start(result);
  std::string words = run.ruleWords(result);
  const RuleRow *row = ruleFor(warning.rule, warning.message);
  Json flows = result["codeFlows"];
  for (size_t k = 0; k < flows.size() && warning.threads.size() < 2; ++k) {
    // The first flow with several threads, else the first one.
    Threads threads = flowsOf(run, flows[k]);
    if (warning.threads.empty() || threads.size() > 1)
      warning.threads = std::move(threads);
  }
  if (warning.threads.empty())
    warning.threads = stacksOf(run, result["stacks"]);
  if (warning.threads.empty()) {
    MessageAt primary;
    if (!run.primary(result, primary)) {
      run.in.complain(run.pointer(i), "the result has no place with a line");
      return;
    }
    warning.threads.push_back({stepAt(primary)});
    if (row ? row->use == RuleUse::Kind && row->kind == WarningKind::Race
            : isRaceRule(words))
      for (const MessageAt &at : run.related(result))
        if (!isDeclaration(at))
          warning.threads.push_back({stepAt(at)});
  }
  auto kind = kindByWords(words, warning);
  if (kind && !row)
    warning.kind = *kind;
  else
    applyRule(run.in, warning);
  limitByNotes(warning, notesOf(run, result));
  if (warning.kind == WarningKind::LockCycle)
    dropBystanders(warning.threads);
  run.in.add(std::move(warning), run.pointer(i));
}

llvm::Error readSarif(Import &in) {
  auto document = jsonDocument(in);
  if (!document)
    return document.takeError();
  StringRef list = jsonMember(*document, "runs");
  if (!list.starts_with("["))
    return in.fail(0, "SARIF without 'runs'");
  std::vector<StringRef> runs = jsonElements(list);
  for (size_t r = 0; r < runs.size() && !in.isStopped(); ++r) {
    SarifRun run(in, runs[r], in.firstRun + r);
    std::string pointer = "/runs/" + std::to_string(in.firstRun + r);
    if (!run.isObject()) {
      in.complain(pointer, "is not an object");
      continue;
    }
    if (run.tool().empty())
      in.complain(pointer, "the run does not name its tool");
    if (run.tool() == "Infer")
      readInferRun(run);
    else if (run.tool() == "Goblint")
      readGoblintRun(run);
    else if (run.tool() == "CodeQL")
      readCodeQlRun(run);
    else if (run.tool() == "clang" &&
             !StringRef(run.toolFullName()).contains("analyzer"))
      readClangRun(run);
    else
      run.forEach([&](size_t i, Json result) {
        readGenericResult(run, result, i);
      });
  }
  return llvm::Error::success();
}

} // namespace rbcheck
