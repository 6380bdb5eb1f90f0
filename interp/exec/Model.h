//===- interp/exec/Model.h - Library calls that need machine rights -------===//
//
// A model is one row and one function: the row names the C function, how
// faithful the model is and whether it is a scheduling point; the function
// does the work through a ModelCall. Rows register themselves, so a new model
// is one row and one function in one file of interp/models.
//
// Prefer plain C in runtime/: it is explored like user code. Models are for
// what a program cannot express (threads, blocking, allocation, choice) and
// for bulk memory functions that should be one step.
//
// Tested by test/models.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Approximation.h"
#include "interp/exec/Effects.h"
#include "interp/exec/Fault.h"
#include "interp/exec/InputBytes.h"
#include "interp/program/Program.h"
#include "interp/roles/Role.h"
#include "interp/state/Thread.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <optional>
#include <string>

namespace rbcheck {

class Core;

enum class Fidelity : uint8_t {
  Exact,       ///< behaves as documented for the real function
  Approximate, ///< listed in the result when used
  Sometimes    ///< its body says when it is not exact
};

enum class Visible : uint8_t {
  No,      ///< never a scheduling point: touches nothing others can see
  Yes,     ///< a scheduling point while other threads live
  Access,  ///< one if memory that its effects name is shared
  Signals  ///< one in programs in which signals interrupt threads
};

/// What a signal's handler does to the call that it interrupts.
enum class Interrupted : uint8_t {
  GoesOn,   ///< nothing: pthread calls
  Restarts, ///< the call ends with EINTR, unless the handler has SA_RESTART
  Ends,     ///< it ends with EINTR
  Inside    ///< the same, and the signal cannot have come before the call
};

/// What a model takes that is not known because it depends on inputs. Most take
/// nothing: what they are passed, and the bytes they read, is decided before.
enum class Takes : uint8_t {
  Known,
  Truth,  ///< of its first argument only whether it is 0
  Bytes,  ///< it moves them without looking
  Prints, ///< any example is as good as another
  Inputs  ///< it makes some
};

enum class ModelResult : uint8_t {
  Done,    ///< result set; go on after the call
  Again,   ///< go on at the same call, in the thread's next phase (parks)
  Jumped,  ///< the model changed the frames itself (thread exit, callbacks)
  Ended    ///< the path ended: fault, exit, assumption, unsupported
};

/// What ModelCall::choice() is when a call is ended by a signal.
constexpr uint16_t kInterruptedChoice = 0xffff;

/// One call in progress: arguments in, effects through here only.
class ModelCall {
public:
  /// A call about to be executed by the running thread.
  ModelCall(Core &core, uint32_t thread, const CallSite &site,
            const uint64_t *slots, uint32_t callee, uint16_t choice)
      : core_(core), site_(site), slots_(slots), callee_(callee),
        thread_(thread), choice_(choice) {}
  /// The pending call of a parked thread, to be asked and not executed: only
  /// its first arguments are at hand.
  ModelCall(Core &core, uint32_t thread, const CallSite &site,
            const Pending &pending)
      : core_(core), site_(site), slots_(nullptr), args_(pending.args),
        callee_(pending.callee), thread_(thread), choice_(0) {}

