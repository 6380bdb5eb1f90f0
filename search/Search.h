//===- search/Search.h - The interface a search implements ----------------===//
//
// A search decides in which order choices are taken, and nothing else. It asks
// the context for the root, expands nodes and takes choices; the context runs,
// checks, remembers and computes the verdict (SearchContext.h).
//
// One search is one file that registers itself:
//
//   const RegisterSearch<Bfs> kBfs("bfs", "breadth-first");
//
// Parameters are declared with the registration and parsed from
// `name:key=value,...`; a search gets them as SearchArgs, complete and valid.
// docs/adding-a-search.md is the long form of this comment.
// Tested by test/cli/searches.test and test/unit/SearchTest.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/SearchContext.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace rbcheck {

class Search {
public:
  virtual ~Search() = default;
  /// Explores from ctx.root() until there is nothing left, After::Stop, or
  /// ctx.shouldPause(); in the last case it is called again to go on.
  virtual void run(SearchContext &ctx) = 0;
  /// Another worker of the same search: what the two have to do is shared. Null
  /// if it has one worker only. Before run().
  virtual std::unique_ptr<Search> another() { return nullptr; }
};

/// One parameter of a search. The kind decides which values are accepted.
struct SearchParam {
  enum Kind : uint8_t {
    Number,
    Real,
    Word,
    Form,  ///< what `check` accepts
    Nested ///< another search, with + for , between its parameters
  };
  const char *name;
  Kind kind;
  const char *byDefault;
  const char *help;
  double low = 0, high = 1e18; ///< Number, Real: range
  const char *words = "";      ///< Word: "fixed|random|luby"; Form: its syntax
  /// Form: "" if the value is accepted, else what is wrong: "is not ...".
  std::string (*check)(llvm::StringRef value) = nullptr;

  /// Which values are accepted, in words: "1..1000", "yes|no".
  std::string values() const;
};

/// The parameters of one search: all of them, defaults filled in, checked.
class SearchArgs {
public:
  uint64_t number(llvm::StringRef name) const;
  double real(llvm::StringRef name) const;
  llvm::StringRef text(llvm::StringRef name) const;

private:
  friend class SearchSpec;
  std::vector<std::pair<std::string, std::string>> values_;
};

using SearchFactory = std::unique_ptr<Search> (*)(const SearchArgs &);

struct TeamPlan;
struct TeamTask;
using TeamPlanner = TeamPlan (*)(const SearchArgs &, const TeamTask &);

/// Whether a search leaves out what others cover (search/reduce).
enum class Reduces : uint8_t {
  Never,
  IfAsked, ///< with --reduce=on, and as a member of a team that says so
  Always
};

/// A search, or a team of searches (Team.h): one of the last two is set.
struct SearchInfo {
  std::string name;
  std::string help;
  std::vector<SearchParam> params;
  SearchFactory make = nullptr;
  TeamPlanner plan = nullptr;
  /// False if it does the same with every seed, unless --order is random.
  bool usesSeed = true;
  /// It follows the locations of --locs (SearchContext::guide()).
  bool wantsGuide = false;
  Reduces reduces = Reduces::Never;
  /// If that depends on the parameters; else null.
  Reduces (*reducesWith)(const SearchArgs &) = nullptr;
  /// It looks at single accesses, also those of a thread that is alone.
  bool seesAccesses = false;
};

/// All searches of this build and of plug-ins, sorted by name.
llvm::ArrayRef<SearchInfo> allSearches();
/// A name that is taken is kept for the first one; false is returned.
bool registerSearch(SearchInfo info);

/// A search by name with its parameters: `rb:threshold=50,ratio=0.9`.
class SearchSpec {
public:
  static llvm::Expected<SearchSpec> parse(llvm::StringRef text);
  /// As given: the name and the parameters that were set.
  const std::string &text() const { return text_; }
  bool isTeam() const { return plan_ != nullptr; }
  bool usesSeed() const { return usesSeed_; }
  Reduces reduces() const { return reduces_; }
  bool seesAccesses() const { return seesAccesses_; }
  /// The kind of machine that it works on.
  MachineOptions machineFor(MachineOptions options, bool reduces) const;
  /// True if it, or a member of the team, follows locations.
  bool wantsGuide() const;
  std::unique_ptr<Search> make() const { return make_(args_); }
  TeamPlan plan(const TeamTask &task) const;

private:
  SearchSpec() = default;
  std::string text_;
  SearchArgs args_;
  SearchFactory make_ = nullptr;
  TeamPlanner plan_ = nullptr;
  bool usesSeed_ = true;
  bool wantsGuide_ = false; ///< it, or a search it is given
  Reduces reduces_ = Reduces::Never;
  bool seesAccesses_ = false;
};

template <typename T> class RegisterSearch {
public:
  RegisterSearch(const char *name, const char *help,
                 std::vector<SearchParam> params = {}, bool usesSeed = true) {
    registerSearch({name, help, std::move(params), make, nullptr, usesSeed,
                    wantsGuide(), reduces(), reducesWith(), seesAccesses()});
  }

private:
  /// A search that follows locations says so:
  /// `static constexpr bool kWantsGuide = true;`
  static constexpr bool wantsGuide() {
    if constexpr (requires { T::kWantsGuide; })
      return T::kWantsGuide;
    return false;
  }
  /// The same: `static constexpr Reduces kReduces = Reduces::Always;`
  static constexpr Reduces reduces() {
    if constexpr (requires { T::kReduces; })
      return T::kReduces;
    return Reduces::Never;
  }
  /// Where it depends: `static Reduces reducesWith(const SearchArgs &);`
  static constexpr auto reducesWith() -> Reduces (*)(const SearchArgs &) {
    if constexpr (requires { T::reducesWith; })
      return T::reducesWith;
    return nullptr;
  }
  /// The same: `static constexpr bool kSeesAccesses = true;`
  static constexpr bool seesAccesses() {
    if constexpr (requires { T::kSeesAccesses; })
      return T::kSeesAccesses;
    return false;
  }
  static std::unique_ptr<Search> make(const SearchArgs &args) {
    if constexpr (std::is_constructible_v<T, const SearchArgs &>)
      return std::make_unique<T>(args);
    else
      return std::make_unique<T>();
  }
};

} // namespace rbcheck
