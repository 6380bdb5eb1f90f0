//===- tools/report/Witness.cpp - A trace as points of a witness ----------===//
#include "tools/report/Witness.h"

#include "search/files/Read.h"
#include "tools/report/Export.h"
#include "tools/report/Source.h"
#include "tools/report/TraceEnd.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SHA256.h"

#include <ctime>

namespace rbcheck {

namespace {

using llvm::StringRef;

/// The property of the competition that an error breaks; kinds that it does
/// not know get a word of their own.
std::string propertyOf(FaultKind kind) {
  switch (kind) {
  case FaultKind::Assertion:
  case FaultKind::Abort:
  case FaultKind::Unreachable:
    return "G ! call(reach_error())";
  case FaultKind::DoubleFree:
  case FaultKind::InvalidFree:
    return "G valid-free";
  case FaultKind::NullDereference:
  case FaultKind::InvalidPointer:
  case FaultKind::OutOfBounds:
  case FaultKind::UseAfterFree:
  case FaultKind::UseAfterReturn:
    return "G valid-deref";
  case FaultKind::Leak:
    return "G valid-memtrack";
  default:
    return std::string("G ! ") + faultWord(kind);
  }
}

bool isInteger(StringRef text) {
  text.consume_front("-");
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

/// True for `a`, `a.b[1]`: an expression of C that means the same everywhere.
bool isExpression(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) {
           return llvm::isAlnum(c) || StringRef("_.[]").contains(c);
         });
}

std::string hashOf(const std::string &file) {
  auto buffer = readSourceFile(file);
  if (!buffer)
    return "";
  auto bytes = llvm::arrayRefFromStringRef(buffer->getBuffer());
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}

class WitnessMaker {
public:
  WitnessMaker(const TraceData &trace, const Program &program) : trace_(trace) {
    for (const Global &global : program.globals)
      if (!global.threadLocal)
        globals_.insert(global.name);
  }

  std::vector<WitnessPoint> points() {
    // Threads that were started before the first step count, too.
    for (uint32_t id = 1; id < trace_.threads.size(); ++id)
      if (const TraceThread &thread = trace_.threads[id];
          !thread.createdBy && thread.creator && thread.createdAt.isKnown())
        points_.push_back({WitnessPoint::Create, *thread.creator,
                           thread.createdAt, "", thread.name, uint16_t(id)});
    addInputs(0);
    for (size_t i = 0; i < trace_.steps.size(); ++i) {
      addStep(i);
      addInputs(i + 1);
    }
    addTargets();
    return std::move(points_);
  }

private:
  /// Those that calls gave when so many steps had begun.
  void addInputs(size_t steps) {
    for (const TraceInput &input : trace_.inputs)
      if (input.steps == steps && input.at.isKnown())
        points_.push_back({WitnessPoint::Return, input.thread, input.at,
                           "\\result == " + input.value, input.call, 0});
  }

  void addStep(size_t index) {
    const TraceStep &step = trace_.steps[index];
    const Location &at = trace_.locations[step.location];
    switch (step.kind) {
    case OpKind::Create:
      if (step.other && *step.other < trace_.threads.size())
        points_.push_back({WitnessPoint::Create, step.thread, at, "",
                           trace_.threads[*step.other].name, *step.other});
      return;
    case OpKind::Read:
      // Before the statement it had the value that is read.
      return assume(step, at, step.before);
    case OpKind::Write:
    case OpKind::Update:
      // The thread's next place is where the new value can be seen.
      return assume(step, nextPlace(index), step.after);
    default:
      if (step.call && at.isKnown() && !givesInput(index))
        points_.push_back({WitnessPoint::Call, step.thread, at, "", "", 0});
    }
  }

  /// The step is a call that gives an input.
  bool givesInput(size_t index) const {
    const TraceStep &step = trace_.steps[index];
    return step.kind == OpKind::Choice &&
           llvm::any_of(trace_.inputs, [&](const TraceInput &input) {
             return input.steps == index + 1 && input.thread == step.thread &&
                    input.call == trace_.names[step.call];
           });
  }

  void assume(const TraceStep &step, const Location &at, StringRef value) {
    StringRef variable = trace_.names[step.variable];
    StringRef whole =
        variable.take_until([](char c) { return c == '.' || c == '['; });
    if (!at.isKnown() || !isExpression(variable) || !isInteger(value) ||
        !globals_.contains(whole))
      return;
    points_.push_back({WitnessPoint::Assumption, step.thread, at,
                       (variable + " == " + value).str(), "", 0});
  }

  /// Where the thread stands after a step.
  Location nextPlace(size_t index) const {
    uint16_t thread = trace_.steps[index].thread;
    for (size_t i = index + 1; i < trace_.steps.size(); ++i)
      if (trace_.steps[i].thread == thread)
        return trace_.locations[trace_.steps[i].location];
    return trace_.threads[thread].at;
  }

  void addTargets() {
    std::vector<EndPoint> ends = endPoints(trace_);
    for (const EndPoint &end : ends)
      addTarget(end.thread, end.location);
    if (ends.empty())
      addTarget(uint16_t(trace_.fault.thread), trace_.location);
  }

  void addTarget(uint16_t thread, const Location &at) {
    if (at.isKnown())
      points_.push_back({WitnessPoint::Target, thread, at, "", "", 0});
  }

  const TraceData &trace_;
  llvm::StringSet<> globals_;
  std::vector<WitnessPoint> points_;
};

} // namespace

std::string witnessTime() {
  time_t seconds = std::time(nullptr);
  uint64_t given;
  if (const char *text = std::getenv("SOURCE_DATE_EPOCH"))
    if (!StringRef(text).getAsInteger(10, given))
      seconds = time_t(given);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Witness makeWitness(const TraceData &trace, const Program &program) {
  Witness witness;
  witness.property = propertyOf(trace.fault.kind);
  witness.time = witnessTime();
  witness.points = WitnessMaker(trace, program).points();
  llvm::StringSet<> seen;
  for (const WitnessPoint &point : witness.points)
    if (seen.insert(point.location.file).second)
      witness.files.push_back(
          {shortPath(point.location.file), hashOf(point.location.file)});
  StringRef first;
  if (!witness.files.empty())
    first = witness.files[0].name;
  witness.language = first.ends_with(".c") || first.empty() ? "C" : "C++";
  return witness;
}

llvm::Error writeWitness(llvm::raw_ostream &out, const TraceData &trace,
                         const Program &program, WitnessFormat format) {
  Witness witness = makeWitness(trace, program);
  if (witness.points.empty())
    return llvm::createStringError(
        "a witness needs source locations: compile the program with -g");
  if (format == WitnessFormat::Yaml)
    return writeWitnessYaml(out, witness), llvm::Error::success();
  if (trace.fault.kind == FaultKind::DataRace)
    return llvm::createStringError("a GraphML witness cannot express a data "
                                   "race; use --witness-format=yaml");
  return writeWitnessGraphMl(out, witness), llvm::Error::success();
}

} // namespace rbcheck
