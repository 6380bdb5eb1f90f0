//===- search/triage/Goals.cpp - What would show that a warning is right --===//
#include "search/triage/Goals.h"

#include "search/result/Locate.h"
#include "search/triage/SyncCalls.h"

#include "interp/state/Address.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

/// All words of `text` that could be names of variables.
std::vector<std::string> words(llvm::StringRef text) {
  std::vector<std::string> all;
  std::string word;
  for (char c : (text + " ").str()) {
    if (llvm::isAlnum(c) || c == '_')
      word += c;
    else if (!word.empty())
      all.push_back(std::move(word)), word.clear();
  }
  return all;
}

class GoalMaker {
public:
  GoalMaker(const Program &program, const Sites &sites, Warning warning)
      : program_(program), sites_(sites), warning_(std::move(warning)) {}

  Goal make() {
    if (!warning_.unjudged.empty() && !warning_.onlyConfirm) {
      goal_.problem = warning_.unjudged;
      goal_.verdictOfProblem = WarningVerdict::NotApplicable;
      return std::move(goal_);
    }
    switch (warning_.kind) {
    case WarningKind::Race:
    case WarningKind::GuardedBy:
    case WarningKind::Requires:
      makeRace();
      break;
    case WarningKind::SharedStatic:
      makeShared();
      break;
    case WarningKind::LockCycle:
    case WarningKind::LockOrder:
      makeCycle();
      break;
    case WarningKind::DoubleLock:
      goal_.kind = GoalKind::SelfLock;
      makeLast();
      break;
    case WarningKind::LockLeak:
      makeLeak();
      break;
    case WarningKind::CondMisuse:
      goal_.kind = GoalKind::Wait;
      makeLast();
      break;
    case WarningKind::Path:
    case WarningKind::Point:
      goal_.property = warning_.property;
      if (goal_.property == faultCheck(FaultKind::Leak)) {
        makeLost();
        break;
      }
      goal_.kind = GoalKind::Fault;
      makeLast();
      break;
    }
    noteUnchecked();
    return std::move(goal_);
  }

  Goal makeReach(const WarningStep &place) {
    goal_.kind = GoalKind::Reach;
    if (place.isAnywhere())
      fail("no place is given");
    else
      add(place);
    return std::move(goal_);
  }

private:
  /// Conditions of the user's that nothing here looks at are named. A race is
  /// between two threads before accesses to the same bytes, whatever is asked.
  void noteUnchecked() {
    const WarningConstraints &asked = warning_.constraints;
    const bool isRace = goal_.kind == GoalKind::Race;
    const bool isMutual = isRace || goal_.kind == GoalKind::Cycle;
    auto note = [&](bool isOpen, const char *word) {
      if (isOpen)
        goal_.notes.push_back("'require " + std::string(word) +
                              "' is not checked: the verdict is on the places "
                              "alone");
    };
    note(asked.sameThread, "same-thread");
    note(asked.differentThreads && !isMutual, "different-threads");
    note(asked.sameAddress && !isRace, "same-address");
    note(asked.parked && !isMutual, "parked");
    note(asked.holdsLocks, "locks-held");
  }

  static std::string placeText(const WarningStep &step) {
    const WarningPlace &place = step.place;
    if (step.isAnywhere())
      return "anywhere";
    std::vector<std::string> path = pathComponents(place.file);
    std::string text = path.empty() ? place.func : path.back();
    return place.line ? text + ":" + std::to_string(place.line) : text;
  }

  /// Globals whose name is a word of `text`.
  std::vector<uint32_t> globalsNamed(llvm::StringRef text) const {
    std::vector<uint32_t> found;
    std::vector<std::string> wanted = words(text);
    if (wanted.empty())
      return found;
    for (const Global &global : program_.globals) {
      std::vector<std::string> parts = words(global.name);
      if (!global.constant && !parts.empty() &&
          llvm::is_contained(wanted, parts.back()))
        found.push_back(global.index);
    }
    return found;
  }

  bool isCallLike(StepOp op) const {
    return op != StepOp::Read && op != StepOp::Write && op != StepOp::Update &&
           op != StepOp::Access && op != StepOp::At;
  }

  /// Adds the place of a step as a side; false if it has none.
  bool add(const WarningStep &step) {
    Site site = sites_.find(step, warning_.object);
    // A race is about the accesses of a line, if it has any.
    if (goal_.kind == GoalKind::Race && step.op == StepOp::At) {
      WarningStep access = step;
      access.op = StepOp::Access;
      Site narrower = sites_.find(access, warning_.object);
      if (narrower.problem == SiteProblem::None && narrower.notes.empty())
        site = std::move(narrower);
    }
    if (site.problem != SiteProblem::None) {
      goal_.problem = site.message;
      goal_.verdictOfProblem = site.problem == SiteProblem::Ambiguous
                                   ? WarningVerdict::Undecided
                                   : WarningVerdict::NotApplicable;
      return false;
    }
    GoalSide side;
    side.isAnywhere = site.isAnywhere;
    side.isDeep = site.isWrapper || isCallLike(step.op) || warning_.inCalls;
    side.places = std::move(site.places);
    side.callers = callersOf(step);
    side.text = placeText(step);
    if (isCallLike(step.op))
      side.objects = globalsNamed(step.object);
    for (std::string &note : site.notes)
      if (!llvm::is_contained(goal_.notes, note))
        goal_.notes.push_back(std::move(note));
    goal_.endsLife |= llvm::any_of(side.places, [&](CodePlace place) {
      const Function &function = program_.functions[place.function];
      const Insn &insn = function.code[place.pc];
      return insn.op == Op::CallModel &&
             isOneOf(roleOf(program_.functions[function.callSites[insn.c].callee])
                         .act,
                     {Act::Init, Act::Destroy});
    });
    goal_.sides.push_back(std::move(side));
    return true;
  }

