//===- search/triage/Sites.cpp - From a place in a report to instructions -===//
#include "search/triage/Sites.h"

#include "search/result/Locate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <algorithm>

namespace rbcheck {

namespace {

/// Effects that a step of this kind asks for; 0 = any instruction.
uint32_t wantedBy(StepOp op) {
  switch (op) {
  case StepOp::Read:
    return kReads | kUpdates;
  case StepOp::Write:
    return kWrites | kUpdates;
  case StepOp::Update:
    return kUpdates;
  case StepOp::Access:
    return kReads | kWrites | kUpdates;
  case StepOp::Call:
    return kCalls;
  default:
    return effectOf(op);
  }
}

bool isAccess(StepOp op) {
  return op == StepOp::Read || op == StepOp::Write || op == StepOp::Update ||
         op == StepOp::Access;
}

/// "cfg" of "&cfg", "this->cfg", "'cfg'", "cfg.x", "cfg[3]", "global 'cfg'".
std::vector<std::string> identifiers(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  for (char c : text + " ") {
    bool isPart = isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (isPart)
      word += c;
    else if (!word.empty())
      words.push_back(std::move(word)), word.clear();
  }
  return words;
}

/// Keeps what `test` accepts, unless that is nothing.
template <typename List, typename Test> bool prefer(List &list, Test test) {
  if (llvm::none_of(list, test))
    return false;
  llvm::erase_if(list, [&](const auto &one) { return !test(one); });
  return true;
}

} // namespace

std::string functionBaseName(const std::string &function) {
  // Outside of parentheses and angle brackets, the last word before the first
  // parenthesis; "operator()" and lambdas keep theirs.
  std::string name = function;
  if (size_t at = name.find("operator()"); at != std::string::npos)
    return "operator()";
  int depth = 0;
  std::string flat;
  for (char c : name) {
    if (c == '<')
      ++depth;
    else if (c == '>' && depth)
      --depth;
    else if (c == '(' && !depth)
      break;
    else if (!depth)
      flat += c;
  }
  size_t from = flat.rfind("::");
  if (from != std::string::npos)
    flat = flat.substr(from + 2);
  size_t space = flat.find_last_of(" *&");
  return space == std::string::npos ? flat : flat.substr(space + 1);
}

bool isFunctionNamed(const std::string &known, const std::string &wanted) {
  return known == wanted || functionBaseName(known) == functionBaseName(wanted);
}

Sites::Sites(const Program &program, std::vector<PathMap> maps,
             SourceReader read)
    : program_(program), paths_(program.files, std::move(maps)),
      read_(std::move(read)) {
  index();
  summarise();
}

void Sites::index() {
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function &function = program_.functions[f];
    for (uint32_t pc = 0; pc < function.code.size(); ++pc)
      for (uint32_t at = function.locs[pc]; at;
           at = program_.locs[at].inlinedAt) {
        const SourceLoc &loc = program_.locs[at];
        if (!loc.line)
          continue;
        lines_[loc.file][loc.line].push_back({{f, pc}, at});
        Extent &extent = extents_[{loc.file, loc.function}];
        extent.first = std::min(extent.first, loc.line);
        extent.last = std::max(extent.last, loc.line);
        if (!loc.inlinedAt && function.declared.line &&
            function.declared.file == loc.file)
          extent.first = std::min(extent.first, function.declared.line);
      }
  }
}

const Global *Sites::globalOf(CodePlace place) const {
  if (!(effects(place) & (kReads | kWrites | kUpdates)))
    return nullptr;
  const Function &function = program_.functions[place.function];
  const Insn &insn = function.code[place.pc];
  uint32_t slot = insn.a;
  if (insn.op == Op::CallModel) {
    const CallSite &site = function.callSites[insn.c];
    if (site.args.empty())
      return nullptr;
    slot = site.args[0].slot;
  } else if (insn.op == Op::MemCpy || insn.op == Op::MemMove ||
             insn.op == Op::MemSet) {
    slot = insn.dst;
  }
  if (slot < function.constBase ||
      slot - function.constBase >= function.constants.size())
    return nullptr;
  uint64_t address = function.constants[slot - function.constBase];
  if (address >> 45) // not in the region of the globals
    return nullptr;
  return program_.globalAt(uint32_t(address >> 16));
}

Sites::Candidates Sites::onLine(const std::vector<uint32_t> &files,
                                uint32_t line) const {
  Candidates all;
  for (uint32_t file : files)
    if (auto inFile = lines_.find(file); inFile != lines_.end())
      if (auto found = inFile->second.find(line);
          found != inFile->second.end())
        all.insert(all.end(), found->second.begin(), found->second.end());
  return all;
}

Sites::Candidates Sites::inFunction(const std::string &name) const {
  Candidates all;
  for (uint32_t f = 0; f < program_.functions.size(); ++f) {
    const Function &function = program_.functions[f];
    bool isWhole = !isLibraryFile(program_.files[function.declared.file]) &&
                   isFunctionNamed(llvm::demangle(function.name), name);
    for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
      uint32_t at = function.locs[pc];
      for (; at && !isWhole; at = program_.locs[at].inlinedAt)
        if (isFunctionNamed(program_.strings[program_.locs[at].function],
                            name) &&
            !isLibraryFile(program_.files[program_.locs[at].file]))
          break;
      if (at)
        all.push_back({{f, pc}, at});
    }
  }
  return all;
}

void Sites::narrowByObject(Candidates &all, const std::string &object) const {
  std::vector<std::string> words = identifiers(object);
  if (words.empty())
    return;
  prefer(all, [&](const Candidate &one) {
    const Global *global = globalOf(one.place);
    if (!global)
      return false;
    std::vector<std::string> names = identifiers(global->name);
    return !names.empty() && llvm::is_contained(words, names.back());
  });
}

