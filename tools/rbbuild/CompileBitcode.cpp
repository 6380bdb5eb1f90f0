//===- tools/rbbuild/CompileBitcode.cpp - The bitcode of one source -------===//
#include "tools/rbbuild/CompileBitcode.h"

#include "tools/load/Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

Expected<TemporaryFile> temporary(StringRef ending) {
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("rbbuild", ending, path))
    return llvm::createStringError("cannot make a temporary file: " +
                                   error.message());
  return TemporaryFile(path.str().str());
}

std::string contentOf(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

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

/// Meets the complaints in `messages`, as far as they are only that gcc is less
/// strict; false if there is none of that kind. Options that clang does not
/// know are dropped ("unknown argument: '-fx'", "invalid value '3' in
/// '-fx=3'"), and what is an error by default only ("... [-Wreturn-mismatch]")
/// becomes a warning.
bool giveWay(std::vector<std::string> &words, StringRef messages) {
  bool changed = false;
  llvm::SmallVector<StringRef, 16> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.contains(": error: "))
      continue;
    size_t before = words.size();
    llvm::erase_if(words, [&](const std::string &word) {
      return StringRef(word).starts_with("-") && word.size() > 2 &&
             line.contains("'" + word + "'");
    });
    changed |= words.size() < before;
    StringRef group = line.rsplit("[-W").second;
    if (!group.consume_back("]"))
      continue;
    std::string demoted = "-Wno-error=" + group.str();
    if (llvm::is_contained(words, demoted))
      continue;
    words.insert(words.begin() + 1, demoted);
    changed = true;
  }
  return changed;
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
              (root + "/include/rbcheck_prelude.h").str()};
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
  Expected<TemporaryFile> output = temporary("bc");
  if (!output)
    return output.takeError();
  Expected<TemporaryFile> messages = temporary("txt");
  if (!messages)
    return messages.takeError();
  std::vector<std::string> words =
      commandFor(parts, line, source, output->path());
  while (true) {
    std::vector<StringRef> arguments(words.begin(), words.end());
    std::string why;
    // Nothing is read, and the build sees the messages of its own compiler.
    std::optional<StringRef> files[] = {"", "", messages->path()};
    int status = llvm::sys::ExecuteAndWait(parts.clang, arguments, std::nullopt,
                                           files, 0, 0, &why);
    if (status == 0)
      return contentOf(output->path());
    if (!why.empty())
      return llvm::createStringError("cannot run clang-19: " + why);
    std::string text = contentOf(messages->path());
    if (!giveWay(words, text))
      return llvm::createStringError("clang-19 does not compile it: " +
                                     firstError(text));
  }
}

} // namespace rbcheck