  // Arguments -------------------------------------------------------------
  size_t argCount() const { return site_.args.size(); }
  /// Integer or pointer argument, zero-extended; 0 if it was not passed.
  uint64_t arg(size_t i) const {
    if (args_)
      return i < 4 ? args_[i] : 0;
    return i < site_.args.size() ? slots_[site_.args[i].slot] : 0;
  }
  int32_t argInt(size_t i) const { return int32_t(arg(i)); }
  /// Upper half of a 128-bit integer argument; 0 for narrower ones.
  uint64_t argHigh(size_t i) const {
    return i < argCount() && site_.args[i].slots > 1
               ? slots_[site_.args[i].slot + 1]
               : 0;
  }
  /// Float or double argument (by argInfo(i).kind), as a double.
  double argDouble(size_t i) const;
  long double argX87(size_t i) const;
  const Arg &argInfo(size_t i) const { return site_.args[i]; }
  size_t fixedArgs() const { return site_.fixedArgs; }
  /// Name of the called function.
  llvm::StringRef name() const;
  uint32_t thread() const { return thread_; }
  /// Which alternative the search took: 0 .. alternatives-1.
  uint16_t choice() const { return choice_; }
  /// A signal came while it waited: the call ends with EINTR.
  bool isInterrupted() const { return choice_ == kInterruptedChoice; }
  /// 1 if waits may end and calls fail without a reason: such an alternative
  /// comes behind all others (MachineOptions::spurious). Else 0.
  unsigned spuriousWays() const;
  /// Less than there is may be handed over (MachineOptions::partialIo).
  bool hasPartialIo() const;
  /// The memory model of the C standard is executed.
  bool hasWeakMemory() const;
  /// The call is what a try_lock of C++ ends in, which may fail for no reason.
  bool isCxxTryLock() const { return site_.isCxxTryLock; }
  /// Results that stand for all, as far as the program can tell; empty = none.
  llvm::ArrayRef<uint64_t> representatives() const { return site_.values; }

  /// Inputs are open, or given (MachineOptions::inputs).
  bool hasInputs() const;
  /// What depends on values that nobody gave is an error.
  bool reportsUnset() const;
  /// The next input, if there are any: the result of the call.
  std::optional<ModelResult> retInput(unsigned bits);
  /// The same, as bytes of memory. False = a fault.
  bool writeInputs(uint64_t address, uint64_t size, llvm::StringRef name);
  /// Of standard input: bytes that are inputs; 0 = it is as usual.
  uint64_t openInputBytes() const;
  /// Some arguments stand for what is not known.
  bool hasExamples() const;

  // Results ---------------------------------------------------------------
  ModelResult ret(uint64_t value) {
    result_[0] = value;
    resultSet_ = true;
    return ModelResult::Done;
  }
  ModelResult ret128(uint64_t low, uint64_t high) {
    result_[0] = low;
    result_[1] = high;
    resultSet_ = true;
    return ModelResult::Done;
  }
  ModelResult retInt(int32_t value) { return ret(uint32_t(value)); }
  ModelResult retDouble(double value);
  ModelResult retFloat(float value);
  ModelResult retX87(long double value);
  ModelResult retVoid() { return ModelResult::Done; }
  /// Several slots, at most four: structs and complex numbers.
  ModelResult retSlots(llvm::ArrayRef<uint64_t> slots) {
    std::copy(slots.begin(), slots.end(), result_);
    return ModelResult::Done;
  }
  const uint64_t *result() const { return result_; }
  /// A fault behind which real programs go on. True if this execution does: the
  /// model then does what the real function does. Else end with failed().
  bool survives(FaultKind kind, const llvm::Twine &message,
                uint64_t address = 0);
  ModelResult fault(FaultKind kind, const llvm::Twine &message,
                    uint64_t address = 0);
  /// The construct cannot be modelled: the path ends, named.
  ModelResult unsupported(const llvm::Twine &what);
  /// A fault was raised by a memory function below; pass it on.
  ModelResult failed() const { return ModelResult::Ended; }
  /// Sets errno of this thread (the runtime's thread-local `__rb_errno`), if
  /// the program refers to it; else does nothing. Never fails.
  void setErrno(int value);
  /// errno of this thread; 0 if the program does not refer to it.
  int getErrno();
  /// Notes that what this call does is only approximate.
  void approximation(ApproximationKind kind, llvm::StringRef detail = "");
  /// The same for the function `who` of the runtime library, where it was
  /// called.
  void approximationOf(ApproximationKind kind, llvm::StringRef who);

