//===- tools/rbreplay/Session.cpp - Stepping through a trace by commands --===//
#include "tools/rbreplay/Session.h"

#include "tools/rbreplay/Evaluate.h"
#include "tools/report/ErrorText.h"
#include "tools/report/Interleaving.h"
#include "tools/report/PlainNames.h"
#include "tools/report/StepText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <string>

namespace rbcheck {

namespace {

using llvm::StringRef;

class Session {
public:
  Session(Debugger &debugger, llvm::raw_ostream &out)
      : debugger_(debugger), trace_(debugger.trace()), out_(out) {}

  void showPosition();
  /// False: the user wants to leave.
  bool execute(StringRef line);

private:
  struct Command {
    const char *name, *brief, *argument, *help;
    void (Session::*run)(StringRef argument);
  };
  static llvm::ArrayRef<Command> commands();

  void next(StringRef count) {
    uint64_t n = numberOr(count, 1);
    go(debugger_.position() + std::min<uint64_t>(n, debugger_.length()));
  }
  void back(StringRef count) {
    uint64_t n = numberOr(count, 1), at = debugger_.position();
    go(at < n ? 0 : size_t(at - n));
  }
  void goTo(StringRef step) {
    uint64_t n = numberOr(step, 0);
    if (n < 1 || n > debugger_.length() + 1)
      out_ << "there are steps 1 to " << debugger_.length() << "\n";
    else
      go(size_t(n - 1));
  }
  void start(StringRef) { go(0); }
  void end(StringRef) { go(debugger_.length()); }
  void preemption(StringRef);
  void backToPreemption(StringRef);
  void breakAt(StringRef place);
  void resume(StringRef);
  void reverse(StringRef);
  void print(StringRef expression);
  void variables(StringRef);
  void threads(StringRef);
  void locks(StringRef);
  void backtrace(StringRef thread);
  void list(StringRef);
  void output(StringRef);
  void report(StringRef) { writeErrorText(out_, trace_, Paint(false)); }
  void help(StringRef);

  void go(size_t position) {
    debugger_.go(position);
    showPosition();
  }
  uint64_t numberOr(StringRef text, uint64_t standard) {
    uint64_t number;
    return text.empty() || text.getAsInteger(10, number) ? standard : number;
  }
  const Location &locationOf(size_t step) const {
    return trace_.locations[trace_.steps[step].location];
  }
  bool isBreak(size_t step) const;
  std::string stepLine(size_t step) const;

