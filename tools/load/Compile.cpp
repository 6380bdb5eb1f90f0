//===- tools/load/Compile.cpp - Compiles one source file to bitcode -------===//
#include "tools/load/Compile.h"

#include "tools/load/CommandLine.h"
#include "tools/load/CompileCommands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace rbcheck {

namespace {

using llvm::Expected;
using llvm::StringRef;
using Words = std::vector<std::string>;

constexpr const char *kDefaultCxx = "-std=gnu++20";
constexpr const char *kDefaultC = "-std=gnu17";

/// One source, and all that is known of how it is to be compiled.
class Compilation {
public:
  Compilation(StringRef file, const CompileOptions &options, StringRef include,
              const std::atomic<bool> &interrupted)
      : file_(file), options_(options), include_(include),
        interrupted_(interrupted) {}

  Expected<TemporaryFile> run() {
    Expected<std::string> clang = findClang();
    if (!clang)
      return clang.takeError();
    clang_ = *clang;
    if (llvm::Error error = findCommand())
      return error;
    Expected<TemporaryFile> output = TemporaryFile::make("bc");
    if (!output)
      return output;
    Words words = command({"-emit-llvm", "-c", "-o", output->path().str()});
    for (;;) {
      Expected<ClangRun> run = runClang(words, &interrupted_);
      if (!run)
        return bad(llvm::toString(run.takeError()));
      if (interrupted_)
        return bad("interrupted while it was compiled");
      // Only a build's command may have been meant for another compiler.
      if (!run->isDone && isFromBuild_ && giveWay(words, run->messages))
        continue;
      llvm::errs() << run->messages;
      if (run->isDone)
        return output;
      return bad("does not compile" + advice(run->messages));
    }
  }

private:
  llvm::Error bad(const llvm::Twine &message) {
    return llvm::createStringError(file_ + ": " + message);
  }

  /// Takes over how the project compiles the source.
  llvm::Error findCommand() {
    std::optional<CompileCommand> found;
    if (options_.buildFolder.empty()) {
      found = findCompileCommand(file_);
      if (found)
        llvm::errs() << "rbcheck: note: " << file_ << " is compiled as "
                     << found->database << " says\n";
    } else {
      Expected<CompileCommand> command =
          readCompileCommand(options_.buildFolder, file_);
      if (!command)
        return command.takeError();
      found = *command;
    }
    isFromBuild_ = found.has_value();
    if (found)
      flags_ = found->options;
    llvm::append_range(flags_, options_.flags);
    return llvm::Error::success();
  }

  bool isCxx() const {
    auto language = llvm::find(flags_, "-x");
    if (language != flags_.end() && language + 1 != flags_.end())
      return StringRef(language[1]).starts_with("c++");
    return isCxxName(llvm::sys::path::extension(file_));
  }

  bool hasStandard() const {
    return llvm::any_of(flags_, [](StringRef flag) {
      return flag.starts_with("-std=") || flag.starts_with("--std=") ||
             flag == "-ansi";
    });
  }

  Words command(const Words &what) const {
    Words words = {clang_, "-g", "-O0", "-pthread",
                   // This alone makes clang say where locals live and die.
                   "-Xclang", "-fsanitize-address-use-after-scope",
                   "-ferror-limit=5"};
    if (isFromBuild_)
      words.push_back("-w"); // the build's own compiler has warned
    else if (!hasStandard()) // what a standard advises against is not asked
      llvm::append_range(words, Words{isCxx() ? kDefaultCxx : kDefaultC,
                                      "-Wno-deprecated"});
    // Old programs are C as well: what is an error since clang 16 is a warning.
    if (!isCxx())
      for (const char *group :
           {"implicit-function-declaration", "implicit-int", "int-conversion",
            "incompatible-function-pointer-types", "return-mismatch"})
        words.push_back("-Wno-error=" + std::string(group));
    if (llvm::sys::Process::FileDescriptorHasColors(STDERR_FILENO))
      words.push_back("-fdiagnostics-color");
    llvm::append_range(words, flags_);
    words.push_back("-I" + include_.str());
    llvm::append_range(words, what);
    words.push_back("--"); // a name that begins with a dash is no option
    words.push_back(file_.str());
    return words;
  }

  /// What would help, if that can be known.
  std::string advice(StringRef messages) {
    if (messages.contains("' file not found"))
      return "; name the folders of its headers by -I, or a build folder with "
             "compile_commands.json by -p";
    static const StringRef kCxx[] = {"gnu++23", "gnu++17", "gnu++11",
                                     "gnu++98"};
    static const StringRef kC[] = {"gnu23", "gnu99", "gnu89"};
    for (StringRef standard :
         isCxx() ? llvm::ArrayRef(kCxx) : llvm::ArrayRef(kC)) {
      Words words = command({"-fsyntax-only", "-w"});
      llvm::erase_if(words, [](StringRef word) {
        return word.starts_with("-std=") || word == "-ansi";
      });
      words.insert(words.begin() + 1, "-std=" + standard.str());
      Expected<ClangRun> run = runClang(words, &interrupted_);
      if (run && run->isDone)
        return ("; it does with --std=" + standard).str();
      if (!run)
        llvm::consumeError(run.takeError());
    }
    return "";
  }

  StringRef file_;
  const CompileOptions &options_;
  StringRef include_;
  const std::atomic<bool> &interrupted_;
  std::string clang_;
  Words flags_;
  bool isFromBuild_ = false;
};

} // namespace

bool isSourceFile(StringRef file) {
  StringRef ending = llvm::sys::path::extension(file);
  return isCName(ending) || isCxxName(ending);
}

Expected<TemporaryFile> compile(StringRef file, const CompileOptions &options,
                                StringRef include,
                                const std::atomic<bool> &interrupted) {
  return Compilation(file, options, include, interrupted).run();
}

} // namespace rbcheck
