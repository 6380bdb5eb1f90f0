//===- interp/program/Program.h - The decoded program ---------------------===//
//
// A Program is what the machine executes: flat code of fixed-width register
// instructions per function (Opcodes.def), the initial image of the globals,
// and side tables for reports (source locations, names). It is read-only and
// shared by all machines. Nothing behind this header knows LLVM's IR.
//
// Built by decode() (Decode.h). Printed by --emit=program (Dump.cpp).
// Tested by test/interp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/DataType.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rbcheck {

enum class Op : uint16_t {
#define RB_OP(name, operands, effect) name,
#include "interp/program/Opcodes.def"
#undef RB_OP
};

/// Name of an opcode as in Opcodes.def.
const char *opName(Op op);

/// One instruction, 16 bytes. The meaning of the fields is in Opcodes.def.
struct Insn {
  Op op;
  uint16_t dst = 0;
  uint16_t a = 0;
  uint16_t b = 0;
  uint32_t c = 0;
  int32_t imm = 0;
};
static_assert(sizeof(Insn) == 16);

/// Bit of `Insn::c` in memory accesses: may touch memory others can reach.
constexpr uint32_t kMarked = 1u << 31;
constexpr uint32_t kScaleMask = 0xffffff;
/// Bit of `Insn::c` in memory accesses: volatile, or by inline assembly. What
/// programs synchronise with although it is not atomic.
constexpr uint32_t kVolatile = 1u << 26;
/// Bit of `Insn::c` in LeaX (`imm` of LeaMul): the program promises that the
/// result stays in the object.
constexpr uint32_t kInBounds = 1u << 30;

/// Bits of `Insn::c` in atomic accesses and fences: what the memory order that
/// was asked for does not do. Without any of them it is the strongest one.
constexpr uint32_t kNoAcquire = 1u << 29;
constexpr uint32_t kNoRelease = 1u << 28;
constexpr uint32_t kNoSeqCst = 1u << 25;
/// The same of CmpXchg, when it fails.
constexpr uint32_t kNoAcquireOnFailure = 1u << 27;
constexpr uint32_t kNoSeqCstOnFailure = 1u << 24;

enum class RmwOp : uint8_t {
  Xchg, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin,
  FAdd, FSub, FMax, FMin, UIncWrap, UDecWrap
};
enum class WideOp : uint8_t {
  Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
  // intrinsics on wide integers (unary ones ignore b)
  CtPop, CtLz, CtTz, BSwap, Abs, SMax, SMin, UMax, UMin,
  // results take three slots: value, value, overflowed
  SAddO, UAddO, SSubO, USubO, SMulO, UMulO
};
enum class FloatOp : uint8_t {
  // binary
  Add, Sub, Mul, Div, Rem, MinNum, MaxNum, Minimum, Maximum, CopySign, Pow,
  // unary
  Neg, Abs, Sqrt, Floor, Ceil, Trunc, Rint, NearbyInt, Round, RoundEven,
  Sin, Cos, Exp, Exp2, Log, Log2, Log10
};
enum class IntrOp : uint8_t {
  CtPop, CtLz, CtTz, BSwap, BitReverse, Abs,
  SMax, SMin, UMax, UMin, UAddSat, SAddSat, USubSat, SSubSat, UShlSat, SShlSat,
  SAddO, UAddO, SSubO, USubO, SMulO, UMulO
};
enum class FloatFormat : uint8_t { Float, Double, X87, Half, BFloat };

/// How one leaf of a value lies in memory. `bits` only differs from 8 * bytes
/// for odd integers (i1, i24, i33, ...) and x86_fp80 (10 bytes, 80 bits).
struct LayoutLeaf {
  uint32_t offset;    ///< bytes from the start of the value
  uint8_t bytes;      ///< bytes in memory: 1..128
  uint8_t slots;      ///< 1..16
  uint16_t bits;      ///< value bits
};

