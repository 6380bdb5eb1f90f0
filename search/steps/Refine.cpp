//===- search/steps/Refine.cpp - Errors of sync steps in access steps -----===//
#include "search/steps/Refine.h"

#include "search/result/Locate.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>

namespace rbcheck {

namespace {

/// Of a segment that a time slice cut: as many accesses are enough, since it
/// most likely waits for a change that cannot come without a race. One that has
/// none to make is left where it is.
constexpr unsigned kStepsOfSlice = 1'000;
constexpr size_t kMostSteps = 20'000'000;

/// One step of the schedule as it was found.
struct LargeStep {
  Choice choice;
  CodePlace place;      ///< where the thread stood
  bool goesOn = false;  ///< from a pause: the segment is an older one
  /// Of the thread and those it made: they end up in a pause.
  llvm::SmallVector<uint32_t, 1> cut = {};
};

/// What a thread of a race did last.
struct Side {
  uint32_t thread = 0;
  int begin = -1; ///< the step that began its segment; -1 = the start
  llvm::SmallVector<Access, 8> touched, pending;
};

/// A thread that is to be stopped before the first access of its last segment
/// that conflicts with one of these.
struct Hold {
  uint32_t thread = 0;
  int begin = -1;
  llvm::SmallVector<Access, 8> against;
  bool isAboutEnds = false; ///< any access to these bytes
  size_t at = ~size_t(0);   ///< or at this step of the schedule
  bool isHeld = false;

  bool stops(const Pending &pending) const {
    for (const Access &mine : pending.accesses)
      for (const Access &other : against)
        if (isAboutEnds ? overlap(mine, other) : areInConflict(mine, other))
          return true;
    return false;
  }
};

/// The schedule on a machine like that it was found on.
class LargeSteps {
public:
  LargeSteps(const Program &program, const Violation &violation)
      : machine_(program, violation.machine) {
    StepEnd end = machine_.start();
    isEnded_ = end != StepEnd::Parked;
    note(0, -1, cutAtStart);
    for (size_t i = 0; i < violation.schedule.size(); ++i) {
      const Choice choice = violation.schedule[i];
      if (end != StepEnd::Parked)
        break;
      LargeStep step{choice, machine_.place(choice.thread),
                     machine_.isPlain(choice.thread)};
      const uint32_t threads = machine_.state().threadCount();
      end = machine_.step(choice);
      isEnded_ = end != StepEnd::Parked;
      if (!step.goesOn)
        begins_[choice.thread] = int(i);
      if (!isEnded_ && machine_.isPlain(choice.thread))
        step.cut.push_back(choice.thread);
      note(threads, int(i), step.cut);
      steps.push_back(step);
    }
  }

  Side sideOf(uint32_t thread) {
    Side side;
    side.thread = thread;
    side.begin = thread < begins_.size() ? begins_[thread] : -1;
    const ThreadNode &node = machine_.state().thread(thread);
    if (node.footprint)
      for (const FootRange &range : node.footprint->ranges())
        side.touched.push_back(
            {range.address, uint32_t(range.end - range.address),
             range.mode != TouchMode::Read, false,
             range.mode == TouchMode::End});
    if (isEnded_ && thread == steps.back().choice.thread)
      return side; // what it was about to do is past
    const bool isBlocked =
        node.pending.isGuarded && machine_.alternatives(thread) == 0;
    for (const Access &access : node.pending.accesses)
      if (access.atomic || !isBlocked)
        side.pending.push_back(access);
    return side;
  }
  /// The two ran in one step: who made the other is first.
  bool isFirst(const Side &a, const Side &b) const {
    if (a.begin != b.begin)
      return a.begin < b.begin;
    if (a.begin >= 0)
      return steps[size_t(a.begin)].choice.thread == a.thread;
    return a.thread < b.thread;
  }

  std::vector<LargeStep> steps;
  llvm::SmallVector<uint32_t, 1> cutAtStart;

private:
  /// Threads from `first` on are new.
  void note(uint32_t first, int step, llvm::SmallVectorImpl<uint32_t> &cut) {
    for (uint32_t id = first; id < machine_.state().threadCount(); ++id) {
      begins_.push_back(step);
      if (!isEnded_ && machine_.isPlain(id))
        cut.push_back(id);
    }
  }

