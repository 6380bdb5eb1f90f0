//===- tools/report/Reasons.cpp - How far a search came, in words ---------===//
#include "tools/report/Reasons.h"

#include "tools/report/ErrorText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

std::string stopText(SearchStop stop) {
  switch (stop.why) {
  case StopReason::None:
    return "";
  case StopReason::States:
    return llvm::formatv("limit of {0} states reached", uint64_t(stop.limit));
  case StopReason::Time:
    return llvm::formatv("time limit of {0} s reached", stop.limit);
  case StopReason::Memory:
    return llvm::formatv("memory limit of {0} MB reached",
                         uint64_t(stop.limit));
  case StopReason::VisitedFull:
    return "the exact visited set is full";
  case StopReason::Interrupted:
    return "interrupted";
  case StopReason::Decided:
    return "another member decided";
  case StopReason::Judged:
    return "all warnings are decided";
  case StopReason::NotLocal:
    return "a thread reached memory believed to be private";
  case StopReason::NotSearched:
    return "not searched";
  case StopReason::Assumption:
    return "an assumption does not hold in this schedule";
  case StopReason::Blocked:
    return "no thread can go on";
  }
  llvm_unreachable("covered switch");
}

std::string cutText(const Cut &cut) {
  std::string what = cut.unchecked
                         ? std::string("a path ended with an unchecked ") +
                               faultWord(*cut.unchecked)
                         : cut.reason;
  // What holds for all paths has no place.
  const bool hasPlace = cut.at.isKnown() || !cut.at.function.empty();
  return hasPlace ? what + " at " + toString(cut.at) : what;
}

std::string cutsText(const Completeness &all) {
  std::string text = cutText(all.firstCut);
  return all.cuts == 1
             ? text
             : llvm::formatv("{0} ({1} paths cut)", text, all.cuts).str();
}

std::string openWorkText(const Completeness &all) {
  return llvm::formatv(
      "{0}: {1} of {2} choices and {3} of {4} states left unexplored",
      all.pruning.empty() ? "the search left work undone" : all.pruning,
      all.offered - all.taken, all.offered, all.found - all.expanded,
      all.found);
}

std::string depthText(const Completeness &all) {
  return all.isDepthLimit
             ? llvm::formatv("depth limit of {0} reached", all.depthCut).str()
             : llvm::formatv("depth bound {0}", all.depthCut).str();
}

std::string endlessText(const Completeness &all) {
  return llvm::formatv("an execution does not end: a state comes back with a "
                       "thread at {0}",
                       toString(all.endlessAt));
}

/// "one sequence ... is tried at rand.c:12:3 (--accept=rand)".
std::string hidingText(const MetApproximation &one) {
  std::string text = approximationText(one);
  if (one.at.isKnown() || !one.at.function.empty())
    text += " at " + toString(one.at);
  return text + " (--accept=" + infoOf(one.kind).name + ")";
}

} // namespace

std::string reasonOf(const Completeness &all) {
  std::vector<std::string> reasons;
  if (all.stop)
    reasons.push_back(stopText(all.stop));
  if (all.cuts)
    reasons.push_back(cutsText(all));
  Bounds switches = all.bounds;
  switches.depth.reset();
  if (all.droppedByBound)
    reasons.push_back(switches.text());
  if (all.depthCut)
    reasons.push_back(depthText(all));
  if (all.endless)
    reasons.push_back(endlessText(all));
  if (all.hasOpenWork && !all.stop)
    reasons.push_back(openWorkText(all));
  if (all.toBits)
    reasons.push_back(
        llvm::formatv("close to the memory limit of {0} MB, states were kept "
                      "by bitstate hashing from state {1} on",
                      all.toBits->limitMb, all.toBits->atState));
  if (all.visited.kind == VisitedKind::Bitstate)
    reasons.push_back("bitstate hashing may have missed states");
  for (const MetApproximation &one : all.approximations)
    if (all.isHiding(one))
      reasons.push_back(hidingText(one));
  return llvm::join(reasons, "; ");
}

std::string reasonOf(const Result &result) {
  if (result.verdict != Verdict::Inconclusive)
    return "";
  std::string reason = reasonOf(result.completeness);
  if (!result.checkpoint.empty())
    reason += "; the same command goes on from " + result.checkpoint;
  return reason;
}

std::string nextStep(const Completeness &all) {
  if (!all.cuts)
    return "";
  switch (all.firstCut.lack) {
  case Lack::Nothing:
    return "";
  case Lack::Variable:
    return "; define it with --link=FILE";
  case Lack::Function:
    return "; define it with --link=FILE, or let it return a value with "
           "--stub=" +
           all.firstCut.symbol + "=VALUE (--needs lists all of them)";
  }
  llvm_unreachable("covered switch");
}

std::string leakText(const LeakNote &note) {
  std::string others;
  if (note.places > 1)
    others = " and " + std::to_string(note.places - 1) + " other place" +
             (note.places > 2 ? "s" : "");
  Location line = note.at;
  line.column = 0;
  return llvm::formatv(
      "{0} byte{1} in {2} block{3} {4} not freed when the program ends, and "
      "nothing points to {5} (allocated at {6}{7}); --check=+leak makes it an "
      "error",
      note.bytes, note.bytes == 1 ? "" : "s", note.blocks,
      note.blocks == 1 ? "" : "s", note.bytes == 1 ? "is" : "are",
      note.bytes == 1 ? "it" : "them", shortPlace(line), others);
}

std::string approximationText(const Approximation &one) {
  std::string text = one.who.empty() ? "" : one.who + ": ";
  text += infoOf(one.kind).text;
  if (!one.detail.empty())
    text += " (" + one.detail + ")";
  return text;
}

std::vector<std::string> acceptedNames(const Completeness &all) {
  std::vector<std::string> names;
  for (const MetApproximation &one : all.approximations)
    if (one.couldHide() && all.hasAccepted(one.kind) &&
        !llvm::is_contained(names, infoOf(one.kind).name))
      names.push_back(infoOf(one.kind).name);
  return names;
}

std::string visitedText(const Completeness &all) {
  if (all.isStateless)
    return "none";
  std::string text = all.visited.toString();
  if (const std::optional<Shrunk> &shrunk =
          all.toFingerprints ? all.toFingerprints : all.toBits)
    text += llvm::formatv(
        " ({0} until state {1}, close to the memory limit of {2} MB)",
        shrunk->from.toString(), shrunk->atState, shrunk->limitMb);
  return text;
}

std::string outcomeText(const MemberReport &member) {
  std::string text = verdictWord(member.verdict);
  if (member.verdict == Verdict::Inconclusive)
    text += ": " + reasonOf(member.completeness);
  return text;
}

Statistics wholeRun(const Result &result) {
  Statistics stats = result.stats;
  if (result.members.size() < 2)
    return stats;
  stats.states = stats.all.states;
  stats.transitions = stats.all.steps;
  stats.executions = stats.all.paths;
  return stats;
}

} // namespace rbcheck
