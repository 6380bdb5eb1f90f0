//===- search/Result.cpp - What a check found out -------------------------===//
#include "search/Result.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

const char *verdictWord(Verdict verdict) {
  switch (verdict) {
  case Verdict::NoError:
    return "no-error";
  case Verdict::Error:
    return "error";
  case Verdict::Inconclusive:
    return "inconclusive";
  }
  llvm_unreachable("covered switch");
}

bool isSameError(const Violation &a, const Violation &b) {
  if (a.fault.kind != b.fault.kind)
    return false;
  if (a.location == b.location && a.related == b.related)
    return true;
  return a.foundBy == FoundBy::Race && a.location == b.related &&
         a.related == b.location;
}

} // namespace rbcheck
