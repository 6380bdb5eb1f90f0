//===- tools/load/ModuleFacts.cpp - What to know of a module --------------===//
#include "tools/load/ModuleFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// Debug information says it. Without any, clang marks every function that it
/// left as it was; who else made the module does not tell.
bool isOptimised(const llvm::Module &module) {
  if (!module.debug_compile_units().empty())
    return llvm::any_of(module.debug_compile_units(),
                        [](const llvm::DICompileUnit *unit) {
                          // What has no file is a library that rbcheck
                          // compiled (KeptBitcode.h).
                          return unit->isOptimized() &&
                                 unit->getFilename() != "/dev/null";
                        });
  if (!module.getNamedMetadata("llvm.ident"))
    return false;
  auto isLeft = [](const llvm::Function &function) {
    return function.hasFnAttribute(llvm::Attribute::OptimizeNone);
  };
  auto couldBeLeft = [](const llvm::Function &function) {
    return !function.isDeclaration() &&
           !function.hasFnAttribute(llvm::Attribute::AlwaysInline) &&
           !function.hasFnAttribute(llvm::Attribute::Naked);
  };
  return llvm::none_of(module, isLeft) && llvm::any_of(module, couldBeLeft);
}

bool usesOpenMp(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.getName().starts_with("__kmpc_");
  });
}

/// `# pragma omp ...` or `_Pragma("omp ...")`.
bool isPragma(StringRef line) {
  if (line.contains("_Pragma(\"omp "))
    return true;
  line = line.ltrim();
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim();
  return line.consume_front("pragma") && line.ltrim().starts_with("omp ");
}

/// The first line with a pragma, from 1; 0 if there is none.
size_t lineOfPragma(StringRef text) {
  if (!text.contains("omp "))
    return 0;
  size_t number = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    ++number;
    if (isPragma(line))
      return number;
    text = rest;
  }
  return 0;
}

std::string findPragma(const llvm::Module &module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::vector<const llvm::DIFile *> files;
  for (const llvm::DICompileUnit *unit : finder.compile_units())
    files.push_back(unit->getFile());
  for (const llvm::DISubprogram *subprogram : finder.subprograms())
    if (subprogram->isDefinition() && subprogram->getFile() &&
        !llvm::is_contained(files, subprogram->getFile()))
      files.push_back(subprogram->getFile());
  for (const llvm::DIFile *file : files) {
    llvm::SmallString<128> path(file->getFilename());
    if (!llvm::sys::path::is_absolute(path)) {
      path = file->getDirectory();
      llvm::sys::path::append(path, file->getFilename());
    }
    auto text = llvm::MemoryBuffer::getFile(path);
    if (!text)
      continue;
    if (size_t line = lineOfPragma((*text)->getBuffer()))
      return file->getFilename().str() + ":" + std::to_string(line);
  }
  return "";
}

} // namespace

ModuleFacts factsOf(const llvm::Module &module) {
  ModuleFacts facts;
  facts.isOptimised = isOptimised(module);
  if (!usesOpenMp(module))
    facts.ignoredOpenMp = findPragma(module);
  return facts;
}

} // namespace rbcheck
