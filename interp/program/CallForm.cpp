//===- interp/program/CallForm.cpp - What a call instruction says of itself ===//
#include "interp/program/CallForm.h"

namespace rbcheck {

void prepareCalls(Program &program) {
  int32_t count = 0;
  for (Function &function : program.functions)
    for (Insn &insn : function.code) {
      if (insn.op != Op::Call && insn.op != Op::CallIndirect &&
          insn.op != Op::CallModel)
        continue;
      const CallSite &site = function.callSites[insn.c];
      insn.b = kTakes + site.resultSlots;
      if (insn.op != Op::Call)
        continue;
      const Function &callee = program.functions[site.callee];
      if (isOrdinary(callee) && site.slots.size() == callee.paramSlots)
        insn.imm = ++count;
    }
  program.calls = {program.functions.data(), directCalls(program, program)};
}

std::vector<DirectCall> directCalls(const Program &prepared,
                                    const Program &program) {
  std::vector<DirectCall> all(1); // in the order of their numbers
  for (size_t i = 0; i < prepared.functions.size(); ++i)
    for (const Insn &insn : prepared.functions[i].code) {
      if (insn.op != Op::Call || !insn.imm)
        continue;
      const Function &caller = program.functions[i];
      const CallSite &site = caller.callSites[insn.c];
      all.push_back(callOf(program.functions[site.callee], site.slots.data(),
                           caller.frameSlots));
    }
  return all;
}

} // namespace rbcheck