  // Memory: each returns false after raising a fault ------------------------
  bool read(uint64_t address, void *to, uint64_t size);
  bool write(uint64_t address, const void *from, uint64_t size);
  /// Where these bytes lie until something is written, if the calling thread may
  /// read them as they are and they are all of one small object: mostly. Which
  /// calls can go on is asked in every state, so this is quick.
  const uint8_t *bytesAt(uint64_t address, uint64_t size);
  /// Reads more than it may use; noteRead() says what was.
  bool readAhead(uint64_t address, void *to, uint64_t size);
  void noteRead(uint64_t address, uint64_t size);
  template <typename T> bool load(uint64_t address, T &value) {
    return read(address, &value, sizeof(T));
  }
  template <typename T> bool store(uint64_t address, const T &value) {
    return write(address, &value, sizeof(T));
  }
  bool fill(uint64_t address, uint8_t byte, uint64_t size);
  /// Overlapping ranges are copied as by memmove.
  bool copy(uint64_t to, uint64_t from, uint64_t size);
  /// Zero-terminated string at `address`, at most `limit` bytes.
  bool readString(uint64_t address, std::string &text,
                  uint64_t limit = ~0ull);
  /// What lies ready at `address` and may be read without being seen: at most
  /// `available` bytes, until something is written. Null if nothing does.
  const uint8_t *readyAt(uint64_t address, uint64_t &available) const;
  /// True if another thread may reach the object at `address`.
  bool isShared(uint64_t address) const;
  /// Bytes that can be read at `address`, 0 if none; raises nothing.
  uint64_t readable(uint64_t address) const;

  // Time --------------------------------------------------------------------
  /// This call asks for the time, or moves it on: its order with others that
  /// do so matters.
  void usesTime();

  // Heap --------------------------------------------------------------------
  /// New heap object of this thread; 0 if it is too large to exist.
  uint64_t allocate(uint64_t size, uint8_t fill,
                    AllocKind kind = AllocKind::Malloc);
  /// Frees; raises double-free / invalid-free and returns false.
  bool deallocate(uint64_t address, AllocKind kind = AllocKind::Malloc);
  /// Size of the live heap object that starts at `address`, if there is one.
  std::optional<uint64_t> heapSize(uint64_t address) const;

  // Threads -------------------------------------------------------------------
  const ThreadScalars &scalars(uint32_t thread) const;
  ThreadScalars &ownScalars(uint32_t thread);
  uint32_t threadCount() const;
  uint32_t liveThreads() const;
  /// Starts `function(argument)` as a new thread; returns its number, or
  /// nullopt if there are too many. `returnsInt`: C11 thrd_create.
  std::optional<uint32_t> spawn(uint64_t function, uint64_t argument);
  /// Ends this thread.
  ModelResult finishThread(uint64_t result);
  /// Somebody asked a thread to end, and it may act on that.
  bool isCancelled() const;
  /// Ends this thread as pthread_cancel wants it; its handlers run first.
  ModelResult actOnCancel();
  ModelResult exitProcess(int status);
  /// This path is not of interest (assume(false)).
  ModelResult abandonPath();
  /// Address of a function of the runtime that is part of the program; 0 if
  /// the program does not need it.
  uint64_t runtimeFunction(llvm::StringRef name) const;
  /// The caller's frame calls `function(args)`; when it returns, execution
  /// goes on after the model call, whose result is `ret`'s value if set
  /// before, else the callee's.
  ModelResult callBack(uint64_t function, llvm::ArrayRef<uint64_t> args);
  /// Address of the program's function with this linkage name, if it has one.
  std::optional<uint64_t> functionNamed(llvm::StringRef name) const;

  // World -----------------------------------------------------------------------
  void output(int fd, llvm::StringRef text);
  /// Standard input; null if it is empty.
  InputBytes *input() const;
  Core &core() { return core_; }

private:
  Core &core_;
  const CallSite &site_;
  const uint64_t *slots_;
  const uint64_t *args_ = nullptr;
  uint32_t callee_;
  uint32_t thread_;
  uint16_t choice_;
  bool resultSet_ = false;
  uint64_t result_[4] = {};
};

/// Numbers of threads, of which there are few.
using ThreadList = llvm::SmallVector<uint32_t, 8>;
inline ThreadList listOf(std::optional<uint32_t> thread) {
  return thread ? ThreadList{*thread} : ThreadList();
}

struct Model {
  using Body = ModelResult (*)(ModelCall &);
  using Ways = unsigned (*)(ModelCall &);
  using Declares = void (*)(ModelCall &, Effects &);
  using WaitsFor = ThreadList (*)(ModelCall &);

