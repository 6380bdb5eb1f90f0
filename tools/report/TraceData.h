//===- tools/report/TraceData.h - One error, step by step, as a value -----===//
//
// All that is known about how one error comes about, made by executing its
// schedule again (buildTrace), which also proves that it replays. Every form in
// which an error is shown is made from this value, and nothing else: the
// terminal report, the trace file (TraceJson.cpp; docs/trace-format.md says
// what each part means), and all that rbreplay exports.
//
// Texts and places that come again and again are kept once, so that a trace of
// 100,000 steps takes some ten megabytes.
// Tested by test/trace.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Inputs.h"
#include "search/result/Replay.h"
#include "search/weak/OrderSites.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace rbcheck {

/// What a step does, in one word (operationWord).
enum class OpKind : uint8_t {
#define RB_OPERATION(name, word, help) name,
#include "tools/report/Operations.def"
#undef RB_OPERATION
};
const char *operationWord(OpKind kind);

/// Why a step comes after an earlier one.
enum class EdgeKind : uint8_t {
  Create,    ///< the thread begins with it
  Join,      ///< the joined thread ended there
  Lock,      ///< the lock was released there
  Wake,      ///< the thread was woken, or could go on again
  ReadsFrom, ///< the value that is read was written there
  ReadsOlder ///< the same, though there are newer writes
};
const char *edgeWord(EdgeKind kind);

struct TraceEdge {
  uint32_t from = 0; ///< index of a step
  EdgeKind kind = EdgeKind::Create;
};

/// A lock that is held; of a lock for several readers one entry for each.
struct HeldLock {
  uint32_t lock = 0; ///< index into TraceData::names
  uint16_t thread = 0;
  friend bool operator==(const HeldLock &, const HeldLock &) = default;
  friend auto operator<=>(const HeldLock &, const HeldLock &) = default;
};

/// A thread that cannot go on.
struct BlockedThread {
  uint16_t thread = 0;
  uint32_t on = 0;               ///< index into TraceData::names: the object
  std::optional<uint16_t> until; ///< the one thread that can free it
  friend bool operator==(const BlockedThread &,
                         const BlockedThread &) = default;
  friend auto operator<=>(const BlockedThread &,
                          const BlockedThread &) = default;
};

/// A write that a weak memory model remembers.
struct TraceWrite {
  std::string value;              ///< "" = has none to show
  std::optional<uint16_t> thread; ///< none: no step of the trace wrote it
  std::optional<uint32_t> step;   ///< its index, if it is known
  uint32_t location = 0;          ///< index into TraceData::locations
};

/// What a step has to do with the buffer of its thread (MemoryModel::Tso).
enum class Buffered : uint8_t {
  Nothing,
  Waits,  ///< its write waits there
  Own,    ///< it reads a write that waits there
  Flushed ///< it is no operation: the oldest write there goes to memory
};
/// "waits", ...; null for Nothing.
const char *bufferedWord(Buffered buffered);

/// How an operation goes on that sequential consistency does not know.
struct WeakNote {
  bool writes = false;
  Buffered buffer = Buffered::Nothing;
  bool isLate = false; ///< seq_cst, but before others in the order of those
  std::optional<TraceWrite> read; ///< what it reads
  /// Writes that come behind what it reads, or behind what it writes, in the
  /// order of the variable's writes.
  std::vector<TraceWrite> newer;

  /// What it reads or writes is not what memory holds.
  bool isBeside() const {
    return !newer.empty() || buffer == Buffered::Waits ||
           buffer == Buffered::Own;
  }
};

struct TraceStep {
  uint16_t thread = 0;
  uint16_t choice = 0; ///< which of `alternatives` was taken
  uint16_t alternatives = 1;
  OpKind kind = OpKind::Call;
  bool isAtomic = false;
  bool isPreemption = false; ///< the thread of the last step could have gone on
  bool isSpurious = false;   ///< it failed, or ended a wait, without a reason
  bool isLast = false;       ///< the thread ends with this step
  bool isSound = true;       ///< no error in it (that it goes on behind)
  bool isLibrary = false;    ///< happens in library code called at `location`
  uint32_t location = 0;     ///< index into TraceData::locations
  uint32_t depth = 0;        ///< frames of the user's code on the stack
  uint32_t within = 0;       ///< names: library function that the user called
  uint32_t call = 0;         ///< names: library function, 0 = plain access
  uint32_t variable = 0;     ///< names: the memory or object, 0 = none
  uint32_t text = 0;         ///< names: the step in words
  uint32_t size = 0;         ///< bytes accessed, 0 = no access
  uint64_t address = 0;      ///< of `variable`
  std::optional<uint16_t> other; ///< thread that is created, joined or woken
  /// Value of `variable`, with `weak` what is read and what is written; "" =
  /// has none to show.
  std::string before, after;
  uint32_t held = 0;    ///< index into TraceData::lockSets, after the step
  uint32_t blocked = 0; ///< index into TraceData::blockedSets, after it
  uint32_t weak = 0;    ///< index into TraceData::weakNotes
  uint64_t site = 0;    ///< stable number of the place (passes/Marks.h), 0
  std::string output;   ///< what the program printed in this step
  llvm::SmallVector<TraceEdge, 1> edges;
};

enum class ThreadEnd : uint8_t {
  Ready,    ///< could go on
  Spinning, ///< goes on for ever, in the steps that repeat
  Blocked,  ///< waits
  Finished,
  Failed ///< its step is the error
};
const char *threadEndWord(ThreadEnd end);

/// Frames that are kept of a stack; a recursion has more.
constexpr size_t kMostStack = 100;

