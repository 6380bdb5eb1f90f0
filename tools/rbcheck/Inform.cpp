//===- tools/rbcheck/Inform.cpp - What this build can do ------------------===//
#include "tools/rbcheck/Inform.h"

#include "search/gambit/Cost.h"
#include "tools/rbcheck/Completion.h"
#include "tools/rbcheck/ListModels.h"
#include "tools/rbcheck/Version.h"
#include "tools/report/Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

std::string listSearches() {
  std::string text;
  for (const SearchInfo &search : allSearches()) {
    text += llvm::formatv("{0,-22}{1}\n", search.name, search.help);
    for (const SearchParam &param : search.params)
      text += llvm::formatv("  {0,-20}{1}: {2} (default {3})\n", param.name,
                            param.help, param.values(), param.byDefault);
  }
  text += "\nCosts of gambit (mdpor+pb: the first decides, then the next; "
          "3*pb:rand: "
          "a sum;\nmdpor/rand: by turns)\n";
  for (const CostInfo &cost : allCosts())
    text += llvm::formatv("  {0,-20}{1}\n", cost.name, cost.help);
  return text;
}

std::string listChecks() {
  std::string text;
  for (const CheckInfo &check : allChecks()) {
    const char *state = check.onByDefault ? "on" : "off";
    std::string help = check.help;
    for (size_t at = 0; (at = help.find('\n', at)) != std::string::npos;)
      help.replace(at, 1, "\n" + std::string(26, ' ')), at += 26;
    text += llvm::formatv("{0,-20}{1,-6}{2}\n", check.name, state, help);
  }
  return text;
}

/// The page of an error kind or a topic, and how a check is turned on or off.
std::string explain(llvm::StringRef kind) {
  std::string text = plainText(*explanation(kind));
  llvm::StringRef property = checkOfKind(kind);
  for (const CheckInfo &check : allChecks())
    if (property == check.name)
      text += llvm::formatv(
          "\nProperty: {0} ({1})\n", check.name,
          check.onByDefault ? "on by default; off with --check=-" + property
                            : "off by default; on with --check=+" + property);
  return text;
}

} // namespace

std::string inform(const Options &options, const Installation &installation) {
  switch (options.show) {
  case Show::Nothing:
    return "";
  case Show::Help:
    return helpText();
  case Show::Version:
    return versionText(installation);
  case Show::Searches:
    return listSearches();
  case Show::Models:
    return listModels(installation, options.verbose);
  case Show::Checks:
    return listChecks();
  case Show::Explain:
    return explain(options.explain);
  case Show::BashCompletion:
    return bashCompletion();
  case Show::ZshCompletion:
    return zshCompletion();
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