  Machine machine_;
  bool isEnded_ = false;    ///< the last step did not park
  std::vector<int> begins_; ///< by thread
};

/// The same on a machine with small steps.
class SmallSteps {
public:
  SmallSteps(const Program &program, const Violation &violation,
             const LargeSteps &large, llvm::ArrayRef<Hold> holds)
      : machine(program, optionsFor(violation)), holds_(holds) {
    end = machine.start();
    goOn(0, large.cutAtStart);
    goOnFrom(1, large.cutAtStart);
    for (size_t i = 0; i < large.steps.size() && isParked(); ++i) {
      begin_ = int(i);
      follow(large.steps[i]);
    }
  }

  bool isParked() const {
    return end == StepEnd::Parked && schedule.size() < kMostSteps;
  }
  void step(Choice choice) {
    end = machine.step(choice);
    schedule.push_back(choice);
  }

  Machine machine;
  StepEnd end;
  Schedule schedule;

private:
  static MachineOptions optionsFor(const Violation &violation) {
    MachineOptions options = violation.machine;
    options.steps = Steps::Access;
    options.racesInSections = violation.fault.kind == FaultKind::DataRace;
    return options;
  }

  void follow(const LargeStep &large) {
    const uint32_t thread = large.choice.thread;
    if (isHeld(thread) || thread >= machine.state().threadCount())
      return;
    if (!large.goesOn) {
      // A thread that is alone here was not there, because of another that had
      // ended: it has gone on by itself.
      if (machine.isPlain(thread) || machine.place(thread) != large.place ||
          large.choice.value >= machine.alternatives(thread))
        return;
      const uint32_t threads = machine.state().threadCount();
      step(large.choice);
      goOn(thread, large.cut);
      goOnFrom(threads, large.cut);
      return;
    }
    goOn(thread, large.cut);
  }

  void goOnFrom(uint32_t first, llvm::ArrayRef<uint32_t> cut) {
    for (uint32_t id = first; id < machine.state().threadCount(); ++id)
      goOn(id, cut);
  }

  /// The thread goes on to where it synchronises, or for a while.
  void goOn(uint32_t thread, llvm::ArrayRef<uint32_t> cut) {
    const bool isCut = llvm::is_contained(cut, thread);
    for (unsigned made = 0; isParked() && machine.isPlain(thread); ++made) {
      const Pending &pending = machine.state().thread(thread).pending;
      if (isCut &&
          (made == kStepsOfSlice || pending.kind == PendingKind::Pause))
        return;
      for (Hold &hold : holds_)
        if (hold.thread == thread &&
            (hold.at == schedule.size() ||
             (hold.begin <= begin_ && hold.stops(pending)))) {
          hold.isHeld = true;
          return;
        }
      step({uint16_t(thread), 0});
    }
  }

  bool isHeld(uint32_t thread) const {
    return llvm::any_of(holds_, [&](const Hold &hold) {
      return hold.thread == thread && hold.isHeld;
    });
  }

  llvm::SmallVector<Hold, 4> holds_;
  int begin_ = -1;
};

class Refiner {
public:
  Refiner(const Program &program, const Violation &violation)
      : program_(program), violation_(violation), large_(program, violation) {}

  std::optional<Violation> run() {
    const Fault &fault = violation_.fault;
    if (violation_.foundBy->isSymmetric() && fault.hasRelated)
      return race(large_.sideOf(fault.thread),
                  large_.sideOf(fault.related.thread));
    if (fault.kind == FaultKind::DataRace && fault.hasRelated)
      return raceInSection();
    return spellOut();
  }

private:
  /// Executes the steps; where a thread runs into rb_assume(0), which it has
  /// not done in large steps, it is stopped before.
  std::unique_ptr<SmallSteps> execute(llvm::ArrayRef<Hold> given) {
    llvm::SmallVector<Hold, 4> holds(given);
    for (;;) {
      auto small = std::make_unique<SmallSteps>(program_, violation_,
                                                large_, holds);
      constexpr size_t kMostHolds = 16;
      if (small->end != StepEnd::Abandoned || small->schedule.empty() ||
          holds.size() == kMostHolds)
        return small;
      Hold stop{small->schedule.back().thread, -1, {}};
      stop.at = small->schedule.size() - 1;
      holds.push_back(stop);
    }
  }

