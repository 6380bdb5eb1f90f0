//===- tools/warnings/Valgrind.cpp - What Helgrind and DRD report ---------===//
#include "tools/warnings/Valgrind.h"

#include "tools/warnings/Rules.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// "... by thread #3", "Thread #3: ..."
std::string threadIn(StringRef text) {
  StringRef number =
      text.substr(std::min(text.find('#'), text.size())).drop_front(
          text.contains('#') ? 1 : 0);
  number = number.take_while(llvm::isDigit);
  return number.empty() ? "" : "#" + number.str();
}

void setThread(WarningStep &step, const std::string &name,
               const ValgrindThreads &threads) {
  step.thread = name;
  if (auto spawn = threads.find(name); spawn != threads.end())
    step.spawn = spawn->second;
}

/// `Address 0x10c038 is 0 bytes inside data symbol "ready"`
std::string symbolIn(StringRef text) {
  for (StringRef head : {"inside data symbol \"", "inside global var \"",
                         "inside local var \""})
    if (text.contains(head))
      return between(text, head, "\"").str();
  return "";
}

std::string addressIn(StringRef text, StringRef behind) {
  size_t at = text.find(behind);
  if (at == StringRef::npos)
    return "";
  return text.drop_front(at + behind.size())
      .take_while([](char c) { return llvm::isAlnum(c); })
      .str();
}

/// Names of variables by their addresses, where the log has them.
std::map<std::string, std::string> namesIn(const ValgrindError &error) {
  std::map<std::string, std::string> names;
  for (const ValgrindPart &part : error.more)
    if (std::string symbol = symbolIn(part.text); !symbol.empty())
      for (StringRef head : {"Address ", "Location "})
        if (std::string at = addressIn(part.text, head); !at.empty())
          names[StringRef(at).lower()] = symbol;
  return names;
}

Warning start(const ValgrindError &error, const char *tool) {
  Warning warning;
  warning.tool = tool;
  warning.rule = error.kind;
  warning.message = oneLine(error.what.text);
  return warning;
}

void addRace(Import &in, const ValgrindError &error,
             const ValgrindThreads &threads, const std::string &pointer) {
  Warning warning = start(error, "helgrind");
  warning.kind = WarningKind::Race;
  // Locks are named in the same way: the address tells.
  auto names = namesIn(error);
  std::string address = addressIn(error.what.text, " at ");
  if (auto name = names.find(StringRef(address).lower()); name != names.end())
    warning.object = name->second;
  auto addSide = [&](const ValgrindPart &part) {
    WarningStep step;
    step.op = StringRef(part.text).contains(" write of size ")
                  ? StepOp::Write
                  : StepOp::Read;
    step.object = warning.object;
    setThread(step, threadIn(part.text), threads);
    if (!placeFrom(part.frames, step))
      warning.incomplete = "the place of one access is unknown";
    warning.threads.push_back({std::move(step)});
  };
  addSide(error.what);
  for (const ValgrindPart &part : error.more)
    if (StringRef(part.text).starts_with("This conflicts with a previous"))
      addSide(part);
  if (warning.threads.size() < 2)
    warning.incomplete = "other access unknown";
  in.add(std::move(warning), pointer);
}

/// Thread n holds B and asks for A, although "A before B" was seen.
void addLockOrder(Import &in, const ValgrindError &error,
                  const ValgrindThreads &threads, const std::string &pointer) {
  Warning warning = start(error, "helgrind");
  warning.kind = WarningKind::LockCycle;
  auto names = namesIn(error);
  auto acquisition = [&](const ValgrindPart &part, std::string address) {
    WarningStep step;
    step.op = StepOp::Lock;
    auto name = names.find(StringRef(address).lower());
    step.object = name == names.end() ? address : name->second;
    if (!placeFrom(part.frames, step))
      warning.incomplete = "the place of an acquisition is unknown";
    return step;
  };
  std::vector<WarningStep> violating, required;
  for (const ValgrindPart &part : error.more) {
    StringRef text = part.text;
    std::string address = addressIn(text, "acquisition of lock at ");
    if (address.empty())
      continue;
    if (text.starts_with("Observed (incorrect) order"))
      violating.push_back(acquisition(part, address));
    else if (text.starts_with("Required order"))
      required.push_back(acquisition(part, address));
    else if (!required.empty())
      required.push_back(acquisition(part, address));
    else
      violating.push_back(acquisition(part, address));
  }
  bool isWhole = !violating.empty();
  if (!isWhole)
    violating.push_back(acquisition(
        error.what, between(error.what.text, "lock order \"", " ").str()));
  for (WarningStep &step : violating)
    setThread(step, threadIn(error.what.text), threads);
  if (isWhole) {
    warning.threads = {std::move(violating), std::move(required)};
  } else {
    warning.threads = {std::move(required), std::move(violating)};
    warning.incomplete = "first acquisition of thread 2 is not in the XML";
  }
  in.add(std::move(warning), pointer);
}

/// Everything that has one place.
void addSingle(Import &in, Warning warning, const ValgrindError &error,
               const std::string &pointer) {
  WarningStep step;
  warning.threads.emplace_back();
  if (placeFrom(error.what.frames, step))
    warning.threads.back().push_back(std::move(step));
  applyRule(in, warning);
  in.add(std::move(warning), pointer);
}

} // namespace

ToolFrame readValgrindFrame(StringRef text) {
  ToolFrame frame;
  size_t open = text.rfind(" (");
  if (open == StringRef::npos || !text.ends_with(")")) {
    frame.place.func = text.str();
    return frame;
  }
  StringRef inside = text.drop_front(open + 2).drop_back();
  frame.place.func = text.take_front(open).str();
  if (inside.consume_front("in "))
    frame.module = inside.str();
  else
    splitPlace(inside, frame.place, frame.column);
  return frame;
}

void addHelgrindError(Import &in, const ValgrindError &error,
                      const ValgrindThreads &threads,
                      const std::string &pointer) {
  if (error.kind == "Race")
    return addRace(in, error, threads, pointer);
  if (error.kind == "LockOrder")
    return addLockOrder(in, error, threads, pointer);
  addSingle(in, start(error, "helgrind"), error, pointer);
}

void addDrdError(Import &in, const ValgrindError &error,
                 const std::string &pointer) {
  Warning warning = start(error, "drd");
  StringRef message = warning.message;
  if (error.kind != "ConflictingAccess")
    return addSingle(in, std::move(warning), error, pointer);
  warning.kind = WarningKind::Race;
  warning.incomplete = "other access unknown";
  WarningStep step;
  step.op =
      message.starts_with("Conflicting store") ? StepOp::Write : StepOp::Read;
  step.thread = "#" + between(message, "by thread ", " ").str();
  if (!placeFrom(error.what.frames, step))
    return in.complain(pointer, "the access has no place in the program");
  warning.threads.push_back({std::move(step)});
  // The other thread was somewhere between these two.
  WarningStep first, access, last;
  access.op = StepOp::Access;
  bool hasFirst = placeFrom(error.segmentStart, first);
  bool hasLast = placeFrom(error.segmentEnd, last);
  if (hasFirst || hasLast) {
    std::vector<WarningStep> other;
    if (hasFirst)
      other.push_back(std::move(first));
    other.push_back(std::move(access));
    if (hasLast)
      other.push_back(std::move(last));
    warning.threads.push_back(std::move(other));
  }
  in.add(std::move(warning), pointer);
}

} // namespace rbcheck
