//===- tools/rbcheck/ReadGuide.cpp - Locations for a search ---------------===//
#include "tools/rbcheck/ReadGuide.h"

#include "tools/rbcheck/WarningsMode.h"

#include "search/triage/GuideFromWarnings.h"

#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

bool isGuided(const Options &options) {
  return !options.reports.empty() && options.check.search &&
         options.check.search->wantsGuide();
}

llvm::Expected<std::shared_ptr<const Guide>>
readGuide(const Program &program, const Options &options) {
  llvm::Expected<ImportedWarnings> read = readReports(options);
  if (!read)
    return read.takeError();
  Sites sites(program, options.reading.pathMaps);
  std::vector<std::string> notes;
  auto guide = std::make_shared<Guide>(
      guideFrom(program, sites, read->warnings, notes));
  for (const std::string &note : notes)
    llvm::errs() << "note: " << note << "\n";
  if (guide->sequences.empty())
    return llvm::createStringError(
        "--locs names no location of the program to follow");
  return guide;
}

} // namespace rbcheck
