//===- tools/rbbuild/CompileBitcode.cpp - The bitcode of one source -------===//
#include "tools/rbbuild/CompileBitcode.h"

#include "tools/load/ClangRun.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

std::vector<std::string> commandFor(const Parts &parts, const CommandLine &line,
                                    const SourceFile &source,
                                    StringRef output) {
  std::vector<std::string> words = {parts.clang};
  if (source.isCxx)
    words.push_back("--driver-mode=g++");
  words.insert(words.end(), line.options.begin(), line.options.end());
  for (const char *word :
       {"-g", "-O0", "-Qunused-arguments", "-w", "-emit-llvm", "-c",
        // clang says where locals live and die; nothing is instrumented.
        "-Xclang", "-fsanitize-address-use-after-scope"})
    words.push_back(word);
  words.push_back("-fpass-plugin=" + parts.plugin);
  // The one place where every C++ source gets something included first.
  if (source.isCxx && !parts.prelude.empty()) {
    words.push_back("-include");
    words.push_back(parts.prelude);
  }
  // rbcheck's omp.h and execution, in front of the system's.
  if (!parts.prelude.empty()) {
    words.push_back("-isystem");
    words.push_back(llvm::sys::path::parent_path(parts.prelude).str());
  }
  words.push_back("-o");
  words.push_back(output.str());
  if (!source.language.empty()) {
    words.push_back("-x");
    words.push_back(source.language);
  }
  words.push_back("--");
  words.push_back(source.path);
  return words;
}

std::string firstError(StringRef messages) {
  llvm::SmallVector<StringRef, 16> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines)
    if (line.contains("error: "))
      return line.str();
  return lines.front().str();
}

} // namespace

Expected<Parts> Parts::find(const char *argv0) {
  Expected<std::string> clang = findClang();
  if (!clang)
    return clang.takeError();
  std::string self = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&Parts::find));
  StringRef bin = llvm::sys::path::parent_path(self);
  StringRef root = llvm::sys::path::parent_path(bin);
  Parts parts{*clang, (bin + "/rbcc").str(),
              (root + "/lib/rbcheck/rbbuild-intercept.so").str(),
              (root + "/lib/RbCheckPass.so").str(),
              (root + "/lib/rbcheck/include/rbcheck_prelude.h").str()};
  for (const std::string &part : {parts.driver, parts.intercept, parts.plugin})
    if (!llvm::sys::fs::exists(part))
      return llvm::createStringError(
          part + " is missing; is rbcheck installed completely?");
  if (!llvm::sys::fs::exists(parts.prelude))
    parts.prelude.clear();
  return parts;
}

Expected<Bitcode> compileBitcode(const Parts &parts, const CommandLine &line,
                                 const SourceFile &source) {
  Expected<TemporaryFile> output = TemporaryFile::make("bc");
  if (!output)
    return output.takeError();
  std::vector<std::string> words =
      commandFor(parts, line, source, output->path());
  while (true) {
    // The build sees the messages of its own compiler.
    Expected<ClangRun> run = runClang(words, nullptr);
    if (!run)
      return run.takeError();
    if (run->isDone)
      return output->content();
    if (!giveWay(words, run->messages))
      return llvm::createStringError("clang-19 does not compile it: " +
                                     firstError(run->messages));
  }
}

} // namespace rbcheck
