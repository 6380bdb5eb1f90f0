//===- search/visited/StateSet.cpp - Chooses how states are remembered ----===//
#include "search/visited/StateSet.h"

#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

llvm::Expected<VisitedOptions> VisitedOptions::parse(llvm::StringRef text) {
  auto [name, size] = text.split(':');
  VisitedOptions options;
  if (name == "fp128")
    options.kind = VisitedKind::Fp128;
  else if (name == "fp64")
    options.kind = VisitedKind::Fp64;
  else if (name == "exact")
    options.kind = VisitedKind::Exact;
  else if (name == "bitstate")
    options.kind = VisitedKind::Bitstate;
  else
    return llvm::createStringError(llvm::formatv(
        "unknown visited set '{0}'; known are fp128, fp64, exact, bitstate:MB",
        name));
  if (!text.contains(':'))
    return options;
  if (options.kind != VisitedKind::Bitstate)
    return llvm::createStringError(
        llvm::formatv("visited set '{0}' takes no size", name));
  if (size.getAsInteger(10, options.megabytes))
    return llvm::createStringError(llvm::formatv(
        "visited set 'bitstate': '{0}' is not a number of megabytes", size));
  if (options.megabytes < 1 || options.megabytes > 1'000'000)
    return llvm::createStringError(llvm::formatv(
        "visited set 'bitstate': {0} is out of range 1..1000000", size));
  return options;
}

std::string VisitedOptions::toString() const {
  switch (kind) {
  case VisitedKind::Fp128:
    return "fp128";
  case VisitedKind::Fp64:
    return "fp64";
  case VisitedKind::Exact:
    return "exact";
  case VisitedKind::Bitstate:
    return "bitstate:" + std::to_string(megabytes);
  }
  llvm_unreachable("covered switch");
}

std::unique_ptr<StateSet> makeStateSet(const VisitedOptions &options) {
  switch (options.kind) {
  case VisitedKind::Fp128:
    return makeFingerprintSet(true);
  case VisitedKind::Fp64:
    return makeFingerprintSet(false);
  case VisitedKind::Exact:
    return makeExactSet();
  case VisitedKind::Bitstate:
    return makeBitstateSet(options.megabytes);
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
