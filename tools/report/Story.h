//===- tools/report/Story.h - How an error comes about --------------------===//
//
// A Story is a violation in the words of the user: who did what at which line,
// where threads were preempted, who waits for what at the end, where the
// object in question came from. It is made by replaying the trace, which also
// proves that the trace replays.
//
// Long traces keep the thread of every step, but words only for the first and
// the last ones.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/Replay.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

struct StoryStep {
  uint16_t thread = 0;
  bool isPreemption = false; ///< the last thread could have gone on
  Location location;         ///< unknown in the middle of long traces
  std::string operation;
};

struct ThreadStory {
  std::string name; ///< the function it began with
  uint32_t creator = 0;
  Location createdAt;
  bool isFinished = false;
  bool isBlocked = false;
  Location at;                      ///< where it stands at the end
  std::string operation;            ///< what it is about to do
  std::optional<uint32_t> waitsFor; ///< thread that could free it
};

/// The memory an error is about.
struct ObjectStory {
  uint64_t address = 0;
  uint64_t size = 0;
  uint32_t allocator = 0;
  Location allocatedAt;
  bool isFreed = false;
  uint32_t freer = 0;
  Location freedAt;
};

struct Story {
  Fault fault;
  FoundBy foundBy = FoundBy::Step;
  Location location;
  Location related;
  std::vector<StoryStep> steps;
  std::vector<ThreadStory> threads;
  std::optional<ObjectStory> object;
  std::vector<Location> stack; ///< of the failing thread
  std::string output;          ///< what the program printed (its end)
  uint32_t preemptions = 0;
};

/// Replays; none if the same fault does not come out.
std::optional<Story> tellStory(const Program &program,
                               const MachineOptions &options,
                               const Violation &violation);

/// Every frame of a thread in the user's words, innermost first.
std::vector<Location> stackOf(const Machine &machine, uint32_t thread);

} // namespace rbcheck
