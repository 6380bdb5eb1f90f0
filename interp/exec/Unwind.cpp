//===- interp/exec/Unwind.cpp - Frames as an unwinder sees them -----------===//
//
// Which exception goes where is decided by the runtime library
// (runtime/cxx/unwind.cpp); here frames are looked at and left.
// Tested by test/cxx/exceptions*.cpp.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Core.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"

#include "interp/program/OperandInfo.h"

namespace rbcheck {

uint64_t Core::padOfFrame(uint64_t frame) const {
  uint64_t unpacked = uint64_t(top - bottom) + 1;
  uint64_t packed = depth() - unpacked;
  const Insn *call = nullptr;
  if (frame >= packed) {
    if (frame - packed >= unpacked)
      return 0;
    call = bottom[frame - packed].pc;
  } else {
    const FrameNode *node = below.get();
    for (uint64_t i = packed - 1; i > frame; --i)
      node = node->parent;
    const Function &fn = program.functions[node->function];
    call = fn.code.data() + node->pc;
  }
  const Insn *next = call + 1;
  Op op = unwatched(call->op);
  bool isCall =
      op == Op::Call || op == Op::CallIndirect || op == Op::CallModel;
  return isCall && unwatched(next->op) == Op::Invoked ? program.pads[padOf(*next)] : 0;
}

void Core::land(uint64_t frame, uint64_t exception, uint64_t selector) {
  popFrames(frame + 1);
  const Insn *invoked = top->pc + 1;
  if (symbolic)
    symbolic->clearSlots(top->base + invoked->dst, 2);
  top->base[invoked->dst] = exception;
  top->base[invoked->dst + 1] = uint32_t(selector);
  top->pc = invoked + invoked->imm;
}

} // namespace rbcheck
