//===- search/triage/static/Words.h - Reasons in the user's words ---------===//
#pragma once

#include "search/triage/static/Exclusion.h"

#include <string>

namespace rbcheck {

/// "a.c:12"
std::string placeWords(const Program &program, CodePlace place);

/// "`mu` is held at both (taken at a.c:12 and b.c:40)"; `first` and `second`
/// are the places as the warning calls them.
std::string wordsOf(const Program &program, const ExclusionReason &reason,
                    const std::string &first, const std::string &second);

} // namespace rbcheck
