//===- interp/program/Dump.cpp - A decoded program as text ----------------===//
#include "interp/program/Dump.h"

#include "interp/program/OperandInfo.h"
#include "interp/state/Address.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace rbcheck {
namespace {

const char *operandNames(Op op) {
  static constexpr const char *kOperands[] = {
#define RB_OP(name, operands, effect) operands,
#include "interp/program/Opcodes.def"
#undef RB_OP
  };
  return kOperands[unsigned(op)];
}

class Printer {
public:
  Printer(const Program &program, raw_ostream &out)
      : program_(program), out_(out) {}

  void run() {
    out_ << "program " << program_.name << ", entry "
         << program_.functions[program_.entry].name << "\n\n";
    print(program_.orders);
    for (const Global &global : program_.globals)
      print(global);
    for (const Global &global : program_.tls)
      print(global);
    for (size_t i = 0; i < program_.layouts.size(); ++i)
      print(program_.layouts[i], i);
    for (size_t i = 0; i < program_.functions.size(); ++i)
      print(program_.functions[i], i);
  }

private:
  void print(const AtomicOrders &orders) {
    out_ << "orders:" << (orders.hasSeqCst ? " seq-cst" : "");
    if (orders.hasWeak)
      out_ << " weaker(first " << program_.functions[orders.weakFunction].name
           << "+" << orders.weakPc << ")";
    out_ << (orders.allReadsAcquire ? " reads-acquire" : "")
         << (orders.allWritesRelease ? " writes-release" : "")
         << (orders.mixedElsewhere ? " mixed-elsewhere" : "") << "\n\n";
  }

  void print(const Global &global) {
    out_ << (global.threadLocal ? "tls " : "global ") << global.index << " "
         << global.name << ": " << global.size << " bytes, align "
         << global.align;
    if (global.constant)
      out_ << ", constant";
    if (global.external)
      out_ << ", external";
    if (global.isInState() && global.mixedOrders)
      out_ << ", mixed orders";
    if (global.isInState() && !global.plainAccess)
      out_ << ", no plain access";
    if (!global.image.empty()) {
      out_ << " =";
      for (size_t i = 0; i < std::min<size_t>(global.image.size(), 16); ++i)
        out_ << format(" %02x", global.image[i]);
      if (global.image.size() > 16)
        out_ << " ...";
    }
    printPlace(global.declared);
    out_ << "\n";
  }

  void print(const Layout &layout, size_t number) {
    out_ << "layout " << number << ": " << layout.size << " bytes"
         << (layout.bitPacked ? ", packed bits" : "") << ":";
    for (const LayoutLeaf &leaf : layout.leaves) {
      out_ << " " << leaf.offset << "+" << unsigned(leaf.bytes);
      if (leaf.bits != leaf.bytes * 8)
        out_ << "(" << leaf.bits << ")";
    }
    out_ << "\n";
  }

  void printPlace(const SourceLoc &loc) {
    if (loc.file)
      out_ << "  ; " << program_.files[loc.file] << ":" << loc.line;
    if (loc.file && loc.column)
      out_ << ":" << loc.column;
  }

  void print(const Function &function, size_t number) {
    static constexpr const char *kKinds[] = {"function", "model", "unknown"};
    out_ << "\n"
         << kKinds[unsigned(function.kind)] << " " << number << " "
         << function.name;
    printPlace(function.declared);
    out_ << "\n";
    if (function.kind != FunctionKind::Defined)
      return;
    out_ << "  slots: " << function.frameSlots << ", parameters "
         << function.paramSlots << (function.variadic ? ", variadic" : "")
         << (function.returnsTwice ? ", returns twice" : "") << "\n";
    for (size_t pc = 0; pc < function.code.size(); ++pc)
      printInsn(function, pc);
  }

  void printSlot(const Function &function, uint32_t slot) {
    uint32_t number = slot - function.constBase;
    if (slot >= function.constBase && number < function.constants.size()) {
      uint64_t value = function.constants[number];
      if (value < 0x10000)
        out_ << "#" << value;
      else
        out_ << format("#0x%llx", (unsigned long long)value);
      return;
    }
    out_ << "%" << slot;
  }

  bool isSlot(Op op, StringRef field) {
    bool result = false;
    forEachSlotField(op, [&](Field slot) {
      result |= (slot == Field::Dst && field == "dst") ||
                (slot == Field::A && field == "a") ||
                (slot == Field::B && field == "b") ||
                (slot >= Field::C && field == "c");
    });
    return result;
  }

  /// What the memory order leaves out.
  void printOrder(uint32_t bits) {
    if (bits & kNoAcquire)
      out_ << " no-acquire";
    if (bits & kNoRelease)
      out_ << " no-release";
    if (bits & kNoAcquireOnFailure)
      out_ << " no-acquire-on-failure";
    if (bits & kNoSeqCst)
      out_ << " no-seq-cst";
    if (bits & kNoSeqCstOnFailure)
      out_ << " no-seq-cst-on-failure";
  }

