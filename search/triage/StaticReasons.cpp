//===- search/triage/StaticReasons.cpp - Refuted without a search ---------===//
#include "search/triage/StaticReasons.h"

#include "search/result/Locate.h"
#include "search/triage/SyncCalls.h"
#include "search/triage/static/Words.h"

#include "passes/Uninitialised.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstring>

namespace rbcheck {

namespace {

/// The function that a creating call is given, if that is a constant.
std::optional<uint32_t> threadFunction(const Program &program,
                                       const Function &caller,
                                       const CallSite &site) {
  const Role role = roleOf(program.functions[site.callee]);
  const size_t index = size_t(role.function);
  if (role.act != Act::Create || index >= site.args.size())
    return std::nullopt;
  uint32_t slot = site.args[index].slot;
  if (slot < caller.constBase ||
      slot - caller.constBase >= caller.constants.size())
    return std::nullopt;
  return functionAtAddress(program, caller.constants[slot - caller.constBase]);
}

} // namespace

StaticReasons::StaticReasons(const Program &program, const Sites &sites)
    : program_(program), sites_(sites), exclusion_(program) {
  size_t count = program.functions.size();
  callees_.resize(count);
  callsPointers_.resize(count);
  pointedTo_.resize(count);
  for (uint32_t f = 0; f < count; ++f)
    for (const Insn &insn : program.functions[f].code) {
      if (insn.op == Op::Call)
        callees_[f].push_back(program.functions[f].callSites[insn.c].callee);
      // Models can call back, and the end of a thread runs what was
      // registered before: as good as a pointer.
      if (insn.op == Op::CallIndirect || insn.op == Op::CallModel)
        callsPointers_[f] = true;
    }
  findPointedTo();
  fromMain_ = reachableFrom(program.entry);
  findThreads();
  findUnknown();
}

void StaticReasons::findUnknown() {
  auto mayRun = [&](uint32_t f) {
    return fromMain_[f] || !knowsThreads_ ||
           llvm::any_of(threads_, [&](const Thread &thread) {
             return thread.reaches[f];
           });
  };
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function &function = program_.functions[f];
    for (const Insn &insn : function.code) {
      if (insn.op != Op::Call && insn.op != Op::CallModel)
        continue;
      const Function &callee =
          program_.functions[function.callSites[insn.c].callee];
      // A handler may come between any two instructions, with any lock.
      const bool isUnknown = callee.name == kUninitialised ||
                             callee.name == kUninitialisedPointer ||
                             (callee.kind == FunctionKind::Model &&
                              findApproximation(allModels()[callee.model].note) ==
                                  ApproximationKind::Signals);
      hasUnknown_ |= isUnknown && mayRun(f);
    }
  }
}

void StaticReasons::findPointedTo() {
  auto add = [&](uint64_t value) {
    if (std::optional<uint32_t> function = functionAtAddress(program_, value))
      pointedTo_[*function] = true;
  };
  for (const Global &global : program_.globals)
    for (size_t at = 0; at + 8 <= global.image.size(); ++at) {
      uint64_t value;
      std::memcpy(&value, global.image.data() + at, sizeof(value));
      add(value);
    }
  for (const Global &global : program_.tls)
    for (size_t at = 0; at + 8 <= global.image.size(); ++at) {
      uint64_t value;
      std::memcpy(&value, global.image.data() + at, sizeof(value));
      add(value);
    }
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function &function = program_.functions[f];
    // Code of the runtime can be entered by models, by name.
    if (isLibraryFile(program_.files[function.declared.file]))
      pointedTo_[f] = true;
    for (size_t i = 0; i < function.constants.size(); ++i) {
      std::optional<uint32_t> target =
          functionAtAddress(program_, function.constants[i]);
      if (!target)
        continue;
      // Only handed to a creating call: enters as a thread, not by a pointer.
      uint32_t slot = uint32_t(function.constBase + i);
      for (const Insn &insn : function.code) {
        bool isUsed = false;
        forEachSlotUse(program_.layouts, function, insn,
                       [&](const SlotUse &use) {
                         isUsed |= use.reads && slot >= use.first &&
                                   slot < use.first + use.count;
                       });
        if (!isUsed)
          continue;
        bool isThread =
            insn.op == Op::CallModel &&
            threadFunction(program_, function, function.callSites[insn.c]) ==
                target;
        if (isThread)
          // ... unless it is another argument, too.
          for (size_t a = 0; a < function.callSites[insn.c].args.size(); ++a)
            if (function.callSites[insn.c].args[a].slot == slot &&
                a != (program_.functions[function.callSites[insn.c].callee]
                                  .name == "pthread_create"
                          ? 2u
                          : 1u))
              isThread = false;
        if (!isThread)
          pointedTo_[*target] = true;
      }
    }
  }
}

