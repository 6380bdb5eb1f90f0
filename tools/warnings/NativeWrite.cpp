//===- tools/warnings/NativeWrite.cpp - Writes the native format ----------===//
//
// The long form, for every warning: reading it again gives the same warnings
// but for where they came from, which is a comment.
// Tested by test/warnings/round-trip.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/NativeLine.h"
#include "tools/warnings/Read.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

std::string quoted(llvm::StringRef text) {
  std::string word = nativeQuote(text);
  return word[0] == '"' ? word : "\"" + word + "\"";
}

void writeField(llvm::raw_ostream &out, const char *name,
                const std::string &value) {
  if (!value.empty())
    out << "  " << name << " " << nativeQuote(value) << "\n";
}

void writeConstraints(llvm::raw_ostream &out, const WarningConstraints &asked) {
  if (asked.sameThread)
    out << "  require same-thread\n";
  if (asked.differentThreads)
    out << "  require different-threads\n";
  if (asked.sameAddress)
    out << "  require same-address\n";
  if (asked.parked)
    out << "  require parked\n";
  if (asked.holdsLocks)
    out << "  require locks-held\n";
}

void writeThread(llvm::raw_ostream &out,
                 const std::vector<WarningStep> &thread) {
  out << "  thread";
  if (!thread.empty() && !thread[0].thread.empty())
    out << " " << (thread[0].thread == "spawned"
                       ? "\"spawned\""
                       : nativeQuote(thread[0].thread));
  if (!thread.empty() && thread[0].spawn)
    out << " spawned " << nativePlace(*thread[0].spawn);
  out << "\n";
  for (const WarningStep &step : thread) {
    out << "    " << nativeStep(step) << "\n";
    for (auto frame = step.stack.rbegin(); frame != step.stack.rend(); ++frame)
      out << "      from " << nativePlace(*frame) << "\n";
  }
}

void writeWarning(llvm::raw_ostream &out, const Warning &warning) {
  for (const WarningSource &source : warning.sources)
    out << "# " << safeForTerminal(source.path) << " "
        << safeForTerminal(source.pointer) << "\n";
  out << "warning " << nativeQuote(warning.id) << " "
      << warningKindWord(warning.kind);
  if (!warning.message.empty())
    out << " " << quoted(warning.message);
  out << "\n";
  if (warning.tool != "native")
    writeField(out, "tool", warning.tool);
  writeField(out, "rule", warning.rule);
  writeField(out, "object", warning.object);
  writeField(out, "hash", warning.hash);
  writeField(out, "incomplete", warning.incomplete);
  writeField(out, warning.onlyConfirm ? "confirm-only" : "unjudged",
             warning.unjudged);
  writeField(out, warning.inCalls ? "fails-below" : "fails-with",
             warning.property);
  if (warning.confidence)
    out << "  confidence " << *warning.confidence << "\n";
  writeConstraints(out, warning.constraints);
  for (const WarningLock &lock : warning.locks) {
    WarningStep step;
    step.place = lock.declared;
    step.column = lock.column;
    out << "  mutex " << (lock.name.empty() ? "*" : nativeQuote(lock.name))
        << " declared " << nativeSpot(step) << "\n";
  }
  for (const auto &thread : warning.threads)
    writeThread(out, thread);
  out << "end\n";
}

} // namespace

std::string nativeText(const std::vector<Warning> &warnings) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Warning &warning : warnings)
    writeWarning(out, warning);
  return text;
}

} // namespace rbcheck
