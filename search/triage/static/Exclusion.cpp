//===- search/triage/static/Exclusion.cpp - Why two threads cannot meet ---===//
#include "search/triage/static/Exclusion.h"

#include "search/triage/SyncCalls.h"
#include "search/triage/static/Touched.h"
#include "search/triage/static/Walk.h"

#include "passes/LibraryFiles.h"
#include "interp/program/OperandInfo.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

using ReasonKind = ExclusionReason::Kind;

/// Instructions that the analysis may look at, in all its runs. Programs that
/// need more are left to the search.
static constexpr uint64_t kMostSteps = 8'000'000;

Exclusion::Exclusion(const Program &program)
    : program_(program), info_(program), facts_(program) {
  assumeTheWorst();
  if (info_.hasUnknownCode())
    assumeUnknownCode();
  analyse();
}

/// Of what the analysis does not see: library functions that are called
/// through pointers, threads that are cancelled.
void Exclusion::assumeTheWorst() {
  if (info_.hasCancelling())
    facts_.endAnywhere();
  for (const Function &function : program_.functions) {
    const Role role = roleOf(function);
    facts_.hasRobust |= role.act == Act::AskEnd && role.family == Family::None;
  }
  for (uint32_t f : info_.enteredModels()) {
    const Function &function = program_.functions[f];
    const Act act = roleOf(function).act;
    if (isOneOf(act, {Act::Unlock, Act::Wait, Act::TimedWait, Act::Init,
                      Act::Destroy}))
      facts_.releaseShownByAnybody();
    if (act == Act::Create)
      facts_.createByAnybody();
    if (joins(act))
      facts_.useResults();
    if (act == Act::Detach)
      facts_.detachAnything();
    if (act == Act::EndThread)
      facts_.endAnywhere();
    if (function.kind != FunctionKind::Model ||
        allModels()[function.model].touchesMemory())
      facts_.spoilShown();
  }
}

/// What code that is not there can do: all that the program's own code could do
/// with what it can name or is given. Only, what is undefined behaviour it does
/// not do: it neither gives back nor ends nor writes over a lock that a thread
/// of the program holds.
void Exclusion::assumeUnknownCode() {
  for (uint32_t i = 0; i < program_.globals.size(); ++i)
    if (!program_.globals[i].isLocal)
      facts_.show(Value::inGlobal(i));
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function &function = program_.functions[f];
    // What it calls of the library is its own doing.
    if (function.kind == FunctionKind::Defined && !function.isLocal &&
        !isLibraryFile(program_.files[function.declared.file]))
      facts_.enterByAnybody(f);
  }
  facts_.setAttributesOfShown();
  facts_.releaseShownByAnybody();
  facts_.createByAnybody();
  facts_.detachAnything();
  facts_.endAnywhere();
  facts_.useResults();
}

void Exclusion::analyse() {
  for (uint64_t stepsLeft = kMostSteps; stepsLeft;) {
    facts_.grew = false;
    places_ = {};
    Walk walk(program_, info_, facts_, places_, stepsLeft);
    walk.follow(kMain, program_.entry, Value::any());
    for (uint32_t i = 0; i < facts_.makers().size(); ++i) {
      const Maker maker = facts_.makers()[i];
      if (maker.function != kAnyFunction)
        walk.follow(rootOf(i), maker.function, maker.argument);
    }
    std::set<uint32_t> entered(info_.entered().begin(), info_.entered().end());
    entered.insert(facts_.enteredByAnybody().begin(),
                   facts_.enteredByAnybody().end());
    for (uint32_t function : entered)
      walk.follow(kAnybody, function, Value::any());
    if (stepsLeft && !facts_.grew) {
      isComplete_ = true;
      return;
    }
  }
}

std::optional<std::vector<CodePlace>>
Exclusion::accessesTo(uint32_t global) const {
  if (!isComplete_ || facts_.isShown(global))
    return std::nullopt;
  return places_.touching(global);
}

