//===- test/oracle/Step.h - One operation of one thread -------------------===//
//
// A Step executes the operation that a thread stands before, on a copy of the
// state, and then runs the thread on to its next operation. What the operation
// touched is recorded where it is touched, in read() and write(); there are no
// declarations that could differ from what really happens.
//
// An operation with several outcomes calls choose(); the explorer repeats it
// with every answer.
//
// Errors, blocking and the end of the process leave an operation as exceptions:
// this is the one program of ours that has them, because that way no function
// between here and there can forget to pass an error on.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "test/oracle/Program.h"

#include <optional>

namespace oracle {

/// Bytes touched by an operation. An end of life is no access that races (the
/// other access is a use after free in the next state) but others can see it.
struct Access {
  uint64_t address;
  uint64_t size;
  bool isWrite, isAtomic, isEnd = false;
};

struct Options {
  bool spurious = true;
};

// What an operation may throw besides Unsupported.
struct Failure {
  std::string kind;
};
struct Blocked {
  int32_t waitsFor = -1; ///< the only thread that can free it; -1 = not known
};
struct Exited {
  int status;
};
struct Dropped {}; ///< rb_assume: of no interest

class Step {
public:
  Step(const Program &program, const Options &options, State &state,
       uint32_t thread, std::vector<unsigned> answers)
      : program(program), options(options), state(state), thread(thread),
        answers(std::move(answers)) {}

  /// Executes the operation the thread stands before.
  void execute();
  /// Registers only: up to the next operation.
  void runOn();

  // For the parts of an operation
  // ----------------------------------------------

  const Program &program;
  const Options &options;
  State &state;
  const uint32_t thread;

  Thread &self() { return state.threads[thread]; }
  Frame &frame() { return state.top(thread); }
  const llvm::Instruction &instruction() const;

  /// One of 0..count-1. `isSpurious`: any answer but 0 needs no reason, and
  /// nobody may rely on it.
  unsigned choose(unsigned count, bool isSpurious = false);

  uint64_t read(uint64_t address, unsigned size, bool isAtomic = false);
  void write(uint64_t address, uint64_t bits, unsigned size,
             bool isAtomic = false);
  std::string readBytes(uint64_t address, uint64_t size);
  void writeBytes(uint64_t address, const std::string &bytes);
  std::string readString(uint64_t address);
  /// The object that an access of this size may touch; fails otherwise.
  uint32_t check(uint64_t address, uint64_t size, bool isWrite);
  void recordEnd(uint32_t name);

  /// The synchronisation object at an address, touched atomically.
  Sync &sync(SyncKind kind, uint64_t address);
  /// The same, made anew.
  Sync &newSync(SyncKind kind, uint64_t address);
  /// This operation is ordered with all others that name the same key.
  void orderedBy(uint64_t key) { keys.push_back(key); }

  void setErrno(int error);
  void finishThread(uint64_t result);
  void beginExit(int status);
  /// The thread leaves the call it stands before with this result.
  void finishCall(std::optional<uint64_t> result);
  /// The thread is about to start a function; if it is free-standing, its
  /// return goes to no call instruction.
  void pushFrame(const llvm::Function &function,
                 llvm::ArrayRef<Value> arguments, bool isFreeStanding);

  // What came out, for the explorer
  // --------------------------------------------

  std::vector<Access> accesses;
  std::vector<uint64_t> keys;
  std::vector<uint32_t> created, joined; ///< threads started, waited for
  bool synchronises = false; ///< others may see that it was executed
  bool isSpurious = false;
  std::vector<unsigned> answers; ///< given so far, extended by zeros
  std::vector<unsigned> counts;  ///< of possible answers

private:
  bool isAtOperation();
  bool isAtExit();
  void exitStep();
  void executeInstruction(const llvm::Instruction &i);
  void executeRegisters(const llvm::Instruction &i);
  void executeCall(const llvm::CallBase &call);
  void executeReturn(const llvm::ReturnInst &i);
  void executeAtomic(const llvm::Instruction &i);
  void intrinsic(const llvm::CallBase &call);
  void jump(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void allocate(const llvm::AllocaInst &i);
  void advance();
  void advanceFrom(uint32_t line);
  void touchSync(SyncKind kind, uint64_t address);

  Value get(const llvm::Value &value);
  void set(const llvm::Value &to, Value value);
  uint64_t addressOfElement(const llvm::GetElementPtrInst &i);
  Value load(uint64_t address, llvm::Type &type, bool isAtomic);
  void store(uint64_t address, llvm::Type &type, llvm::ArrayRef<uint64_t> value,
             bool isAtomic);
};

/// Executes a call of the library function `name`; Unsupported if unknown.
void callLibrary(Step &step, llvm::StringRef name,
                 llvm::ArrayRef<uint64_t> arguments);

/// Arithmetic on registers (Arithmetic.cpp).
uint64_t computeBinary(const llvm::BinaryOperator &i, uint64_t a, uint64_t b);
bool computeCompare(const llvm::CmpInst &i, uint64_t a, uint64_t b);
uint64_t computeCast(const llvm::CastInst &i, uint64_t a);
uint64_t truncated(uint64_t bits, const llvm::Type &type);
int64_t extended(uint64_t bits, const llvm::Type &type);

} // namespace oracle
