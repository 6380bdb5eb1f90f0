//===- test/reference/main.cpp - A search that is too simple to be wrong --===//
//
// Plain recursion over all schedules: no visited set, no hashing to compare
// states, no reduction, no order. Every search has to find the same ends.
//
//   rbcheck-reference [--depth=N] [--no-locality] [--spurious=off] [--check=...]
//                     PROGRAM
//   rbcheck-reference --stress PROGRAM
//   rbcheck-reference --audit [--states=N] PROGRAM
//   rbcheck-reference --traces [--states=N] [--spurious=off] PROGRAM
//   rbcheck-reference --schedules=N [--spurious=off] PROGRAM
//
// prints, sorted, one line per distinct end: `exit STATUS HASH` with the hash
// of the memory the process leaves, or `KIND PLACE` of a fault, in the form of
// `--emit=finals`; then `cut` if some path was longer than N steps, and
// `incomplete` if the machine gave up on one. Exit code 0 unless the program
// cannot be loaded (3).
//
// The second form runs one schedule like `rbcheck --run`, but stops the thread
// every few instructions, takes a snapshot, overwrites all registers and goes
// on from the snapshot: a value that was wrongly taken for dead is then wrong.
//
// The third form visits up to N states (100,000): what every operation touches
// is compared with its declared effects, and operations that are declared
// independent are run in both orders (Commute.h). Exit code 1 if they differ.
//
// The fourth form prints `N traces`: executions that differ only in the order of
// independent operations count once (Traces.h). `cut` instead if there are more
// than N beginnings, `vague` if they cannot be told apart; exit code 1 if equivalent
// ones lead to different states.
//
// The fifth form prints `N schedules`: all with at most N preemptions, to their ends.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Load.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "search/result/Locate.h"
#include "search/Property.h"
#include "search/reduce/Operations.h"
#include "search/run/Restart.h"
#include "test/reference/Commute.h"
#include "test/reference/Traces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace rbcheck;

namespace {

class Reference {
public:
  Reference(Machine &machine, unsigned depth, const CheckSet &checks)
      : machine_(machine), properties_(propertiesOf(checks)), depth_(depth) {}

  /// False if it has to be done again without local objects.
  bool run() {
    end(machine_.start(), 0);
    return !notLocal_;
  }

  std::set<std::string> ends;

private:
  void explore(const State &state, unsigned depth) {
    machine_.load(state);
    llvm::SmallVector<Choice, 8> choices;
    machine_.choices(choices);
    if (choices.empty())
      return ended(StepEnd::Parked);
    if (depth == depth_) {
      ends.insert("cut");
      return;
    }
    for (Choice choice : choices) {
      if (notLocal_)
        return;
      machine_.load(state);
      machine_.scramble();
      path_.push_back(choice);
      end(machine_.step(choice), depth + 1);
      path_.pop_back();
    }
  }

  void end(StepEnd how, unsigned depth) {
    switch (how) {
    case StepEnd::Parked:
      for (const Property *property : properties_) // of all threads
        property->onState(machine_, {0, 0, machine_.state().threadCount()},
                          [&](const Fault &found) { fault(found); });
      return explore(machine_.save(), depth);
    case StepEnd::Exited:
      return exited();
    case StepEnd::Fault:
      return fault(machine_.fault());
    case StepEnd::Incomplete:
      ends.insert("incomplete");
      return;
    case StepEnd::Abandoned:
      return;
    case StepEnd::NotLocal:
      notLocal_ = true;
      return;
    }
  }

  void ended(StepEnd how) {
    for (const Property *property : properties_)
      property->onEnd(machine_, {how, [&] { return path_; }},
                      [&](const Fault &found) { fault(found); });
  }

  void exited() {
    ended(StepEnd::Exited);
    uint64_t status = machine_.state().scalars().exitStatus;
    Hash128 print = machine_.save().node()->memory;
    ends.insert(llvm::formatv("exit {0} {1}{2}", status,
                              llvm::utohexstr(uint64_t(print >> 64), true, 16),
                              llvm::utohexstr(uint64_t(print), true, 16)));
  }

  void fault(const Fault &fault) {
    std::string place =
        toString(locateThread(machine_, fault.thread, fault.place));
    if (fault.kind == FaultKind::DataRace) {
      std::string other = toString(
          locateThread(machine_, fault.related.thread, fault.related.place));
      place = std::min(place, other) + " and " + std::max(place, other);
    }
    ends.insert(std::string(faultWord(fault.kind)) + " " + place);
  }