  std::optional<Violation> spellOut() {
    std::unique_ptr<SmallSteps> done = execute({});
    SmallSteps &small = *done;
    if (small.end == StepEnd::Fault)
      return stepFault(small);
    std::optional<Fault> fault =
        violation_.foundBy->again(small.machine, small.end, violation_);
    if (!fault)
      return std::nullopt;
    return told(small, *fault, *violation_.foundBy);
  }

  std::optional<Violation> race(Side a, Side b) {
    if (!large_.isFirst(a, b))
      std::swap(a, b);
    if (violation_.fault.kind != FaultKind::DataRace)
      return endUnderAccess(a, b);
    // Up to its first conflict the second one has seen nothing of what the first
    // one did: that is always a pair. But if the first one has ended, nobody
    // stops the second one here once it is alone.
    std::optional<Violation> found = twoAccesses(b, a);
    return found ? found : twoAccesses(a, b);
  }

  static llvm::SmallVector<Access, 8> allOf(const Side &side) {
    llvm::SmallVector<Access, 8> all = side.touched;
    all.append(side.pending);
    return all;
  }

  /// `leader` is stopped before the first access that conflicts with anything
  /// of the other, then `follower` where it conflicts with just that.
  std::optional<Violation> twoAccesses(const Side &leader,
                                       const Side &follower) {
    const Hold before{leader.thread, leader.begin, allOf(follower)};
    std::unique_ptr<SmallSteps> once = execute(before);
    if (once->end != StepEnd::Parked)
      return stepFault(*once);
    const Accesses &found =
        once->machine.state().thread(leader.thread).pending.accesses;
    Hold then{follower.thread, follower.begin, {}};
    then.against.append(found.begin(), found.end());
    std::unique_ptr<SmallSteps> both = execute({before, then});
    if (both->end != StepEnd::Parked)
      return stepFault(*both);
    std::optional<Fault> fault =
        both->machine.findRace(follower.thread, leader.thread);
    if (!fault)
      return std::nullopt;
    return told(*both, *fault, *violation_.foundBy);
  }

  /// `first` touched what `second` ended; it does so afterwards.
  std::optional<Violation> endUnderAccess(const Side &first,
                                          const Side &second) {
    Hold hold{first.thread, first.begin, {}, true};
    for (const Access &access : second.touched)
      if (access.release)
        hold.against.push_back(access);
    std::unique_ptr<SmallSteps> done = execute(hold);
    SmallSteps &small = *done;
    if (small.isParked() && small.machine.alternatives(first.thread))
      small.step({uint16_t(first.thread), 0});
    return stepFault(small);
  }

  /// The section is all of the last step; the other thread is stopped before
  /// what conflicts with it.
  std::optional<Violation> raceInSection() {
    const Fault &fault = violation_.fault;
    const Side other = large_.sideOf(fault.related.thread);
    for (bool writes : {true, false}) {
      Hold hold{other.thread, other.begin, {}};
      hold.against.push_back({fault.address, 1, writes, false, false});
      std::unique_ptr<SmallSteps> small = execute(hold);
      if (std::optional<Violation> found = stepFault(*small))
        return found;
    }
    return std::nullopt;
  }

  std::optional<Violation> stepFault(SmallSteps &small) {
    if (small.end != StepEnd::Fault)
      return std::nullopt;
    return told(small, small.machine.fault(), stepFaults());
  }

  Violation told(SmallSteps &small, const Fault &fault,
                 const Property &foundBy) {
    Violation told;
    told.fault = fault;
    told.foundBy = &foundBy;
    told.location = locateThread(small.machine, fault.thread, fault.place);
    if (fault.hasRelated)
      told.related = locateThread(small.machine, fault.related.thread,
                                  fault.related.place);
    told.schedule = std::move(small.schedule);
    told.machine = small.machine.options();
    told.machine.racesInSections = violation_.machine.racesInSections;
    return told;
  }

  const Program &program_;
  const Violation &violation_;
  LargeSteps large_;
};

} // namespace

std::optional<Violation> refine(const Program &program,
                                const Violation &violation) {
  return Refiner(program, violation).run();
}

} // namespace rbcheck