StaticReasons::FunctionSet
StaticReasons::reachableFrom(uint32_t function) const {
  FunctionSet reached(program_.functions.size());
  std::vector<uint32_t> open{function};
  reached[function] = true;
  bool hasPointers = false;
  auto reach = [&](uint32_t callee) {
    if (!reached[callee]) {
      reached[callee] = true;
      open.push_back(callee);
    }
  };
  while (!open.empty()) {
    uint32_t f = open.back();
    open.pop_back();
    for (uint32_t callee : callees_[f])
      reach(callee);
    if (callsPointers_[f] && !hasPointers) {
      hasPointers = true;
      for (uint32_t target = 0; target < pointedTo_.size(); ++target)
        if (pointedTo_[target])
          reach(target);
    }
  }
  return reached;
}

bool StaticReasons::isExecutedOnce(CodePlace place) const {
  const Function &function = program_.functions[place.function];
  if (function.name != "main" || pointedTo_[place.function])
    return false;
  // Nobody else calls main, and no jump goes back over the place.
  for (uint32_t f = 0; f < callees_.size(); ++f)
    if (f != program_.entry && llvm::is_contained(callees_[f], place.function))
      return false;
  for (uint32_t pc = place.pc; pc < function.code.size(); ++pc) {
    const Insn &insn = function.code[pc];
    if (insn.op == Op::JmpBack &&
        int64_t(pc) + insn.imm <= int64_t(place.pc))
      return false;
    if (insn.op == Op::IndirectBr || function.returnsTwice)
      return false;
    // Every backward jump is a JmpBack (Opcodes.def), switches included.
  }
  return true;
}

void StaticReasons::findThreads() {
  // Threads can make threads: all that may run at all.
  FunctionSet runs = fromMain_;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 0; f < runs.size() && knowsThreads_; ++f) {
      const Function &function = program_.functions[f];
      for (uint32_t pc = 0; runs[f] && pc < function.code.size(); ++pc) {
        if (!(sites_.effects({f, pc}) & kCreates))
          continue;
        std::optional<uint32_t> begins = threadFunction(
            program_, function, function.callSites[function.code[pc].c]);
        if (!begins) {
          knowsThreads_ = false;
          break;
        }
        CodePlace creation{f, pc};
        if (llvm::any_of(threads_, [&](const Thread &known) {
              return known.creation == creation;
            }))
          continue;
        threads_.push_back({*begins, creation, isExecutedOnce(creation),
                            reachableFrom(*begins)});
        for (uint32_t g = 0; g < runs.size(); ++g)
          if (threads_.back().reaches[g] && !runs[g])
            runs[g] = changed = true;
      }
    }
  }
}