/// A thread, and where it stands at the end.
struct TraceThread {
  std::string name;                  ///< the function it began with
  std::optional<uint16_t> creator;   ///< none: main
  std::optional<uint32_t> createdBy; ///< index of a step
  Location createdAt;
  ThreadEnd end = ThreadEnd::Ready;
  Location at;          ///< its next operation, or the error
  uint32_t text = 0;    ///< names: that operation in words
  uint32_t within = 0;  ///< names: the library function it is in, 0 = none
  uint32_t waitsOn = 0; ///< names: the object, 0 = none
  std::optional<uint16_t> waitsFor; ///< the thread that could free it
  std::vector<Location> stack;      ///< innermost first, at most kMostStack
};

/// A call that gave an input, for what shows it at its place.
struct TraceInput {
  uint32_t steps = 0; ///< that had begun then
  uint16_t thread = 0;
  Location at;
  std::string call;  ///< `rb_nondet_int`
  std::string value; ///< as a number of its type
};

/// The memory an error is about.
struct TraceObject {
  std::string name;  ///< of the whole object; "" = unknown
  uint64_t base = 0; ///< its address
  uint64_t size = 0;
  uint16_t allocator = 0;
  Location allocatedAt; ///< of globals: where they are declared
  bool isFreed = false;
  uint16_t freer = 0;
  Location freedAt;
  bool isHeap = false;
};

/// A heap object that the trace names: TYPE@PLACE, and "#2" if it is the second
/// from there.
struct HeapName {
  std::string place;   ///< "list.c:14"
  uint32_t number = 1; ///< of those allocated there
  friend auto operator<=>(const HeapName &, const HeapName &) = default;
};

/// Program and options: all that a replay needs beside the schedule.
struct TraceOrigin {
  std::string version;   ///< of rbcheck
  std::string program;   ///< file, as the user named it
  std::string directory; ///< where it was named
  std::string fileHash;  ///< SHA-256 of that file
  std::string codeHash;  ///< of the decoded program: what a replay demands
  std::vector<std::string> arguments;   ///< of the program, its name first
  std::vector<std::string> environment; ///< its variables, NAME=VALUE
  std::vector<std::string> flags; ///< for a source: of --std, --cflags, -I, -D
  std::string buildFolder;        ///< the same: of -p
  std::vector<std::string> links, stubs; ///< --link, --stub NAME=VALUE
  std::string options;                   ///< search, bound, ... in words
  uint64_t seed = 1;
  std::vector<std::string> checks;
  bool hasSyncSteps = false; ///< its steps go from synchronisation to the next
  bool locality = true, spurious = true;
  bool partialIo = false;
  MemoryModel memory = MemoryModel::Sc;
  uint64_t history = 0;             ///< of MemoryModel::C11
  uint64_t survives = 0;            ///< faults that it goes on behind
  bool guesses = false;             ///< ... also where nobody knows how
  bool allVisible = false;          ///< every access is a step
  bool showsLone = false;           ///< also of a thread that is alone
  bool isOptimised = false;         ///< the bitcode was
  std::optional<std::string> input; ///< standard input; none = never read
  uint64_t slice = 0, heapLimit = 0;
  /// Values of inputs; none = the program was not given any.
  std::shared_ptr<const Inputs> inputs;
};

struct TraceData {
  TraceOrigin origin;
  Schedule schedule;
  uint32_t cycle = 0; ///< so many steps at the end repeat for ever
  Fault fault{};
  const Property *foundBy = &stepFaults();
  Location location; ///< of the fault, in the user's code
  Location related;  ///< of fault.related
  std::vector<TraceStep> steps;
  std::vector<TraceThread> threads;
  std::optional<TraceObject> object;
  std::vector<std::string> values; ///< what failed on them: "n was 1"
  std::vector<TraceInput> inputs;  ///< not in trace files: a replay finds them
  std::vector<HeapName> heap;      ///< that the texts name, in order
  std::optional<OrderAdvice> advice; ///< rbcheck's own, not of a trace file
  std::string outputBefore;          ///< printed before the first step
  uint32_t preemptions = 0;

  std::vector<std::string> names{""};  ///< names[0] is ""
  std::vector<Location> locations{{}}; ///< locations[0] is unknown
  std::vector<std::vector<HeldLock>> lockSets{{}};
  std::vector<std::vector<BlockedThread>> blockedSets{{}};
  std::vector<WeakNote> weakNotes{{}}; ///< weakNotes[0] is the ordinary way

  /// What the program printed, all of it.
  std::string output() const;
  /// The first step of those that repeat for ever; behind the last one if none
  /// do.
  size_t cycleBegin() const { return schedule.size() - cycle; }
  /// True if only the error is known, not its steps: see bareTrace().
  bool isBare() const { return steps.empty() && !schedule.empty(); }
};

/// What a violation says by itself, for when there is no time to execute it.
TraceData bareTrace(const Violation &violation);

/// Executes the schedule; none if it does not lead to the same fault.
std::optional<TraceData> buildTrace(const Program &program,
                                    const Violation &violation);

/// The same for a violation of which only the schedule, how it shows and its
/// thread are known; none if no fault shows in that way.
std::optional<TraceData> replayTrace(const Program &program,
                                     const Violation &violation);

/// Something to keep in mind about an error, or "".
std::string remark(const TraceData &trace);

/// A further place that belongs to an error, with what it has to do with it.
struct RelatedNote {
  uint32_t thread = 0;
  Location location;
  std::string message;
};
/// The other access of a race, where memory was allocated and freed, ...
std::vector<RelatedNote> relatedNotes(const TraceData &trace);

/// Identity of a decoded program, as 32 hexadecimal digits.
std::string codeHash(const Program &program);

/// Version of the format of trace files.
constexpr int kTraceVersion = 1;

/// The trace as a file.
void writeTrace(llvm::raw_ostream &out, const TraceData &trace);

} // namespace rbcheck
