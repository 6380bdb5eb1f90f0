//===- search/ranks/RoundBytes.h - Messages of one round ------------------===//
//
// A round is one search by some ranks, its members: one with machines of one
// kind, from the root to the end. If a member is lost, or another kind of
// machine is needed, the leader begins another. Each message names its round;
// what is about one that is over is dropped, what is about one that has not
// begun here waits.
//
//   message  from, to          body
//   Begin    leader to all     the plan
//   Ask      member to member  keys; `number` of the batch
//   Answer   and back          a byte for each: Found
//   Want     member to member  has nothing to do
//   Give     and back          pieces of work, or none
//   Probe    leader to all     `number` of the wave (Tally.h)
//   Count    and back          TallyCount
//   Stopped  member to leader  an error, or a limit: end the round
//   End      leader to all     it is over
//   Part     and back          what the member has to tell (ContextPart)
//
// And with --checkpoint (RoundFile.h):
//
//   Halt     leader to all     take no more steps; `number` of the halt
//   Halted   and back          nothing of mine is on its way any more
//   Save     leader to all     tell what you have
//   Saved    and back          SavedPart
//   Fetch    leader to member  the keys of part `number` of your set
//   Keys     and back          keys
//   Resume   leader to all     go on
//   Known    leader to member  keys of another day
//   Noted    and back          they are kept now
//   Open     leader to member  pieces of work of another day
//
// Tested by test/unit/TogetherTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/result/Bytes.h"
#include "search/run/SharedContext.h"

#include <optional>

namespace rbcheck {

enum class RoundKind : uint32_t {
  Begin,
  Ask,
  Answer,
  Want,
  Give,
  Probe,
  Count,
  Stopped,
  End,
  Part,
  Halt,
  Halted,
  Save,
  Saved,
  Fetch,
  Keys,
  Resume,
  Known,
  Noted,
  Open
};

struct RoundHead {
  uint64_t round = 0; ///< higher ones are later; of each leader others
  RoundKind kind = RoundKind::Begin;
  uint32_t number = 0;
};

/// Splits a message; false if it is none.
bool readHead(llvm::StringRef &bytes, RoundHead &head);
std::string withHead(const RoundHead &head, llvm::StringRef body = "");

struct RoundPlan {
  uint64_t round = 0;
  std::vector<uint32_t> members; ///< ranks; the first leads
  MachineOptions machine;
  uint64_t states = 0; ///< Limits::states
  /// Members of the runs before this one, of which it goes on (Checkpoint.h).
  uint32_t membersBefore = 0;
};

/// All that a member has for a checkpoint, but for its keys.
struct SavedPart {
  Books books;
  Cut firstCut;
  std::vector<Approximation> approximations;
  std::vector<Work> works;
  uint64_t keys = 0; ///< how many
  /// Has an error, or met what needs another kind of machine.
  bool isDecided = false;
};

/// Of the machine: all that differs between rounds. A reader has the rest
/// already.
std::string toBytes(const RoundPlan &plan);
bool readPlan(llvm::StringRef bytes, RoundPlan &plan);

std::string toBytes(const std::vector<Work> &works);
std::optional<std::vector<Work>> worksFromBytes(llvm::StringRef bytes);

std::string toBytes(const SavedPart &part);
std::optional<SavedPart> savedFromBytes(llvm::StringRef bytes);

llvm::StringRef keyBytes(llvm::ArrayRef<Hash128> keys);

std::string toBytes(ContextPart part);
std::optional<ContextPart> partFromBytes(llvm::StringRef bytes);

} // namespace rbcheck
