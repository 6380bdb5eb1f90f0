//===- interp/program/OperandInfo.cpp - Slots an instruction reads, writes ===//
//
// Each opcode has a signature: words of a field letter (D dst, A, B, C, and L
// for the low half of c), `r` or `w` or `m` (reads and writes), and optionally
// how many slots:
//   2    two                     N, I   as many as c, as imm
//   y, z by layout b, layout c   f,g,h  a float of format c, b, imm
//   w, v an integer of c, b bits s, t   a value of b bytes, of imm & 255 bytes
//   x    CmpXchg's result        o, u   WideBin's result, right operand
//   k, V imm slots, imm * c slots       R  the result of call site c
//
//===----------------------------------------------------------------------===//
#include "interp/program/OperandInfo.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {
namespace {

const char *signature(Op op) {
  switch (op) {
  case Op::Mov:
    return "Dw Ar";
  case Op::Mov2:
    return "Dw2 Ar2";
  case Op::MovN:
    return "DwN ArN";
  case Op::LoadImm:
  case Op::FrameAddr:
    return "Dw";
  case Op::Select:
    return "Dw Ar Br Cr";
  case Op::SelectN:
    return "DwI Ar BrI CrI";
  case Op::Add32:
  case Op::Add64:
  case Op::AddN:
  case Op::Sub32:
  case Op::Sub64:
  case Op::SubN:
  case Op::Mul32:
  case Op::Mul64:
  case Op::MulN:
  case Op::UDiv:
  case Op::URem:
  case Op::SDiv:
  case Op::SRem:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Shl:
  case Op::Shl32:
  case Op::Shl64:
  case Op::LShr:
  case Op::LShr32:
  case Op::LShr64:
  case Op::AShr:
  case Op::AShr32:
  case Op::AShr64:
    return "Dw Ar Br";
  case Op::Trunc:
  case Op::Trunc8:
  case Op::Trunc32:
  case Op::SExt:
  case Op::SExt32:
    return "Dw Ar";
  case Op::CmpEq:
  case Op::CmpNe:
  case Op::CmpULt:
  case Op::CmpULe:
  case Op::CmpSLt32:
  case Op::CmpSLe32:
  case Op::CmpSLt64:
  case Op::CmpSLe64:
  case Op::CmpSLtN:
  case Op::CmpSLeN:
    return "Dw Ar Br";
  case Op::Jmp:
  case Op::JmpBack:
    return "";
  case Op::Br:
    return "Ar";
  case Op::BrEq:
  case Op::BrNe:
  case Op::BrULt:
  case Op::BrULe:
  case Op::BrSLt32:
  case Op::BrSLe32:
  case Op::BrSLt64:
  case Op::BrSLe64:
    return "Ar Br";
  case Op::Switch:
  case Op::IndirectBr:
    return "Ar";
  case Op::Unreachable:
  case Op::Unsupported:
  case Op::Trap:
    return "";
  case Op::Call:
  case Op::CallModel:
    return "DwR";
  case Op::CallIndirect:
    return "DwR Ar";
  case Op::Invoked:
    return "Dw2";
  case Op::Ret:
    return "ArN";
  case Op::VaStart:
    return "Ar";
  case Op::Lea:
    return "Dw Ar";
  case Op::LeaX:
    return "Dw Ar Br";
  case Op::LeaMul:
    return "Dw Ar Br Cr";
  case Op::Load8:
  case Op::Load16:
  case Op::Load32:
  case Op::Load64:
    return "Dw Ar";
  case Op::LoadX8:
  case Op::LoadX16:
  case Op::LoadX32:
  case Op::LoadX64:
    return "Dw Ar Br";
  case Op::LoadL:
    return "Dwy Ar";
  case Op::Store8:
  case Op::Store16:
  case Op::Store32:
  case Op::Store64:
    return "Dr Ar";
  case Op::StoreX8:
  case Op::StoreX16:
  case Op::StoreX32:
  case Op::StoreX64:
    return "Dr Ar Br";
  case Op::StoreL:
    return "Dry Ar";
  case Op::MemCpy:
  case Op::MemMove:
  case Op::MemSet:
    return "Dr Ar Br";
  case Op::Alloca:
    return "Dw Ar";
  case Op::Reserve:
  case Op::StackSave:
    return "Dw";
  case Op::ScopeStart:
  case Op::ScopeEnd:
  case Op::StackRestore:
    return "Ar";
  case Op::TlsAddr:
    return "Dw";
  case Op::AtomicLoad:
    return "Dws Ar";
  case Op::AtomicStore:
    return "Drs Ar";
  case Op::AtomicRmw:
    return "Dwt Ar Brt";
  case Op::CmpXchg:
    return "Dwx Ar Brt Lrt";
  case Op::Fence:
    return "";
  case Op::WideBin:
    return "Dwo Arw Bru";
  case Op::WideCmp:
    return "Dw Arw Brw";
  case Op::WideExt:
    return "Dww Arv";
  case Op::WideTrunc:
    return "Dww Arv";
  case Op::FAdd32:
  case Op::FSub32:
  case Op::FMul32:
  case Op::FDiv32:
  case Op::FAdd64:
  case Op::FSub64:
  case Op::FMul64:
  case Op::FDiv64:
    return "Dw Ar Br";
  case Op::FBin:
    return "Dwf Arf Brf";
  case Op::FUn:
    return "Dwf Arf";
  case Op::FTern:
    return "Dwh Arh Brh Crh";
  case Op::FCmp:
    return "Dw Arf Brf";
  case Op::FConv:
    return "Dwf Arg";
  case Op::FToInt:
    return "Dww Arg";
  case Op::IntToF:
    return "Dwf Arv";
  case Op::IntUn:
    return "Dw Ar";
  case Op::IntBin:
    return "Dw Ar Br";
  case Op::IntOvf:
    return "Dw2 Ar Br";
  case Op::FunnelShift:
    return "Dw Ar Br Lr";
  case Op::ExtractAt:
    return "Dwk ArV Br";
  case Op::InsertAt:
    return "DmV Ark Br";
  case Op::Bitcast:
    return "Dwz Ary";
  case Op::SetJmp:
    return "Dw Ar";
  case Op::LongJmp:
    return "Ar Br";
  }
  llvm_unreachable("complete switch over Op");
}

Field fieldOf(char letter) {
  switch (letter) {
  case 'D':
    return Field::Dst;
  case 'A':
    return Field::A;
  case 'B':
    return Field::B;
  case 'C':
    return Field::C;
  default:
    return Field::CLow;
  }
}

uint32_t slotsOfFormat(uint32_t format) {
  return FloatFormat(format) == FloatFormat::X87 ? 2 : 1;
}

uint32_t slotsOfLayout(const std::vector<Layout> &layouts, uint32_t number) {
  uint32_t slots = 0;
  if (number < layouts.size())
    for (const LayoutLeaf &leaf : layouts[number].leaves)
      slots += leaf.slots;
  return slots;
}

bool isUnary(WideOp op) {
  return op == WideOp::CtPop || op == WideOp::CtLz || op == WideOp::CtTz ||
         op == WideOp::BSwap || op == WideOp::Abs;
}

uint32_t countOf(char code, const std::vector<Layout> &layouts,
                 const Function &function, const Insn &insn) {
  switch (code) {
  case '2':
    return 2;
  case 'N':
    return insn.c;
  case 'I':
  case 'k':
    return uint32_t(insn.imm);
  case 'V':
    return uint32_t(insn.imm) * insn.c;
  case 'y':
    return slotsOfLayout(layouts, insn.b);
  case 'z':
    return slotsOfLayout(layouts, insn.c);
  case 'f':
    return slotsOfFormat(insn.c);
  case 'g':
    return slotsOfFormat(insn.b);
  case 'h':
    return slotsOfFormat(uint32_t(insn.imm));
  case 'w':
    return slotsOfBits(insn.c);
  case 'v':
    return slotsOfBits(insn.b);
  case 's':
    return insn.b > 8 ? 2 : 1;
  case 't':
    return (insn.imm & 255) > 8 ? 2 : 1;
  case 'x':
    return (insn.imm & 255) > 8 ? 3 : 2;
  case 'o':
    return slotsOfBits(insn.c) + (WideOp(insn.imm) >= WideOp::SAddO);
  case 'u':
    return isUnary(WideOp(insn.imm)) ? 0 : slotsOfBits(insn.c);
  case 'R':
    return insn.c < function.callSites.size()
               ? function.callSites[insn.c].resultSlots
               : 0;
  default:
    return 1;
  }
}

} // namespace

