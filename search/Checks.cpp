//===- search/Checks.cpp - Which properties a run checks ------------------===//
#include "search/Checks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <vector>

namespace rbcheck {

namespace {

/// Filled before main() runs and by plug-ins; read-only afterwards.
std::vector<CheckInfo> &registry() {
  static std::vector<CheckInfo> checks;
  return checks;
}

} // namespace

void registerCheck(const CheckInfo &check) {
  std::vector<CheckInfo> &all = registry();
  auto known = llvm::find_if(all, [&](const CheckInfo &other) {
    return llvm::StringRef(check.name) == other.name;
  });
  if (known == all.end()) {
    all.push_back(check);
    llvm::sort(all, [](const CheckInfo &a, const CheckInfo &b) {
      return llvm::StringRef(a.name) < b.name;
    });
  } else if (check.help) {
    *known = check;
  }
}

llvm::ArrayRef<CheckInfo> allChecks() { return registry(); }

CheckSet::CheckSet() {
  for (const CheckInfo &check : allChecks())
    set(check.name, check.onByDefault);
}

void CheckSet::set(llvm::StringRef check, bool on) {
  if (on)
    on_.insert(check.str());
  else
    on_.erase(check.str());
}

bool CheckSet::has(llvm::StringRef check) const {
  return on_.count(check.str());
}

std::string CheckSet::text() const {
  std::string text;
  for (const std::string &check : on_)
    text += check + ",";
  return text;
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
      set.on_.clear();
    isFirst = false;
    bool isKnown = name == "all" || name == "none";
    for (const CheckInfo &check : allChecks()) {
      const bool isMeant = name == "all" ? check.isInAll || !on
                                         : name == check.name;
      if (!isMeant)
        continue;
      isKnown = true;
      set.set(check.name, on);
    }
    if (!isKnown) {
      std::string names;
      for (const CheckInfo &check : allChecks())
        names += (names.empty() ? "" : ", ") + std::string(check.name);
      return llvm::createStringError(
          llvm::formatv("unknown check '{0}'; known are {1}", name, names));
    }
  }
  return set;
}

} // namespace rbcheck
