//===- interp/program/Program.cpp - Names and look-ups of a Program -------===//
//
// The few things of a Program that are not plain data.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Program.h"

#include "interp/state/Address.h"

#include <algorithm>

namespace rbcheck {

const char *opName(Op op) {
  static constexpr const char *kNames[] = {
#define RB_OP(name, operands, effect) #name,
#include "interp/program/Opcodes.def"
#undef RB_OP
  };
  return kNames[unsigned(op)];
}

const VariableNote *Function::variableAt(uint32_t pc) const {
  auto found = std::lower_bound(
      variables.begin(), variables.end(), pc,
      [](const VariableNote &note, uint32_t wanted) { return note.pc < wanted; });
  return found != variables.end() && found->pc == pc ? &*found : nullptr;
}

const Global *Program::globalAt(uint32_t index) const {
  auto after = std::upper_bound(globals.begin(), globals.end(), index,
                                [](uint32_t wanted, const Global &global) {
                                  return wanted < global.index;
                                });
  if (after == globals.begin())
    return nullptr;
  const Global &global = *std::prev(after);
  if (index - global.index >= indicesFor(global.size))
    return nullptr;
  return &global;
}

} // namespace rbcheck
