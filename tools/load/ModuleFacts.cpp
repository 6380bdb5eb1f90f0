//===- tools/load/ModuleFacts.cpp - What to know of a module --------------===//
#include "tools/load/ModuleFacts.h"

#include "search/files/Read.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Path.h"

#include <set>

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

/// libstdc++ has them in a namespace, in which those of rbcheck_parallel.h have
/// one of their own.
bool isSerialAlgorithm(const llvm::Function &function) {
  StringRef inside =
      function.getName().split("6__pstl16__serial_backend").second;
  return inside.contains("__parallel_") && !inside.starts_with("9__rbcheck");
}

std::string pathOf(const llvm::DIFile &file) {
  llvm::SmallString<128> path(file.getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file.getDirectory();
    llvm::sys::path::append(path, file.getFilename());
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

/// The source files of functions that call OpenMP's library.
std::set<std::string> usersOfOpenMp(const llvm::Module &module) {
  std::set<std::string> files;
  for (const llvm::Function &callee : module)
    if (callee.getName().starts_with("__kmpc_"))
      for (const llvm::User *user : callee.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
          if (auto *caller = call->getFunction()->getSubprogram())
            files.insert(pathOf(*caller->getFile()));
  return files;
}

/// What follows `# pragma omp` or `_Pragma("omp ...")`; "" if the line has
/// none.
StringRef pragmaOf(StringRef line) {
  if (size_t at = line.find("_Pragma(\"omp "); at != StringRef::npos)
    return line.drop_front(at).split(' ').second.ltrim();
  line = line.ltrim();
  if (!line.consume_front("#"))
    return "";
  line = line.ltrim();
  if (!line.consume_front("pragma"))
    return "";
  line = line.ltrim();
  return line.consume_front("omp ") ? line.ltrim() : "";
}

/// Compiled or not, it need not call OpenMP's library; and what is not compiled
/// of it hides no error but makes some.
bool needsNoLibrary(StringRef pragma) {
  return llvm::any_of(llvm::ArrayRef<StringRef>{"atomic", "threadprivate",
                                                "declare", "end declare",
                                                "flush", "requires"},
                      [&](StringRef word) { return pragma.starts_with(word); });
}

/// Iterations that are to be executed side by side are so one after the other.
bool isSimd(StringRef pragma) {
  llvm::SmallVector<StringRef, 8> words;
  pragma.split(words, ' ', -1, /*KeepEmpty=*/false);
  return words[0] != "declare" && llvm::any_of(words, [](StringRef word) {
           return word.take_while(llvm::isAlpha) == "simd";
         });
}

/// The first line with a pragma that has no effect, and a word about it; ""
/// if there is none. `isUser`: the file's functions call OpenMP's library;
/// `isCompiled`: pragmas of some file were compiled.
std::string findPragma(StringRef text, bool isUser, bool isCompiled) {
  if (!text.contains("omp "))
    return "";
  for (size_t number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    StringRef pragma = pragmaOf(line);
    if (pragma.empty())
      continue;
    const bool isLost = !isUser && !(isCompiled && needsNoLibrary(pragma));
    if (isSimd(pragma) && (isUser || isCompiled))
      return std::to_string(number) + ": simd";
    if (isLost)
      return std::to_string(number);
  }
  return "";
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
  // clang says for each module that pragmas were compiled; one of several that
  // were linked may have been left out.
  const bool isCompiled = module.getModuleFlag("openmp") != nullptr;
  const auto users = usersOfOpenMp(module);
  for (const llvm::DIFile *file : files) {
    const std::string path = pathOf(*file);
    auto text = readSourceFile(path);
    if (!text)
      continue;
    std::string found =
        findPragma(text->getBuffer(), users.contains(path), isCompiled);
    if (!found.empty())
      return file->getFilename().str() + ":" + found;
  }
  return "";
}

} // namespace

bool hasOpenMpPragma(StringRef file) {
  auto text = readSourceFile(file.str());
  return text && !findPragma(text->getBuffer(), /*isUser=*/false,
                             /*isCompiled=*/false)
                      .empty();
}

ModuleFacts factsOf(const llvm::Module &module) {
  ModuleFacts facts;
  facts.isOptimised = isOptimised(module);
  facts.ignoredOpenMp = findPragma(module);
  facts.hasSerialAlgorithms = llvm::any_of(module, isSerialAlgorithm);
  return facts;
}

} // namespace rbcheck
