//===- tools/warnings/Import.cpp - What an importer reads and gives back --===//
#include "tools/warnings/Import.h"

#include "tools/warnings/Fingerprint.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/xxhash.h"

namespace rbcheck {

namespace {

// More than any tool writes, little enough to be kept.
constexpr size_t kMostWarnings = 100000; // of one report
constexpr size_t kMostComplaints = 1000;
constexpr size_t kMostThreads = 256;
constexpr size_t kMostSteps = 2000;   // of one thread
constexpr size_t kMostFrames = 500;   // of one stack
constexpr size_t kMostText = 4096;    // of one name
constexpr size_t kMostMessage = 16384;

template <typename T> void clip(std::vector<T> &list, size_t most) {
  if (list.size() > most)
    list.resize(most);
}

void clip(std::string &text, size_t most = kMostText) {
  if (text.size() > most)
    text.resize(most);
}

void clip(WarningPlace &place) {
  clip(place.func);
  clip(place.file);
}

void clip(WarningStep &step) {
  clip(step.place);
  clip(step.object);
  clip(step.callee);
  clip(step.thread);
  clip(step.stack, kMostFrames);
  for (WarningPlace &frame : step.stack)
    clip(frame);
  if (step.spawn)
    clip(*step.spawn);
  clip(step.held, kMostThreads);
  for (std::string &lock : step.held)
    clip(lock);
}

void clip(Warning &warning) {
  clip(warning.id, 256);
  clip(warning.tool);
  clip(warning.rule);
  clip(warning.message, kMostMessage);
  clip(warning.object);
  clip(warning.hash);
  clip(warning.unjudged);
  clip(warning.property);
  clip(warning.threads, kMostThreads);
  for (std::vector<WarningStep> &thread : warning.threads) {
    // The end of a long path is what the warning is about.
    if (thread.size() > kMostSteps)
      thread.erase(thread.begin(), thread.end() - kMostSteps);
    for (WarningStep &step : thread)
      clip(step);
  }
  clip(warning.locks, kMostThreads);
}

/// What holds for a thread holds for all its steps.
void spread(std::vector<WarningStep> &thread) {
  const WarningStep *named = nullptr, *spawned = nullptr;
  for (const WarningStep &step : thread) {
    if (!step.thread.empty() && !named)
      named = &step;
    if (step.spawn && !spawned)
      spawned = &step;
  }
  for (WarningStep &step : thread) {
    if (named && step.thread.empty())
      step.thread = named->thread;
    if (spawned && !step.spawn)
      step.spawn = spawned->spawn;
  }
}

} // namespace

void Import::add(Warning warning, std::string pointer) {
  add(std::move(warning), std::vector<std::string>{std::move(pointer)});
}

void Import::add(Warning warning, const std::vector<std::string> &pointers) {
  clip(warning);
  for (std::vector<WarningStep> &thread : warning.threads)
    spread(thread);
  std::string key = copyKey(warning);
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(key));
  auto [at, isNew] =
      to_.known.try_emplace({hash.high64, hash.low64}, to_.warnings.size());
  if (isNew && to_.warnings.size() >= kMostWarnings) {
    to_.known.erase(at);
    if (!isFull_)
      complain(pointers.front(), "more than " + std::to_string(kMostWarnings) +
                                     " different warnings; the rest is left "
                                     "out");
    isFull_ = true;
    return;
  }
  if (isNew)
    to_.warnings.push_back(std::move(warning));
  for (const std::string &pointer : pointers)
    to_.warnings[at->second].sources.push_back({path, pointer});
}

bool Import::isStopped() {
  if (isStopped_)
    return true;
  bool isInterrupted = options.interrupted && *options.interrupted;
  bool isLate = options.until &&
                std::chrono::steady_clock::now() >= *options.until;
  if (!isInterrupted && !isLate)
    return false;
  isStopped_ = true;
  if (to_.isStopped) // by an earlier part, which said so
    return true;
  to_.isStopped = true;
  to_.complaints.push_back(path + ": stopped after " +
                           std::to_string(to_.warnings.size()) +
                           " warnings: " +
                           (isInterrupted ? "interrupted" : "time limit"));
  return true;
}

