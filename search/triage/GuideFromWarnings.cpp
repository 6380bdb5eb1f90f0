//===- search/triage/GuideFromWarnings.cpp - From warnings to sequences ---===//
#include "search/triage/GuideFromWarnings.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace rbcheck {

namespace {

std::string textOf(const WarningStep &step) {
  std::string text = step.place.file;
  if (step.place.line)
    text += (text.empty() ? "line " : ":") + std::to_string(step.place.line);
  if (text.empty())
    text = step.place.func;
  return text;
}

/// Which instructions of a line count, if the step does not say.
std::vector<CodePlace> essence(const Program &program, const Sites &sites,
                               const std::vector<CodePlace> &places) {
  auto only = [&](auto &&isWanted) {
    std::vector<CodePlace> kept;
    llvm::copy_if(places, std::back_inserter(kept), isWanted);
    return kept;
  };
  std::vector<CodePlace> calls = only([&](CodePlace place) {
    Op op = program.functions[place.function].code[place.pc].op;
    return op == Op::Call || op == Op::CallIndirect || op == Op::CallModel;
  });
  if (!calls.empty())
    return calls;
  std::vector<CodePlace> marked =
      only([&](CodePlace place) { return sites.isMarked(place); });
  if (!marked.empty())
    return marked;
  std::vector<CodePlace> firsts;
  for (CodePlace place : places)
    if (firsts.empty() || firsts.back().function != place.function)
      firsts.push_back(place);
  return firsts;
}

/// What a function does that is called there is done when the call returns.
std::vector<CodePlace> behind(std::vector<CodePlace> calls) {
  for (CodePlace &place : calls)
    ++place.pc; // code never ends in a call
  return calls;
}

/// All steps of a warning by the order they name; none if some do not.
std::multimap<uint32_t, const WarningStep *>
inGlobalOrder(const Warning &warning) {
  std::multimap<uint32_t, const WarningStep *> steps;
  for (const std::vector<WarningStep> &thread : warning.threads)
    for (const WarningStep &step : thread) {
      if (!step.order)
        return {};
      steps.insert({*step.order, &step});
    }
  return steps;
}

} // namespace

Guide guideFrom(const Program &program, const Sites &sites,
                const std::vector<Warning> &warnings,
                std::vector<std::string> &notes) {
  Guide guide;
  for (const Warning &warning : warnings) {
    auto milestone = [&](const WarningStep &step) -> std::optional<Milestone> {
      if (step.isAnywhere())
        return std::nullopt;
      Site site = sites.find(step, warning.object);
      for (const std::string &note : site.notes)
        notes.push_back(warning.id + ": " + note);
      if (site.places.empty()) {
        notes.push_back(warning.id + ": " + site.message);
        return std::nullopt;
      }
      if (step.op == StepOp::At)
        site.places = essence(program, sites, site.places);
      else if (site.isWrapper && step.op != StepOp::Call)
        site.places = behind(site.places);
      return Milestone{textOf(step), std::move(site.places)};
    };
    std::vector<MilestoneSequence> threads;
    auto ordered = inGlobalOrder(warning);
    if (!ordered.empty()) {
      threads.emplace_back();
      for (const auto &[order, step] : ordered)
        if (std::optional<Milestone> found = milestone(*step))
          threads.back().push_back(std::move(*found));
    } else {
      for (const std::vector<WarningStep> &thread : warning.threads) {
        threads.emplace_back();
        for (const WarningStep &step : thread)
          if (std::optional<Milestone> found = milestone(step))
            threads.back().push_back(std::move(*found));
      }
    }
    llvm::erase_if(threads, [](const MilestoneSequence &thread) {
      return thread.empty();
    });
    for (size_t first = 0; first < threads.size(); ++first) {
      MilestoneSequence sequence;
      for (size_t i = 0; i < threads.size(); ++i)
        llvm::append_range(sequence, threads[(first + i) % threads.size()]);
      guide.sequences.push_back(std::move(sequence));
    }
  }
  return guide;
}

} // namespace rbcheck
