//===- tools/rbcheck/OutputOptions.cpp - What is written where -----------===//
//
// Options of the reports and of what is shown instead of a search.
//
//===----------------------------------------------------------------------===//
#include "tools/rbcheck/OptionRow.h"

#include "tools/report/Explain.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck::options {
namespace {

template <Show What> Error show(Options &to, StringRef, StringRef) {
  to.show = What;
  return Error::success();
}
Error notBuilt(Options &, StringRef o, StringRef) {
  return usage("option '{0}' is not available in this version", o);
}
Error setJson(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.jsonFile);
}
Error setTrace(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.traceFile);
}
Error setNoMinimize(Options &to, StringRef, StringRef) {
  to.minimise = false;
  return Error::success();
}
Error setEmit(Options &to, StringRef o, StringRef v) {
  return readWord<Emit>(o, v, to.emit,
                        {{"marked-ir", Emit::MarkedIr},
                         {"program", Emit::Program},
                         {"states", Emit::States},
                         {"finals", Emit::Finals},
                         {"warnings", Emit::Warnings}});
}
Error setSarif(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.sarifFile);
}
Error setSarifFlow(Options &to, StringRef o, StringRef v) {
  return readWord<SarifFlow>(
      o, v, to.exports.flow,
      {{"both", SarifFlow::Both}, {"threads", SarifFlow::Threads}});
}
Error setHtml(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.exports.html);
}
Error setWitness(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.exports.witness);
}
Error setWitnessFormat(Options &to, StringRef o, StringRef v) {
  return readWord<WitnessFormat>(
      o, v, to.exports.witnessFormat.emplace(),
      {{"yaml", WitnessFormat::Yaml}, {"graphml", WitnessFormat::GraphMl}});
}
Error setSarifProfile(Options &to, StringRef o, StringRef v) {
  return readWord<bool>(o, v, to.sarifForGithub,
                        {{"full", false}, {"github", true}});
}
Error setCodeChecker(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.codeCheckerFile);
}
Error setJunit(Options &to, StringRef o, StringRef v) {
  return readOutputName(o, v, to.junitFile);
}
Error setProgress(Options &to, StringRef o, StringRef v) {
  return readWord<When>(o, v, to.progress,
                        {{"auto", When::Auto},
                         {"always", When::Always},
                         {"never", When::Never}});
}
Error setExplain(Options &to, StringRef o, StringRef v) {
  if (!explanation(v))
    return usage("option '{0}': '{1}' is not a kind of error; there are {2}; "
                 "and {3}",
                 o, v, llvm::join(explainedKinds(), ", "),
                 llvm::join(explainedTopics(), ", "));
  to.explain = v.str();
  to.show = Show::Explain;
  return Error::success();
}
Error setCompletion(Options &to, StringRef o, StringRef v) {
  return readWord<Show>(
      o, v, to.show,
      {{"bash", Show::BashCompletion}, {"zsh", Show::ZshCompletion}});
}
Error setVerbose(Options &to, StringRef, StringRef) {
  to.verbose = true;
  return Error::success();
}

const Row kRows[] = {
    {nullptr, nullptr, "Output", 0, nullptr},
    {"json", "FILE", "the result as JSON; - is standard output",
     kFinds | kJudges | kReads, setJson},
    {"trace", "FILE",
     "the error step by step, for rbreplay and other tools; - is standard "
     "output",
     kFinds | kJudges, setTrace},
    {"no-minimize", nullptr, "show an error as it was found, not shortened",
     kFinds | kJudges, setNoMinimize},
    {"html", "FILE", "a page to step through the error in a browser",
     kFinds | kJudges, setHtml},
    {"sarif", "FILE",
     "the errors as SARIF 2.1.0; with --locs: the warnings, each with its "
     "verdict",
     kFinds | kJudges, setSarif},
    {"sarif-flow", "WHICH",
     "code flows of an error: both (default; merged and exact), or threads "
     "(the exact one only)",
     kFinds, setSarifFlow},
    {"sarif-profile", "NAME",
     "full (default), or github: what GitHub code scanning shows",
     kJudges, setSarifProfile},
    {"witness", "FILE",
     "a verification witness of the first error, YAML 2.2 or GraphML 1.0",
     kFinds, setWitness},
    {"witness-format", "FORMAT",
     "yaml or graphml; by default GraphML if FILE ends in .graphml",
     kFinds, setWitnessFormat},
    {"codechecker", "FILE", "with --locs: a review file for CodeChecker",
     kJudges, setCodeChecker},
    {"junit", "FILE", "with --locs: one JUnit test case per warning",
     kJudges, setJunit},
    {"emit", "STAGE",
     "print an intermediate stage: marked-ir, program, states, warnings "
     "(what --locs was understood as)",
     kFinds | kPrints | kReads, setEmit},
    {"progress", "WHEN", "a live line: auto (default), always, never",
     kAlways, setProgress},
    {"verbose", nullptr, "show internals, too",
     kAlways, setVerbose},

    {nullptr, nullptr, "Information", 0, nullptr},
    {"help", nullptr, "this text",
     kAlways, show<Show::Help>},
    {"version", nullptr, "version of rbcheck, and what was compiled in",
     kAlways, show<Show::Version>},
    {"list-searches", nullptr, "searches and their parameters",
     kAlways, show<Show::Searches>},
    {"list-models", nullptr, "library functions that are modelled",
     kAlways, show<Show::Models>},
    {"list-checks", nullptr, "properties that can be checked",
     kAlways, show<Show::Checks>},
    {"explain", "KIND",
     "what an error of this kind means, an example, and usual fixes; also "
     "memory-order",
     kAlways, setExplain},
    {"completion", "SHELL",
     "a script that completes the options of rbcheck in bash or zsh",
     kAlways, setCompletion},

    // Words of the contract for later versions.
    {"por", "", nullptr,
     kAlways, notBuilt},
};

} // namespace

llvm::ArrayRef<Row> outputRows() { return kRows; }

} // namespace rbcheck::options
