//===- interp/program/DecodeFunction.h - Decodes one function -------------===//
//
// Walks the blocks in reverse post order, so that every value is decoded
// before its uses (phis excepted, whose slots are written on the edges).
//
// A value has one slot range of its own, or shares that of another value:
//  - casts that change nothing, freeze, extractvalue and the like are aliases
//    of their operand;
//  - an address that only loads and stores use is not computed at all, but
//    folded into them (Address);
//  - a compare that only the branch of its block uses is fused with it, also
//    through what negates it or makes a number of it and a bit again;
//  - the value a loop carries to its phi is computed in the phi's slot where
//    that is safe (Coalesce.h).
// The first three read the slots of their operands later than the IR says.
// That is safe: a slot is rewritten only where its value is defined anew, and
// a use that is reached from there passes the alias again (SSA dominance).
//
// The parts: DecodeFunction.cpp slots and blocks, DecodeControl.cpp jumps and
// phis, DecodeInstr.cpp arithmetic, DecodeMemory.cpp, DecodeVector.cpp,
// DecodeCalls.cpp, DecodeExceptions.cpp, DecodeIntrinsics.cpp, DecodeMath.cpp,
// DecodeAsm.h.
// Tested by test/unit/DecodeTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Coalesce.h"
#include "interp/program/CodeBuilder.h"
#include "interp/program/DecodeContext.h"
#include "interp/state/Address.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace rbcheck {

/// r[base] + r[index] * scale + imm; no index if that is kNoSlot.
struct AddressParts {
  Slot base = 0;
  Slot index = kNoSlot;
  uint32_t scale = 0;
  int32_t imm = 0;
  bool inBounds = true;   ///< every step stays in one object

  /// Objects have room around them: no other one is that close.
  bool isNear() const {
    return imm >= -int64_t(kGuard) && imm <= int64_t(kGuard);
  }
};

class FunctionDecoder {
public:
  /// Decodes `function`, a definition, to entry `number` of the program.
  FunctionDecoder(DecodeContext &context, const llvm::Function &function,
                  uint32_t number);
  void run();

private:
  using Operands = llvm::ArrayRef<Slot>;
  /// Decodes one lane of an instruction; the type is the scalar result's.
  using Lane = llvm::function_ref<void(llvm::Type *, Slot, Operands)>;

  // DecodeFunction.cpp: slots and blocks.
  Slot slotOf(const llvm::Value *value);
  Slot slotOfConstant(const llvm::Constant &constant);
  Slot define(const llvm::Instruction &inst);
  void alias(const llvm::Instruction &inst, Slot slot);
  uint32_t slotsOf(llvm::Type *type) { return types_.slots(type).value_or(1); }
  uint32_t bitsOf(llvm::Type *type) const { return types_.bits(type); }
  bool isWide(llvm::Type *type) {
    return type->isIntegerTy() && bitsOf(type) > 64;
  }
  void unsupported(const llvm::Twine &what);
  bool rejectTypes(const llvm::Instruction &inst);
  void prologue();
  void decodeBlock(const llvm::BasicBlock &block, const llvm::BasicBlock *next);
  void decodeInstruction(const llvm::Instruction &inst);
  Slot tlsAddress(const llvm::GlobalVariable &variable);

  // DecodeControl.cpp: terminators and phis.
  void decodeTerminator(const llvm::Instruction &inst);
  void decodeBranch(const llvm::BranchInst &branch);
  void decodeSwitch(const llvm::SwitchInst &inst);
  void decodeIndirectBr(const llvm::IndirectBrInst &inst);
  void emitEntryMoves(const llvm::BasicBlock &block);
  void collectMoves(const llvm::BasicBlock &to,
                    llvm::SmallVectorImpl<SlotMove> &moves);
  bool needsStub(const llvm::BasicBlock &to);
  Label edgeLabel(const llvm::BasicBlock &to);
  void flushStubs();
  void goTo(const llvm::BasicBlock &to);
  void emitBlockTable();
  Label labelOf(const llvm::BasicBlock &block) const {
    return labels_.lookup(&block);
  }

