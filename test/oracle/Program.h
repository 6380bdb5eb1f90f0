//===- test/oracle/Program.h - The program as clang left it ---------------===//
//
// The module's functions as arrays of its own instructions, with the few facts
// that the interpreter wants to know beforehand. Nothing is rewritten.
//
// Two of these facts decide where threads may be switched, so they are proven
// here and nowhere else:
//
//  * A *plain local* is an alloca whose address is used by nothing but loads
//    and stores of its whole value in its own function. No other thread, and no
//    other function, can ever have its address; it is kept as a register.
//
//  * An *operation* is an instruction that touches memory, calls a library
//    function, ends the life of memory or may fail. Everything else computes
//    registers of one thread from registers of the same thread: no other thread
//    can see whether it has been executed yet, so switching before it leads to
//    nothing that switching before the next operation does not lead to.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "test/oracle/State.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace oracle {

/// What the oracle does not know; it never guesses instead.
struct Unsupported {
  std::string what;
};

struct CodeLine {
  const llvm::Instruction *instruction;
  bool isOperation;
  /// Registers whose last use this is: all uses are in one block, so after the
  /// last of them the value is dead and would only tell equal states apart.
  std::vector<uint32_t> deadAfter;
};

struct FunctionInfo {
  const llvm::Function *function;
  uint32_t number;
  std::vector<CodeLine> code;
  llvm::DenseMap<const llvm::Value *, uint32_t> registers;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> blocks;
  llvm::DenseMap<const llvm::Value *, bool> plainLocals;
  uint32_t registerCount = 0;
  size_t objectLocals = 0; ///< allocas that are objects in memory
};

class Program {
public:
  explicit Program(const llvm::Module &module);

  const llvm::Module &module() const { return module_; }
  const llvm::DataLayout &layout() const { return module_.getDataLayout(); }
  const FunctionInfo *find(const llvm::Function *function) const;
  /// The function at an address; null if there is none.
  const llvm::Function *functionAt(uint64_t address) const;
  /// Address of a variable or function; null for a weak one that is missing.
  uint64_t addressOfGlobal(const llvm::GlobalValue &global,
                           uint32_t thread) const;
  Value evaluate(const llvm::Constant &constant, uint32_t thread) const;
  /// Writes a constant into bytes as the program would find it in memory.
  void store(const llvm::Constant &constant, uint8_t *to,
             uint32_t thread) const;
  /// The thread-local variables of a new thread.
  void addThreadLocals(State &state, uint32_t thread) const;
  /// All variables in place and main about to start.
  State initialState() const;

private:
  void describe(const llvm::Function &function);
  void findLastUses(FunctionInfo &info);
  Value evaluateExpression(const llvm::ConstantExpr &expression,
                           uint32_t thread) const;

  const llvm::Module &module_;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<FunctionInfo>>
      functions_;
  llvm::DenseMap<const llvm::GlobalValue *, uint32_t> names_;
  std::vector<const llvm::Function *> byNumber_;
};

/// Scalars of a value of this type.
unsigned scalarsOf(const llvm::Type &type);
/// Number that `errno` has for each thread among its thread-locals.
constexpr uint32_t kErrnoNumber = 0xffffff;

/// "file.c:12" of an instruction; "" if it has no line, or one of a library's
/// header.
std::string placeOf(const llvm::Instruction &instruction);

} // namespace oracle
