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

} // namespace rbcheck
