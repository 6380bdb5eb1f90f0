//===- tools/load/TestLibrary.cpp - The framework a program tests with ----===//
#include "tools/load/TestLibrary.h"

#include "tools/load/KeptBitcode.h"
#include "tools/load/TestHooks.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace rbcheck {

namespace {

namespace path = llvm::sys::path;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using Words = std::vector<std::string>;

/// main, and what runtime/cxx/test-frameworks.cpp calls.
constexpr const char *kWanted[] = {
    "main",
    "_ZNK5Catch12TestCaseInfo8okToFailEv",
    "_ZNK5Catch15AssertionResult4isOkEv",
    "_ZNK5Catch15AssertionResult20getExpressionInMacroB5cxx11Ev",
    "_ZNK5Catch15AssertionResult21getExpandedExpressionB5cxx11Ev",
    "_ZNK5Catch15AssertionResult10getMessageB5cxx11Ev",
    "_ZNK5Catch15AssertionResult10getMessageEv",
    "_ZN7doctest12assertStringENS_10assertType4EnumE",
};

bool exists(const llvm::Twine &file) { return llvm::sys::fs::exists(file); }

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  if (!value)
    return "";
  llvm::SmallString<128> folder(value);
  llvm::sys::fs::make_absolute(folder);
  return folder.str().str();
}

/// The first of them that has the file; "" if none does.
std::string findFolder(const Words &folders, StringRef file) {
  for (const std::string &folder : folders)
    if (!folder.empty() && exists(folder + "/" + file))
      return folder;
  return "";
}

/// A header of the framework, one of whose functions the program has: the first
/// whose absolute path holds `part`. "" without debug information.
std::string findHeader(const llvm::Module &module, StringRef part) {
  for (const llvm::Function &function : module)
    if (const llvm::DISubprogram *subprogram = function.getSubprogram()) {
      llvm::SmallString<128> file(subprogram->getFilename());
      if (!path::is_absolute(file)) {
        file = subprogram->getDirectory();
        path::append(file, subprogram->getFilename());
      }
      path::remove_dots(file, /*remove_dot_dot=*/true);
      if (file.str().contains(part))
        return file.str().str();
    }
  return "";
}

Error missing(const llvm::Twine &what, const llvm::Twine &advice) {
  return llvm::createStringError("the program uses " + what +
                                 ", whose sources were not found; " + advice);
}

/// What only GoogleMock defines.
bool usesMocks(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const char *sign : {"_ZN7testing14InitGoogleMock", "_ZN7testing4Mock",
                             "_ZN7testing8internal15ExpectationBase",
                             "_ZN7testing8internal25UntypedFunctionMockerBase"})
      if (function.isDeclaration() && function.getName().starts_with(sign))
        return true;
  return false;
}

Expected<Recipe> recipeOfGoogleTest(const llvm::Module &module) {
  const std::string header = findHeader(module, "/gtest/");
  const std::string include = StringRef(header).rsplit("/gtest/").first.str();
  const std::string root = environment("GTEST_ROOT");
  const std::string home =
      findFolder({root, root.empty() ? "" : root + "/googletest",
                  header.empty() ? "" : path::parent_path(include).str(),
                  "/usr/src/googletest/googletest", "/usr/src/gtest"},
                 "src/gtest-all.cc");
  if (home.empty())
    return missing("GoogleTest", "install the package googletest, or set "
                                 "GTEST_ROOT to its source folder");
  Recipe recipe{"gtest", "GoogleTest", {}};
  Words &words = recipe.words;
  // The program's own header first: both have to be of one version.
  if (!include.empty() && exists(include + "/gtest/gtest.h"))
    words.push_back("-I" + include);
  words.insert(words.end(), {"-I" + home + "/include", "-I" + home});
  const std::string mocks = path::parent_path(home).str() + "/googlemock";
  std::string main = home + "/src/gtest_main.cc";
  words.insert(words.end(), {"-include", home + "/src/gtest-all.cc"});
  if (usesMocks(module) && exists(mocks + "/src/gmock-all.cc")) {
    recipe.name = "gmock";
    recipe.title = "GoogleTest with GoogleMock";
    main = mocks + "/src/gmock_main.cc";
    words.insert(words.end(), {"-I" + mocks + "/include", "-I" + mocks,
                               "-include", mocks + "/src/gmock-all.cc"});
  }
  words.insert(words.end(), {"-include", main});
  return recipe;
}

