//===- interp/program/CallTargets.h - What calls through pointers enter ---===//
//
// Candidates for calls whose callee is only known at run time, from the
// decoded program alone: whose address is taken where, what the vtables hold,
// and a look at the few instructions before the call. Flow.h says what is
// promised.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"

#include <optional>

namespace rbcheck {

class CallTargets {
public:
  explicit CallTargets(const Program &program);

  /// What the CallIndirect at `pc` may enter; models are among them.
  std::vector<uint32_t> ofIndirect(const Function &function,
                                   uint32_t pc) const;
  /// What a CallModel or Call at `pc` may start in a new thread.
  std::vector<uint32_t> ofSpawn(const Function &function, uint32_t pc) const;

private:
  struct VTable {
    const Global *global;
    std::vector<uint64_t> words;
    /// Where objects' pointers into it point, as numbers of words; then the
    /// number of words.
    std::vector<size_t> points;
  };
  void readTables();
  void noteTaken(uint64_t value);
  std::optional<uint32_t> functionAt(uint64_t address) const;
  /// The instruction that gives `slot` its value at `pc`, within straight
  /// code, or null; copies are followed.
  const Insn *definition(const Function &function, uint32_t pc,
                         uint16_t &slot) const;
  std::optional<uint64_t> constant(const Function &function,
                                   uint16_t slot) const;
  /// The offset in a vtable from which the callee was loaded, if it was.
  std::optional<uint64_t> virtualOffset(const Function &function,
                                        uint32_t pc) const;
  std::vector<uint32_t> atOffset(uint64_t offset, uint32_t type) const;
  bool fits(uint32_t function, uint32_t type) const;
  /// Run functions of thread states that `function`, or what it calls up to
  /// `depth` levels below, makes.
  void findStates(const Function &function, unsigned depth,
                  std::vector<uint32_t> &out) const;

  const Program &program_;
  std::vector<bool> isTaken_; ///< by function: its address is used somewhere
  std::vector<std::vector<bool>> jumpTargets_; ///< by function, then by pc
  std::vector<VTable> vtables_;
};

} // namespace rbcheck
