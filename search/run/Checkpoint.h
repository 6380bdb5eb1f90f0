//===- search/run/Checkpoint.h - A search that is continued another day ---===//
//
// What an exhaustive search needs to go on: the fingerprints it has seen, the
// nodes that still have choices to take (as schedules, WorkPool.h), and its
// books. Kept in one file, which names the program and the options it belongs
// to; it is whole or not there (search/files/Write.h), and ends with a
// checksum: a file that was damaged later is refused. Tested by
// test/search/checkpoint.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Driver.h"
#include "search/run/SharedContext.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rbcheck {

struct Checkpoint {
  bool locality = true;
  Steps steps = Steps::Access;
  uint32_t workers = 0; ///< all that ever worked on it: numbers of nodes
  Books books;
  Cut firstCut; ///< if some were
  std::vector<Approximation> approximations;
  std::vector<Work> works;

  /// Adds what one worker has to tell, all but its works.
  void add(const Books &its, const Cut &itsFirst,
           llvm::ArrayRef<Approximation> met);
  /// Adds all but the works to a context that goes on.
  void addTo(SharedContext &context) const;
};

/// When to save again: saving takes a tenth of the time at most. `began`: when
/// it was begun the last time.
inline double nextSave(double every, double began, double now) {
  return now + std::max(every, 10 * (now - began));
}

/// Tells apart programs and all that decides what a search explores.
Hash128 checkpointKey(const Program &program, const CheckOptions &options);

/// `eachOf` calls what it is given for each of `count` fingerprints.
llvm::Error writeCheckpoint(
    const std::string &file, Hash128 key, const Checkpoint &checkpoint,
    uint64_t count,
    llvm::function_ref<llvm::Error(llvm::function_ref<void(Hash128)>)> eachOf);
llvm::Error writeCheckpoint(const std::string &file, Hash128 key,
                            const Checkpoint &checkpoint,
                            const StateSet &visited);

/// What a file has; the fingerprints stay there until they are asked for.
class SavedSearch {
public:
  Checkpoint checkpoint;

  void forEachKey(llvm::function_ref<void(Hash128)> visit) const;
  /// False if that search had to begin again on another kind of machine
  /// already.
  bool fits(const MachineOptions &machine) const {
    return (checkpoint.locality || !machine.locality) &&
           checkpoint.steps == machine.steps;
  }

private:
  friend llvm::Expected<std::optional<SavedSearch>>
  readCheckpoint(const std::string &file, Hash128 key);
  std::unique_ptr<llvm::MemoryBuffer> bytes_;
  llvm::StringRef keys_; ///< in there
};

/// None if there is no such file.
llvm::Expected<std::optional<SavedSearch>>
readCheckpoint(const std::string &file, Hash128 key);

} // namespace rbcheck
