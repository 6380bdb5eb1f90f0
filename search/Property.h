//===- search/Property.h - What can be wrong, and how it shows ------------===//
//
// A property looks at new states and at the ends of paths and names faults. It
// also knows how to see one of its faults again at the end of a schedule, and
// how the fault is to be looked at. Everybody who asks whether something is
// wrong asks the properties: the context of a search, replays, the minimiser,
// triage, --run, and the naive reference search.
//
// One property is one file in search/properties/ that registers itself, with
// the word of --check it belongs to:
//
//   const RegisterProperty<Race> kRace({"data-race", true, "what it is"});
//
// docs/adding-a-property.md is the long form of this comment.
// Tested by test/cli/check.test and test/unit/PropertyTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Checks.h"
#include "search/result/Trace.h"

#include "interp/exec/Machine.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <type_traits>
#include <vector>

namespace rbcheck {

struct Violation;
class PathMemory;
class PathWatch;
using PathMemoryRef = std::shared_ptr<const PathMemory>;

/// What is new in a state: the pending operation of the thread that moved, and
/// all of threads from `firstNew` on.
struct NewState {
  uint32_t moved = 0;
  uint32_t firstNew = 0;
  uint32_t threads = 0;

  /// Calls visit(thread) for each, once.
  template <typename Visit> void forEachThread(Visit visit) const {
    visit(moved);
    for (uint32_t id = firstNew; id < threads; ++id)
      if (id != moved)
        visit(id);
  }
};

/// What to look at once all steps are done.
enum class Shows : uint8_t {
  LastStep, ///< the step that failed
  TwoNext,  ///< two operations that are next in their threads
  Waiting,  ///< the threads that wait
  End,      ///< the last step, which ends the process
  Cycle,    ///< the last steps, which repeat for ever
  Place     ///< where the thread stands
};

/// When a fault shows in a run that goes on by itself.
enum class Moment : uint8_t {
  Here,     ///< with the last step
  Standing, ///< when no thread can go on
  Exit      ///< when the process ends
};

/// The end of a path.
struct PathEnd {
  /// Parked (no thread can go on), or Exited; with Steps::Sync in any way.
  StepEnd how;
  /// The way there from the start. To be asked for only if something is wrong.
  llvm::function_ref<Schedule()> schedule;
};

using FaultSink = llvm::function_ref<void(const Fault &)>;

class Property {
public:
  virtual ~Property();

  /// Its fixed word: `found_by` of trace files.
  virtual const char *word() const = 0;

  // Looking for faults. The machine is not changed. ------------------------
  /// Every thread is parked in a state that was not seen before. Execution goes
  /// on after what is named here.
  virtual void onState(Machine &, const NewState &, FaultSink) const {}
  /// A path ended.
  virtual void onEnd(Machine &, const PathEnd &, FaultSink) const {}

  /// The fault of a violation again, in the state its schedule led to; none if
  /// it does not show there.
  virtual std::optional<Fault> again(Machine &machine, StepEnd end,
                                     const Violation &violation) const = 0;

  /// Adds to a fault that shows at the end of `violation` what only the whole way
  /// there tells. May take long: for reports.
  virtual void explain(const Program &, const Violation &, Fault &) const {}

  /// onState() and onEnd() never name it: who looks for it asks again().
  virtual bool isAskedFor() const { return false; }

  /// What compares the paths of one search, if it needs that (PathWatch.h); at
  /// most one of the properties that are turned on.
  virtual std::unique_ptr<PathWatch> watch() const;

  /// Adds to the schedule of one of its faults what reports show besides.
  virtual void complete(const Program &, Violation &) const {}

  /// What one thread does, or how two of them stand to each other, decides it:
  /// then leaving out other orders of independent steps loses nothing
  /// (docs/reduction.md). A test of several variables at once is not like that.
  virtual bool isKeptByReduction() const { return false; }

  // In words ------------------------------------------------------------------
  virtual Shows shows() const = 0;
  virtual Moment moment() const { return Moment::Here; }
  /// The two places of a fault come in either order.
  virtual bool isSymmetric() const { return false; }
  /// First line of a report, where `waiting` threads have not ended.
  virtual std::string headline(const Fault &fault, size_t waiting) const {
    (void)waiting;
    return fault.message;
  }

  /// onState() does something.
  bool seesStates() const { return seesStates_; }

  /// The word of --check that turns it on; "" = it is asked for by name only.
  const std::string &check() const { return check_; }

private:
  friend void registerProperty(std::unique_ptr<Property>, const CheckInfo &,
                               bool seesStates);
  std::string check_;
  bool seesStates_ = true;
};

/// All of this build and of plug-ins, sorted by word.
llvm::ArrayRef<const Property *> allProperties();
/// Null if there is none of that word.
const Property *findProperty(llvm::StringRef word);
/// Those that are turned on.
std::vector<const Property *> propertiesOf(const CheckSet &checks);

void registerProperty(std::unique_ptr<Property> property,
                      const CheckInfo &check, bool seesStates);

/// It leaves onState() as it is. (What is its own has another type, or cannot be
/// named from here.)
template <typename T>
concept SeesNoStates = requires {
  requires std::is_same_v<decltype(&T::onState), decltype(&Property::onState)>;
};

template <typename T> class RegisterProperty {
public:
  /// The check may be known already; then its name is enough.
  explicit RegisterProperty(const CheckInfo &check = {}) {
    registerProperty(std::make_unique<T>(), check, !SeesNoStates<T>);
  }
};

// Those that somebody asks for by name; one per file.
const Property &stepFaults();  ///< what the last step did wrong
const Property &dataRaces();
const Property &stuckThreads(); ///< a thread that can never go on
const Property &traps();        ///< threads that spin for ever
const Property &endlessExecutions(); ///< that are fair
const Property &heldLocks();    ///< a thread has ended with a lock
const Property &leaks();        ///< heap memory that nothing leads to
const Property &reachedPlaces(); ///< nothing is wrong: a place asked for

} // namespace rbcheck