  void printOperand(const Function &function, const Insn &insn, size_t pc,
                    StringRef word) {
    auto [field, role] = word.split('=');
    if (field == "F") {
      if (insn.c & kMarked)
        out_ << " marked";
      if (insn.op >= Op::AtomicLoad && insn.op <= Op::Fence)
        printOrder(insn.c);
      return;
    }
    uint64_t value = field == "dst" ? insn.dst
                     : field == "a" ? insn.a
                     : field == "b" ? insn.b
                                    : insn.c;
    bool isJump = isConditionalJump(insn.op) || insn.op == Op::Jmp ||
                  insn.op == Op::JmpBack;
    if (isSlot(insn.op, field)) {
      out_ << " ";
      printSlot(function,
                uint32_t(field == "c" && hasLowSlot(insn.op) ? value & 0xffff
                                                             : value));
    } else if (isJump && field == "imm") {
      out_ << " ->" << pc + insn.imm;
    } else if (isJump && field == "c") {
      out_ << " else ->" << pc + int32_t(insn.c);
    } else if (field == "imm") {
      out_ << " " << (role.empty() ? "" : role.split('|').first.str() + "=")
           << insn.imm;
    } else if (field == "c" && hasAccessFlags(insn.op)) {
      out_ << " scale=" << (value & kScaleMask);
    } else if (field == "dst" || field == "a" || field == "b" || field == "c") {
      out_ << " " << (role.empty() ? field : role) << "=" << value;
    }
  }

  static bool hasLowSlot(Op op) {
    return op == Op::CmpXchg || op == Op::FunnelShift;
  }

  void printInsn(const Function &function, size_t pc) {
    const Insn &insn = function.code[pc];
    out_ << format("  %4u  %-12s", unsigned(pc), opName(insn.op));
    SmallVector<StringRef, 8> words;
    StringRef(operandNames(insn.op)).split(words, ' ', -1, false);
    for (StringRef word : words)
      printOperand(function, insn, pc, word);
    bool isIndexed = (insn.op >= Op::LoadX8 && insn.op <= Op::LoadX64) ||
                     (insn.op >= Op::StoreX8 && insn.op <= Op::StoreX64);
    if (isIndexed)
      out_ << " scale=" << (insn.c & kScaleMask);
    if (insn.op == Op::Unsupported)
      out_ << " \"" << program_.strings[insn.c] << "\"";
    if (insn.op == Op::Call || insn.op == Op::CallModel ||
        insn.op == Op::CallIndirect)
      printCall(function, insn);
    if (insn.op == Op::Switch)
      printSwitch(function.switches[insn.c], pc);
    if (uint32_t at = function.liveIndex[pc]; at != kNoLive) {
      out_ << "  live{";
      for (uint32_t i = 1; i <= function.livePool[at]; ++i)
        out_ << (i > 1 ? " " : "") << function.livePool[at + i];
      out_ << "}";
    }
    if (function.marks[pc])
      out_ << "  mark=" << function.marks[pc];
    printPlace(program_.locs[function.locs[pc]]);
    out_ << "\n";
  }

  void printCall(const Function &function, const Insn &insn) {
    const CallSite &site = function.callSites[insn.c];
    if (insn.op != Op::CallIndirect)
      out_ << " " << program_.functions[site.callee].name;
    out_ << "(";
    if (site.args.empty() || insn.op == Op::Call)
      for (uint16_t slot : site.slots) {
        out_ << " ";
        printSlot(function, slot);
      }
    static constexpr const char *kKinds[] = {"int",    "float", "double", "x87",
                                             "int128", "byval", "other"};
    for (size_t i = 0; i < site.args.size(); ++i) {
      const Arg &arg = site.args[i];
      out_ << (i == site.fixedArgs ? " ... " : " ");
      out_ << kKinds[unsigned(arg.kind)] << arg.size << " ";
      printSlot(function, arg.slot);
    }
    out_ << " ) results=" << unsigned(site.resultSlots)
         << (site.marked ? " marked" : "");
  }

  void printSwitch(const SwitchTable &table, size_t pc) {
    out_ << (table.dense.empty() ? " sparse" : " dense");
    for (const SwitchTable::Case &one : table.cases)
      out_ << " " << one.value << "->" << pc + one.target;
    out_ << " else ->" << pc + table.defaultTarget;
  }

  const Program &program_;
  raw_ostream &out_;
};

} // namespace

std::string dump(const Program &program) {
  std::string text;
  raw_string_ostream out(text);
  Printer(program, out).run();
  return text;
}

} // namespace rbcheck