bool StaticReasons::mayFree(CodePlace place) const {
  const Function &function = program_.functions[place.function];
  const Insn &insn = function.code[place.pc];
  if (insn.op == Op::CallIndirect)
    return true;
  if (insn.op != Op::Call && insn.op != Op::CallModel)
    return false;
  auto frees = [&](uint32_t f) {
    const Function &callee = program_.functions[f];
    if (callee.kind != FunctionKind::Model)
      return callee.kind == FunctionKind::Unknown;
    const Model &model = allModels()[callee.model];
    // What the heap's functions are that have no role of their own: realloc.
    return isOneOf(model.role.act, {Act::Free, Act::Delete, Act::DeleteArray,
                                    Act::Init, Act::Destroy}) ||
           (model.role.act == Act::None &&
            llvm::StringRef(model.file).ends_with("Heap.cpp"));
  };
  const uint32_t callee = function.callSites[insn.c].callee;
  if (insn.op == Op::CallModel)
    return frees(callee);
  const FunctionSet below = reachableFrom(callee);
  for (uint32_t f = 0; f < below.size(); ++f)
    if (below[f] && frees(f))
      return true;
  return false;
}

std::optional<StaticReasons::PlacePairs>
StaticReasons::pairsOf(const Goal &goal, const GoalSide &first,
                       const GoalSide &second) const {
  PlacePairs pairs;
  // Any two accesses to the variables that the warning names.
  if (first.isAnywhere && second.isAnywhere) {
    for (const Global &global : program_.globals) {
      if (!llvm::is_contained(goal.variables, global.index))
        continue;
      const auto all = exclusion_.accessesTo(
          uint32_t(&global - program_.globals.data()));
      if (!all)
        return std::nullopt;
      for (CodePlace a : *all)
        for (CodePlace b : *all)
          if (a <= b)
            pairs.push_back({a, b});
    }
    return pairs;
  }
  if (first.isAnywhere || second.isAnywhere) {
    bool isAccess = false;
    for (CodePlace a : (first.isAnywhere ? second : first).places) {
      // Where nothing is touched nothing can be wrong with it.
      if (!hasPlaceFact(program_.functions[a.function].code[a.pc]))
        continue;
      isAccess = true;
      const auto rivals = exclusion_.rivalsOf(a);
      if (!rivals)
        return std::nullopt;
      for (CodePlace b : *rivals)
        pairs.push_back(first.isAnywhere ? std::pair(b, a) : std::pair(a, b));
    }
    return isAccess ? std::optional(pairs) : std::nullopt;
  }
  for (CodePlace a : first.places)
    for (CodePlace b : second.places)
      if (hasPlaceFact(program_.functions[a.function].code[a.pc]) &&
          hasPlaceFact(program_.functions[b.function].code[b.pc]))
        pairs.push_back({a, b});
  return pairs;
}

std::string StaticReasons::refutePair(const Goal &goal, const GoalSide &first,
                                      const GoalSide &second) const {
  const std::optional<PlacePairs> pairs = pairsOf(goal, first, second);
  if (!pairs)
    return "";
  ReasonWords words(program_);
  for (const auto &[a, b] : *pairs) {
    // A place that nobody comes to is another's reason.
    if (!exclusion_.isExecuted(a) || !exclusion_.isExecuted(b))
      continue;
    if (mayFree(a) || mayFree(b))
      return "";
    const std::vector<ExclusionReason> reasons = exclusion_.between(a, b);
    if (reasons.empty())
      return "";
    auto text = [&](const GoalSide &side, CodePlace place) {
      return side.isAnywhere ? placeWords(program_, place) : side.text;
    };
    for (const ExclusionReason &reason : reasons)
      words.add(reason, text(first, a), text(second, b));
  }
  if (pairs->empty() && first.isAnywhere != second.isAnywhere)
    return "no other access is in conflict with it";
  return words.text();
}

std::string StaticReasons::refutePairs(const Goal &goal) const {
  std::vector<std::string> all;
  for (const auto &[i, j] : goal.pairs) {
    std::string why = refutePair(goal, goal.sides[i], goal.sides[j]);
    if (why.empty())
      return "";
    if (!llvm::is_contained(all, why))
      all.push_back(std::move(why));
  }
  return llvm::join(all, "; ");
}