Expected<Recipe> recipeOfCatch2(const llvm::Module &module) {
  std::string header = findHeader(module, "/catch.hpp");
  for (const char *usual :
       {"/usr/include/catch2/catch.hpp", "/usr/local/include/catch2/catch.hpp"})
    if (header.empty() && exists(usual))
      header = usual;
  if (header.empty())
    return missing("Catch2", "compile the program with -g");
  return Recipe{"catch2",
                "Catch2",
                // It has no use for signals of a process that rbcheck runs.
                {"-DCATCH_CONFIG_MAIN", "-DCATCH_CONFIG_NO_POSIX_SIGNALS",
                 "-include", header}};
}

Expected<Recipe> recipeOfCatch3(const llvm::Module &module) {
  const std::string root = environment("CATCH2_ROOT");
  std::string header = findHeader(module, "/catch_amalgamated.hpp");
  const std::string beside = path::parent_path(header).str();
  header = findHeader(module, "/catch2/");
  const std::string sources = StringRef(header).split("/catch2/").first.str();
  const std::string home = findFolder(
      {root, root.empty() ? "" : root + "/extras", beside,
       header.empty() ? "" : path::parent_path(sources).str() + "/extras"},
      "catch_amalgamated.cpp");
  if (home.empty())
    return missing("Catch2 3", "set CATCH2_ROOT to its source folder, with "
                               "extras/catch_amalgamated.cpp");
  return Recipe{"catch3",
                "Catch2",
                {"-DCATCH_CONFIG_NO_POSIX_SIGNALS", "-include",
                 home + "/catch_amalgamated.cpp"}};
}

Expected<Recipe> recipeOfDoctest(const llvm::Module &module) {
  std::string header = findHeader(module, "/doctest.h");
  for (const char *usual : {"/usr/include/doctest/doctest.h",
                            "/usr/local/include/doctest/doctest.h"})
    if (header.empty() && exists(usual))
      header = usual;
  if (header.empty())
    return missing("doctest", "compile the program with -g");
  return Recipe{"doctest",
                "doctest",
                {"-DDOCTEST_CONFIG_IMPLEMENT_WITH_MAIN",
                 "-DDOCTEST_CONFIG_NO_POSIX_SIGNALS", "-include", header}};
}

Expected<Recipe> recipeOf(Framework framework, const llvm::Module &module) {
  switch (framework) {
  case Framework::GoogleTest:
    return recipeOfGoogleTest(module);
  case Framework::Catch2:
    return recipeOfCatch2(module);
  case Framework::Catch3:
    return recipeOfCatch3(module);
  case Framework::Doctest:
    return recipeOfDoctest(module);
  case Framework::None:
    break;
  }
  llvm_unreachable("there is a framework");
}

Expected<std::unique_ptr<llvm::Module>>
loadLibrary(const Recipe &recipe, llvm::LLVMContext &context,
            const std::atomic<bool> &interrupted) {
  auto buffer = keptBitcode(recipe, interrupted);
  if (!buffer)
    return buffer.takeError();
  auto library = llvm::parseBitcodeFile(**buffer, context);
  if (library)
    return library;
  llvm::consumeError(library.takeError());
  buffer = keptBitcode(recipe, interrupted, /*isDistrusted=*/true);
  if (!buffer)
    return buffer.takeError();
  return llvm::parseBitcodeFile(**buffer, context);
}

} // namespace

Error supplyFramework(llvm::Module &module,
                      const std::atomic<bool> &interrupted) {
  const Framework framework = frameworkOf(module);
  if (framework == Framework::None || definesFramework(module))
    return Error::success();
  Expected<Recipe> recipe = recipeOf(framework, module);
  if (!recipe)
    return recipe.takeError();
  auto library = loadLibrary(*recipe, module.getContext(), interrupted);
  if (!library)
    return library.takeError();
  // Declared, so that they are taken: main if the program has none, and what
  // nobody but the hooks may call.
  for (const char *name : kWanted)
    if (const llvm::Function *function = (*library)->getFunction(name))
      module.getOrInsertFunction(name, function->getFunctionType());
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(*library),
                                llvm::Linker::LinkOnlyNeeded))
    return llvm::createStringError(recipe->title +
                                   ": cannot be linked to the program");
  return Error::success();
}

} // namespace rbcheck
