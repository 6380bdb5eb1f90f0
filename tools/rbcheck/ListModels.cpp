//===- tools/rbcheck/ListModels.cpp - Every library function there is -----===//
#include "tools/rbcheck/ListModels.h"

#include "interp/exec/Model.h"
#include "tools/load/Library.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

namespace rbcheck {

namespace {

/// Functions between runtime and machine are nobody's business.
bool isInternal(llvm::StringRef name) { return name.starts_with("__rb"); }

std::string lineOf(llvm::StringRef name, llvm::StringRef fidelity,
                   llvm::StringRef file, llvm::StringRef note) {
  std::string line =
      llvm::formatv("{0,-30}  {1,-11}  {2}", name, fidelity, file);
  if (!note.empty())
    line += "  " + note.str();
  return line + "\n";
}

/// What is instantiated from a header has no file of ours.
std::string fileOf(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  std::string file = subprogram ? subprogram->getFilename().str() : "";
  return llvm::StringRef(file).starts_with("runtime/") ? file : "headers";
}

/// The lines of one runtime library, sorted; constructors come in several
/// variants of one name.
std::set<std::string> linesOf(const std::string &library) {
  std::set<std::string> lines;
  llvm::LLVMContext context;
  llvm::Error error = eachPartOf(library, context, [&](llvm::Module &part) {
    for (const llvm::Function &function : part)
      if (!function.isDeclaration() && !function.hasLocalLinkage() &&
          !function.hasLinkOnceLinkage() && !isInternal(function.getName()))
        lines.insert(lineOf(llvm::demangle(function.getName()), "code",
                            fileOf(function), ""));
  });
  llvm::consumeError(std::move(error)); // none is listed then
  return lines;
}

llvm::StringRef noteOf(const Model &model) {
  std::optional<ApproximationKind> kind = findApproximation(model.note);
  return kind ? infoOf(*kind).text : "";
}

} // namespace

std::string listModels(const Installation &installation, bool verbose) {
  std::string text;
  for (const Model &model : allModels()) {
    if (isInternal(model.name))
      continue;
    std::string note = noteOf(model).str();
    if (verbose && model.touchesMemory())
      note += note.empty() ? "[touches]" : " [touches]";
    text += lineOf(model.name,
                   model.fidelity == Fidelity::Exact ? "exact" : "approximate",
                   model.file, note);
  }
  for (const std::string &library :
       {installation.runtime, installation.runtimeCxx})
    for (const std::string &line : linesOf(library))
      text += line;
  return text;
}

} // namespace rbcheck
