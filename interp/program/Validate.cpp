//===- interp/program/Validate.cpp - Is a decoded program well formed? ----===//
#include "interp/program/Validate.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace rbcheck {
namespace {

class Validator {
public:
  Validator(const Program &program, const Function &function)
      : program_(program), function_(function) {}

  Error run() {
    checkTables();
    for (pc_ = 0; pc_ < function_.code.size() && problem_.empty(); ++pc_)
      checkInsn(function_.code[pc_]);
    if (problem_.empty())
      return Error::success();
    return createStringError("function " + function_.name + ", instruction " +
                             std::to_string(pc_ ? pc_ - 1 : 0) + ": " +
                             problem_);
  }

private:
  void require(bool condition, const Twine &problem) {
    if (!condition && problem_.empty())
      problem_ = problem.str();
  }

  void checkTables() {
    size_t size = function_.code.size();
    require(function_.frameSlots <= 0xffff, "frame too large");
    require(function_.paramSlots + function_.constants.size() <=
                function_.frameSlots,
            "frame too small");
    require(function_.kind != FunctionKind::Defined || size > 0, "no code");
    require(function_.locs.size() == size && function_.marks.size() == size &&
                function_.liveIndex.size() == size,
            "side tables of other sizes");
    require(size == 0 || endsBlock(function_.code.back().op),
            "control runs off the end");
    for (uint32_t target : function_.blocks)
      require(target < size, "block out of range");
    for (const CallSite &site : function_.callSites)
      require(site.callee < program_.functions.size(), "callee out of range");
  }

  void checkTarget(int64_t offset, bool isForward) {
    int64_t target = int64_t(pc_) + offset;
    require(target >= 0 && target < int64_t(function_.code.size()),
            "jump out of range");
    require(isForward == (offset > 0),
            isForward ? "jump is not forward" : "JmpBack goes forward");
  }

  void checkJumps(const Insn &insn) {
    if (insn.op == Op::Jmp || insn.op == Op::JmpBack)
      checkTarget(insn.imm, insn.op == Op::Jmp);
    if (isConditionalJump(insn.op)) {
      checkTarget(insn.imm, true);
      checkTarget(int32_t(insn.c), true);
    }
    if (insn.op != Op::Switch)
      return;
    require(insn.c < function_.switches.size(), "no such switch table");
    if (!problem_.empty())
      return;
    const SwitchTable &table = function_.switches[insn.c];
    checkTarget(table.defaultTarget, true);
    for (size_t i = 0; i < table.cases.size(); ++i) {
      checkTarget(table.cases[i].target, true);
      require(i == 0 || table.cases[i - 1].value < table.cases[i].value,
              "switch cases not sorted");
    }
    for (int32_t target : table.dense)
      checkTarget(target, true);
  }

  void checkCall(const Insn &insn) {
    require(insn.c < function_.callSites.size(), "no such call site");
    if (!problem_.empty())
      return;
    const CallSite &site = function_.callSites[insn.c];
    const Function &callee = program_.functions[site.callee];
    if (insn.op == Op::Call)
      require(callee.kind == FunctionKind::Defined &&
                  (site.slots.size() == callee.paramSlots ||
                   callee.code.size() == 1),
              "arguments do not fit " + callee.name);
    if (insn.op == Op::CallModel)
      require(callee.kind != FunctionKind::Defined, "model is defined");
  }

  void checkSlots(const Insn &insn) {
    uint32_t constEnd =
        function_.constBase + uint32_t(function_.constants.size());
    forEachSlotUse(program_.layouts, function_, insn, [&](const SlotUse &use) {
      uint32_t end = use.first + use.count;
      require(end <= function_.frameSlots, "slot out of range");
      require(!use.writes || end <= function_.constBase ||
                  use.first >= constEnd,
              "constant written");
    });
  }

  void checkLive(const Insn &insn) {
    uint32_t at = function_.liveIndex[pc_];
    bool needsList = insn.op == Op::Call || canPark(insn);
    require(needsList == (at != kNoLive), "live list missing or needless");
    if (at == kNoLive || !problem_.empty())
      return;
    require(at < function_.livePool.size() &&
                at + function_.livePool[at] < function_.livePool.size(),
            "live list out of range");
    for (uint32_t i = 1; problem_.empty() && i <= function_.livePool[at]; ++i)
      require(function_.livePool[at + i] < function_.frameSlots,
              "live slot out of range");
  }

  void checkInsn(const Insn &insn) {
    require(function_.locs[pc_] < program_.locs.size(), "no such location");
    if (hasLayoutInB(insn.op))
      require(insn.b < program_.layouts.size(), "no such layout");
    if (hasLayoutInC(insn.op))
      require(insn.c < program_.layouts.size(), "no such layout");
    if (insn.op == Op::Unsupported)
      require(insn.c < program_.strings.size(), "no such string");
    if (insn.op == Op::Invoked)
      require(padOf(insn) < program_.pads.size(), "no such landing pad");
    if (insn.op == Op::TlsAddr)
      require(insn.c < program_.tls.size(), "no such thread-local variable");
    checkJumps(insn);
    if (insn.op == Op::Call || insn.op == Op::CallIndirect ||
        insn.op == Op::CallModel)
      checkCall(insn);
    checkSlots(insn);
    checkLive(insn);
  }

  const Program &program_;
  const Function &function_;
  size_t pc_ = 0;
  std::string problem_;
};

} // namespace

Error validate(const Program &program) {
  if (program.entry >= program.functions.size() ||
      program.functions[program.entry].kind != FunctionKind::Defined)
    return createStringError("no entry point");
  uint32_t next = kFirstGlobalIndex;
  for (const Global &global : program.globals) {
    if (global.index < next ||
        (!global.image.empty() && global.image.size() != global.size))
      return createStringError("global variable " + global.name);
    next = global.index + indicesFor(global.size);
  }
  if (next > program.globalIndexEnd)
    return createStringError("end of the globals");
  for (const Function &function : program.functions)
    if (Error error = Validator(program, function).run())
      return error;
  return Error::success();
}

} // namespace rbcheck
