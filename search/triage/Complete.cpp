//===- search/triage/Complete.cpp - What a warning leaves out, filled in --===//
#include "search/triage/Complete.h"

#include "search/result/Locate.h"
#include "search/triage/SyncCalls.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace rbcheck {

namespace {

/// More would blur the guidance.
constexpr size_t kMostAdded = 4;

class Completer {
public:
  Completer(const Program &program, const Sites &sites, const Goal &goal)
      : program_(program), sites_(sites), goal_(goal) {}

  void complete(Warning &warning) {
    if (goal_.kind == GoalKind::Race && warning.threads.size() < 2)
      addOtherSide(warning);
    if (goal_.kind == GoalKind::Cycle)
      completeCycle(warning);
    for (std::vector<WarningStep> &thread : warning.threads)
      if (thread.size() > 1)
        addSeparators(thread);
    for (size_t i = 0; i < warning.threads.size(); ++i)
      if (!warning.threads[i].empty() && i < goal_.sides.size() &&
          !goal_.sides[i].places.empty())
        addBefore(warning.threads[i], goal_.sides[i]);
    if (goal_.kind == GoalKind::Fault && isAboutFreed(warning))
      addFrees(warning.threads);
  }

private:
  std::optional<WarningStep> stepAt(CodePlace place, StepOp op) const {
    Location location = locate(program_, place);
    if (!location.isKnown() || isLibraryFile(location.file))
      return std::nullopt;
    WarningStep step;
    step.op = op;
    step.place = {location.function, location.file, location.line};
    step.column = location.column;
    return step;
  }

  template <typename Visit> void forEachPlace(Visit visit) const {
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      for (uint32_t pc = 0; pc < program_.functions[f].code.size(); ++pc)
        visit(CodePlace{f, pc});
  }

  /// Accesses to a variable that this side accesses, too.
  void addOtherSide(Warning &warning) {
    std::set<const Global *> variables;
    bool doesWrite = false;
    for (const GoalSide &side : goal_.sides)
      for (CodePlace place : side.places) {
        doesWrite |= (sites_.effects(place) & (kWrites | kUpdates)) != 0;
        if (const Global *global = sites_.globalOf(place))
          variables.insert(global);
      }
    if (variables.empty())
      return;
    uint32_t wanted = kWrites | kUpdates | (doesWrite ? kReads : 0);
    size_t added = 0;
    forEachPlace([&](CodePlace place) {
      if (added >= kMostAdded || !(sites_.effects(place) & wanted) ||
          !sites_.isMarked(place) || !variables.count(sites_.globalOf(place)))
        return;
      if (std::optional<WarningStep> step = stepAt(place, StepOp::Access)) {
        warning.threads.push_back({*step});
        ++added;
      }
    });
  }

  // Circles of locks ------------------------------------------------------------

  /// The acquisitions of a function in the order of its code, with the lock if
  /// it is a variable.
  struct Acquisition {
    CodePlace place;
    const Global *lock;
  };
  std::vector<Acquisition> acquisitionsIn(uint32_t function) const {
    std::vector<Acquisition> all;
    for (uint32_t pc = 0; pc < program_.functions[function].code.size(); ++pc)
      if (sites_.effects({function, pc}) & kLocks)
        all.push_back({{function, pc}, lockAt({function, pc})});
    return all;
  }

  /// The variable that is the lock, if the call names one outright.
  const Global *lockAt(CodePlace place) const {
    const Function &function = program_.functions[place.function];
    const CallSite &site = function.callSites[function.code[place.pc].c];
    const Role role = roleOf(program_.functions[site.callee]);
    if (size_t(role.object) >= site.args.size())
      return nullptr;
    const uint32_t slot = site.args[size_t(role.object)].slot;
    if (slot < function.constBase ||
        slot - function.constBase >= function.constants.size())
      return nullptr;
    const uint64_t address = function.constants[slot - function.constBase];
    return regionOf(address) == RegionKind::Global
               ? program_.globalAt(globalIndexOf(address))
               : nullptr;
  }

