//===- interp/exec/AtomicAct.h - One atomic operation, as a value ---------===//
//
// What an atomic instruction is about to do, whoever asks: the thread that runs
// into it, or somebody who looks at a parked one. Used with weak memory models,
// where it can go on in several ways (Weak.cpp).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/program/Program.h"
#include "interp/state/weak/WeakMemory.h"

namespace rbcheck {

struct AtomicAct {
  enum Kind : uint8_t { Load, Store, Update, Exchange, Fence };
  Kind kind = Load;
  /// Exchange: it may fail without a reason.
  bool isWeak = false;
  uint64_t address = 0;
  uint32_t size = 0;
  AtomicOrder order, failure; ///< the second one of an exchange that fails
  CellValue expected = 0;     ///< Exchange
  CellValue operand = 0;      ///< what is stored, or the other operand
  RmwOp op = RmwOp::Xchg;     ///< Update
};

struct AtomicWay {
  WeakWay way;
  bool fails = false;      ///< Exchange
  bool isSpurious = false; ///< it does without a reason
};

struct AtomicResult {
  CellValue old = 0;
  bool exchanged = false;
};

/// The orders that the bits of an instruction ask for (Program.h).
inline AtomicOrder orderOf(uint32_t bits) {
  return {!(bits & kNoAcquire), !(bits & kNoRelease), !(bits & kNoSeqCst)};
}
inline AtomicOrder failureOrderOf(uint32_t bits) {
  return {!(bits & kNoAcquireOnFailure), false, !(bits & kNoSeqCstOnFailure)};
}

/// The value without what lies above `size` bytes.
inline CellValue lowBytes(CellValue value, unsigned size) {
  return size < sizeof(value) ? value & ((CellValue(1) << (8 * size)) - 1)
                              : value;
}

/// The value that a read-modify-write leaves in `size` bytes.
CellValue applyRmw(RmwOp op, CellValue old, CellValue value, unsigned size);

} // namespace rbcheck
