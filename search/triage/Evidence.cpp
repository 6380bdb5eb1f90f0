//===- search/triage/Evidence.cpp - What a verdict on a warning rests on --===//
#include "search/triage/Verdicts.h"

#include "search/result/Locate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

namespace {

constexpr size_t kMostPlaces = 8;  ///< of one side that are named
constexpr size_t kMostLooked = 64; ///< a side may be a whole function

/// Lines, each once; columns only tell apart what is on one line.
void addLine(std::vector<Location> &to, Location at) {
  at.column = 0;
  if (to.size() < kMostPlaces && !llvm::is_contained(to, at))
    to.push_back(std::move(at));
}

LockEvidence lockEvidence(const Program &program, const GoalMonitor &monitor,
                          const GoalFacts &facts, uint64_t lock) {
  LockEvidence evidence;
  if (auto name = facts.lockNames.find(lock); name != facts.lockNames.end())
    evidence.name = name->second;
  for (CodePlace place : monitor.takenAt(lock))
    addLine(evidence.takenAt, locate(program, place));
  return evidence;
}

SideEvidence sideEvidence(const Program &program, const GoalSide &side) {
  SideEvidence evidence;
  evidence.text = side.text;
  evidence.isAnywhere = side.isAnywhere;
  for (CodePlace place : llvm::ArrayRef(side.places).take_front(kMostLooked))
    addLine(evidence.places, locate(program, place));
  for (const std::vector<uint32_t> &caller : side.callers)
    if (!caller.empty())
      evidence.callers.push_back(
          llvm::demangle(program.functions[caller.front()].name));
  return evidence;
}

} // namespace

Evidence evidenceOf(const Program &program, const GoalMonitor &monitor,
                    size_t number) {
  const Goal &goal = monitor.goals()[number];
  const GoalFacts &facts = monitor.facts(number);
  Evidence evidence;
  evidence.kind = goal.kind;
  evidence.stood = facts.stood;
  evidence.wasSearched = goal.isPossible();
  for (size_t s = 0; s < goal.sides.size(); ++s) {
    SideEvidence side = sideEvidence(program, goal.sides[s]);
    const SideFacts &seen = facts.sides[s];
    side.wasExecuted = seen.wasExecuted;
    side.wasParked = seen.wasParked;
    side.threads.assign(seen.threads.begin(), seen.threads.end());
    if (seen.locks) {
      side.locks.emplace();
      for (uint64_t lock : *seen.locks)
        side.locks->push_back(lockEvidence(program, monitor, facts, lock));
    }
    evidence.sides.push_back(std::move(side));
  }
  if (goal.pairs.size() != 1)
    return evidence;
  const auto &[a, b] = goal.pairs.front();
  if (facts.sides[a].locks && facts.sides[b].locks)
    for (uint64_t lock : *facts.sides[a].locks)
      if (facts.sides[b].locks->count(lock))
        evidence.common.push_back(lockEvidence(program, monitor, facts, lock));
  return evidence;
}

} // namespace rbcheck
