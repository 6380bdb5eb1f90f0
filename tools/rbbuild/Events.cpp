//===- tools/rbbuild/Events.cpp - What the drivers of a build tell rbbuild ===//
#include "tools/rbbuild/Events.h"

#include "tools/rbbuild/Driver.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace rbcheck {

using llvm::StringRef;

void addEvent(Event event, StringRef file) {
  const char *log = std::getenv(kLogVariable);
  if (!log)
    return;
  llvm::SmallString<256> path(file);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  std::error_code error;
  llvm::raw_fd_ostream out(log, error, llvm::sys::fs::OF_Append);
  if (!error) // in one write: drivers run in parallel
    out << (llvm::Twine(char(event)) + path + "\n").str();
  out.flush();
  out.clear_error(); // a build never breaks because of us
}

Events readEvents(StringRef log) {
  Events events;
  auto buffer = llvm::MemoryBuffer::getFile(log);
  if (!buffer)
    return events;
  llvm::SmallVector<StringRef, 16> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    events[Event(line.front())].insert(line.drop_front().str());
  return events;
}

static std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string adviceOn(const Events &events, int code) {
  auto count = [&](Event event) {
    auto found = events.find(event);
    return found == events.end() ? 0 : found->second.size();
  };
  auto first = [&](Event event) {
    const std::set<std::string> &files = events.at(event);
    return llvm::sys::path::filename(*files.begin()).str();
  };
  if (size_t programs = count(Event::Without))
    return "no bitcode for " + first(Event::Without) +
           (programs > 1 ? " and " + counted(programs - 1, "other program")
                         : "") +
           "; the warnings above say why";
  if (count(Event::Failed))
    return "the build failed at " + first(Event::Failed) +
           ", and no program was linked; mend the build, then run it again "
           "under rbbuild";
  if (code && events.empty())
    return "the command failed before any compiler was run; does it work "
           "without rbbuild?";
  if (code)
    return "the build failed, and no program was linked";
  if (size_t sources = count(Event::Refused))
    return "no program was linked, and clang-19 does not compile " +
           counted(sources, "source") + "; the warnings above say why";
  if (size_t libraries = count(Event::Library))
    return "no program was linked, only " +
           (libraries == 1 ? first(Event::Library)
                           : std::to_string(libraries) + " shared libraries") +
           "; build one that uses it (tests, examples), in the same build "
           "or with rbcc";
  if (size_t objects = count(Event::Object))
    return "no program was linked, only " + counted(objects, "object") +
           " made; build one that uses them (tests, examples) under rbbuild, "
           "too";
  if (count(Event::Probe))
    return "no program was linked: the compiler was only tried out; now run "
           "the build itself under rbbuild";
  return "no program was linked: no compiler was run; if all was up to date, "
         "clean and build again under rbbuild; if the build starts compilers "
         "out of its sight (static programs, servers, containers), give it "
         "CC=rbcc CXX=rbc++";
}

} // namespace rbcheck