  // DecodeInstr.cpp: arithmetic, lane by lane where it is on vectors.
  void lanewise(const llvm::Instruction &inst,
                llvm::ArrayRef<const llvm::Value *> operands, Lane lane);
  void emitBinary(unsigned opcode, llvm::Type *type, Slot dst, Slot a, Slot b);
  void emitFloatBinary(unsigned opcode, llvm::Type *type, Slot dst, Slot a,
                       Slot b);
  void emitICmp(llvm::CmpInst::Predicate predicate, llvm::Type *type, Slot dst,
                Slot a, Slot b);
  void emitCast(unsigned opcode, llvm::Type *from, llvm::Type *to, Slot dst,
                Slot a);
  void decodeCast(const llvm::CastInst &inst);
  void decodeBitCast(const llvm::Instruction &inst);
  void decodeSelect(const llvm::SelectInst &inst);
  void decodeExtractValue(const llvm::ExtractValueInst &inst);
  void decodeInsertValue(const llvm::InsertValueInst &inst);
  Slot defineFrom(const llvm::Instruction &inst, const llvm::Value *base);

  // DecodeMemory.cpp
  struct Access {
    uint32_t flags = 0; ///< kMarked and kVolatile, or 0
    uint64_t mark = 0;
  };
  Access accessOf(const llvm::Instruction &inst) const;
  VirtualInsn &emitAccess(Access access, Op op, Slot dst, Slot a, Slot b = 0,
                          uint32_t c = 0, int32_t imm = 0);
  AddressParts partsOf(const llvm::Value *pointer);
  AddressParts partsOf(const llvm::GEPOperator &gep);
  Slot indexOf(const AddressParts &parts);
  Slot materialise(const AddressParts &parts, Slot dst = kNoSlot);
  /// An address without index, as most instructions want it.
  AddressParts plain(AddressParts parts);
  void decodeGep(const llvm::GetElementPtrInst &gep);
  void decodeVectorGep(const llvm::GetElementPtrInst &gep);
  void emitLoad(Access access, llvm::Type *type, Slot dst, AddressParts from);
  void emitStore(Access access, llvm::Type *type, Slot value, AddressParts to);
  void decodeLoad(const llvm::LoadInst &inst);
  void decodeStore(const llvm::StoreInst &inst);
  void decodeAlloca(const llvm::AllocaInst &inst);
  static bool isScoped(const llvm::AllocaInst &inst);
  void decodeScope(const llvm::IntrinsicInst &call);
  /// What the instruction emitted last makes, for reports.
  void note(VariableNote what) {
    what.pc = uint32_t(code_.position() - 1);
    if (what.name || what.type)
      variables_.push_back(what);
  }
  /// Tells apart what shares a place on the stack at different times.
  uint32_t nextTag() { return (number_ * 7 + allocas_++) & 15; }
  void decodeRmw(const llvm::AtomicRMWInst &inst);
  void decodeFence(const llvm::FenceInst &inst);
  void decodeCmpXchg(const llvm::AtomicCmpXchgInst &inst);
  std::optional<uint32_t> atomicSize(llvm::Type *type);

  // DecodeVector.cpp
  void decodeExtractElement(const llvm::ExtractElementInst &inst);
  void decodeInsertElement(const llvm::InsertElementInst &inst);
  void decodeShuffle(const llvm::ShuffleVectorInst &inst);
  bool decodeReduction(const llvm::IntrinsicInst &call);
  bool decodeMasked(const llvm::IntrinsicInst &call);
  bool decodeVectorMove(const llvm::IntrinsicInst &call);
  void emitIf(Slot condition, llvm::function_ref<void()> body);

