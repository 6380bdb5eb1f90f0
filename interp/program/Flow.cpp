//===- interp/program/Flow.cpp - Control flow of the whole program --------===//
#include "interp/program/Flow.h"

#include "interp/program/CallTargets.h"
#include "interp/program/OperandInfo.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

bool isCall(Op op) {
  return op == Op::Call || op == Op::CallModel || op == Op::CallIndirect;
}

} // namespace

Flow::Flow(const Program &program)
    : program_(program), mayThrow_(program.functions.size()) {
  base_.push_back(0);
  for (const Function &function : program.functions) {
    for (const Insn &insn : function.code)
      insns_.push_back(&insn);
    base_.push_back(uint32_t(insns_.size()));
  }
  CallTargets targets(program);
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    const std::vector<Insn> &code = program.functions[i].code;
    for (uint32_t pc = 0; pc < code.size(); ++pc)
      if (isCall(code[pc].op))
        addCall(node(i, pc), i, pc, targets);
  }
  findThrows();
}

void Flow::addCall(FlowNode at, uint32_t number, uint32_t pc,
                   const CallTargets &targets) {
  const Function &function = program_.functions[number];
  const Insn &insn = function.code[pc];
  FlowCall call;
  call.node = at;
  call.next = at + 1; // code never ends in a call
  std::vector<uint32_t> all;
  if (insn.op == Op::CallIndirect) {
    all = targets.ofIndirect(function, pc);
    call.isOpaque = all.empty();
  } else {
    all.push_back(function.callSites[insn.c].callee);
    call.spawns = targets.ofSpawn(function, pc);
    llvm::erase_if(call.spawns, [&](uint32_t i) {
      return program_.functions[i].code.empty();
    });
    call.isStart = insn.op == Op::Call && !call.spawns.empty();
  }
  for (uint32_t callee : all) {
    if (program_.functions[callee].code.empty())
      call.isOpaque = true;
    else
      call.callees.push_back(callee);
  }
  calls_.push_back(std::move(call));
}

/// Exceptions come from where frames are left; from there they go up.
void Flow::findThrows() {
  std::vector<std::vector<uint32_t>> callers(program_.functions.size());
  std::vector<uint32_t> work;
  for (const FlowCall &call : calls_) {
    uint32_t caller = functionOf(call.node);
    for (uint32_t callee : call.callees)
      callers[callee].push_back(caller);
    const Function &function = program_.functions[caller];
    const Insn &at = insn(call.node);
    if (at.op == Op::CallModel && !mayThrow_[caller] &&
        program_.functions[function.callSites[at.c].callee].name ==
            "__rb_unwind_land") {
      mayThrow_[caller] = true;
      work.push_back(caller);
    }
  }
  while (!work.empty()) {
    uint32_t callee = work.back();
    work.pop_back();
    for (uint32_t caller : callers[callee])
      if (!mayThrow_[caller]) {
        mayThrow_[caller] = true;
        work.push_back(caller);
      }
  }
  for (FlowCall &call : calls_) {
    const Insn &after = insn(call.next);
    if (after.op == Op::Invoked &&
        llvm::any_of(call.callees, [&](uint32_t i) { return mayThrow_[i]; }))
      call.pad = call.next + after.imm;
  }
}

uint32_t Flow::functionOf(FlowNode node) const {
  auto after = std::upper_bound(base_.begin(), base_.end(), node);
  return uint32_t(after - base_.begin()) - 1;
}

const FlowCall *Flow::callAt(FlowNode node) const {
  auto found = std::lower_bound(
      calls_.begin(), calls_.end(), node,
      [](const FlowCall &call, FlowNode wanted) { return call.node < wanted; });
  return found != calls_.end() && found->node == node ? &*found : nullptr;
}

void Flow::forEachSuccessor(FlowNode node,
                            llvm::function_ref<void(FlowNode)> visit) const {
  const Insn &insn = this->insn(node);
  if (insn.op == Op::Jmp || insn.op == Op::JmpBack)
    return visit(node + insn.imm);
  if (insn.op == Op::Invoked) // its pad belongs to the call
    return visit(node + insn.c);
  if (isConditionalJump(insn.op)) {
    visit(node + insn.imm);
    return visit(node + insn.c);
  }
  if (insn.op == Op::Switch || insn.op == Op::IndirectBr) {
    uint32_t number = functionOf(node);
    const Function &function = program_.functions[number];
    if (insn.op == Op::IndirectBr) {
      for (uint32_t pc : function.blocks)
        visit(this->node(number, pc));
      return;
    }
    const SwitchTable &table = function.switches[insn.c];
    visit(node + table.defaultTarget);
    for (const SwitchTable::Case &one : table.cases)
      visit(node + one.target);
    return;
  }
  if (!endsBlock(insn.op) && !isCall(insn.op))
    visit(node + 1);
}

} // namespace rbcheck
