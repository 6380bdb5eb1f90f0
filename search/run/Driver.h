//===- search/run/Driver.h - From a program and options to a result -------===//
//
// Runs the search or the team of searches that was asked for; by default the
// team `portfolio` (Portfolio.cpp). Statistics of a team are those of the
// member that decided; time counts from the start.
//
// When the machine finds that an object it took for private is not, the search
// starts again from scratch without that optimisation.
// Tested by test/search/default.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/run/Team.h"

#include <optional>

namespace rbcheck {

/// The value of --reduce. Auto: where the search is a team, by a member of it.
enum class Reduce : uint8_t { Auto, On, Off };

struct CheckOptions;

/// Makes one exhaustive depth-first search in more than this process
/// (search/ranks/Together.h).
class SearchTogether {
public:
  virtual ~SearchTogether() = default;
  /// None if it has to be begun again on another kind of machine. `key` is that of
  /// the checkpoint, if there is one.
  virtual std::optional<llvm::Expected<Result>>
  run(const Program &program, const CheckOptions &options, Hash128 key) = 0;
};

struct CheckOptions {
  ContextOptions context;
  MachineOptions machine;
  std::optional<SearchSpec> search; ///< none = the default
  uint32_t jobs = 1;                ///< workers
  /// How far MachineOptions::history may grow if it is what a verdict lacks.
  uint32_t mostHistory = 32;
  Reduce reduce = Reduce::Auto;
  /// File to go on from if it is there, and to write if the search is stopped;
  /// "" = none. Only for depth-first searches.
  std::string checkpoint;
  /// Seconds after which it is written also while the search goes on.
  double checkpointSeconds = 300;
  /// The part of the work that is to be done, of many machines: some members
  /// of a team, or a search with a seed of its own.
  Share share;
  /// Who makes a search that reasonNotToShare() has nothing against; null if
  /// this process is alone.
  SearchTogether *together = nullptr;
};

/// False if the share has nothing to do: a search that uses no seeds is one
/// piece of work.
bool hasWork(const CheckOptions &options);

/// Why the search is not one that several processes can make together: words
/// for the user. "" if it is.
std::string reasonNotToShare(const CheckOptions &options);

/// An error is one of the checkpoint file, or says why the program cannot be
/// reduced. The share must have work.
llvm::Expected<Result> runSearch(const Program &program,
                                 const CheckOptions &options);

} // namespace rbcheck