  /// Pairs of acquisitions of a function, outer and inner, of two variables.
  template <typename Visit>
  void forEachNesting(uint32_t function, Visit visit) const {
    std::vector<Acquisition> all = acquisitionsIn(function);
    for (size_t inner = 1; inner < all.size(); ++inner)
      if (all[inner].lock && all[inner - 1].lock &&
          all[inner].lock != all[inner - 1].lock)
        visit(all[inner - 1], all[inner]);
  }

  /// Each thread of a circle has an outer and an inner acquisition.
  void completeCycle(Warning &warning) {
    const Global *outer = nullptr, *inner = nullptr;
    for (size_t i = 0; i < warning.threads.size(); ++i) {
      std::vector<WarningStep> &thread = warning.threads[i];
      if (thread.empty() || i >= goal_.sides.size())
        continue;
      for (CodePlace place : goal_.sides[i].places)
        forEachNesting(place.function, [&](const Acquisition &first,
                                           const Acquisition &second) {
          if (second.place != place)
            return;
          outer = first.lock, inner = second.lock;
          if (countOf(thread, StepOp::Lock) < 2)
            if (std::optional<WarningStep> step =
                    stepAt(first.place, StepOp::Lock))
              thread.insert(thread.end() - 1, *step);
        });
    }
    if (warning.threads.size() > 1 || !outer)
      return;
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      forEachNesting(f, [&](const Acquisition &first,
                            const Acquisition &second) {
        std::optional<WarningStep> one = stepAt(first.place, StepOp::Lock),
                                   two = stepAt(second.place, StepOp::Lock);
        if (first.lock == inner && second.lock == outer && one && two &&
            warning.threads.size() <= kMostAdded)
          warning.threads.push_back({*one, *two});
      });
  }

  static size_t countOf(const std::vector<WarningStep> &thread, StepOp op) {
    return size_t(llvm::count_if(
        thread, [&](const WarningStep &step) { return step.op == op; }));
  }

  // What comes in between ---------------------------------------------------------

  /// Two accesses to a variable in turn: a write from elsewhere goes between.
  void addSeparators(std::vector<WarningStep> &thread) {
    for (size_t i = thread.size() - 1; i > 0; --i) {
      const Global *variable = variableOf(thread[i]);
      if (!variable || variable != variableOf(thread[i - 1]))
        continue;
      std::optional<WarningStep> write;
      forEachPlace([&](CodePlace place) {
        if (write || !(sites_.effects(place) & (kWrites | kUpdates)) ||
            !sites_.isMarked(place) || sites_.globalOf(place) != variable)
          return;
        std::optional<WarningStep> step = stepAt(place, StepOp::Write);
        if (step && !isSamePlace(*step, thread[i]) &&
            !isSamePlace(*step, thread[i - 1]))
          write = step;
      });
      if (write)
        thread.insert(thread.begin() + ptrdiff_t(i), *write);
    }
  }

  const Global *variableOf(const WarningStep &step) const {
    for (CodePlace place : sites_.find(step).places)
      if (sites_.effects(place) & (kReads | kWrites | kUpdates))
        if (const Global *global = sites_.globalOf(place))
          return global;
    return nullptr;
  }

  static bool isSamePlace(const WarningStep &a, const WarningStep &b) {
    return a.place.line == b.place.line &&
           pathComponents(a.place.file).back() ==
               pathComponents(b.place.file).back();
  }

  static bool isAboutFreed(const Warning &warning) {
    std::string text = llvm::StringRef(warning.rule + " " + warning.message)
                           .lower();
    for (const char *word : {"after free", "after-free", "afterfree", "freed",
                             "after delete", "double free", "double-free"})
      if (text.find(word) != std::string::npos)
        return true;
    return false;
  }

  /// Before the use: calls that free, of the user's code.
  void addFrees(std::vector<std::vector<WarningStep>> &threads) {
    std::vector<std::vector<WarningStep>> frees;
    forEachPlace([&](CodePlace place) {
      const Function &function = program_.functions[place.function];
      const Insn &insn = function.code[place.pc];
      if (frees.size() >= kMostAdded ||
          (insn.op != Op::CallModel && insn.op != Op::Call))
        return;
      llvm::StringRef callee =
          program_.functions[function.callSites[insn.c].callee].name;
      if (callee != "free" && !callee.starts_with("_ZdlPv") &&
          !callee.starts_with("_ZdaPv"))
        return;
      if (std::optional<WarningStep> step = stepAt(place, StepOp::Call))
        frees.push_back({*step});
    });
    threads.insert(threads.begin(), frees.begin(), frees.end());
  }

