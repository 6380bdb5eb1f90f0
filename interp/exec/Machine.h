//===- interp/exec/Machine.h - Runs one state of the program --------------===//
//
// The machine holds one open state. Given a choice it steps: the chosen thread
// executes its pending visible operation and runs on until just before its
// next one, so that between steps every thread is parked. It knows nothing of
// searching; it never looks at visited states or traces.
//
// A step ends in one of the ways of `StepEnd`; what belongs to it is then in
// fault() or incomplete(). States are taken with save() and put back with
// load(), both independent of the size of the program's memory.
//
// Besides executing, a machine answers questions about the state it is in
// (MachineQuestions.h) and has names for what is in it (MachineNames.h).
//
// Tested by test/interp, test/models and test/unit/EffectsTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Approximation.h"
#include "interp/exec/Effects.h"
#include "interp/exec/Fault.h"
#include "interp/exec/InputBytes.h"
#include "interp/exec/MachineQuestions.h"
#include "interp/program/Program.h"
#include "interp/state/OpenState.h"
#include "interp/state/symbolic/Term.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

enum class StepEnd : uint8_t {
  Parked,      ///< the thread is parked again, or finished
  Exited,      ///< the process has ended
  Abandoned,   ///< assume(false): the path is not of interest
  Fault,       ///< see fault()
  Incomplete,  ///< cannot go on: see incomplete()
  NotLocal     ///< a thread reached memory believed private to another: start
               ///< again with MachineOptions::locality off
};

struct CallFlows;
struct Inputs;     // interp/exec/Inputs.h
struct InputValue;
class Solver;

/// A definition that the program does not bring.
enum class Lack : uint8_t { Nothing, Function, Variable };

/// Something the machine cannot do: the path is cut there.
struct Incomplete {
  std::string reason;
  uint32_t thread = 0;
  CodePlace place;
  Lack lack = Lack::Nothing;
  std::string symbol; ///< what is lacking
};

/// Calls its argument with the place of each frame of the running thread, the
/// innermost first, while that returns true.
using FrameWalk =
    llvm::function_ref<void(llvm::function_ref<bool(CodePlace)>)>;

/// Watches a machine, for reports and --run. Never influences it.
class Observer {
public:
  virtual ~Observer() = default;
  /// False: it is told of output and what was survived, and of nothing else.
  virtual bool seesSteps() const { return true; }
  virtual void output(int fd, llvm::StringRef text) {}
  virtual void allocated(uint64_t address, uint64_t size, uint32_t thread,
                         CodePlace place) {}
  virtual void freed(uint64_t address, uint32_t thread, CodePlace place) {}
  virtual void threadStarted(uint32_t thread, uint64_t function) {}
  virtual void threadEnded(uint32_t thread) {}
  /// A thread came to the call of a model, which it may have to wait for.
  virtual void called(uint32_t thread, uint32_t callee, FrameWalk frames) {}
  /// The model was executed but not to its end: the thread waits inside.
  virtual void calledAgain(uint32_t thread, uint32_t callee) {}
  virtual void returned(uint32_t thread, uint32_t callee, uint64_t result) {}
  /// The model was executed: who learned from whom in it.
  virtual void ordered(uint32_t thread, const CallFlows &flows) {}
  /// The execution goes on behind this one (MachineOptions::survives).
  virtual void survived(const Fault &fault) {}
  /// A point of instrumented code (passes/Instrument.h) was passed.
  virtual void passedPoint(uint32_t thread, uint64_t id, FrameWalk frames) {}
  /// A thread came to a watched instruction (Machine::watch) and is about to
  /// execute it, or to be parked there. For questions about the state as it is
  /// then (MachineQuestions::isReached).
  virtual void reached(uint32_t thread, CodePlace place) {}
  /// The stack or heap object at `base`, for names in messages.
  virtual ObjectName objectName(uint64_t base) { return {}; }
};

/// A watched instruction that a thread came to (Machine::watch()).
struct WatchEvent {
  uint32_t thread = 0;
  uint32_t place = 0; ///< index into the list given to watch()
  /// False: the thread is parked there and has not executed it. A call counts
  /// as executed when it is entered, a library call when it has returned, so
  /// one that blocks only after it was let through.
  bool executed = true;
  /// There was another thread, or had been one that may have ended.
  bool hasOthers = false;
  /// Locks that the thread held for itself, with MachineOptions::locksets.
  LockSet held = {};
};

/// Where a thread is parked, so that others can go on.
enum class Steps : uint8_t {
  Access, ///< before every operation that others can see
  Sync    ///< before those that synchronise: with plain accesses a thread goes
          ///< on and leaves a footprint (interp/exec/Segments.cpp). For who
          ///< looks for data races: without, errors would be missed
};

/// What loads may read (docs/memory-models.md).
enum class MemoryModel : uint8_t {
  Sc,  ///< what was stored last
  C11, ///< what the C and C++ standards allow (RC11)
  Tso  ///< what x86 allows: stores wait in a buffer
};