void forEachSlotField(Op op, llvm::function_ref<void(Field)> visit) {
  bool atWordStart = true;
  for (const char *p = signature(op); *p; ++p) {
    if (atWordStart)
      visit(fieldOf(*p));
    atWordStart = *p == ' ';
  }
}

void forEachSlotUse(const std::vector<Layout> &layouts,
                    const Function &function, const Insn &insn,
                    llvm::function_ref<void(const SlotUse &)> visit) {
  for (const char *p = signature(insn.op); *p;) {
    SlotUse use;
    switch (fieldOf(p[0])) {
    case Field::Dst:
      use.first = insn.dst;
      break;
    case Field::A:
      use.first = insn.a;
      break;
    case Field::B:
      use.first = insn.b;
      break;
    case Field::C:
      use.first = insn.c;
      break;
    case Field::CLow:
      use.first = insn.c & 0xffff;
      break;
    }
    use.reads = p[1] != 'w';
    use.writes = p[1] != 'r';
    p += 2;
    use.count = countOf(*p && *p != ' ' ? *p++ : '1', layouts, function, insn);
    if (*p)
      ++p;
    if (use.count)
      visit(use);
  }
  if (insn.op != Op::Call && insn.op != Op::CallIndirect &&
      insn.op != Op::CallModel)
    return;
  if (insn.c >= function.callSites.size())
    return;
  const CallSite &site = function.callSites[insn.c];
  for (uint16_t slot : site.slots)
    visit({slot, 1, true, false});
  for (const Arg &arg : site.args)
    if (arg.slots)
      visit({arg.slot, arg.slots, true, false});
}

