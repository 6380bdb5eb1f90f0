//===- search/Checks.cpp - Which properties a run checks ------------------===//
#include "search/Checks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

constexpr CheckInfo kChecks[] = {
    {"assertion", true, true,
     "failed assert(), abort(), code marked as unreachable"},
    {"deadlock", true, true,
     "threads that wait forever, also when the program exits"},
    {"data-race", true, true,
     "conflicting accesses that nothing orders, not both atomic"},
    {"memory", true, true,
     "null and wild pointers, out of bounds, use after free or return,\n"
     "double and invalid free, stack overflow"},
    {"leak", false, false, "heap memory nobody can free any more at exit"},
    {"uncaught-exception", true, true, "exceptions that leave a thread"},
    {"lock-misuse", true, true,
     "unlocking what is not held, destroying what is in use"},
    {"livelock", false, false, "cycles without progress"},
    {"arithmetic", true, true, "division by zero and other traps"},
};

constexpr FaultKind kAllKinds[] = {
#define RB_FAULT(name, word, check) FaultKind::name,
#include "interp/exec/Faults.def"
#undef RB_FAULT
};
static_assert(std::size(kAllKinds) <= 64);

} // namespace

llvm::ArrayRef<CheckInfo> allChecks() { return kChecks; }

CheckSet::CheckSet() {
  for (const CheckInfo &check : kChecks)
    if (check.onByDefault)
      set(check.name, true);
}

void CheckSet::set(llvm::StringRef check, bool on) {
  for (FaultKind kind : kAllKinds)
    if (check == faultCheck(kind)) {
      uint64_t bit = 1ull << unsigned(kind);
      kinds_ = on ? kinds_ | bit : kinds_ & ~bit;
    }
}

bool CheckSet::has(llvm::StringRef check) const {
  for (FaultKind kind : kAllKinds)
    if (check == faultCheck(kind))
      return has(kind);
  return false;
}

llvm::Expected<CheckSet> CheckSet::parse(llvm::StringRef text) {
  CheckSet set;
  llvm::SmallVector<llvm::StringRef, 8> words;
  text.split(words, ',');
  bool isFirst = true;
  for (llvm::StringRef word : words) {
    bool isChange = word.starts_with("+") || word.starts_with("-");
    bool on = !word.starts_with("-");
    llvm::StringRef name = isChange ? word.drop_front() : word;
    if (isFirst && !isChange && name != "all")
      set.kinds_ = 0;
    isFirst = false;
    bool isKnown = name == "all" || name == "none";
    for (const CheckInfo &check : kChecks) {
      if (name != "all" && name != check.name)
        continue;
      isKnown = true;
      if (!check.isBuilt && name == check.name && on)
        return llvm::createStringError(llvm::formatv(
            "check '{0}' is not available in this version", name));
      if (check.isBuilt)
        set.set(check.name, on);
    }
    if (!isKnown) {
      std::string names;
      for (const CheckInfo &check : kChecks)
        names += (names.empty() ? "" : ", ") + std::string(check.name);
      return llvm::createStringError(
          llvm::formatv("unknown check '{0}'; known are {1}", name, names));
    }
  }
  return set;
}

} // namespace rbcheck
