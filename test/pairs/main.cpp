//===- test/pairs/main.cpp - Which lines cannot race, by the code alone ---===//
//
//   rbcheck-pairs PROGRAM
//
// prints, sorted, for every two lines of the user's code that touch memory
// others can reach, and may conflict for all that their instructions say (a
// line with itself, too):
//
//   excluded FILE:LINE FILE:LINE REASON
//   open FILE:LINE FILE:LINE
//
// as search/triage/static/Exclusion.h has it, without any search; compare.py
// beside it compares that with what the oracle finds. Exit code 0; 3 if the
// program cannot be loaded.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "interp/program/OperandInfo.h"
#include "search/result/Locate.h"
#include "search/triage/static/Touched.h"
#include "search/triage/static/Words.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace rbcheck;

namespace {

using Lines = std::map<std::string, std::vector<CodePlace>>;

bool isMarkedAccess(const Function &function, const Insn &insn) {
  if (insn.op == Op::CallModel)
    return function.callSites[insn.c].marked;
  return hasAccessFlags(insn.op) && (insn.c & kMarked);
}

Lines accessLines(const Program &program) {
  Lines lines;
  for (uint32_t f = 0; f < program.functions.size(); ++f) {
    const Function &function = program.functions[f];
    if (isLibraryFile(program.files[function.declared.file]))
      continue;
    for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
      const Location where = locate(program, {f, pc});
      if (isMarkedAccess(function, function.code[pc]) && where.isKnown())
        lines[llvm::sys::path::filename(where.file).str() + ":" +
              std::to_string(where.line)]
            .push_back({f, pc});
    }
  }
  return lines;
}

/// Why no two threads can be at the two lines: "" if they can, none if they
/// do not conflict whoever executes them.
std::optional<std::string> excludes(const Program &program,
                                    const Exclusion &exclusion,
                                    const Lines::value_type &a,
                                    const Lines::value_type &b) {
  ReasonWords words(program);
  bool isRival = false, isExecuted = false;
  for (CodePlace x : a.second)
    for (CodePlace y : b.second) {
      if (!mayConflict(program, x, y))
        continue;
      isRival = true;
      if (!exclusion.isExecuted(x) || !exclusion.isExecuted(y))
        continue;
      isExecuted = true;
      const auto reasons = exclusion.between(x, y);
      if (reasons.empty())
        return "";
      for (const ExclusionReason &reason : reasons)
        words.add(reason, a.first, b.first);
    }
  if (!isRival)
    return std::nullopt;
  return isExecuted ? words.text() : "one of them is never executed";
}

int fail(llvm::Error error) {
  llvm::errs() << "rbcheck-pairs: " << llvm::toString(std::move(error)) << "\n";
  return 3;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: rbcheck-pairs PROGRAM\n";
    return 3;
  }
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv[0]);
  auto module = loadModule(argv[1], context, installation);
  if (!module)
    return fail(module.takeError());
  if (llvm::Error error = prepareModule(**module, installation))
    return fail(std::move(error));
  llvm::Expected<Program> program = decode(**module, findModel);
  if (!program)
    return fail(program.takeError());
  const Exclusion exclusion(*program);
  const Lines lines = accessLines(*program);
  for (auto a = lines.begin(); a != lines.end(); ++a)
    for (auto b = a; b != lines.end(); ++b) {
      const auto why = excludes(*program, exclusion, *a, *b);
      if (why)
        llvm::outs() << (why->empty() ? "open " : "excluded ") << a->first
                     << " " << b->first << (why->empty() ? "" : " ") << *why
                     << "\n";
    }
  return 0;
}
