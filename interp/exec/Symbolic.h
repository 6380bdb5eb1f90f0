//===- interp/exec/Symbolic.h - Running with values that are not known ----===//
//
// While a machine runs, the registers of the frames that are unpacked have a
// shadow each (a term, or null); the rest of what depends on inputs is in the
// state (Shadows.h). Every instruction of such a program goes through
// opShadowed() (SymbolicOps.cpp): if nothing it reads has a shadow, the ordinary
// function executes it. Else it is computed as a term, or what it reads has to
// be known: then the thread is parked, and each possible value is an alternative
// of it (decide()). Nobody else moves in such a state, so it is no scheduling
// point; but a loop of decisions lets others move once per round.
//
// Where a shadow is, the register or byte itself is 0 and means nothing: with
// another number there (Inputs::placeholder) all results are the same.
//
// Tested by test/symbolic. Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Inputs.h"
#include "interp/state/symbolic/Shadows.h"

#include "interp/exec/Core.h"
#include "interp/program/OperandInfo.h"

namespace rbcheck {

/// A copy of the program in which every instruction is shadowed.
std::shared_ptr<const Program> shadowed(const Program &program);
/// The options' machines execute a shadowed copy if they have to.
void shadowProgram(std::shared_ptr<const Inputs> &inputs,
                   const Program &program);
/// An object begins to live at `pc`, or where the user's code asked for it if
/// that is null: nobody wrote its bytes yet.
void beginUnset(Core &core, uint64_t from, uint64_t n, const Insn *pc);
/// The program may ask for inputs that some values do not stand for.
bool asksForInputs(const Program &program);

class OpenCall;
struct Opening;

class Symbolic {
public:
  Symbolic(Core &core, const Inputs &options);
  ~Symbolic();

  /// How an instruction goes on behind execute().
  enum class Way : uint8_t { Plain, Next, Jump, Resume, Stop };
  struct Executed {
    Way way = Way::Plain;
    int32_t delta = 0; ///< Jump
  };
  Executed execute(Op op, const Insn *pc, uint64_t *r, uint64_t n);

  // For the machine around it ------------------------------------------------
  void beginStep() { hasDecided_ = false; }
  void unpackFrame(const Function &fn, uint64_t *base);
  void clearSlots(uint64_t *from, uint32_t count);
  void pack();
  void endThread(uint32_t thread);
  /// A path came to rest: what makes no difference goes.
  void normalise();
  /// Bytes were written, or are gone.
  void forgetBytes(uint64_t from, uint64_t n);
  struct Copied {
    std::vector<ByteShadow> bytes;
    std::vector<UnsetRange> unset;
  };
  /// What is to be copied from there.
  Copied bytesIn(uint64_t from, uint64_t n);
  /// Those of [from, from + n) were copied to `to`.
  void placeBytes(uint64_t to, uint64_t from, uint64_t n,
                  const Copied &copied);
  /// A model reads there. False, and the path has ended, if that is not known.
  /// `isAhead`: it need not look at all of it.
  bool mayRead(uint64_t from, uint64_t n, bool isAhead);
  /// The values of registers were written there.
  void placeSlots(uint64_t to, const uint64_t *slots, uint32_t count);
  /// Asks a model how it can go on. Where that depends on inputs it can: what
  /// it reads is decided when it does.
  unsigned ways(llvm::function_ref<unsigned()> ask);
  /// With an example of the values of what depends on inputs.
  void overlayExample(uint64_t from, void *bytes, uint64_t n);
  bool hasBytesIn(uint64_t from, uint64_t n) const;
  bool hasExample() const { return readsExample_; }
  /// A register of the youngest frame of a thread that does not run.
  bool isOpenInParked(uint32_t thread, uint32_t slot) const;

  // For models ----------------------------------------------------------------
  TermRef makeInput(unsigned bits, llvm::StringRef name);
  /// The result of the model that runs.
  void returns(TermRef term) { result_ = term; }
  void setByte(uint64_t address, TermRef term);
  // Bytes that nobody wrote (SymbolicUnset.cpp)
  void addUnset(uint64_t from, uint64_t n, uint64_t origin);