std::optional<std::vector<CodePlace>>
Exclusion::rivalsOf(CodePlace place) const {
  const TouchedMemory *touched = places_.touchedAt(place);
  if (!isComplete_ || !touched || touched->isUnknown)
    return std::nullopt;
  std::vector<CodePlace> all;
  for (uint32_t global : touched->globals) {
    std::optional<std::vector<CodePlace>> some = accessesTo(global);
    if (!some)
      return std::nullopt;
    for (CodePlace rival : *some)
      if (mayConflict(program_, place, rival))
        all.push_back(rival);
  }
  for (const HeapRange &range : touched->heap)
    for (CodePlace rival : places_.touching(range))
      if (mayConflict(program_, place, rival))
        all.push_back(rival);
  return all;
}

/// Two accesses; nothing that others can reach is touched by both.
bool Exclusion::areElsewhere(CodePlace first, CodePlace second) const {
  for (CodePlace place : {first, second})
    if (!hasAccessFlags(program_.functions[place.function].code[place.pc].op))
      return false;
  const TouchedMemory *a = places_.touchedAt(first),
                      *b = places_.touchedAt(second);
  if (!a || !b || a->isUnknown || b->isUnknown)
    return false;
  return llvm::none_of(a->globals,
                       [&](uint32_t one) { return b->globals.count(one); }) &&
         llvm::none_of(a->heap, [&](const HeapRange &range) {
           return b->touches(range);
         });
}

bool Exclusion::isExecuted(CodePlace place) const {
  return !isComplete_ || places_.at(place);
}

bool Exclusion::isDead(CodePlace place) const {
  const Insn &insn = program_.functions[place.function].code[place.pc];
  return hasPlaceFact(insn) && !isExecuted(place) && !facts_.mayFail();
}

// Locks ----------------------------------------------------------------------

std::optional<ExclusionReason> Exclusion::commonLock(CodePlace first,
                                                     const PlaceFact &a,
                                                     CodePlace second,
                                                     const PlaceFact &b) const {
  auto isCall = [&](CodePlace place) {
    const Op op = program_.functions[place.function].code[place.pc].op;
    return op == Op::Call || op == Op::CallIndirect || op == Op::CallModel;
  };
  // In heap objects: the lock of the object that both accesses are to.
  auto other = [&](const Hold &mine) -> const Hold * {
    if (!isHeapLock(mine.lock))
      return b.held.find(mine.lock);
    if (!a.touched.has(mine.lock))
      return nullptr;
    for (const Hold &its : b.held.all())
      if (ofAnyObject(its.lock) == ofAnyObject(mine.lock) &&
          b.touched.has(its.lock))
        return &its;
    return nullptr;
  };
  for (const Hold &mine : a.held.all()) {
    const Hold *its = other(mine);
    if (!its || (!mine.isWrite && !its->isWrite))
      continue;
    ExclusionReason reason;
    reason.lock = mine.lock;
    reason.family = mine.family;
    if (isHeapLock(mine.lock))
      reason.made = facts_.placeOfSite(siteOfLock(mine.lock));
    reason.taken = mine.taken;
    reason.takenToo = its->taken;
    if (mine.lock == kAtomicSection) {
      // A thread that has to wait in a section lets others go on.
      if (isCall(first) || isCall(second))
        continue;
      reason.kind = ReasonKind::Section;
      return reason;
    }
    if (mine.family == its->family && facts_.isReliable(mine.lock, mine.family))
      return reason;
  }
  return std::nullopt;
}

// Threads --------------------------------------------------------------------

bool Exclusion::isMadeOnlyBy(uint32_t maker, Root by) const {
  return facts_.creatorsOf(maker) == std::vector<Root>{by};
}

/// Of its threads one runs at a time, and leaves no others behind.
bool Exclusion::isSingle(Root root, int depth) const {
  if (root == kMain)
    return true;
  if (root == kAnybody || depth > 8)
    return false;
  const std::vector<Root> creators = facts_.creatorsOf(makerOf(root));
  return creators.size() == 1 && isSingle(creators[0], depth + 1) &&
         !facts_.mayOverlap(makerOf(root), makerOf(root)) &&
         !facts_.mayLeave(root);
}

bool Exclusion::mayHaveBeenMade(uint32_t maker, Root at, const PlaceFact &fact,
                                std::set<uint32_t> seen) const {
  if (!seen.insert(maker).second)
    return false;
  return llvm::any_of(facts_.creatorsOf(maker), [&](Root by) {
    if (by == at)
      return fact.children.mayHaveMade(maker);
    return by == kMain || by == kAnybody ||
           mayHaveBeenMade(makerOf(by), at, fact, seen);
  });
}