struct MachineOptions {
  MemoryModel memory = MemoryModel::Sc;
  /// MemoryModel::C11: writes of a cell that are remembered.
  uint32_t history = 8;
  Steps steps = Steps::Access;
  /// Objects that only one thread can reach are not scheduling points.
  bool locality = true;
  /// Waits may end, and weak compare-exchanges and C11's and C++'s try-locks may
  /// fail, without a reason, as the standards allow: alternatives of the call.
  bool spurious = true;
  /// Streams between machines may hand over less than there is: an alternative.
  bool partialIo = false;
  /// Effects know the locks that threads hold.
  bool locksets = false;
  /// What operations touch is compared with their effects (Audit.h).
#ifdef NDEBUG
  bool audit = false;
#else
  bool audit = true;
#endif
  /// Accesses inside of atomic sections are checked for data races.
  bool racesInSections = true;
  /// A handler that interrupts a thread anywhere must not call what is not
  /// async-signal-safe (Handlers.cpp).
  bool checksHandlers = true;
  /// Once there were two threads, all that could be visible is a step of its own:
  /// also in a lone thread and in atomic sections, also fences, and the lives of
  /// all objects end in effects. With `locality` off nothing is left out: for
  /// who has to see every access (OrderedStep.h).
  bool allVisible = false;
  /// A thread that is alone is seen like any other until all that have ended
  /// were joined: for who compares the accesses of a whole path, where those of
  /// an ended thread that nobody waited for are ordered with nothing.
  bool showsLone = false;
  /// An execution goes on behind its first `survives` faults, where a real
  /// program does and it is known how; with `guesses` also where it is not known
  /// (Aftermath::Skips): the operation is left out, and its result is 0.
  uint32_t survives = 0;
  bool guesses = false;
  /// Instructions without visible operation after which a thread is parked.
  uint64_t slice = 4'000'000;
  uint64_t heapLimit = 1ull << 32;     ///< live heap bytes; then malloc fails
  uint64_t memoryLimit = 0;            ///< of all states' nodes; 0 = none
  std::vector<std::string> arguments;  ///< argv
  std::vector<std::string> environment; ///< environ: NAME=VALUE
  std::shared_ptr<InputBytes> input;   ///< standard input; null = empty
  /// Where rb_nondet_int() and the like get values from; null: a few are tried.
  std::shared_ptr<const Inputs> inputs;
};

class Machine : public MachineQuestions {
public:
  Machine(const Program &program, MachineOptions options);

  const MachineOptions &options() const;

  /// Has steps report when threads come to these instructions (sorted, without
  /// duplicates). To be called before start() and load(); a state of the
  /// machine is lost. What is not watched runs as fast as without.
  void watch(std::vector<CodePlace> places);
  /// What the last step() or start() came to, in order; threads that it made
  /// are included. At most kMaxWatchEvents; what comes then is left out.
  llvm::ArrayRef<WatchEvent> watched() const;
  static constexpr size_t kMaxWatchEvents = 4096;

  /// Builds the initial state: main runs up to its first visible operation.
  StepEnd start();
  void load(const State &state);
  State save();
  /// Fingerprint of the state that save() would give; cheaper than that.
  Hash128 fingerprint();
  /// For tests: the running thread goes on from its packed form only, and the
  /// memory it was unpacked in is overwritten.
  void scramble();

  StepEnd step(Choice choice);
  /// The same; `executed` gets all effects of the step: those that were pending,
  /// the lives that ended with it (locals that others can reach, the thread), and
  /// what it failed at: memory that is gone is not waited for like other memory.
  StepEnd step(Choice choice, Effects &executed);
  /// The same without those that were pending: most steps have no others.
  StepEnd stepNoting(Choice choice, Effects &more);

  const Fault &fault() const;
  /// How many faults the last step() or start() went on behind.
  uint32_t survived() const;
  /// Changes MachineOptions::survives from the next step on.
  void setSurvives(uint32_t most);
  const Incomplete &incomplete() const;
  uint64_t instructions() const;
  uint64_t instructionsOfStep() const; ///< the last one
  /// What was done so far besides what states show: times that the program printed,
  /// and that it passed rb_progress().
  uint64_t outputs() const;
  uint64_t progressMarks() const;
  /// Approximations met so far, each with the place of its first use.
  const std::vector<Approximation> &approximations() const;
  /// Adds one that another machine met, unless it is known.
  void addApproximation(const Approximation &one);
  void setObserver(Observer *observer);
  // With open inputs ----------------------------------------------------------
  /// The conditions about inputs that hold in this state.
  llvm::ArrayRef<TermRef> path() const;
  /// Fingerprint of the state without them.
  Hash128 fingerprintWithoutPath();
  /// Whatever the inputs are, these conditions hold, too. False if the solver
  /// gave up.
  bool followsFromPath(llvm::ArrayRef<TermRef> conditions);
  /// With Inputs::keepsAll: inputs that the path has made, in their order, with
  /// values with which it is possible. None if the solver gave up.
  std::optional<std::vector<InputValue>> findInputs();
};

} // namespace rbcheck