  std::optional<std::vector<InputValue>> findInputs();
  bool followsFromPath(llvm::ArrayRef<TermRef> conditions);

private:
  friend class OpenCall;
  bool reports() const { return options_.unset == Unset::Report; }
  /// Bytes may have shadows, or were not written.
  bool hasBytes() const;
  bool hasInputsIn(uint64_t from, uint64_t n) const;
  /// The origin of bytes there that are undefined, if some are.
  std::optional<uint64_t> undefinedIn(uint64_t from, uint64_t n) const;
  std::optional<uint64_t> undefinedIn(const Insn *pc, const uint64_t *r);
  bool isUndefined(const uint64_t *slot, uint32_t count = 1) const;
  /// Bytes that were not written become inputs, unless they are undefined.
  void settleUnset(uint64_t from, uint64_t to);
  void giveValue(const UnsetRange &range);
  /// What the instruction does depends on what nobody wrote.
  void blame(const Insn *pc, uint64_t n, uint64_t origin);
  bool blamesCall(const Model &model, const CallSite &site, uint32_t callee,
                  const Insn *pc, uint64_t *r, uint64_t n);
  /// Operands that depend on inputs are known where another is undefined.
  /// False: not yet.
  bool settleMixed(const Insn *pc, uint64_t n, uint64_t *r);
  /// The value of a store that others may see late is a known one.
  bool settleStored(const Insn *pc, uint64_t n, uint64_t *r, uint64_t address,
                    uint64_t size);
  bool isHeldByMessages(uint64_t address, uint64_t size) const;
  /// Values of inputs for which the path is possible: example_.
  bool findExample();
  /// Results of what only computes are undefined if an operand is. False:
  /// that is to be done in another way.
  bool spread(Op op, const Insn *pc, uint64_t *r);
  std::optional<Executed> element(Op op, const Insn *pc, uint64_t *r,
                                  uint64_t n);
  Executed loadByLayout(const Insn *pc, uint64_t *r, uint64_t n,
                        uint64_t address);
  Executed storeByLayout(const Insn *pc, uint64_t *r, uint64_t n,
                         uint64_t address);
  size_t indexOf(const uint64_t *slot) const { return slot - core_.regs; }
  TermRef shadow(const uint64_t *slot) const {
    const size_t at = indexOf(slot);
    return at < highest_ ? regs_[at] : nullptr;
  }
  /// A register may have one.
  bool hasRegisters() const { return highest_ != 0; }
  bool isOpen(const uint64_t *slot, uint32_t count = 1) const;
  /// The value of a register, cut or zero-extended.
  TermRef valueOf(const uint64_t *slot, unsigned bits) const;
  void set(uint64_t *slot, TermRef term);
  /// What memory holds of a value, byte by byte, and the shadows of the rest.
  void image(TermRef value, uint8_t *bytes, unsigned count) const;
  void setBytes(uint64_t address, TermRef value, unsigned count);
  /// Bits that two registers need.
  unsigned widthOf(const uint64_t *a, const uint64_t *b) const;

  /// The value of the term, if only one is possible or this one was chosen. None:
  /// the thread is parked, or the path has ended.
  std::optional<uint64_t> decide(const Insn *pc, uint64_t n, TermRef term,
                                 uint32_t limit);
  std::optional<uint64_t> decide(const Insn *pc, uint64_t n, TermRef term) {
    return decide(pc, n, term, options_.mostValues);
  }
  bool fix(const Insn *pc, uint64_t n, uint64_t *slot, uint32_t count = 1);
  bool fixBytes(const Insn *pc, uint64_t n, uint64_t from, uint64_t to);
  bool fixReads(const Insn *pc, uint64_t n, uint64_t *r);
  /// The thread goes on with an alternative of a decision. False: it is none
  /// any more.
  bool resume(const Insn *pc, uint64_t n);
  /// Another thread's decision may have ruled it out.
  bool isStillPossible(TermRef of, uint64_t value);
  /// The term has this value from now on, everywhere.
  void commit(TermRef term, uint64_t value);
  void park(const Insn *pc, uint64_t n, TermRef term,
            std::vector<uint64_t> values);

  const std::vector<SlotUse> &usesOf(const Insn *pc);
  bool readsOpen(const Insn *pc, const uint64_t *r);
  void clearWrites(const Insn *pc, uint64_t *r);
  void deliver(const Insn *pc, uint64_t *r);