  Machine &machine_;
  const std::vector<const Property *> properties_;
  unsigned depth_;
  bool notLocal_ = false;
  Schedule path_;
};

class Echo final : public Observer {
  void output(int fd, llvm::StringRef text) override {
    if (fd == 1)
      llvm::outs() << text;
  }
};

int stress(const Program &program, MachineOptions options) {
  options.slice = 5;
  Machine machine(program, options);
  Echo echo;
  machine.setObserver(&echo);
  StepEnd end = machine.start();
  llvm::SmallVector<Choice, 8> choices;
  while (end == StepEnd::Parked) {
    machine.load(machine.save());
    machine.scramble();
    machine.choices(choices);
    if (choices.empty())
      break;
    end = machine.step(choices[0]);
  }
  if (end == StepEnd::Exited)
    return int(machine.state().scalars().exitStatus);
  if (end == StepEnd::Fault)
    llvm::errs() << machine.fault().message << "\n";
  return 1;
}

int audit(const Program &program, MachineOptions options, unsigned states) {
  options.audit = true;
  options.racesInSections = false; // a race is no reason to look no further
  options = forReduction(options);
  for (;;) {
    Machine machine(program, options);
    Commute commute(machine, states);
    if (!commute.run()) {
      options.locality = false;
      continue;
    }
    for (const std::string &line : commute.failures)
      llvm::outs() << "does not commute: " << line << "\n";
    llvm::outs() << llvm::formatv("{0} pairs in {1} states{2}: {3}\n",
                                  commute.pairs, commute.states,
                                  commute.isCut ? " (not all)" : "",
                                  commute.failures.empty() ? "ok" : "FAILED");
    return commute.failures.empty() ? 0 : 1;
  }
}

int traces(const Program &program, MachineOptions options, unsigned most) {
  options.showsLone = true; // as for every reduction
  for (;;) {
    Machine machine(program, options);
    Traces traces(machine, most);
    if (!traces.run()) {
      options.locality = false;
      continue;
    }
    if (traces.differences)
      llvm::outs() << traces.differences << " equivalent beginnings differ\n";
    if (traces.isCut || traces.vague)
      llvm::outs() << (traces.isCut ? "cut\n" : "vague\n");
    else
      llvm::outs() << traces.count << " traces\n";
    return traces.differences ? 1 : 0;
  }
}

/// Schedules from a state on; nothing if it has to be done again without local
/// objects.
std::optional<uint64_t> countSchedules(Machine &machine, StepEnd end,
                                       uint16_t last, unsigned preemptions) {
  if (end == StepEnd::NotLocal)
    return std::nullopt;
  if (end != StepEnd::Parked)
    return 1;
  const State state = machine.save();
  llvm::SmallVector<Choice, 8> choices;
  machine.choices(choices);
  const bool canGoOn = llvm::any_of(
      choices, [&](Choice choice) { return choice.thread == last; });
  uint64_t sum = choices.empty();
  for (Choice choice : choices) {
    const bool isPreemption = canGoOn && choice.thread != last;
    if (isPreemption && preemptions == 0)
      continue;
    machine.load(state);
    const StepEnd after = machine.step(choice);
    const std::optional<uint64_t> more = countSchedules(
        machine, after, choice.thread, preemptions - isPreemption);
    if (!more)
      return std::nullopt;
    sum += *more;
  }
  return sum;
}

int schedules(const Program &program, MachineOptions options,
              unsigned preemptions) {
  for (;;) {
    Machine machine(program, options);
    if (auto count = countSchedules(machine, machine.start(), 0, preemptions)) {
      llvm::outs() << *count << " schedules\n";
      return 0;
    }
    options.locality = false;
  }
}

int fail(llvm::Error error) {
  llvm::errs() << "rbcheck-reference: " << llvm::toString(std::move(error))
               << "\n";
  return 3;
}

} // namespace

int main(int argc, char **argv) {
  unsigned depth = 200;
  MachineOptions options;
  CheckSet checks;
  bool isStress = false, isAudit = false, countsTraces = false;
  unsigned states = 100'000;
  std::optional<unsigned> preemptions;
  std::string file;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word = argv[i];
    if (word.consume_front("--depth="))
      word.getAsInteger(10, depth);
    else if (word == "--stress")
      isStress = true;
    else if (word == "--audit")
      isAudit = true;
    else if (word == "--traces")
      countsTraces = true;
    else if (word.consume_front("--states="))
      word.getAsInteger(10, states);
    else if (word.consume_front("--schedules="))
      word.getAsInteger(10, preemptions.emplace());
    else if (word.consume_front("--check="))
      checks = llvm::cantFail(CheckSet::parse(word));
    else if (word == "--spurious=off")
      options.spurious = false;
    else if (word == "--no-locality")
      options.locality = false;
    else
      file = word.str();
  }
  llvm::LLVMContext context;
  Installation installation = Installation::find(argv[0]);
  auto module = loadModule(file, context, installation);
  if (!module)
    return fail(module.takeError());
  if (llvm::Error error = prepareModule(**module, installation))
    return fail(std::move(error));
  llvm::Expected<Program> program = decode(**module, findModel);
  if (!program)
    return fail(program.takeError());
  options.arguments = {file};
  if (isStress)
    return stress(*program, options);
  if (isAudit)
    return audit(*program, options, states);
  if (preemptions)
    return schedules(*program, options, *preemptions);
  if (countsTraces)
    return traces(*program, options, states);
  std::set<std::string> ends = untilLocal(
      options, nullptr,
      [&](const MachineOptions &now) -> std::optional<std::set<std::string>> {
        Machine machine(*program, now);
        Reference reference(machine, depth, checks);
        if (!reference.run())
          return std::nullopt;
        return reference.ends;
      });
  for (const std::string &line : ends)
    llvm::outs() << line << "\n";
  return 0;
}
