//===- passes/Marks.h - Every mark a pass may leave in the IR -------------===//
//
// A mark says: before this instruction another thread may be scheduled, and it
// matters, because the instruction may touch memory another thread can reach,
// or synchronises, or leaves the code we can see. In the IR a mark is metadata
// on the instruction:
//
//   %v = load i32, ptr @g, !dbg !9, !rbcheck !12
//   !12 = !{i64 7364092385, !"read"}          ; stable id, kind
//
// Promise: an instruction *without* a mark is surely private to its thread, so
// the machine runs it without a scheduling point. A marked one may be private
// all the same; the machine's run-time test decides. The source location is
// the instruction's own !dbg. How ids are made: passes/SiteIds.h.
// Tested by test/passes/marks-*.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace rbcheck {

/// Every kind of mark: enumerator, word in the IR, meaning.
/// `call` is the weakest: what happens there is known at run time only.
#define RB_MARK_KINDS(RB_MARK)                                                 \
  RB_MARK(Read, "read", "plain (or volatile) load")                            \
  RB_MARK(Write, "write", "plain (or volatile) store; va_arg")                 \
  RB_MARK(Atomic, "atomic", "atomic load, store, rmw, cmpxchg; fence")         \
  RB_MARK(Bulk, "bulk", "mem*, masked intrinsics; copy to a byval argument")   \
  RB_MARK(Asm, "asm", "inline assembly")                                       \
  RB_MARK(Call, "call", "indirect call, or a callee that is not defined")      \
  RB_MARK(Lock, "lock", "takes, or tries to take, a lock")                     \
  RB_MARK(Unlock, "unlock", "releases a lock")                                 \
  RB_MARK(Wait, "wait", "may block: condition, semaphore, barrier, sleep")     \
  RB_MARK(Signal, "signal", "wakes waiters")                                   \
  RB_MARK(Spawn, "spawn", "creates a thread")                                  \
  RB_MARK(Join, "join", "waits for the end of a thread")

enum class MarkKind : uint8_t {
#define RB_MARK(name, word, meaning) name,
  RB_MARK_KINDS(RB_MARK)
#undef RB_MARK
};

struct Mark {
  uint64_t id;
  MarkKind kind;
};

/// The word for \p kind that the IR and every dump use.
llvm::StringRef getMarkKindName(MarkKind kind);

/// The mark of \p inst, or nothing: none there, or not one we would write.
std::optional<Mark> getMark(const llvm::Instruction &inst);

/// Gives \p inst the mark \p mark, replacing an older one.
void setMark(llvm::Instruction &inst, Mark mark);

/// Takes the mark of \p inst away, if it has one.
void clearMark(llvm::Instruction &inst);

/// Takes all marks out of \p module.
void clearMarks(llvm::Module &module);

/// Whether \p inst may touch memory another thread can reach, or synchronise:
/// whether it is marked. Means something only after the marking pass.
bool isShared(const llvm::Instruction &inst);

} // namespace rbcheck
