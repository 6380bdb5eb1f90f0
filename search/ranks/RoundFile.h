//===- search/ranks/RoundFile.h - The checkpoint of a round ---------------===//
//
// A checkpoint of many ranks is that of one process: it does not say how many
// there were, and any number of them can go on from it. Only the leader touches
// the file.
//
// For that all members halt: they take no more steps, but answer, and wait for
// what they asked for. Once all have said that nothing of theirs is on its way
// there is nothing anywhere but in the members, and nothing changes any more:
// what is open is copied, and the keys are fetched part by part and written as
// they come, so that the leader never has all of them.
//
// A round that goes on from a file has the keys brought to their owners before
// anybody has work: else known states would be found once more.
// Tested by test/unit/TogetherTest.cpp and test/search/mpi-checkpoint.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/ranks/RankWorker.h"
#include "search/run/Checkpoint.h"
#include "search/run/Driver.h"

namespace rbcheck {

class RoundFile {
public:
  /// `turn` lets the leader work and hears what has come; false if the round
  /// cannot go on.
  RoundFile(const CheckOptions &options, Hash128 key, const RoundPlan &plan,
            RankWorker &worker, std::function<bool()> turn);

  /// Before spread(). What was saved goes away there.
  void goOnFrom(SavedSearch &saved) { before_ = std::move(saved); }
  /// Brings keys and open work of another day, if there are any, to the
  /// members. False if the round cannot go on.
  bool spread();
  /// True if it is time to save.
  bool isDue() const;
  /// Saves and lets all go on. False if the round cannot.
  bool saveMeanwhile();
  /// The same when the search was stopped: waits for nobody long.
  void saveAtEnd();
  void handle(uint32_t member, const RoundHead &head, llvm::StringRef body);

  /// What happened on other days.
  void addBefore(SharedContext &to) const;
  /// What has become of the file; removes it if it is not needed any more.
  void tell(Result &result) const;
  void remove() const;

private:
  enum class End : uint8_t { Saved, Decided, NotWritten, Lost };
  /// `seconds`: how long to wait for the others; 0 = as long as it takes.
  End save(double seconds);
  bool halt(double seconds);
  /// Of all members; none if one does not answer.
  std::optional<Checkpoint> collect(double seconds);
  llvm::Error fetch(llvm::function_ref<void(Hash128)> visit, double seconds);
  bool until(llvm::function_ref<bool()> isTrue, double seconds);
  bool untilAnswered(double seconds);
  void sendAll(RoundKind kind, uint32_t number = 0);

  const CheckOptions &options_;
  const Hash128 key_;
  const RoundPlan &plan_;
  RankWorker &worker_;
  const std::function<bool()> turn_;
  std::optional<SavedSearch> before_; ///< its books are kept
  double saveAt_;
  uint32_t halts_ = 0;
  std::vector<uint32_t> halted_;                ///< each one's last halt
  std::vector<std::optional<SavedPart>> saved_; ///< since the last halt
  std::vector<uint32_t> open_;                  ///< messages without an answer
  llvm::function_ref<void(Hash128)> visit_;     ///< while keys are fetched
  bool isWritten_ = false, hasLeft_ = false;
  std::string error_;
};

} // namespace rbcheck
