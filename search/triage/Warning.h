//===- search/triage/Warning.h - What another tool warned about -----------===//
//
// The normal form of a warning: every importer (tools/warnings) produces this
// and nothing else, and the triage never sees a tool's own format. A warning
// speaks of one or more threads, each a list of steps in order; there is no
// order between two threads. Plain data without references.
// docs/formats.md explains it to users.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

enum class WarningKind : uint8_t {
  Race,         ///< two threads at conflicting accesses
  LockCycle,    ///< threads that each wait for a lock the next one holds
  DoubleLock,   ///< a thread waits for a lock it holds itself
  LockLeak,     ///< a thread ends, or leaves, with a lock
  GuardedBy,    ///< an access without the lock it needs
  Requires,     ///< a call without the lock it needs
  LockOrder,    ///< one half of a lock cycle
  SharedStatic, ///< a static variable that several threads use
  CondMisuse,   ///< a wait that trusts its wake-up
  Path,         ///< locations in order, the last one fails
  Point         ///< one location that fails
};

/// "race", "lock-cycle", ...
const char *warningKindWord(WarningKind kind);
std::optional<WarningKind> warningKind(const std::string &word);

enum class StepOp : uint8_t {
  Read,
  Write,
  Update, ///< read-modify-write
  Access, ///< a read or a write
  Lock,
  Unlock,
  Wait,
  Signal,
  Create,
  Join,
  Call,
  At ///< anything at this place
};

/// The word of the native format: "read", "write", "lock", "at", ...
const char *stepOpWord(StepOp op);
/// The word of the normal form in JSON: "R", "W", "U", "access", "lock", ...
const char *stepOpCode(StepOp op);
/// Takes the words of both forms.
std::optional<StepOp> stepOp(const std::string &word);

/// A place as other tools name it. 0 and "" are "not given".
struct WarningPlace {
  std::string func;
  std::string file;
  uint32_t line = 0;
};

struct WarningStep {
  StepOp op = StepOp::At;
  WarningPlace place;
  uint32_t column = 0;
  uint32_t endColumn = 0;
  std::string object;              ///< variable or lock, in the tool's words
  std::string callee;              ///< of a call, if the tool names it
  std::vector<WarningPlace> stack; ///< outermost first, without the step itself
  std::string thread;              ///< the tool's name of the thread
  std::optional<WarningPlace> spawn; ///< where that thread was created
  std::vector<std::string> held;     ///< locks the tool saw held here
  std::optional<uint32_t> order;     ///< global order, if the tool gives one

  /// A step whose place is unknown: any place that fits the warning.
  bool isAnywhere() const {
    return place.file.empty() && place.func.empty() && !place.line;
  }
};

/// Where in its report a warning stands, to write the verdict back. Pointers
/// that begin with a slash are JSON pointers or element paths.
struct WarningSource {
  std::string path;
  std::string pointer; ///< JSON pointer, element path, "block 3", "line 7"
};

/// A lock that is known by its declaration alone.
struct WarningLock {
  std::string name;
  WarningPlace declared;
  uint32_t column = 0;
};

/// What a user asks of the steps on top of their places. Tools ask nothing.
struct WarningConstraints {
  bool sameThread = false;       ///< one thread does the steps of all lists
  bool differentThreads = false; ///< every list is a thread of its own
  bool sameAddress = false;      ///< the last steps touch the same bytes
  bool parked = false;           ///< all threads are before their last step
  bool holdsLocks = false;       ///< the locks in `held` are really held

  bool operator==(const WarningConstraints &) const = default;
};

struct Warning {
  std::string id; ///< "W1", or as given by the user: unique in a run
  std::string tool;
  std::string rule;
  WarningKind kind = WarningKind::Point;
  std::string message;
  std::string object; ///< variable the warning is about, or ""
  /// One list of steps per thread. A race is between any two of them, of which
  /// one writes; with a single list the other side is unknown.
  std::vector<std::vector<WarningStep>> threads;
  std::vector<WarningLock> locks; ///< of a cycle without places
  WarningConstraints constraints;
  std::string incomplete;             ///< what the tool does not tell, in words
  /// Why rbcheck cannot judge what the rule is about, in words; "" if it can.
  std::string unjudged;
  /// Unjudged, and still confirmed by what fails at the place; never refuted.
  bool onlyConfirm = false;
  /// Of a point or path: the property of --check that the rule speaks of; ""
  /// if any error counts.
  std::string property;
  /// Of a point or path: an error in what the place calls counts, too.
  bool inCalls = false;
  std::vector<WarningSource> sources; ///< one per copy that was merged
  std::optional<uint32_t> confidence; ///< as the tool counts it
  std::string hash;                   ///< the tool's own stable id, or ""
  std::string fingerprint;            ///< stable over runs (Fingerprint.h)
};

} // namespace rbcheck
