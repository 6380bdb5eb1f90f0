//===- tools/rbcheck/WarningOptions.cpp - Warnings of other tools --------===//
//
// Options that say which warnings to judge and how to read them, or which place
// to reach.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "tools/warnings/Read.h"

namespace rbcheck::options {
namespace {

Error setLocs(Options &to, StringRef o, StringRef v) {
  return readFileName(o, v, to.reports.emplace_back());
}
Error setFormat(Options &to, StringRef o, StringRef v) {
  auto format = formatOf(v);
  if (!format)
    return usage("option '{0}': '{1}' is not one of {2}", o, v, formatWords());
  to.reading.format = *format;
  return Error::success();
}
Error setStrict(Options &to, StringRef, StringRef) {
  to.reading.isStrict = true;
  return Error::success();
}
Error setIncludeSuppressed(Options &to, StringRef, StringRef) {
  to.reading.includeSuppressed = true;
  return Error::success();
}
Error setPathMap(Options &to, StringRef o, StringRef v) {
  auto [from, with] = v.split('=');
  if (from.empty() || !v.contains('='))
    return usage("option '{0}': '{1}' is not of the form FROM=TO", o, v);
  to.reading.pathMaps.push_back({from.str(), with.str()});
  return Error::success();
}
Error setTimePerWarning(Options &to, StringRef o, StringRef v) {
  return readSeconds(o, v, to.secondsPerWarning);
}
Error setGuide(Options &to, StringRef o, StringRef v) {
  return readWord(o, v, to.guide,
                  {{"late", GuideUse::Late},
                   {"first", GuideUse::First},
                   {"never", GuideUse::Never}});
}
Error setExplainVerdict(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs the id of a warning", o);
  to.explainVerdict = v.str();
  return Error::success();
}
Error setTarget(Options &to, StringRef o, StringRef v) {
  if (v.empty())
    return usage("option '{0}' needs a place (FILE:LINE or FUNCTION)", o);
  to.target = v.str();
  return Error::success();
}

const Row kRows[] = {
    {nullptr, nullptr, "Warnings of other tools", 0, nullptr},
    {"locs", "FILE",
     "judge the warnings in FILE, a report of an analyzer or location "
     "sequences (docs/formats.md); may be given more than once",
     kGuided | kJudges | kReads, setLocs},
    {"format", "NAME",
     "read FILE as this format instead of recognising it: sarif, tsan, "
     "helgrind, infer, goblint, text, plist, native, ...",
     kGuided | kJudges | kReads, setFormat},
    {"strict", nullptr, "a record that cannot be read is an error",
     kGuided | kJudges | kReads, setStrict},
    {"include-suppressed", nullptr,
     "judge also what the tool was told to hide",
     kGuided | kJudges | kReads, setIncludeSuppressed},
    {"path-map", "FROM=TO",
     "paths in reports that begin with FROM begin with TO here",
     kGuided | kJudges | kReads | kAsks, setPathMap},
    {"time-per-warning", "S",
     "seconds for a search of its own for a warning that the searches for all "
     "leave open (default 10)",
     kJudges | kAsks, setTimePerWarning},
    {"guide", "late|first|never",
     "when a warning gets a search of its own along its places: if the "
     "searches for all leave it open (default), before them, or not at all; "
     "with the last two nothing is run at random",
     kJudges, setGuide},
    {"explain-verdict", "ID",
     "instead of the table, all that the verdict on the warning ID rests on",
     kJudges, setExplainVerdict},

    {"target", "FILE:LINE",
     "ask only whether some schedule comes to this place: exit code 1 if one "
     "does, 0 if none can",
     kAsks, setTarget},
};

} // namespace

llvm::ArrayRef<Row> warningRows() { return kRows; }

} // namespace rbcheck::options
