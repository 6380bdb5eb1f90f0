//===- passes/FollowFrame.h - Follow.h, one function of it ----------------===//
//
// The lattice of what is known of a value, from nothing yet to nothing any more:
//
//   None < Constant c < Same < Mixed n < Varied
//   None < Moved n           < Mixed n
//
// Known to Follow.cpp only.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Follow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace llvm {
class ConstantRange;
class DominatorTree;
} // namespace llvm

namespace rbcheck {

struct Abstract {
  enum Kind : uint8_t {
    None,     ///< not executed yet
    Constant, ///< number
    Moved,    ///< number + i, for the i-th value of the range
    Same,     ///< whichever value of the range it is, the same; unknown
    Mixed,    ///< on some ways number + i, on the others the same
    Varied,   ///< depends on the value in a way that is not followed
  };
  Kind kind = None;
  llvm::APInt number{64, 0};

  bool follows() const { return kind == Moved || kind == Mixed; }
  bool varies() const { return follows() || kind == Varied; }
  bool hasNumber() const { return follows() || kind == Constant; }
  bool operator==(const Abstract &other) const {
    return kind == other.kind &&
           (!hasNumber() ||
            (number.getBitWidth() == other.number.getBitWidth() &&
             number == other.number));
  }
};

/// The least that covers both.
Abstract join(const Abstract &a, const Abstract &b);

/// What all functions on the way share, and arithmetic.
struct Followed {
  const ValueRange &range;
  const llvm::DominatorTree &dominators; ///< of the outermost function
  uint64_t &steps;
  Following found;

  Abstract compare(llvm::CmpInst::Predicate predicate, const Abstract &left,
                   const Abstract &right);
  Abstract cast(const llvm::CastInst &inst, const Abstract &value);
  Abstract binary(const llvm::BinaryOperator &inst, const Abstract &left,
                  const Abstract &right);
  /// The result of anything else on these.
  Abstract other(const Abstract &left, const Abstract &right);
  /// Answers about from + i change where it is one of \p edges: asks for the
  /// parts.
  void split(const llvm::APInt &from, llvm::ArrayRef<llvm::APInt> edges);
  llvm::ConstantRange rangeOf(const Abstract &moved) const;
  static Abstract constant(unsigned bits, uint64_t number);

private:
  Abstract widen(const Abstract &value, unsigned bits, bool isSigned);
};

/// One call of one function, all executions of it at once.
class FollowFrame {
public:
  FollowFrame(Followed &all, const llvm::Function &function, unsigned depth);

  /// Everything that comes behind \p value, which is of this function.
  void runBehind(const llvm::Instruction &value);
  /// The whole function; returns what it returns, None if it never does.
  Abstract run(llvm::ArrayRef<Abstract> arguments);

private:
  using Block = const llvm::BasicBlock *;

  Abstract get(const llvm::Value *value) const;
  void set(const llvm::Instruction &inst, const Abstract &value);
  void propagate();
  void executeBehindSource();
  void enter(Block from, Block to);
  /// False if nothing behind it is executed.
  bool execute(const llvm::Instruction &inst);
  void executeFrom(llvm::BasicBlock::const_iterator first);
  void leave(const llvm::Instruction &terminator);
  void leaveSwitch(const llvm::SwitchInst &inst);
  Abstract evaluate(const llvm::Instruction &inst);
  Abstract evaluatePhi(const llvm::PHINode &phi) const;
  Abstract evaluateSelect(const llvm::SelectInst &inst);
  Abstract evaluateAddress(const llvm::GetElementPtrInst &inst);
  /// False if it cannot return.
  bool call(const llvm::CallBase &inst);
  /// Any other use of what may vary.
  void use(const llvm::Instruction &inst);
  bool startThread(const llvm::CallBase &inst, const llvm::Use &operand);
  void useArguments(const llvm::CallBase &inst);

  Followed &all_;
  const llvm::Function &function_;
  unsigned depth_;
  const llvm::Instruction *source_ = nullptr; ///< whose value is followed
  bool comesAgain_ = false;                   ///< to the source
  Abstract returned_;
  llvm::DenseMap<const llvm::Value *, Abstract> values_;
  llvm::DenseSet<std::pair<Block, Block>> edges_;
  llvm::SmallSetVector<Block, 16> open_;
  llvm::DenseSet<Block> reached_;
};

} // namespace rbcheck