  // DecodeCalls.cpp
  void decodeCall(const llvm::CallBase &call);
  bool decodeJumpCall(const llvm::CallBase &call, llvm::StringRef name);
  void emitCall(const llvm::CallBase &call);
  bool fillArguments(const llvm::CallBase &call, VirtualCall &out);
  VirtualArg describe(const llvm::CallBase &call, unsigned index);
  void emitLibraryCall(const llvm::CallBase &call, uint32_t callee);

  // DecodeChecks.cpp
  void noteChecked(const llvm::CallBase &call);
  static bool returnsAnything(const llvm::Function &callee);

  // DecodeExceptions.cpp
  void decodeInvoke(const llvm::InvokeInst &inst);
  void decodeLandingPad(const llvm::LandingPadInst &inst);
  void decodeResume(const llvm::ResumeInst &inst);
  Slot landingSlots();

  // DecodeIntrinsics.cpp: true if the intrinsic was theirs.
  void decodeIntrinsic(const llvm::IntrinsicInst &call);
  bool decodeHint(const llvm::IntrinsicInst &call);
  bool decodeMachineIntrinsic(const llvm::IntrinsicInst &call);
  bool decodeCycles(const llvm::IntrinsicInst &call);
  bool decodeMemoryIntrinsic(const llvm::IntrinsicInst &call);
  bool decodeIntegerIntrinsic(const llvm::IntrinsicInst &call);
  void emitIntUnary(llvm::Intrinsic::ID id, llvm::Type *type, Slot dst, Slot a);
  bool emitIntBinary(llvm::Intrinsic::ID id, llvm::Type *type, Slot dst, Slot a,
                     Slot b);
  void emitFunnelShift(bool isRight, llvm::Type *type, Slot dst,
                       Operands operands);
  void decodeOverflow(const llvm::IntrinsicInst &call);

  // DecodeMath.cpp
  bool decodeMathIntrinsic(const llvm::IntrinsicInst &call);
  bool decodeMathLibraryCall(const llvm::IntrinsicInst &call);
  bool emitFloatMinMax(llvm::Intrinsic::ID id, llvm::Type *type, Slot dst,
                       Slot a, Slot b);
  void emitPowi(llvm::Type *type, Slot dst, Slot base,
                const llvm::Value *exponent, Slot exponentSlot);
  void emitLdexp(llvm::Type *type, Slot dst, Slot a, Slot exponent);
  void decodeFrexp(const llvm::IntrinsicInst &call);
  void emitFpClass(llvm::Type *type, Slot dst, Slot a, unsigned classes);

  // DecodeX86.cpp
  bool decodeX86Intrinsic(const llvm::IntrinsicInst &call);

  // DecodeAsm.cpp
  void decodeAsm(const llvm::CallBase &call);

  friend class AsmDecoder;
  friend class X86Decoder;

  DecodeContext &context_;
  TypeTable &types_;
  const llvm::Function &function_;
  uint32_t number_;
  CodeBuilder code_;
  llvm::DenseMap<const llvm::Value *, Slot> slots_;
  llvm::DenseMap<const llvm::Value *, AddressParts> folded_;
  llvm::DenseMap<const llvm::BasicBlock *, Label> labels_;
  llvm::DenseMap<const llvm::Instruction *, const llvm::PHINode *> coalesced_;
  /// Successors of indirectbr: their phis are passed in slots of their own,
  /// which the block copies on entry, since such an edge cannot have a stub.
  llvm::SmallSetVector<const llvm::BasicBlock *, 4> indirectTargets_;
  llvm::DenseMap<const llvm::PHINode *, Slot> phiInputs_;
  /// Of the block that is being decoded.
  const llvm::BasicBlock *block_ = nullptr;
  const llvm::BasicBlock *next_ = nullptr;
  std::vector<std::pair<Label, const llvm::BasicBlock *>> stubs_;
  Slot landingSlots_ = kNoSlot;
  uint32_t allocas_ = 0;
  std::vector<VariableNote> variables_;
  std::vector<std::pair<CheckedValue, Slot>> checked_;
  bool returnsTwice_ = false;
};

} // namespace rbcheck
