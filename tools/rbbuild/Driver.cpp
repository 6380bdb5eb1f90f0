//===- tools/rbbuild/Driver.cpp - A compiler that leaves bitcode, too -----===//
#include "tools/rbbuild/Driver.h"

#include "search/files/Names.h"
#include "tools/process/ExitCode.h"
#include "tools/rbbuild/CompileBitcode.h"
#include "tools/load/CompilerName.h"
#include "tools/rbbuild/Events.h"
#include "tools/rbbuild/LinkProgram.h"
#include "tools/rbbuild/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

void warn(const std::string &about, Error error) {
  std::string text = llvm::toString(std::move(error));
  if (!StringRef(text).starts_with(about)) // unless it names itself
    text = about + ": " + text;
  llvm::errs() << "rbbuild: warning: " << text << "\n";
}

/// True in the folders and for the names that configure scripts, CMake and
/// Meson use to try the compiler out.
bool isProbe(const CommandLine &line) {
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder))
    return false;
  for (auto part = llvm::sys::path::begin(folder),
            end = llvm::sys::path::end(folder);
       part != end; ++part)
    if (*part == "CMakeFiles" || *part == "meson-private")
      return true;
  auto isProbeName = [](StringRef path) {
    StringRef name = llvm::sys::path::filename(path);
    return name.starts_with("conftest") || name.starts_with("cmTC_");
  };
  return isProbeName(line.output) ||
         llvm::any_of(line.sources, [&](const SourceFile &source) {
           return isProbeName(source.path);
         });
}

class Driver {
public:
  Driver(Parts parts, CommandLine line)
      : parts_(std::move(parts)), line_(std::move(line)) {}

  void afterCompile() {
    for (const SourceFile &source : line_.sources) {
      std::string object = line_.objectOf(source);
      if (!llvm::sys::fs::is_regular_file(object))
        continue; // -o /dev/null
      addEvent(Event::Object, object);
      if (std::optional<Bitcode> bitcode = compile(source))
        if (Error error = attachRecords(object, *bitcode))
          warn(object, std::move(error));
    }
  }

  void afterLink() {
    std::string linked = line_.linked();
    if (!llvm::sys::fs::is_regular_file(linked))
      return;
    std::vector<Bitcode> own;
    for (const SourceFile &source : line_.sources)
      if (std::optional<Bitcode> bitcode = compile(source))
        own.push_back(std::move(*bitcode));
    Expected<bool> isProgramFile = look(linked, own);
    if (!isProgramFile) {
      addEvent(Event::Without, linked);
      return warn(linked, isProgramFile.takeError());
    }
    if (!*isProgramFile) {
      addEvent(Event::Library, linked);
      if (!own.empty())
        if (Error error = attachRecords(linked, own))
          warn(linked, std::move(error));
      return;
    }
    // Better no bitcode than that of an earlier build.
    std::string file = linked + ".bc";
    Error error = refuseOverwriting(file);
    if (!error) {
      llvm::sys::fs::remove(file);
      error = makeProgram(linked, file, own);
    }
    if (!error)
      return addEvent(Event::Program, file);
    addEvent(Event::Without, linked);
    warn(linked, std::move(error));
  }

private:
  std::optional<Bitcode> compile(const SourceFile &source) {
    Expected<Bitcode> bitcode = compileBitcode(parts_, line_, source);
    if (bitcode)
      return std::move(*bitcode);
    addEvent(Event::Refused, source.path);
    warn(source.path, bitcode.takeError());
    return std::nullopt;
  }

  /// Whether `linked` is a program. The bitcode of its objects joins `own`
  /// then.
  Expected<bool> look(StringRef linked, std::vector<Bitcode> &own) {
    auto binary = llvm::object::ObjectFile::createObjectFile(linked);
    if (!binary)
      return binary.takeError();
    if (!isProgram(*binary->getBinary()))
      return false;
    Expected<std::vector<Bitcode>> records = readRecords(*binary->getBinary());
    if (!records)
      return records.takeError();
    own.insert(own.end(), records->begin(), records->end());
    return true;
  }

  Error makeProgram(const std::string &linked, const std::string &file,
                    llvm::ArrayRef<Bitcode> records) {
    warnOfObjectsWithout();
    if (records.empty())
      return llvm::createStringError(
          "none of its objects has bitcode; build them again under rbbuild");
    Expected<std::vector<SharedLibrary>> libraries =
        findLibraries(linked, line_);
    if (!libraries)
      return libraries.takeError();
    llvm::LLVMContext context;
    auto module = linkProgram(context, records, *libraries);
    if (!module)
      return module.takeError();
    return writeProgram(**module, file);
  }

  /// An input of the link may have the very name.
  Error refuseOverwriting(const std::string &file) {
    std::vector<NamedFile> files = {{"the bitcode", file, true}};
    for (const std::string &input : line_.inputs)
      files.push_back({"an input", input, false});
    return checkDistinct(files);
  }

  /// Objects of an earlier build, or assembled ones.
  void warnOfObjectsWithout() {
    for (const std::string &input : line_.inputs) {
      if (llvm::sys::path::extension(input) != ".o")
        continue;
      auto binary = llvm::object::ObjectFile::createObjectFile(input);
      if (!binary) {
        llvm::consumeError(binary.takeError());
        continue;
      }
      auto records = readRecords(*binary->getBinary());
      if (!records)
        warn(input, records.takeError());
      else if (records->empty())
        warn(input, llvm::createStringError(
                        "has no bitcode; build it again under rbbuild (an "
                        "assembled file never has any)"));
    }
  }

  Parts parts_;
  CommandLine line_;
};

} // namespace

int runDriver(const char *argv0, StringRef name,
              llvm::ArrayRef<const char *> arguments) {
  // What is started from here are real compilers.
  unsetenv(kDriverVariable);
  Expected<Parts> parts = Parts::find(argv0);
  if (!parts) {
    llvm::errs() << name << ": " << llvm::toString(parts.takeError()) << "\n";
    return kExitBadInput;
  }
  std::vector<std::string> words = {parts->clang};
  bool cxx = isCxxCompilerName(std::string_view(name));
  StringRef first = arguments.empty() ? "" : arguments.front();
  if (first.consume_front(kAsOption)) {
    words = {first.str()};
    cxx = isCxxCompilerName(std::string_view(llvm::sys::path::filename(first)));
    arguments = arguments.drop_front();
  } else if (cxx) {
    words.push_back("--driver-mode=g++");
  }
  words.insert(words.end(), arguments.begin(), arguments.end());
  CommandLine line = CommandLine::parse(arguments, cxx);
  const bool isTried = isProbe(line);
  if (isTried)
    addEvent(Event::Probe, line.linked());
  if (line.kind == CommandLine::Other || isTried)
    return becomeProgram(words);
  // Link-time optimisation would leave the attached bitcode behind.
  if (line.usesLto)
    words.push_back("-fno-lto");
  if (int code = runProgram(words)) {
    addEvent(Event::Failed,
             line.sources.empty() ? line.linked() : line.sources.front().path);
    return code;
  }
  bool compiles = line.kind == CommandLine::Compile;
  Driver driver(std::move(*parts), std::move(line));
  if (compiles)
    driver.afterCompile();
  else
    driver.afterLink();
  return 0;
}

} // namespace rbcheck