  const char *name;
  Fidelity fidelity;
  Visible visible;
  Body body;
  /// How many ways to go on from here; 0 = blocked now. Null = always one.
  /// Must not change anything. Only asked when it can be a scheduling point;
  /// with more than one the call is a choice even in a lone thread.
  Ways alternatives = nullptr;
  /// Declares the memory that the call is about to touch besides what `role`
  /// says. Must not change anything.
  Declares effects = nullptr;
  /// Unless exact: what is not, by its name in Approximations.def.
  const char *note = "";
  /// While blocked: threads of which each alone keeps it waiting; none if that is
  /// not certain of any.
  WaitsFor waitsFor = nullptr;
  /// A cancellation point: a thread that was asked to end does so here.
  bool cancels = false;
  /// What the function is to others, and the memory of fixed size it touches.
  Role role = {};
  /// Pointer arguments (bit by bit) that it lets go of when it returns and shows
  /// to no other thread; those that `role` touches are known anyway.
  uint32_t drops = 0;
  /// Nothing is executed behind it if its first argument is 0.
  bool assumes = false;
  /// The result may be any value of its type: ModelCall::representatives.
  bool isOpen = false;
  /// The first argument is a text for reports: what the call waits for.
  bool isWorded = false;
  /// While blocked, or asleep: what a signal does to it.
  Interrupted interrupted = Interrupted::GoesOn;
  /// It would wait now, although it can go on by a limit of time. Null: it waits
  /// if it is blocked.
  Ways isWaiting = nullptr;
  /// Of a standard library whose functions may not run twice at once in a thread.
  bool isUnsafeInHandlers = false;
  /// What it takes without knowing the value.
  Takes takes = Takes::Known;
  const char *file = ""; ///< where the row stands; RegisterModels sets it

  /// The memory that a call is about to touch, by its thread's present phase.
  void collectAccesses(ModelCall &call, Effects &to) const;
  /// True if calls touch memory of the program.
  bool touchesMemory() const {
    return effects || bytesOf(role.family) || role.touches[0].argument >= 0;
  }
  /// What it synchronises on.
  void collectSync(ModelCall &call, Effects &to) const;
};

/// The row of a function that synchronises: exact, and always visible.
constexpr Model sync(const char *name, Role role, Model::Body body,
                     Model::Ways alternatives = nullptr,
                     Model::WaitsFor waitsFor = nullptr) {
  return {name,     Fidelity::Exact, Visible::Yes, body, alternatives, nullptr,
          "",       waitsFor,        false,        role};
}

/// The row of a function that is known by the memory it touches: exact, and
/// visible if some of that is shared.
constexpr Model touching(const char *name, Model::Body body,
                         Model::Declares effects) {
  return {name, Fidelity::Exact, Visible::Access, body, nullptr, effects};
}

/// The same model as a cancellation point.
constexpr Model cancelPoint(Model model) {
  model.cancels = true;
  return model;
}

/// The same model, as a call that signals interrupt.
constexpr Model interruptedBy(Interrupted how, Model model) {
  model.interrupted = how;
  return model;
}

/// The same model, which handlers of signals must not call.
constexpr Model unsafeInHandlers(Model model) {
  model.isUnsafeInHandlers = true;
  return model;
}

/// The same model, which does not keep these arguments.
constexpr Model drops(uint32_t arguments, Model model) {
  model.drops = arguments;
  return model;
}

class RegisterModels {
public:
  RegisterModels(std::initializer_list<Model> rows,
                 const char *file = __builtin_FILE());
};

/// All models, sorted by name; fixed once main() runs.
llvm::ArrayRef<Model> allModels();
std::optional<uint32_t> findModel(llvm::StringRef name);

} // namespace rbcheck