void Sites::narrowByColumn(Candidates &all, const WarningStep &step) const {
  if (!step.column)
    return;
  auto column = [&](const Candidate &one) {
    return program_.locs[one.loc].column;
  };
  if (prefer(all, [&](const Candidate &one) {
        return column(one) == step.column;
      }))
    return;
  prefer(all, [&](const Candidate &one) {
    return column(one) >= step.column && column(one) < step.endColumn;
  });
}

void Sites::narrowByFunction(Candidates &all, const WarningStep &step) const {
  auto isIn = [&](const Candidate &one, const std::string &name) {
    const SourceLoc &loc = program_.locs[one.loc];
    return isFunctionNamed(program_.strings[loc.function], name) ||
           (!loc.inlinedAt &&
            isFunctionNamed(
                llvm::demangle(program_.functions[one.place.function].name),
                name));
  };
  if (!step.place.func.empty())
    prefer(all, [&](const Candidate &one) {
      return isIn(one, step.place.func);
    });
  // Of inlined copies, the one whose outer scopes the stack names; frames
  // outside of the function the copy is in say nothing.
  auto agreement = [&](const Candidate &one) {
    size_t count = 0;
    size_t frame = step.stack.size();
    for (uint32_t at = program_.locs[one.loc].inlinedAt; at && frame > 0;
         at = program_.locs[at].inlinedAt) {
      const SourceLoc &loc = program_.locs[at];
      const WarningPlace &outer = step.stack[--frame];
      if (!outer.func.empty() &&
          !isFunctionNamed(program_.strings[loc.function], outer.func))
        return size_t(0);
      if (outer.line && outer.line != loc.line)
        return size_t(0);
      ++count;
    }
    return count;
  };
  size_t most = 0;
  for (const Candidate &one : all)
    most = std::max(most, agreement(one));
  if (most)
    prefer(all,
           [&](const Candidate &one) { return agreement(one) == most; });
}

/// Rules 3 to 5.
Sites::Candidates Sites::choose(Candidates all, const WarningStep &step,
                                const std::string &object,
                                bool &isWrapper) const {
  isWrapper = false;
  if (uint32_t wanted = wantedBy(step.op)) {
    auto does = [&](const Candidate &one) {
      return (effects(one.place) & wanted) != 0;
    };
    auto leadsTo = [&](const Candidate &one) {
      const Function &function = program_.functions[one.place.function];
      const Insn &insn = function.code[one.place.pc];
      if (insn.op == Op::CallIndirect)
        return isAccess(step.op) ? false : (wanted & kCalls) != 0;
      if (insn.op != Op::Call)
        return false;
      uint32_t callee = function.callSites[insn.c].callee;
      // An access is where the user's code makes it; library code has no
      // place of its own in a report.
      if (isAccess(step.op) &&
          !isLibraryFile(
              program_.files[program_.functions[callee].declared.file]))
        return false;
      return (below_[callee] & wanted) != 0;
    };
    if (!prefer(all, does)) {
      if (!prefer(all, leadsTo))
        return {};
      isWrapper = true;
    }
  }
  if (isAccess(step.op)) {
    narrowByObject(all, step.object.empty() ? object : step.object);
    prefer(all, [&](const Candidate &one) { return isMarked(one.place); });
  }
  narrowByFunction(all, step);
  narrowByColumn(all, step);
  return all;
}

Site Sites::fail(SiteProblem problem, std::string message) const {
  Site site;
  site.problem = problem;
  site.message = std::move(message);
  return site;
}

Site Sites::find(const WarningStep &step, const std::string &object) const {
  Site site;
  if (step.isAnywhere()) {
    site.isAnywhere = true;
    return site;
  }
  SourcePaths::Match match;
  std::string function = step.place.func;
  if (!step.place.file.empty()) {
    match = paths_.find(step.place.file);
    if (!match.ambiguity.empty())
      return fail(SiteProblem::Ambiguous, match.ambiguity);
    // "publish" and "publish:14" name a function where a file could be.
    if (match.files.empty()) {
      if (inFunction(step.place.file).empty())
        return fail(SiteProblem::NoFile,
                    "'" + step.place.file +
                        "' is not in the debug info of this program");
      function = step.place.file;
    }
  }
  Candidates all;
  if (match.files.empty()) {
    all = inFunction(function);
    if (all.empty())
      return fail(SiteProblem::NoFile,
                  "no function '" + function + "' in this program");
    if (step.place.line) {
      for (const Candidate &one : all)
        if (uint32_t file = program_.locs[one.loc].file;
            !llvm::is_contained(match.files, file))
          match.files.push_back(file);
      llvm::erase_if(all, [&](const Candidate &one) {
        return program_.locs[one.loc].line != step.place.line;
      });
    }
  } else if (step.place.line) {
    all = onLine(match.files, step.place.line);
  } else {
    for (uint32_t file : match.files)
      if (auto inFile = lines_.find(file); inFile != lines_.end())
        for (const auto &[line, candidates] : inFile->second)
          all.insert(all.end(), candidates.begin(), candidates.end());
  }
  Candidates chosen = choose(std::move(all), step, object, site.isWrapper);
  if (chosen.empty()) {
    if (!step.place.line)
      return fail(SiteProblem::NoCode, "'" + function + "' has no " +
                                           stepOpWord(step.op) + " in it");
    site = widen(match.files, step, object);
  } else {
    for (const Candidate &one : chosen)
      site.places.push_back(one.place);
  }
  llvm::sort(site.places);
  site.places.erase(std::unique(site.places.begin(), site.places.end()),
                    site.places.end());
  return site;
}

} // namespace rbcheck