  /// A line in a lock wrapper means nothing without its caller. Frames of the
  /// report that cannot be found say nothing; code that was inlined is in the
  /// function it was inlined into.
  std::vector<std::vector<uint32_t>> callersOf(const WarningStep &step) const {
    std::vector<std::vector<uint32_t>> callers;
    for (const WarningPlace &frame : llvm::reverse(step.stack)) {
      WarningStep call;
      call.op = StepOp::Call;
      call.place = frame;
      if (frame.file.empty() || !frame.line)
        continue;
      Site site = sites_.find(call);
      if (site.problem != SiteProblem::None)
        continue;
      std::vector<uint32_t> functions;
      for (CodePlace place : site.places)
        if (!llvm::is_contained(functions, place.function))
          functions.push_back(place.function);
      callers.push_back(std::move(functions));
    }
    return callers;
  }

  void addAnywhere() {
    GoalSide side;
    side.isAnywhere = true;
    side.text = "anywhere";
    goal_.sides.push_back(std::move(side));
  }

  bool fail(std::string why) {
    goal_.problem = std::move(why);
    return false;
  }

  static const WarningStep *last(const std::vector<WarningStep> &thread) {
    return thread.empty() ? nullptr : &thread.back();
  }

  /// The last step that does what the thread is about: an access for races, an
  /// acquisition for locks.
  static const WarningStep *
  lastOf(const std::vector<WarningStep> &thread,
         std::initializer_list<StepOp> ops) {
    for (const WarningStep &step : llvm::reverse(thread))
      if (llvm::is_contained(ops, step.op))
        return &step;
    return last(thread);
  }

  void makeRace() {
    goal_.kind = GoalKind::Race;
    goal_.variables = globalsNamed(warning_.object);
    for (const auto &thread : warning_.threads) {
      const WarningStep *access =
          lastOf(thread, {StepOp::Read, StepOp::Write, StepOp::Update,
                          StepOp::Access});
      if (!access)
        addAnywhere();
      else if (!add(*access))
        return;
    }
    if (goal_.sides.empty()) {
      fail("the warning names no place");
      return;
    }
    if (goal_.sides.size() == 1)
      addAnywhere();
    for (uint32_t i = 0; i < goal_.sides.size(); ++i)
      for (uint32_t j = i + 1; j < goal_.sides.size(); ++j)
        if (!goal_.sides[i].isAnywhere || !goal_.sides[j].isAnywhere ||
            !goal_.variables.empty())
          goal_.pairs.push_back({i, j});
    if (goal_.pairs.empty())
      fail("the warning names neither a place nor a known variable");
  }

  /// Any two accesses to the variable.
  void makeShared() {
    goal_.kind = GoalKind::Race;
    goal_.variables = globalsNamed(warning_.object);
    if (goal_.variables.empty()) {
      goal_.problem = warning_.object.empty()
                          ? "the warning names no variable"
                          : "no variable '" + warning_.object +
                                "' in this program";
      goal_.verdictOfProblem = WarningVerdict::NotApplicable;
      return;
    }
    addAnywhere();
    addAnywhere();
    goal_.pairs.push_back({0, 1});
  }

  void makeCycle() {
    goal_.kind = GoalKind::Cycle;
    for (const auto &thread : warning_.threads) {
      const WarningStep *wait = lastOf(thread, {StepOp::Lock});
      if (!wait)
        addAnywhere();
      else if (!add(*wait))
        return;
    }
    if (goal_.sides.empty()) {
      fail("the warning names no place");
      return;
    }
    if (goal_.sides.size() == 1)
      addAnywhere();
  }

  void makeLast() {
    for (const auto &thread : warning_.threads)
      if (const WarningStep *step =
              goal_.kind == GoalKind::SelfLock ? lastOf(thread, {StepOp::Lock})
              : goal_.kind == GoalKind::Wait   ? lastOf(thread, {StepOp::Wait})
                                               : last(thread))
        if (!add(*step))
          return;
    if (goal_.sides.empty() ||
        llvm::all_of(goal_.sides,
                     [](const GoalSide &side) { return side.isAnywhere; }))
      fail("the warning names no place");
  }

