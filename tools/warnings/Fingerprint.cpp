//===- tools/warnings/Fingerprint.cpp - When two warnings are the same ----===//
#include "tools/warnings/Fingerprint.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>
#include <set>

namespace rbcheck {

namespace {

llvm::StringRef baseOf(llvm::StringRef path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

/// Names that are different in every run: addresses, and M0, M1, ... of TSan.
bool isNumbered(llvm::StringRef name) {
  if (name.starts_with("0x"))
    return true;
  return name.consume_front("M") && !name.empty() &&
         llvm::all_of(name, llvm::isDigit);
}

class Fingerprint {
public:
  Fingerprint(const Warning &warning, const FunctionStart &start)
      : warning_(warning), start_(start) {
    for (const auto &thread : warning.threads)
      for (const WarningStep &step : thread) {
        uint32_t &first = first_[step.place.file];
        if (!first || step.place.line < first)
          first = step.place.line;
      }
  }

  std::string text() const {
    // Threads have no order: each on its own, then sorted.
    std::vector<std::string> threads;
    for (const auto &thread : warning_.threads)
      threads.push_back(textOf(thread));
    std::sort(threads.begin(), threads.end());
    std::string text = std::string(warningKindWord(warning_.kind)) + "\n" +
                       warning_.rule + "\n" + nameOf(warning_.object);
    for (const std::string &thread : threads)
      text += "\nthread" + thread;
    for (const WarningLock &lock : warning_.locks)
      text += "\nlock " + lock.name + " " + baseOf(lock.declared.file).str();
    return text;
  }

private:
  std::string nameOf(const std::string &name) const {
    return isNumbered(name) ? "?" : name;
  }

  std::string textOf(const std::vector<WarningStep> &thread) const {
    std::string text;
    for (const WarningStep &step : thread)
      text += llvm::formatv("\n{0} {1} {2} {3} {4}", stepOpCode(step.op),
                            step.place.func, baseOf(step.place.file),
                            int64_t(step.place.line) - startOf(step.place),
                            nameOf(step.object));
    return text;
  }

  int64_t startOf(const WarningPlace &place) const {
    uint32_t start = start_ ? start_(place) : 0;
    return start ? start : first_.at(place.file);
  }

  const Warning &warning_;
  const FunctionStart &start_;
  std::map<std::string, uint32_t> first_; ///< line, by file
};

} // namespace

std::string copyKey(const Warning &warning) {
  std::set<std::string> steps;
  for (const auto &thread : warning.threads)
    for (const WarningStep &step : thread)
      steps.insert(llvm::formatv("{0}:{1} {2}{3}", step.place.file,
                                 step.place.line, stepOpCode(step.op),
                                 step.place.file.empty()
                                     ? " " + step.place.func
                                     : std::string()));
  std::string key = llvm::formatv("{0}\n{1}\n", warningKindWord(warning.kind),
                                  warning.object);
  for (const std::string &step : steps)
    key += step + "\n";
  for (const WarningLock &lock : warning.locks)
    key += llvm::formatv("lock {0} {1}:{2}\n", lock.name, lock.declared.file,
                         lock.declared.line);
  // Without a place nothing else tells two warnings apart.
  if (steps.empty() && warning.locks.empty())
    key += warning.message;
  // What is not judged must not get the verdict of what is.
  key += llvm::formatv("{0}\n{1}{2} {3}\n", warning.unjudged,
                       warning.onlyConfirm, warning.inCalls, warning.property);
  const WarningConstraints &asked = warning.constraints;
  key += llvm::formatv("{0}{1}{2}{3}{4}", asked.sameThread,
                       asked.differentThreads, asked.sameAddress, asked.parked,
                       asked.holdsLocks);
  return key;
}

std::string fingerprintOf(const Warning &warning, const FunctionStart &start) {
  std::string text = Fingerprint(warning, start).text();
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::formatv("{0:x-16}{1:x-16}", hash.high64, hash.low64);
}

} // namespace rbcheck