bool hasLayoutInB(Op op) {
  return op == Op::LoadL || op == Op::StoreL || op == Op::Bitcast;
}

bool hasLayoutInC(Op op) { return op == Op::Bitcast; }

bool hasAccessFlags(Op op) {
  return (op >= Op::Load8 && op <= Op::MemSet) ||
         (op >= Op::AtomicLoad && op <= Op::Fence);
}

bool endsLives(Op op) {
  return op == Op::ScopeStart || op == Op::ScopeEnd || op == Op::StackRestore;
}

bool isConditionalJump(Op op) {
  return (op >= Op::Br && op <= Op::BrSLe64) || op == Op::Invoked;
}

bool endsBlock(Op op) {
  return (op >= Op::Jmp && op <= Op::Trap) || op == Op::Ret ||
         op == Op::LongJmp || op == Op::Invoked;
}

bool canPark(const Insn &insn) {
  switch (insn.op) {
  case Op::JmpBack:
  case Op::IndirectBr:
  case Op::CallModel:
  case Op::CallIndirect:
  case Op::Ret: // of a thread's first frame
  case Op::MemCpy:
  case Op::MemMove:
  case Op::MemSet:
  case Op::AtomicLoad:
  case Op::AtomicStore:
  case Op::AtomicRmw:
  case Op::CmpXchg:
  case Op::Fence:
  case Op::SetJmp:
  case Op::LongJmp:
  case Op::VaStart:
    return true;
  default:
    return hasAccessFlags(insn.op) && (insn.c & kMarked);
  }
}

} // namespace rbcheck