  /// The steps that call something, where it may be allocated, and the last one,
  /// where it is lost: if that is never executed, nothing is said of the path.
  void makeLost() {
    goal_.kind = GoalKind::Lost;
    const WarningStep *end = nullptr;
    for (const auto &thread : warning_.threads)
      if (const WarningStep *step = last(thread))
        end = step;
    if (!end || end->isAnywhere()) {
      fail("the warning names no place");
      return;
    }
    for (const auto &thread : warning_.threads)
      for (const WarningStep &step : thread) {
        // A path has steps that are nowhere in the code: declarations, branches
        // that were folded.
        if (&step == end || step.isAnywhere() ||
            sites_.find(step, warning_.object).problem != SiteProblem::None)
          continue;
        add(step);
        if (!hasCall(goal_.sides.back()))
          goal_.sides.pop_back();
      }
    add(*end);
  }

  bool hasCall(const GoalSide &side) const {
    return llvm::any_of(side.places, [&](CodePlace place) {
      const Op op = program_.functions[place.function].code[place.pc].op;
      return op == Op::Call || op == Op::CallIndirect || op == Op::CallModel;
    });
  }

  /// First side: where the lock is taken.
  void makeLeak() {
    goal_.kind = GoalKind::Leak;
    const WarningStep *taken = nullptr;
    for (const auto &thread : warning_.threads)
      for (const WarningStep &step : thread)
        if (!taken && step.op == StepOp::Lock)
          taken = &step;
    for (const auto &thread : warning_.threads)
      if (!taken && !thread.empty())
        taken = &thread.front();
    if (!taken)
      fail("the warning names no place");
    else if (add(*taken))
      goal_.variables =
          globalsNamed(taken->object.empty() ? warning_.object : taken->object);
  }

  const Program &program_;
  const Sites &sites_;
  const Warning warning_;
  Goal goal_;
};

} // namespace

Goal makeReachGoal(const Program &program, const Sites &sites,
                   const WarningStep &place) {
  return GoalMaker(program, sites, Warning()).makeReach(place);
}

Goal makeGoal(const Program &program, const Sites &sites,
              const Warning &warning) {
  return GoalMaker(program, sites, warning).make();
}

static bool isVariable(uint64_t address) {
  return address != kNoVariable && regionOf(address) == RegionKind::Global;
}

bool canBeMeant(const Program &program, const Goal &goal, uint64_t address) {
  if (goal.variables.empty() || !isVariable(address))
    return true;
  const Global *global = program.globalAt(globalIndexOf(address));
  return !global || llvm::is_contained(goal.variables, global->index);
}

bool isPairFor(const Goal &goal, std::pair<uint32_t, uint32_t> pair,
               uint64_t address) {
  return isVariable(address) || !goal.sides[pair.first].isAnywhere ||
         !goal.sides[pair.second].isAnywhere;
}

bool isMeantRace(const Program &program, const Goal &goal, uint64_t address,
                 llvm::function_ref<bool(uint32_t side)> mine,
                 llvm::function_ref<bool(uint32_t side)> others) {
  auto is = [&](llvm::function_ref<bool(uint32_t)> at, uint32_t side) {
    return goal.sides[side].isAnywhere || at(side);
  };
  return canBeMeant(program, goal, address) &&
         llvm::any_of(goal.pairs, [&](std::pair<uint32_t, uint32_t> pair) {
           auto [a, b] = pair;
           return isPairFor(goal, pair, address) &&
                  ((is(mine, a) && is(others, b)) ||
                   (is(mine, b) && is(others, a)));
         });
}

Positions::Positions(const Program &program) {
  for (const Function &function : program.functions)
    isLibrary_.push_back(
        isLibraryFile(program.files[function.declared.file]));
}

bool Positions::isAt(llvm::ArrayRef<CodePlace> stack,
                    const GoalSide &side) const {
  if (side.isAnywhere)
    return true;
  auto isOneOf = [](const std::vector<CodePlace> &places, CodePlace frame) {
    return std::binary_search(places.begin(), places.end(), frame);
  };
  for (; !stack.empty(); stack = stack.drop_front()) {
    if (isOneOf(side.places, stack.front()))
      break;
    if (!side.isDeep && !isLibrary(stack.front()))
      return false;
  }
  if (stack.empty())
    return false;
  // One frame can stand for several, where functions were inlined.
  for (const std::vector<uint32_t> &caller : side.callers) {
    while (!stack.empty() &&
           !llvm::is_contained(caller, stack.front().function))
      stack = stack.drop_front();
    if (stack.empty())
      return false;
  }
  return true;
}

bool Positions::isAt(const Machine &machine, uint32_t thread,
                    const GoalSide &side) const {
  if (side.isAnywhere)
    return true;
  bool isWhole = side.isDeep || !side.callers.empty();
  llvm::SmallVector<CodePlace, 16> stack; // as far as it matters
  machine.walkStack(thread, [&](CodePlace frame) {
    stack.push_back(frame);
    return isWhole || isLibrary(frame);
  });
  return isAt(stack, side);
}

} // namespace rbcheck