/// A thread of `maker` may exist while `at`, which is one thread, is at a
/// place with this fact.
bool Exclusion::mayLive(uint32_t maker, Root at, const PlaceFact &fact,
                        std::set<uint32_t> seen) const {
  if (!seen.insert(maker).second)
    return false;
  return llvm::any_of(facts_.creatorsOf(maker), [&](Root by) {
    if (by == at)
      return fact.children.mayLive(maker);
    if (by == kMain || by == kAnybody)
      return true;
    return mayLive(makerOf(by), at, fact, seen) ||
           (facts_.mayLeave(by) && mayHaveBeenMade(makerOf(by), at, fact, {}));
  });
}

/// The main thread is the only one there is.
bool Exclusion::isAlone(const PlaceFact &fact) const {
  if (fact.children.mayAnyLive())
    return false;
  return llvm::none_of(fact.children.all(), [&](const Child &child) {
    return facts_.mayLeave(rootOf(child.maker)) || facts_.mayCreateByAnybody();
  });
}

/// Thread `a` is at a place with `fact` only while those of `b` are not there.
std::optional<ExclusionReason> Exclusion::order(Root a, const PlaceFact &fact,
                                                Root b) const {
  if (b == kMain || !isSingle(a))
    return std::nullopt;
  const bool isMain = a == kMain;
  const bool isApart = (isMain && isAlone(fact)) ||
                       (b != kAnybody && !mayLive(makerOf(b), a, fact, {}));
  if (!isApart)
    return std::nullopt;
  ExclusionReason reason;
  reason.kind = ReasonKind::Before;
  if (b != kAnybody)
    reason.made = facts_.makers()[makerOf(b)].place;
  for (const Child &child : fact.children.all())
    if (b == kAnybody || child.maker == makerOf(b)) {
      reason.kind = ReasonKind::After;
      reason.joined = std::max(reason.joined, std::optional(child.joined));
    }
  return reason;
}

std::optional<ExclusionReason> Exclusion::apart(Root a, Root b) const {
  ExclusionReason reason;
  if (a == kMain && b == kMain) {
    reason.kind = ReasonKind::OnlyMain;
    return reason;
  }
  if (a < rootOf(0) || b < rootOf(0))
    return std::nullopt;
  reason.made = facts_.makers()[makerOf(a)].place;
  reason.madeToo = facts_.makers()[makerOf(b)].place;
  reason.kind = a == b ? ReasonKind::OneThread : ReasonKind::Apart;
  // One thread makes both, one at a time.
  const std::vector<Root> creators = facts_.creatorsOf(makerOf(a));
  if (creators.size() == 1 && isSingle(creators[0]) &&
      isMadeOnlyBy(makerOf(b), creators[0]) &&
      !facts_.mayOverlap(makerOf(a), makerOf(b)))
    return reason;
  return std::nullopt;
}

std::vector<ExclusionReason> Exclusion::between(CodePlace first,
                                                CodePlace second) const {
  const PlaceFacts::ByRoot *atFirst = places_.at(first);
  const PlaceFacts::ByRoot *atSecond = places_.at(second);
  if (!isComplete_ || !atFirst || !atSecond)
    return {};
  std::vector<ExclusionReason> all;
  if (std::optional<Harmless> why = whyHarmless(program_, first, second)) {
    all.emplace_back().kind = *why == Harmless::BothRead ? ReasonKind::BothRead
                              : *why == Harmless::BothAtomic
                                  ? ReasonKind::BothAtomic
                                  : ReasonKind::Elsewhere;
    return all;
  }
  if (areElsewhere(first, second)) {
    all.emplace_back().kind = ReasonKind::Elsewhere;
    return all;
  }
  for (const auto &[a, factA] : *atFirst)
    for (const auto &[b, factB] : *atSecond) {
      std::optional<ExclusionReason> reason = apart(a, b);
      if (!reason)
        reason = commonLock(first, *factA, second, *factB);
      if (!reason)
        reason = order(a, *factA, b);
      if (!reason && (reason = order(b, *factB, a)))
        reason->isOfSecond = true;
      if (!reason)
        return {};
      if (!llvm::is_contained(all, *reason))
        all.push_back(*reason);
    }
  return all;
}

} // namespace rbcheck
