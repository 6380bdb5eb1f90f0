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
  Part
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
};

/// Of the machine: all that differs between rounds. A reader has the rest
/// already.
std::string toBytes(const RoundPlan &plan);
bool readPlan(llvm::StringRef bytes, RoundPlan &plan);

std::string toBytes(const std::vector<Work> &works);
std::optional<std::vector<Work>> worksFromBytes(llvm::StringRef bytes);

std::string toBytes(ContextPart part);
std::optional<ContextPart> partFromBytes(llvm::StringRef bytes);

} // namespace rbcheck