  /// Steps before the first one of a thread.
  void addBefore(std::vector<WarningStep> &thread, const GoalSide &side) {
    std::vector<WarningStep> before;
    std::set<uint32_t> around;
    for (CodePlace place : side.places)
      around.insert(place.function);
    for (CodePlace place : side.places)
      addDeciders(place, before);
    addCreation(around, before);
    if (before.size() > kMostAdded)
      before.resize(kMostAdded);
    std::reverse(before.begin(), before.end());
    thread.insert(thread.begin(), before.begin(), before.end());
  }

  /// Writes to variables that a branch before `place` reads.
  void addDeciders(CodePlace place, std::vector<WarningStep> &to) {
    const Function &function = program_.functions[place.function];
    std::set<const Global *> read;
    for (uint32_t pc = 0; pc < place.pc && pc < function.code.size(); ++pc)
      if (sites_.effects({place.function, pc}) & (kReads | kUpdates) &&
          decidesBranch(function, pc))
        if (const Global *global = sites_.globalOf({place.function, pc}))
          read.insert(global);
    if (read.empty())
      return;
    forEachPlace([&](CodePlace other) {
      if (to.size() < kMostAdded && other.function != place.function &&
          sites_.effects(other) & (kWrites | kUpdates) &&
          read.count(sites_.globalOf(other)))
        if (std::optional<WarningStep> step = stepAt(other, StepOp::Write))
          to.push_back(*step);
    });
  }

  /// What the access loads goes into a conditional jump near by.
  bool decidesBranch(const Function &function, uint32_t pc) const {
    constexpr uint32_t kNear = 6;
    std::set<uint32_t> slots{function.code[pc].dst};
    for (uint32_t at = pc + 1; at < function.code.size() && at <= pc + kNear;
         ++at) {
      const Insn &insn = function.code[at];
      bool reads = false;
      llvm::SmallVector<uint32_t, 4> written;
      forEachSlotUse(program_.layouts, function, insn,
                     [&](const SlotUse &use) {
                       for (uint32_t i = 0; i < use.count; ++i) {
                         if (use.reads && slots.count(use.first + i))
                           reads = true;
                         if (use.writes)
                           written.push_back(use.first + i);
                       }
                     });
      if (reads && (isConditionalJump(insn.op) || insn.op == Op::Switch))
        return true;
      if (reads)
        slots.insert(written.begin(), written.end());
      if (endsBlock(insn.op))
        return false;
    }
    return false;
  }

  /// Calls that make a thread of one of these functions or of a caller.
  void addCreation(std::set<uint32_t> around, std::vector<WarningStep> &to) {
    for (bool changed = true; changed;) {
      changed = false;
      forEachPlace([&](CodePlace place) {
        const Function &function = program_.functions[place.function];
        const Insn &insn = function.code[place.pc];
        if (insn.op == Op::Call && !around.count(place.function) &&
            around.count(function.callSites[insn.c].callee))
          changed |= around.insert(place.function).second;
      });
    }
    forEachPlace([&](CodePlace place) {
      if (to.size() >= kMostAdded || !(sites_.effects(place) & kCreates))
        return;
      const Function &function = program_.functions[place.function];
      for (const Arg &arg : function.callSites[function.code[place.pc].c].args)
        if (arg.slot >= function.constBase &&
            arg.slot - function.constBase < function.constants.size()) {
          uint64_t value = function.constants[arg.slot - function.constBase];
          if (regionOf(value) == RegionKind::Code &&
              around.count(functionOf(value)))
            if (std::optional<WarningStep> step =
                    stepAt(place, StepOp::Create))
              to.push_back(*step);
        }
    });
  }

  const Program &program_;
  const Sites &sites_;
  const Goal &goal_;
};

} // namespace

Warning completeWarning(const Program &program, const Sites &sites,
                        const Warning &warning, const Goal &goal) {
  Warning completed = warning;
  Completer(program, sites, goal).complete(completed);
  return completed;
}

} // namespace rbcheck
