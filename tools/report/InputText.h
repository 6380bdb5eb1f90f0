//===- tools/report/InputText.h - Values of inputs, in words --------------===//
//
// What rb_nondet_int() and the like gave on the way to an error. Bytes of one
// object, of an argument or of standard input are one text.
// Tested by test/symbolic/report.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

/// As a number of its type.
std::string numberText(const InputValue &input);

/// An input, or the bytes of one object together.
struct ShownInput {
  uint32_t thread = 0;
  std::string name;  ///< `rb_nondet_int()`, `argv[1]`
  std::string value; ///< `-1`, `"ab\\x00"`
};
std::vector<ShownInput> shownInputs(const Inputs *inputs);

/// "this input", or what else a verdict holds for.
std::string scopeText(const Result &result);

/// "input: argv[1] was \"ab\" in T2": as a note beside the error.
std::string noteText(const ShownInput &input);

/// For the terminal: lines below the error, or "".
std::string inputText(const TraceData &trace);

} // namespace rbcheck