std::string StaticReasons::unreachable(const Goal &goal) const {
  auto isReached = [&](const GoalSide &side, const FunctionSet &functions) {
    return side.isAnywhere || llvm::any_of(side.places, [&](CodePlace place) {
             return functions[place.function];
           });
  };
  auto mayRun = [&](const GoalSide &side) {
    return isReached(side, fromMain_) || !knowsThreads_ ||
           llvm::any_of(threads_, [&](const Thread &thread) {
             return isReached(side, thread.reaches);
           });
  };
  if (hasUnknown_ || exclusion_.hasUnknownCode() || !needsAll(goal))
    return "";
  for (const GoalSide &side : goal.sides) {
    if (!mayRun(side))
      return side.text + " cannot be reached from main";
    if (!side.isAnywhere && llvm::all_of(side.places, [&](CodePlace place) {
          return exclusion_.isDead(place);
        }))
      return side.text + " is never executed, whatever the schedule";
  }
  return "";
}

bool StaticReasons::isWithoutAccess(const GoalSide &side) const {
  if (side.isAnywhere || side.isDeep || side.places.empty())
    return false;
  return llvm::all_of(side.places, [&](CodePlace place) {
    const Function &function = program_.functions[place.function];
    const Insn &insn = function.code[place.pc];
    if (!hasPlaceFact(insn))
      return true;
    if (insn.op != Op::Call)
      return false;
    // What the library does counts as done by the line that calls it.
    const Function &callee =
        program_.functions[function.callSites[insn.c].callee];
    return callee.kind == FunctionKind::Defined &&
           !isLibraryFile(program_.files[callee.declared.file]);
  });
}

std::string StaticReasons::refute(const Goal &goal) const {
  for (const GoalSide &side : goal.sides)
    if (goal.kind == GoalKind::Race && needsAll(goal) && isWithoutAccess(side))
      return side.text + " itself touches no memory that others can reach";
  if (hasUnknown_)
    return "";
  // Other code may make threads, and call what the program does not.
  const bool hasUnknownCode = exclusion_.hasUnknownCode();
  if (!knowsThreads_ && !hasUnknownCode)
    return "";
  // An access without a mark is to memory that only its own thread can reach.
  for (const GoalSide &side : goal.sides)
    if (goal.kind == GoalKind::Race && needsAll(goal) && !side.isAnywhere &&
        !side.isDeep && llvm::all_of(side.places, [&](CodePlace place) {
          uint32_t effects = sites_.effects(place);
          return effects && !(effects & kCalls) && !sites_.isMarked(place);
        }))
      return "no other thread can reach the memory that " + side.text +
             " accesses";
  bool isConcurrent =
      goal.kind == GoalKind::Race || goal.kind == GoalKind::Cycle;
  if (!isConcurrent)
    return "";
  if (threads_.empty() && !hasUnknownCode)
    return "the program never makes a thread";
  if (goal.kind != GoalKind::Race)
    return "";
  std::string why = hasUnknownCode ? "" : refuteThreads(goal);
  return why.empty() ? refutePairs(goal) : why;
}

std::string StaticReasons::refuteThreads(const Goal &goal) const {
  if (goal.sides.size() != 2 || goal.sides[0].isAnywhere ||
      goal.sides[1].isAnywhere)
    return "";
  auto isReached = [&](const GoalSide &side, const FunctionSet &functions) {
    return llvm::any_of(side.places, [&](CodePlace place) {
      return functions[place.function];
    });
  };
  auto inThreads = [&](const GoalSide &side) {
    llvm::SmallVector<const Thread *, 4> all;
    for (const Thread &thread : threads_)
      if (isReached(side, thread.reaches))
        all.push_back(&thread);
    return all;
  };
  auto first = inThreads(goal.sides[0]), second = inThreads(goal.sides[1]);
  if (first.empty() && second.empty())
    return "both are only executed by the main thread";
  bool isOneThread = first.size() == 1 && second.size() == 1 &&
                     first[0] == second[0] && first[0]->isOnce &&
                     !isReached(goal.sides[0], fromMain_) &&
                     !isReached(goal.sides[1], fromMain_);
  if (isOneThread)
    return "both are only executed by one thread, made once at " +
           toString(locate(program_, first[0]->creation));
  return "";
}

} // namespace rbcheck