size_t Import::lineOf(size_t at) const {
  if (at < lastLine_.first)
    lastLine_ = {0, 1};
  lastLine_.second += text.slice(lastLine_.first, at).count('\n');
  lastLine_.first = at;
  return linesBefore + lastLine_.second;
}

void Import::complain(const std::string &position, const std::string &why) {
  // Equal ones are said once, with their number in the end.
  auto [cause, isNew] =
      to_.causes.try_emplace(path + "\n" + why, to_.complaints.size(), 0);
  ++cause->second.second;
  if (!isNew)
    return;
  if (to_.complaints.size() == kMostComplaints)
    to_.complaints.push_back(path + ": more such records follow");
  if (to_.complaints.size() > kMostComplaints)
    return;
  // "FILE:7: ..." as a compiler says it, "FILE: /runs/0: ..." for the rest.
  llvm::StringRef line = position;
  std::string where = line.consume_front("line ") ? ":" + line.str()
                                                  : ": " + position;
  to_.complaints.push_back(path + where + ": " + why);
}

void Import::remark(const std::string &text) {
  if (said_.size() < kMostComplaints && said_.insert(text).second)
    to_.remarks.push_back(path + ": " + text);
}

llvm::Error Import::fail(size_t line, const std::string &why) const {
  return llvm::createStringError(
      path + (line ? ":" + std::to_string(line) : "") + ": " + why);
}

std::string oneLine(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 16> words;
  llvm::SplitString(text, words, " \t\r\n\v\f");
  return llvm::join(words, " ");
}

std::string safeForTerminal(llvm::StringRef text) {
  std::string safe;
  auto escape = [&](unsigned char c) {
    safe += "\\x";
    safe += llvm::hexdigit(c >> 4, true);
    safe += llvm::hexdigit(c & 15, true);
  };
  const auto *at = text.bytes_begin(), *end = text.bytes_end();
  while (at != end) {
    unsigned length = llvm::getNumBytesForUTF8(*at);
    bool isWhole = length <= size_t(end - at) &&
                   llvm::isLegalUTF8Sequence(at, at + length);
    // C1 controls are the two bytes c2 80 .. c2 9f. Marks that turn the
    // direction of text would let a report lie about its places.
    bool isC1 = isWhole && length == 2 && at[0] == 0xc2 && at[1] < 0xa0;
    bool isTurn = isWhole && length == 3 && at[0] == 0xe2 &&
                  ((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) ||
                   (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
    if (!isWhole)
      length = 1;
    if (!isWhole || isC1 || isTurn || *at < ' ' || *at == 127)
      for (unsigned i = 0; i < length; ++i)
        escape(at[i]);
    else
      safe.append(reinterpret_cast<const char *>(at), length);
    at += length;
  }
  return safe;
}

llvm::StringRef between(llvm::StringRef text, llvm::StringRef open,
                        llvm::StringRef close) {
  size_t from = text.find(open);
  if (from == llvm::StringRef::npos)
    return "";
  from += open.size();
  size_t to = text.find(close, from);
  return to == llvm::StringRef::npos ? "" : text.slice(from, to);
}

uint32_t lineNumber(llvm::StringRef digits) {
  uint32_t number;
  return digits.getAsInteger(10, number) || number > 0x7fffffff ? 0 : number;
}

bool splitPlace(llvm::StringRef text, WarningPlace &place, uint32_t &column) {
  auto [rest, last] = text.rsplit(':');
  uint32_t number = lineNumber(last.split('-').first);
  if (!number || rest.empty())
    return false;
  auto [file, middle] = rest.rsplit(':');
  if (uint32_t line = lineNumber(middle); line && !file.empty()) {
    place.file = file.str();
    place.line = line;
    column = number;
    return true;
  }
  place.file = rest.str();
  place.line = number;
  column = 0;
  return true;
}

} // namespace rbcheck
