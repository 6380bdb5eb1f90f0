//===- interp/exec/Inputs.h - Where a machine gets inputs from --------===//
//
// An input is a value that the program does not compute: what rb_nondet_int()
// gives, a byte of an object that rb_symbolic() names. A machine either keeps
// them open (symbolic: a solver answers) or is given their values, as a trace
// says them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/symbolic/Solver.h"

#include <functional>
#include <memory>

namespace rbcheck {

/// An input and its value: the `number`-th that `thread` asked for.
struct InputValue {
  uint32_t thread = 0;
  uint32_t number = 0;
  std::string name; ///< who asked for it, or the object's name
  uint8_t bits = 0;
  uint64_t value = 0;
};

/// What bytes are that nobody wrote.
enum class Unset : uint8_t {
  Fill,    ///< some values, always the same
  Inputs,  ///< any values
  Report   ///< what depends on them is an error
};

struct Inputs {
  /// Null: values are given.
  std::function<std::unique_ptr<Solver>()> makeSolver;
  /// The program with every instruction shadowed (Symbolic.h).
  std::shared_ptr<const Program> program;
  /// Alternatives that are tried where a value has to be known.
  uint32_t mostValues = 64;
  /// All inputs and conditions of a path are kept, to find values for them.
  bool keepsAll = false;
  /// What registers and bytes hold whose values are not known. Nobody may look
  /// at it: tests put other numbers there.
  uint64_t placeholder = 0;
  /// Arguments of the program that are inputs, and bytes of each.
  uint32_t arguments = 0;
  uint32_t argumentBytes = 0;
  /// Bytes of standard input that are inputs; it ends behind them.
  uint64_t stdinBytes = 0;
  Unset unset = Unset::Fill;
  /// rb_nondet_int() and the like ask here; else some values are tried.
  bool answers = true;
  /// Sorted by thread, then number; those that are missing are 0.
  std::vector<InputValue> given;
};

/// Values that are not known are terms (Symbolic.h).
inline bool areShadowed(const Inputs *inputs) {
  return inputs && (inputs->makeSolver || inputs->unset == Unset::Report);
}
/// They are symbolic.
inline bool areOpen(const Inputs *inputs) { return inputs && inputs->makeSolver; }

} // namespace rbcheck
