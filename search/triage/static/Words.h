//===- search/triage/static/Words.h - Reasons in the user's words ---------===//
#pragma once

#include "search/triage/static/Exclusion.h"

#include <string>

namespace rbcheck {

/// "a.c:12"
std::string placeWords(const Program &program, CodePlace place);

/// Reasons, one sentence each, without repetition. What goes without saying is
/// left out if there is more to say.
class ReasonWords {
public:
  explicit ReasonWords(const Program &program) : program_(program) {}
  /// `first` and `second` are the places as the warning calls them.
  void add(const ExclusionReason &reason, const std::string &first,
           const std::string &second);
  /// "`mu` is held at both (taken at a.c:12 and b.c:40); ..."; "" without any.
  std::string text() const;

private:
  const Program &program_;
  std::vector<std::string> locks_, orders_, plain_;
};

} // namespace rbcheck
