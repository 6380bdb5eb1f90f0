//===- search/triage/SitesNear.cpp - Places on lines without such code ----===//
//
// Tools do not agree on the line of what takes several, and reports are older
// than sources. What a line that has no code, or no such operation, can mean:
//
//   - Another line of the same statement, if the source can be read and no
//     access is on the line: a call whose arguments go on here has its code
//     where it begins. The nearest one above that does what the step says, else
//     the nearest below.
//   - Anything on the line, if it has code at all.
//   - Nothing, if it is in the definition of a macro: the code is wherever the
//     macro is used, and no line stands for all of these.
//   - The nearest line with code above and the nearest below, at most three
//     away, in the same function: those that do what the step says, else both.
//     Both, since a refutation has to hold for whichever is meant.
//
// A function reaches from its declaration to the last line of its code, which
// is that of its closing brace unless it never returns. What lies behind that
// and before the next declaration is in neither.
//
//===----------------------------------------------------------------------===//
#include "search/triage/Sites.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

constexpr static uint32_t kMostLinesAway = 3;

const SourceText &Sites::text(uint32_t file) const {
  auto found = texts_.find(file);
  if (found == texts_.end())
    found = texts_.emplace(file, SourceText(read_(program_.files[file]))).first;
  return found->second;
}

std::string Sites::macroAt(const Files &files, uint32_t line) const {
  for (uint32_t file : files)
    if (const std::string &macro = text(file).macroAt(line); !macro.empty())
      return macro;
  return "";
}

/// "; the nearest code is line 12 (f) and line 19 (g)".
std::string Sites::nearest(const Files &files, uint32_t line) const {
  std::map<uint32_t, std::string> all;
  for (uint32_t file : files)
    if (auto inFile = lines_.find(file); inFile != lines_.end())
      for (const auto &[number, candidates] : inFile->second)
        all.emplace(number,
                    functionBaseName(
                        program_.strings[program_.locs[candidates.front().loc]
                                             .function]));
  if (all.empty())
    return "; no line of this file has code in this program";
  auto after = all.upper_bound(line);
  std::string text;
  auto add = [&](const auto &one) {
    text += text.empty() ? "; the nearest code is line " : " and line ";
    text += std::to_string(one.first);
    if (!one.second.empty())
      text += " (" + one.second + ")";
  };
  if (after != all.begin())
    add(*std::prev(after));
  if (after != all.end())
    add(*after);
  return text;
}

Sites::Near Sites::chooseOn(const Files &files,
                            const std::vector<uint32_t> &lines,
                            WarningStep step,
                            const std::string &object) const {
  step.column = step.endColumn = 0; // those of another line
  Near near;
  for (uint32_t line : lines) {
    bool isWrapper;
    Candidates some = choose(onLine(files, line), step, object, isWrapper);
    llvm::erase_if(some, [&](const Candidate &one) {
      return !step.place.func.empty() &&
             !isFunctionNamed(
                 program_.strings[program_.locs[one.loc].function],
                 step.place.func);
    });
    if (some.empty())
      continue;
    near.lines.push_back(line);
    near.isWrapper |= isWrapper;
    near.found.insert(near.found.end(), some.begin(), some.end());
  }
  return near;
}

Sites::Near Sites::inStatement(const Files &files, const WarningStep &step,
                               const std::string &object) const {
  const uint32_t here = step.place.line;
  for (uint32_t file : files) {
    const SourceText &source = text(file);
    const uint32_t begin = source.statementAt(here);
    if (!begin)
      continue;
    std::vector<uint32_t> order; // nearest above, ..., nearest below, ...
    for (uint32_t line = here; line-- > begin;)
      order.push_back(line);
    for (uint32_t line = here + 1; line <= source.lines(); ++line) {
      uint32_t other = source.statementAt(line);
      if (other && other != begin)
        break;
      order.push_back(line);
    }
    for (uint32_t line : order)
      if (Near near = chooseOn({file}, {line}, step, object);
          !near.found.empty())
        return near;
  }
  return {};
}

Sites::Near Sites::inFunctionAround(const Files &files,
                                    const WarningStep &step,
                                    const std::string &object) const {
  const uint32_t here = step.place.line;
  // The innermost function around the line; instances of a template share it.
  Extent around{0, 0};
  for (const auto &[key, extent] : extents_)
    if (llvm::is_contained(files, key.first) && extent.first <= here &&
        here <= extent.last && extent.first >= around.first)
      around = extent;
  if (!around.last)
    return {};
  auto hasCode = [&](uint32_t line) {
    return llvm::any_of(onLine(files, line), [&](const Candidate &one) {
      const SourceLoc &loc = program_.locs[one.loc];
      return extents_.at({loc.file, loc.function}).first == around.first;
    });
  };
  std::vector<uint32_t> lines;
  for (int sign : {-1, 1})
    for (uint32_t away = 1; away <= kMostLinesAway; ++away) {
      const int64_t line = int64_t(here) + sign * int64_t(away);
      if (line >= around.first && line <= around.last &&
          hasCode(uint32_t(line))) {
        lines.push_back(uint32_t(line));
        break;
      }
    }
  Near near = chooseOn(files, lines, step, object);
  if (!near.found.empty())
    return near;
  WarningStep any = step;
  any.op = StepOp::At;
  return chooseOn(files, lines, any, object);
}

/// "line 12", "lines 12 and 15", "anything on that line".
static std::string inWords(const std::vector<uint32_t> &lines) {
  if (lines.empty())
    return "anything on that line";
  std::string text = lines.size() == 1 ? "line " : "lines ";
  for (uint32_t line : lines)
    text += (line == lines.front() ? "" : " and ") + std::to_string(line);
  return text;
}

Site Sites::widen(const Files &files, const WarningStep &step,
                  const std::string &object) const {
  const std::string where =
      (step.place.file.empty() ? step.place.func : step.place.file) + ":" +
      std::to_string(step.place.line);
  WarningStep any = step;
  any.op = StepOp::At;
  Near here;
  here.found =
      choose(onLine(files, step.place.line), any, object, here.isWrapper);
  const bool hasCode = !here.found.empty();
  const bool hasAccess = llvm::any_of(here.found, [&](const Candidate &one) {
    return (effects(one.place) & (kReads | kWrites | kUpdates)) &&
           isMarked(one.place);
  });
  if (std::string macro = macroAt(files, step.place.line);
      !hasCode && !macro.empty())
    return fail(SiteProblem::NoCode,
                where + " is in the definition of the macro " + macro +
                    "; its code is where the macro is used");

  Near near;
  if (!hasAccess)
    near = inStatement(files, step, object);
  if (near.found.empty() && !hasCode)
    near = inStatement(files, any, object);
  const bool isSame = !near.found.empty();
  if (!isSame)
    near = hasCode ? here : inFunctionAround(files, step, object);
  const std::string what =
      where + " has no " + (hasCode ? stepOpWord(step.op) : "code");
  if (near.found.empty())
    return fail(SiteProblem::NoCode, what + nearest(files, step.place.line));
  Site site;
  for (const Candidate &one : near.found)
    site.places.push_back(one.place);
  site.isWrapper = near.isWrapper;
  site.notes.push_back(what + "; taken as " + inWords(near.lines) +
                       (isSame ? " of the same statement" : ""));
  return site;
}

} // namespace rbcheck
