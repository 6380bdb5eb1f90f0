//===- tools/report/StepText.h - What a thread is about to do, in words ---===//
//
// Reads a thread's pending operation from the machine, and puts it into words
// once its effect is known: "write balance: 0 -> 5", "lock accounts[1].lock".
// Tested by test/trace/operations.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/Operation.h"
#include "tools/report/TraceLocks.h"

namespace rbcheck {

/// A pending operation, in the words of the source.
struct StepOperation {
  OpKind kind = OpKind::Call;
  Act act = Act::None; ///< of a library function
  bool isAtomic = false;
  uint32_t size = 0;    ///< bytes accessed
  std::string call;     ///< library function, "" = none
  std::string variable; ///< name of the memory or object, "" = none
  std::string second;   ///< of a copy its source, of a wait its mutex
  std::string awaited;  ///< what the runtime waits for, in its own words
  uint64_t address = 0; ///< of `variable`
  uint8_t phase = 0;    ///< of a wait: how far it is
  std::optional<uint16_t> other; ///< thread to join or detach
  llvm::SmallVector<Access, 2> accesses;
  llvm::SmallVector<uint64_t, 1> locks; ///< addresses it may take or give back
  Family lockFamily = Family::None;     ///< kind of `locks`
  std::optional<uint64_t> result; ///< of the library function, once it returned
  std::string input; ///< its value, if that is an input; "" = it is none

  /// What `variable` holds now, as text; "" = nothing to show.
  std::string value(Machine &machine) const;
  /// What a thread that is blocked in it waits for.
  std::string waitsOn() const;
};

StepOperation readOperation(Machine &machine, uint32_t thread);
/// A plain write.
StepOperation writeOf(Machine &machine, uint64_t address, uint64_t size);
/// A signal interrupts the thread.
StepOperation handlerOf(const Interruption &with);

/// The name of an address; for what has none, where it lies.
std::string nameOrPlace(Machine &machine, uint64_t address, uint64_t size = 1);

/// A C++ function without its arguments: `std::queue::push`.
std::string shortFunction(llvm::StringRef linkage);

/// The step in words, once its effect is known. `started`: function of the
/// thread it created.
std::string stepText(const TraceData &trace, const TraceStep &step,
                     const StepOperation &operation,
                     const std::optional<std::string> &started);
/// The same before it happens.
std::string pendingText(const StepOperation &operation);

/// Every frame of a thread in the user's words, innermost first.
std::vector<Location> stackOf(const Machine &machine, uint32_t thread);

} // namespace rbcheck