/// Memory layout of a type that is not a plain 1/2/4/8-byte scalar. Leaves are
/// in slot order. `bitPacked` is a vector of i1-like elements: leaf i is bit
/// field i * leaves[i].bits of the whole.
struct Layout {
  uint32_t size;      ///< store size in bytes
  bool bitPacked = false;
  std::vector<LayoutLeaf> leaves;
};

struct SourceLoc {
  uint32_t file = 0;      ///< index into Program::files; 0 is "unknown"
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t function = 0;  ///< index into Program::strings: the source function
  uint32_t inlinedAt = 0; ///< index into Program::locs: where it was inlined
  uint32_t linkage = 0;   ///< index into Program::strings: the linker's name
};

/// What a model or a variadic callee has to know of one argument.
enum class ArgKind : uint8_t { Int, Float, Double, X87, Int128, ByVal, Other };
struct Arg {
  uint16_t slot = 0;
  uint8_t slots = 1;
  ArgKind kind = ArgKind::Int;
  uint32_t size = 8;      ///< bytes of the value; ByVal: bytes pointed to
  uint32_t align = 8;
};

struct CallSite {
  uint32_t callee = 0;      ///< index into Program::functions (direct calls)
  uint32_t fixedArgs = 0;   ///< arguments from here on are variadic
  uint32_t passed = 0;      ///< arguments, all of them
  uint32_t type = 0;        ///< as Function::type; 0 = without prototype
  uint8_t resultSlots = 0;
  bool marked = false;      ///< may be visible
  bool isCxxTryLock = false; ///< what a try_lock of the C++ library ends in
  std::vector<Arg> args;
  /// Of an unknown input: values that stand for all, as far as the program can
  /// tell (passes/Representatives.h); empty = there are none.
  std::vector<uint64_t> values;
  /// Slots of the fixed arguments, flattened. Call: as many as the callee has
  /// parameter slots. CallIndirect: of all arguments, since a variadic type may
  /// stand for a missing prototype; the callee takes its paramSlots of them.
  std::vector<uint16_t> slots;
};

struct SwitchTable {
  struct Case { uint64_t value; int32_t target; };
  int32_t defaultTarget = 0;
  std::vector<Case> cases;       ///< sorted by value
  uint64_t low = 0;              ///< dense form: cases low .. low+size-1
  std::vector<int32_t> dense;    ///< empty if the cases are sparse
};

enum class FunctionKind : uint8_t { Defined, Model, Unknown };

struct Function {
  std::string name;          ///< linkage name
  FunctionKind kind = FunctionKind::Unknown;
  uint32_t model = 0;        ///< Model: index into the model table
  uint32_t type = 0;         ///< number of its type: an indirect call of that
                             ///< type can mean it; 0 = not known
  bool variadic = false;
  bool isLocal = false;      ///< other code cannot name it: `static`
  bool returnsTwice = false; ///< calls setjmp: every slot counts as live
  uint16_t params = 0;       ///< parameters, variadic arguments not counted
  uint16_t paramSlots = 0;   ///< slots 0 .. paramSlots-1
  uint16_t constBase = 0;    ///< slots constBase .. hold `constants`
  uint32_t frameSlots = 0;   ///< all slots of a frame
  std::vector<uint64_t> constants;
  std::vector<Insn> code;
  std::vector<uint32_t> locs;   ///< per instruction: index into Program::locs
  std::vector<uint64_t> marks;  ///< per instruction: stable mark id or 0
  /// Per instruction: where in livePool its live slots stand, or kNoLive.
  /// At a place where a thread can stop (visible operations, JmpBack,
  /// CallModel, CallIndirect) or locals die: the slots read from here on. At a Call: those
  /// read after it returns, its own result excluded. Constants never count.
  std::vector<uint32_t> liveIndex;
  std::vector<uint16_t> livePool;   ///< count, slot, slot, ..., count, ...
  std::vector<CallSite> callSites;
  std::vector<SwitchTable> switches;
  /// Where a block address leads, by block number; each such place is a
  /// JmpBack to the block. Empty if no block has its address taken.
  std::vector<uint32_t> blocks;
  SourceLoc declared;
  std::vector<VariableNote> variables; ///< by pc: Alloca, allocating calls
  std::vector<CheckedValue> checked;   ///< by pc

