//===- tools/rbcheck/Progress.cpp - The live line on a terminal -----------===//
#include "tools/rbcheck/Progress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

namespace {

constexpr size_t kWidth = 79; ///< the cursor needs a column

/// A search by what it does: "dfs, reduced" is "depth-first, reduced".
std::string workText(llvm::StringRef search) {
  constexpr std::pair<const char *, const char *> kWords[] = {
      {"dfs", "depth-first"},
      {"bfs", "breadth-first"},
      {"predict", "predicting orders"},
      {"random-walk", "random walks"},
      {"surw", "random walks"},
      {"pct", "random walks"},
      {"pos", "random walks"},
      {"random-order", "depth-first, random order"},
      {"rb", "randomized backtracking"},
  };
  auto [spec, bounds] = search.split(", ");
  llvm::StringRef name = spec.split(':').first;
  std::string text = name.str();
  for (auto [word, words] : kWords)
    if (name == word)
      text = words;
  return bounds.empty() ? text : text + ", " + bounds.str();
}

} // namespace

ProgressLine::ProgressLine(const Options &options)
    : isOn_(options.progress == When::Always ||
            (options.progress == When::Auto && isatty(STDERR_FILENO))),
      limit_(options.check.context.limits.seconds) {
  if (options.check.search && !options.check.search->isTeam())
    work_ = workText(options.check.search->text());
}

void ProgressLine::works(llvm::StringRef what) { work_ = workText(what); }

void ProgressLine::progress(const Statistics &stats, uint32_t depth) {
  last_ = stats.states;
  if (!isOn_)
    return;
  uint64_t states = earlier_ + last_;
  double rate = stats.seconds > 0 ? double(states) / stats.seconds : 0;
  const std::string of = limit_ <= 0 ? ""
                         : limit_ == double(uint64_t(limit_))
                             ? llvm::formatv(" of {0}", uint64_t(limit_)).str()
                             : llvm::formatv(" of {0:f1}", limit_).str();
  // What fits, the most telling first.
  std::string line = work_.empty() ? "" : work_ + ": ";
  line += llvm::formatv("{0:n} states, {1:f1}{2} s", states, stats.seconds, of);
  std::vector<std::string> more;
  if (covered_.preemptions) {
    more.push_back(
        llvm::formatv("all <= {0} preemptions", *covered_.preemptions));
    if (covered_.known)
      more.push_back(llvm::formatv("{0} % of known with {1}",
                                   covered_.percent(),
                                   *covered_.preemptions + 1));
  }
  more.push_back(llvm::formatv("{0:n}/s", uint64_t(rate)));
  more.push_back(llvm::formatv("{0:n} MB", residentMb()));
  more.push_back(llvm::formatv("depth {0:n}", depth));
  for (const std::string &part : more)
    if (line.size() + 2 + part.size() <= kWidth)
      line += ", " + part;
  line.resize(std::min(line.size(), kWidth));
  const size_t shown = line.size();
  line.resize(std::max(width_, line.size()), ' ');
  width_ = std::max(width_, shown);
  llvm::errs() << '\r' << line << '\r';
  llvm::errs().flush();
  isShown_ = true;
}

void ProgressLine::clear() {
  if (isShown_)
    llvm::errs() << '\r' << std::string(width_, ' ') << '\r';
  isShown_ = false;
}

} // namespace rbcheck
