//===- interp/exec/OpenCall.h - Library models on bytes not known ---------===//
//
// A library model works on known bytes. Where some depend on inputs, what it
// does often depends on little of them: strlen() on which byte is the first 0.
// An opening of a model settles just that, before the model runs: it asks
// is(condition), and each answer is an alternative of the thread. Then the
// model runs on an example of the bytes that are possible: it must do the same
// on all of them, but for its result and bytes that it fills, which may be
// terms.
//
// An opening is executed again from its start after each decision; it changes
// nothing. The term of a result is compared with what the model returned.
// Tested by test/symbolic. Background: docs/inputs.md.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Symbolic.h"

namespace rbcheck {

class OpenCall {
public:
  OpenCall(Symbolic &symbolic, const Insn *pc, uint64_t n, const CallSite &site,
           const uint64_t *r)
      : symbolic_(symbolic), site_(site), pc_(pc), r_(r), n_(n) {}

  /// An argument that Opening::terms does not name; 0 if it was not passed.
  uint64_t arg(size_t i) const;
  TermRef argTerm(size_t i, unsigned bits) const;
  /// Null if it cannot be read: the model says why.
  TermRef byte(uint64_t address);
  /// Other threads see which bytes of the object there are looked at.
  bool isSeen(uint64_t address) const;
  /// None: not decided yet, the opening ends.
  std::optional<bool> is(TermRef condition);
  /// All bytes there are known. False: not yet.
  bool settleBytes(uint64_t from, uint64_t to);
  /// To the end of the object there.
  uint64_t endOf(uint64_t address) const;

  /// What the model returns, for all inputs that are possible now.
  void returns(TermRef term) { result = term; }
  /// What it writes there.
  void fills(uint64_t address, uint64_t n, TermRef byte) {
    filled = {address, n};
    filling = byte;
  }

  TermRef result = nullptr;
  TermRef filling = nullptr;
  std::pair<uint64_t, uint64_t> filled;

private:
  Symbolic &symbolic_;
  const CallSite &site_;
  const Insn *pc_;
  const uint64_t *r_;
  uint64_t n_;
};

struct Opening {
  const char *name; ///< of the model
  /// False: not yet, or the path has ended.
  bool (*settle)(OpenCall &);
  uint32_t terms = 0; ///< arguments, bit by bit, that need not be known
};

class RegisterOpenings {
public:
  RegisterOpenings(std::initializer_list<Opening> rows);
};

/// Null if the model has none.
const Opening *findOpening(llvm::StringRef model);

} // namespace rbcheck