  /// The note of an instruction, or null.
  const VariableNote *variableAt(uint32_t pc) const;
};
constexpr uint32_t kNoLive = ~0u;
/// Unreachable's `c`: the end of a function that has to return a value.
constexpr uint32_t kMissingReturn = 1;

/// Integers up to this width are supported; clang makes odd ones of bit-fields.
constexpr uint32_t kMaxIntegerBits = 1024;
constexpr uint32_t slotsOfBits(uint32_t bits) { return (bits + 63) / 64; }

/// A global variable. Constant ones are served from `image` and are not part
/// of a state; neither are those without definition. `index` is its place in the address space (Address.h).
struct Global {
  std::string name;       ///< source name if known, else linkage name
  uint64_t size = 0;
  uint32_t align = 1;
  uint32_t index = 0;
  bool constant = false;
  bool threadLocal = false; ///< `index` is then the number of the TLS variable
  bool isLocal = false;     ///< other code cannot name it: `static`
  bool external = false;    ///< only declared: has an address, no content
  bool quiet = false;       ///< access is never visible (RB_QUIET_SECTION)
  /// Atomic operations on it may be both seq_cst and weaker (DecodeOrders.h).
  bool mixedOrders = true;
  /// It may be accessed other than atomically, global constructors left out.
  bool plainAccess = true;
  std::vector<uint8_t> image;   ///< empty = all zero
  SourceLoc declared;
  uint32_t type = 0;            ///< index into Program::dataTypes

  bool isInState() const { return !constant && !external; }
};

/// Which memory orders the program can ask for (DecodeOrders.h). What is not
/// known for certain is as if it could.
struct AtomicOrders {
  /// An atomic operation or fence that is weaker than seq_cst; the first one.
  bool hasWeak = false;
  bool weakIsAsm = false; ///< all of them are inline assembly
  uint32_t weakFunction = 0;
  uint32_t weakPc = 0;
  bool hasSeqCst = true;          ///< an operation or fence
  bool allReadsAcquire = false;   ///< all atomic ones
  bool allWritesRelease = false;
  bool mixedElsewhere = true;     ///< as Global::mixedOrders: heap and stacks
};

/// A landing pad of the program's exceptions: the address of a table for the
/// runtime library (struct Pad of runtime/cxx/unwind.h) in constant memory.
using PadAddress = uint64_t;

/// What is to be known of a call to make it, if it is like most: CallForm.h.
struct DirectCall {
  const Function *callee = nullptr;
  const Insn *code = nullptr;        ///< of the callee
  const uint16_t *slots = nullptr;   ///< of the caller, one for each parameter
  const uint64_t *constants = nullptr;
  uint32_t callerSlots = 0;          ///< where the new frame begins
  uint32_t calleeSlots = ~0u;
  uint16_t paramSlots = 0, constBase = 0;
  uint32_t constCount = 0;
};
/// All of a program, and which functions they are of: a copy has others.
struct DirectCalls {
  const Function *functions = nullptr;
  std::vector<DirectCall> all;
};

struct Program {
  std::string name;                  ///< file it came from
  std::vector<Function> functions;
  DirectCalls calls;
  std::vector<Global> globals;       ///< ordinary ones, by increasing index
  std::vector<Global> tls;           ///< thread-local ones
  uint32_t entry = 0;                ///< function __rb_start
  uint32_t globalIndexEnd = 0;       ///< first unused address-space index
  std::vector<Layout> layouts;
  std::vector<PadAddress> pads;      ///< by number (Op::Invoked)
  std::vector<SourceLoc> locs;       ///< locs[0] is "unknown"
  std::vector<std::string> files;    ///< files[0] is ""
  std::vector<std::string> strings;  ///< strings[0] is ""
  std::vector<DataType> dataTypes;   ///< dataTypes[0] is "unknown"
  bool hasDebugInfo = false;
  AtomicOrders orders;

  /// Global that owns address-space index `index`, or null.
  const Global *globalAt(uint32_t index) const;
};

} // namespace rbcheck
