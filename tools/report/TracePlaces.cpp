//===- tools/report/TracePlaces.cpp - Where steps are, and who threads are ===//
#include "tools/report/PlainNames.h"
#include "tools/report/TraceBuilder.h"

#include "llvm/Demangle/Demangle.h"

namespace rbcheck {

/// Until it is known what it runs.
static constexpr const char *kCxxThread = "std::thread";

std::string nameOfThread(const Program &program, const Function &function) {
  const std::string &file = program.files[function.declared.file];
  if (isRuntimeFile(file))
    return llvm::StringRef(file).contains("/openmp/") ? "OpenMP thread"
                                                      : kCxxThread;
  if (function.declared.function)
    return program.strings[function.declared.function];
  return llvm::demangle(function.name);
}

uint32_t TraceBuilder::numberOf(const Location &location) {
  auto key = std::make_tuple(location.file, location.line, location.column,
                             location.function);
  auto [entry, isNew] =
      locationNumbers_.try_emplace(key, uint32_t(trace_.locations.size()));
  if (isNew)
    trace_.locations.push_back(location);
  return entry->second;
}

uint32_t TraceBuilder::locationOf(Machine &machine, uint32_t id,
                                  bool &isLibrary) {
  CodePlace place = machine.place(id);
  uint64_t key = uint64_t(place.function) << 32 | place.pc;
  auto isUsers = [](const Location &at) {
    return at.isKnown() && !isLibraryFile(at.file);
  };
  isLibrary = !isUsers(locateInlined(program_, place).front());
  auto found = places_.find(key);
  if (found != places_.end())
    return found->second;
  uint32_t number = numberOf(locateThread(machine, id, place));
  // Of library code the caller counts, which differs from call to call.
  if (isUsers(locate(program_, place)))
    places_[key] = number;
  return number;
}

Location TraceBuilder::runningAt() {
  Location user;
  machine_->walkStack(lastThread_, [&](CodePlace frame) {
    Location at = locate(program_, frame);
    if (!at.isKnown() || isLibraryFile(at.file))
      return true;
    user = std::move(at);
    return false;
  });
  return user;
}

uint32_t TraceBuilder::withinOf(Machine &machine, uint32_t id, OpKind kind) {
  if (kind != OpKind::Read && kind != OpKind::Write && kind != OpKind::Update &&
      kind != OpKind::Free)
    return 0;
  const std::string name = calledByUser(machine, id);
  return llvm::StringRef(name).starts_with("std::atomic") ||
                 llvm::StringRef(name).starts_with("__")
             ? 0
             : names_.number(name);
}

std::string TraceBuilder::calledByUser(Machine &machine, uint32_t id) {
  std::string outer;
  bool isCalled = false;
  machine.walkStack(id, [&](CodePlace frame) {
    const Function &function = program_.functions[frame.function];
    if (frame.pc >= function.locs.size()) {
      outer = function.name;
      return true;
    }
    // Of what was inlined each call counts.
    for (uint32_t at = function.locs[frame.pc]; at;
         at = program_.locs[at].inlinedAt) {
      const SourceLoc &loc = program_.locs[at];
      isCalled = loc.line && !isLibraryFile(program_.files[loc.file]);
      if (isCalled)
        return false;
      outer = program_.strings[loc.linkage];
    }
    return true;
  });
  return isCalled ? shortFunction(outer) : "";
}

void TraceBuilder::nameThread(Machine &machine, uint32_t id) {
  TraceThread &named = thread(id);
  if (named.name != kCxxThread)
    return;
  CodePlace outermost;
  bool isFound = false;
  machine.walkStack(id, [&](CodePlace frame) {
    const SourceLoc &at = program_.functions[frame.function].declared;
    if (at.line && !isLibraryFile(program_.files[at.file])) {
      outermost = frame;
      isFound = true;
    }
    return true;
  });
  if (!isFound)
    return;
  const Function &function = program_.functions[outermost.function];
  named.name = program_.strings[function.declared.function];
  if (named.name == "operator()" || named.name.empty())
    named.name = "lambda:" + std::to_string(function.declared.line);
  // The step that made it was written down before.
  if (named.createdBy && trace_.steps[*named.createdBy].kind == OpKind::Create)
    trace_.steps[*named.createdBy].text = names_.number(
        "create T" + std::to_string(id) + " (" + named.name + ")");
}

} // namespace rbcheck