  // Instructions (SymbolicOps.cpp, SymbolicMemory.cpp, SymbolicCalls.cpp) ------
  Executed move(const Insn *pc, uint64_t *r, uint64_t *from, uint32_t count);
  std::optional<TermRef> binary(Op op, const Insn *pc, const uint64_t *r) const;
  std::optional<TermRef> compare(Op op, const Insn *pc,
                                 const uint64_t *r) const;
  bool isPointerInvolved(Op op, const Insn *pc, const uint64_t *r) const;
  Executed divide(Op op, const Insn *pc, uint64_t *r, uint64_t n);
  std::optional<TermRef> intrinsic(const Insn *pc, const uint64_t *r) const;
  bool overflow(const Insn *pc, uint64_t *r);
  Executed branch(Op op, const Insn *pc, uint64_t *r, uint64_t n);
  Executed switchOn(const Insn *pc, uint64_t *r, uint64_t n);
  Executed load(Op op, const Insn *pc, uint64_t *r, uint64_t n);
  Executed store(Op op, const Insn *pc, uint64_t *r, uint64_t n);
  struct Indices { ///< first .. first + count - 1
    int64_t first = 0;
    uint64_t count = 0;
    uint64_t zero = 0; ///< where index 0 is, in bytes from the object's begin
    uint64_t room = 0; ///< bytes there that an access can begin at
  };
  std::optional<Indices> indicesOf(const Insn *pc, const uint64_t *r,
                                   uint64_t size) const;
  std::optional<bool> settleInside(const Insn *pc, uint64_t n, uint64_t *r,
                                   const Indices &indices, bool isUsed);
  bool fixIndex(const Insn *pc, uint64_t n, uint64_t *r, uint64_t size,
                bool isUsed);
  Executed lookUp(const Insn *pc, uint64_t *r, uint64_t n, unsigned size);
  bool isNumber(uint64_t value) const;
  std::optional<Executed> choose(const Insn *pc, uint64_t *r);
  Executed fill(const Insn *pc, uint64_t *r, uint64_t n);
  Executed update(const Insn *pc, uint64_t *r, uint64_t n);
  Executed exchange(const Insn *pc, uint64_t *r, uint64_t n);
  Executed call(const Insn *pc, uint64_t *r, uint64_t n);
  Executed callModel(Op op, const Insn *pc, uint64_t *r, uint64_t n);
  Executed enter(const Insn *pc, uint64_t *r, uint64_t n,
                 const CallSite &site, const Function &callee);
  Executed ret(const Insn *pc, uint64_t *r, uint64_t n);
  bool readyForModel(const Model &model, const CallSite &site, uint32_t callee,
                     const Insn *pc, uint64_t *r, uint64_t n);
  /// Some of which is not known, of what the model will read.
  std::optional<std::pair<uint64_t, uint64_t>>
  bytesToRead(const Model &model, const CallSite &site, uint32_t callee,
              const Insn *pc, uint64_t *r, uint64_t n);
  bool needsOpening(const Model &model, const Opening &opening,
                    const CallSite &site, uint32_t callee, const Insn *pc,
                    uint64_t *r, uint64_t n);
  Executed callOpen(const Opening &opening, const CallSite &site,
                    uint32_t callee, const Insn *pc, uint64_t *r, uint64_t n);
  bool isResultUsed(const Insn *pc);
  /// Runs what reads memory for a model. True if it read bytes that are not
  /// known: those of `probed_`.
  bool probe(llvm::function_ref<void()> reads);
  TermRef bytesAt(uint64_t address, const uint8_t *bytes, unsigned count) const;
  bool isWeakAccess(const Insn *pc) const;

  Core &core_;
  const Inputs &options_;
  std::unique_ptr<Solver> solver_;
  TermRef *regs_ = nullptr;     ///< beside Core::regs
  size_t highest_ = 0;          ///< those from here on have none
  bool hasDecided_ = false;     ///< in this step
  std::optional<std::pair<TermRef, uint64_t>> resumed_; ///< and its value
  bool isReturning_ = false;    ///< a Ret was executed; its result:
  llvm::SmallVector<TermRef, 4> returned_;
  TermRef result_ = nullptr;
  bool readsExample_ = false;
  bool isProbing_ = false;      ///< readers of open bytes are noted, not refused
  std::optional<std::pair<uint64_t, uint64_t>> probed_;
  Assignment example_;
  std::vector<std::vector<std::vector<SlotUse>>> uses_; ///< by function, pc
  std::vector<InputValue> made_;
};

} // namespace rbcheck