  struct Break {
    std::string file; ///< "" = any
    uint32_t line;
  };
  Debugger &debugger_;
  const TraceData &trace_;
  llvm::raw_ostream &out_;
  SourceFiles sources_;
  std::vector<Break> breaks_;
};

llvm::ArrayRef<Session::Command> Session::commands() {
  static constexpr Command kCommands[] = {
      {"next", "n", "[N]", "one step forwards, or N", &Session::next},
      {"back", "b", "[N]", "one step backwards, or N", &Session::back},
      {"preemption", "p", "", "forwards to the next preemption",
       &Session::preemption},
      {"back-preemption", "bp", "", "backwards to the last preemption",
       &Session::backToPreemption},
      {"goto", "g", "N", "to step N, forwards or backwards", &Session::goTo},
      {"start", "", "", "to the first step", &Session::start},
      {"end", "", "", "to the error", &Session::end},
      {"break", "br", "[FILE:]LINE", "stop before steps at that line",
       &Session::breakAt},
      {"continue", "c", "", "forwards to the next break, or to the error",
       &Session::resume},
      {"reverse", "r", "", "backwards to the last break, or to the start",
       &Session::reverse},
      {"print", "pr", "EXPR", "a variable: x, a[1].f, p->next, *p, &x",
       &Session::print},
      {"variables", "v", "", "which variables there are",
       &Session::variables},
      {"threads", "t", "", "where every thread is", &Session::threads},
      {"locks", "l", "", "who holds what", &Session::locks},
      {"backtrace", "bt", "[T]", "calls of the thread of the next step, or T",
       &Session::backtrace},
      {"list", "ls", "", "source around the next step", &Session::list},
      {"output", "o", "", "what the program has printed so far",
       &Session::output},
      {"report", "", "", "the whole report", &Session::report},
      {"help", "h", "", "this list", &Session::help},
      {"quit", "q", "", "leave", nullptr},
  };
  return kCommands;
}

bool Session::execute(StringRef line) {
  auto [name, argument] = line.trim().split(' ');
  if (name.empty())
    return true;
  for (const Command &command : commands()) {
    if (name != command.name && (!*command.brief || name != command.brief))
      continue;
    if (!command.run)
      return false;
    (this->*command.run)(argument.trim());
    return true;
  }
  out_ << "unknown command '" << name << "'; help lists all\n";
  return true;
}

std::string Session::stepLine(size_t step) const {
  const TraceStep &next = trace_.steps[step];
  return llvm::formatv("{0}/{1} {2} at {3}: {4}", step + 1,
                       debugger_.length(), threadLabel(trace_, next.thread),
                       shortPlace(locationOf(step)), inWords(trace_, trace_.names[next.text]))
      .str();
}

void Session::showPosition() {
  size_t at = debugger_.position();
  if (at == debugger_.length()) {
    out_ << "the error: " << shortPlace(trace_.location) << ": "
         << trace_.fault.message << "\n";
    return;
  }
  if (trace_.steps[at].isPreemption)
    out_ << "~~ T" << trace_.steps[at - 1].thread << " preempted ~~\n";
  out_ << stepLine(at) << "\n";
  StringRef source = sources_.line(locationOf(at)).rtrim();
  if (!source.empty())
    out_ << llvm::formatv("{0,5} | {1}\n", locationOf(at).line, source);
}

void Session::preemption(StringRef) {
  size_t at = debugger_.position() + 1;
  while (at < debugger_.length() && !trace_.steps[at].isPreemption)
    ++at;
  go(at);
}

void Session::backToPreemption(StringRef) {
  size_t at = debugger_.position();
  while (at > 0 && !trace_.steps[--at].isPreemption)
    ;
  go(at);
}

void Session::breakAt(StringRef place) {
  auto [file, line] = place.contains(':') ? place.rsplit(':')
                                          : std::make_pair(StringRef(), place);
  Break wanted{file.str(), 0};
  if (line.getAsInteger(10, wanted.line)) {
    out_ << "break needs LINE or FILE:LINE\n";
    return;
  }
  breaks_.push_back(wanted);
  size_t count = 0;
  for (size_t i = 0; i < debugger_.length(); ++i)
    count += isBreak(i);
  out_ << "break at " << place << ": " << counted(count, "step")
       << " of the trace\n";
}

bool Session::isBreak(size_t step) const {
  const Location &at = locationOf(step);
  return llvm::any_of(breaks_, [&](const Break &wanted) {
    return at.line == wanted.line &&
           (wanted.file.empty() || StringRef(at.file).ends_with(wanted.file));
  });
}

void Session::resume(StringRef) {
  size_t at = debugger_.position() + 1;
  while (at < debugger_.length() && !isBreak(at))
    ++at;
  go(at);
}

void Session::reverse(StringRef) {
  size_t at = debugger_.position();
  while (at > 0 && !isBreak(--at))
    ;
  go(at);
}

void Session::print(StringRef expression) {
  if (expression.empty()) {
    out_ << "print needs a variable; variables lists them\n";
    return;
  }
  llvm::Expected<std::string> value =
      evaluate(debugger_, debugger_.currentThread(), expression);
  if (value)
    out_ << expression << " = " << *value << "\n";
  else
    out_ << llvm::toString(value.takeError()) << "\n";
}

void Session::variables(StringRef) {
  for (const std::string &name :
       variableNames(debugger_, debugger_.currentThread()))
    out_ << name << "\n";
}

void Session::threads(StringRef) {
  Machine &machine = debugger_.machine();
  bool isOver = debugger_.position() == debugger_.length();
  for (uint32_t id = 0; id < machine.state().threadCount(); ++id) {
    bool isNext = !isOver && id == debugger_.currentThread();
    out_ << (isNext ? "* " : "  ") << threadLabel(trace_, id) << ": ";
    const ThreadNode &node = machine.state().thread(id);
    if (node.s.status == ThreadStatus::Finished) {
      out_ << "finished\n";
    } else if (isOver && trace_.threads[id].end == ThreadEnd::Failed) {
      out_ << "failed at " << lineName(trace_, trace_.location) << "\n";
    } else {
      StepOperation operation = readOperation(machine, id);
      out_ << lineName(trace_, locateThread(machine, id, machine.place(id)))
           << ", "
           << (machine.alternatives(id)
                   ? "next: " + pendingText(operation)
                   : "waits for " + operation.waitsOn())
           << "\n";
    }
  }
}

void Session::locks(StringRef) {
  size_t at = debugger_.position();
  uint32_t set = at ? trace_.steps[at - 1].held : 0;
  if (trace_.lockSets[set].empty())
    out_ << "no lock is held\n";
  for (const HeldLock &lock : trace_.lockSets[set])
    out_ << trace_.names[lock.lock] << ": held by "
         << threadLabel(trace_, lock.thread) << "\n";
}

void Session::backtrace(StringRef thread) {
  uint64_t id = debugger_.currentThread();
  if (!thread.empty()) {
    thread.consume_front("T");
    id = numberOr(thread, ~0ull);
  }
  if (id >= debugger_.machine().state().threadCount()) {
    out_ << "there is no such thread\n";
    return;
  }
  size_t number = 0;
  for (const Location &frame : stackOf(debugger_.machine(), uint32_t(id)))
    out_ << "#" << number++ << " " << frame.function << " at "
         << shortPlace(frame) << "\n";
  if (!number)
    out_ << "the thread has finished\n";
}

void Session::list(StringRef) {
  size_t at = debugger_.position();
  Location here = at < debugger_.length() ? locationOf(at) : trace_.location;
  constexpr uint32_t kAround = 4;
  Location line = here;
  for (line.line = here.line > kAround ? here.line - kAround : 1;
       here.isKnown() && line.line <= here.line + kAround; ++line.line)
    out_ << llvm::formatv("{0,5} {1} {2}\n", line.line,
                          line.line == here.line ? ">" : "|",
                          sources_.line(line).rtrim());
}

void Session::output(StringRef) {
  out_ << trace_.outputBefore;
  for (size_t i = 0; i < debugger_.position(); ++i)
    out_ << trace_.steps[i].output;
}

void Session::help(StringRef) {
  for (const Command &command : commands()) {
    std::string call = command.name;
    if (*command.brief)
      call += ", " + std::string(command.brief);
    if (*command.argument)
      call += " " + std::string(command.argument);
    out_ << llvm::formatv("  {0,-24} {1}\n", call, command.help);
  }
}

} // namespace

void runSession(Debugger &debugger, std::istream &in, llvm::raw_ostream &out,
                bool hasPrompt) {
  Session session(debugger, out);
  session.showPosition();
  std::string line, last;
  for (;;) {
    if (hasPrompt)
      out << "(rbreplay) ";
    out.flush();
    if (!std::getline(in, line))
      break;
    // An empty line repeats the last command, as in other debuggers.
    if (StringRef(line).trim().empty() && hasPrompt)
      line = last;
    last = line;
    if (!session.execute(line))
      break;
  }
  out.flush();
}

} // namespace rbcheck
