//===- tools/load/CompileCommands.cpp - How a build compiles a file -------===//
#include "tools/load/CompileCommands.h"

#include "search/files/Read.h"
#include "tools/load/CommandLine.h"
#include "tools/load/CompilerName.h"
#include "tools/process/Crash.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace path = llvm::sys::path;

constexpr const char *kName = "compile_commands.json";

Error bad(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

std::string inFolder(StringRef folder, StringRef file) {
  if (path::is_absolute(file) || folder.empty())
    return file.str();
  llvm::SmallString<128> whole(folder);
  path::append(whole, file);
  path::remove_dots(whole, /*remove_dot_dot=*/false);
  return whole.str().str();
}

/// The words of an entry's command, without a launcher such as ccache.
std::vector<std::string> wordsOf(const llvm::json::Object &entry) {
  std::vector<std::string> words;
  if (const llvm::json::Array *arguments = entry.getArray("arguments")) {
    for (const llvm::json::Value &word : *arguments)
      if (auto text = word.getAsString())
        words.push_back(text->str());
  } else if (auto command = entry.getString("command")) {
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char *, 64> pieces;
    llvm::cl::TokenizeGNUCommandLine(*command, saver, pieces);
    words.assign(pieces.begin(), pieces.end());
  }
  for (size_t i = 0; i < words.size() && i < 4; ++i)
    if (isCompilerName(path::filename(words[i]))) {
      words.erase(words.begin(), words.begin() + i);
      break;
    }
  return words;
}

bool isSame(StringRef a, StringRef b) {
  bool same = false;
  return a == b || (!llvm::sys::fs::equivalent(a, b, same) && same);
}

/// Makes the relative paths of options such as -I relative to `folder` instead
/// of the working directory.
void placeOptions(std::vector<std::string> &options, StringRef folder) {
  static const StringRef kPaths[] = {"-I",         "-isystem",  "-iquote",
                                     "-idirafter", "-isysroot", "-include",
                                     "-imacros",   "--sysroot"};
  auto place = [&](StringRef option, StringRef file) {
    std::string there = inFolder(folder, file);
    // An included file is also looked for as the include folders say.
    const bool isFile = option == "-include" || option == "-imacros";
    return isFile && !llvm::sys::fs::exists(there) ? file.str() : there;
  };
  for (size_t i = 0; i < options.size(); ++i)
    for (StringRef option : kPaths) {
      StringRef word = options[i];
      if (word == option) {
        if (i + 1 < options.size()) {
          ++i;
          options[i] = place(option, options[i]);
        }
        break;
      }
      if (!word.consume_front(option))
        continue;
      // -includex is no option; --sysroot has its value behind a sign.
      const bool isJoined = option == "-I" || word.consume_front("=") ||
                            option == "-isystem" || option == "-iquote";
      if (isJoined)
        options[i] =
            (option + (option == "--sysroot" ? "=" : "") + place(option, word))
                .str();
      break;
    }
}

/// The options that `entry` compiles its source with.
std::vector<std::string> optionsOf(const llvm::json::Object &entry,
                                   StringRef folder) {
  std::vector<std::string> words = wordsOf(entry);
  if (words.empty())
    return {};
  const bool cxx = isCxxCompilerName(path::filename(words.front()));
  std::vector<const char *> arguments;
  for (size_t i = 1; i < words.size(); ++i)
    arguments.push_back(words[i].c_str());
  CommandLine line = CommandLine::parse(arguments, cxx);
  placeOptions(line.options, folder);
  if (!line.sources.empty()) {
    const SourceFile &source = line.sources.front();
    const bool looksLikeC = path::extension(source.path) == ".c";
    if (!source.language.empty())
      line.options.insert(line.options.begin(), {"-x", source.language});
    else if (source.isCxx && looksLikeC)
      line.options.insert(line.options.begin(), {"-x", "c++"});
  }
  return line.options;
}

/// False only if no string of this JSON can be `name`: it would stand there as
/// it is, or with a backslash in it. Most files are not those of a program that
/// happens to lie near, and reading them takes as long as compiling it.
bool mayName(StringRef json, StringRef name) {
  const bool isPlain = llvm::all_of(
      name, [](char c) { return c >= ' ' && c != '"' && c != '\\'; });
  return !isPlain || json.contains(name) || json.contains("\\u");
}

/// Nothing is said of a database that is not `asked` for: it is not read if it
/// cannot have the source.
Expected<CompileCommand> commandIn(StringRef folder, StringRef source,
                                   bool isAsked) {
  llvm::SmallString<128> file(folder);
  if (llvm::sys::fs::is_directory(folder))
    path::append(file, kName);
  if (llvm::sys::fs::exists(file) && !llvm::sys::fs::is_regular_file(file))
    return bad(file + ": not a compilation database: no ordinary file");
  auto buffer = readFile(file.str().str(), readRules());
  if (!buffer)
    return bad(llvm::toString(buffer.takeError()) +
               (folder == file ? ""
                               : "; CMake writes it with "
                                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"));
  if (!isAsked && !mayName((*buffer)->getBuffer(), path::filename(source)))
    return bad(file + ": is not for " + source);
  Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  if (!value) {
    llvm::consumeError(value.takeError());
    return bad(file + ": not JSON");
  }
  const llvm::json::Array *entries = value->getAsArray();
  if (!entries)
    return bad(file + ": not a compilation database: no list of commands");
  for (const llvm::json::Value &one : *entries) {
    const llvm::json::Object *entry = one.getAsObject();
    auto name = entry ? entry->getString("file") : std::nullopt;
    if (!name || path::filename(*name) != path::filename(source))
      continue;
    StringRef where = entry->getString("directory").value_or("");
    std::string directory = inFolder(path::parent_path(file), where);
    if (isSame(inFolder(directory, *name), source))
      return CompileCommand{file.str().str(), optionsOf(*entry, directory)};
  }
  return bad(file + ": has no command for " + source +
             "; give the options by --std, --cflags, -I and -D instead");
}

} // namespace

Expected<CompileCommand> readCompileCommand(StringRef folder,
                                            StringRef source) {
  return commandIn(folder, source, /*isAsked=*/true);
}

std::optional<CompileCommand> findCompileCommand(StringRef source) {
  llvm::SmallString<128> folder(source);
  if (llvm::sys::fs::make_absolute(folder))
    return std::nullopt;
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  for (StringRef at = path::parent_path(folder); !at.empty();
       at = path::parent_path(at))
    for (const char *below : {"", "build"}) {
      llvm::SmallString<128> file(at);
      path::append(file, below, kName);
      if (!llvm::sys::fs::exists(file))
        continue;
      Expected<CompileCommand> command =
          commandIn(file, source, /*isAsked=*/false);
      if (command)
        return *command;
      llvm::consumeError(command.takeError()); // it is not for this source
    }
  return std::nullopt;
}

} // namespace rbcheck
