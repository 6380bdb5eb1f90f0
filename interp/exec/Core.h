//===- interp/exec/Core.h - The inside of the machine ---------------------===//
//
// What the functions that execute instructions (op...) share: the open state,
// the frames of the running thread in their unpacked form, and the caches that
// make memory accesses fast. Machine is the face of it for everybody else.
//
// Registers. The running thread's frames lie in one array, `regs`, one after
// the other. Only frames that were touched since the thread was loaded are
// there ([bottom, top]); the rest stays packed below (`below`) and is unpacked
// when it is returned to. pack() turns the unpacked ones into FrameNodes.
//
// Memory. `readTlb` and `writeTlb` map 256-byte pieces of the address space to
// host memory. Invariant: an entry only ever names memory that the running
// thread may access without being seen (private objects, constants, anything
// while only one thread lives); a write entry moreover only memory that the
// open state owns. So a hit needs no further test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"
#include "interp/models/Model.h"

namespace rbcheck {

struct TlbEntry {
  uint64_t tag = ~0ull;       ///< address >> 8
  uint8_t *data = nullptr;
  uint64_t limit = 0;         ///< bytes of the piece that exist
};
constexpr unsigned kTlbSize = 256;
inline unsigned tlbIndex(uint64_t address) {
  return unsigned(address >> 8 ^ address >> 16) & (kTlbSize - 1);
}

struct Frame {
  const Function *fn;
  const Insn *pc;             ///< valid for callers and stopped threads
  uint64_t *base;             ///< slot 0
  uint32_t stackMark;
  uint32_t flags;
  uint64_t varargs;
  uint64_t preset;
};

/// Where an address leads.
struct Place {
  Object *object = nullptr;         ///< null for constants
  const Global *constant = nullptr;
  uint64_t offset = 0;
  uint64_t size = 0;                ///< of the whole object
};

constexpr uint32_t kNoThread = ~0u;

/// A va_list of the x86-64 ABI.
struct VarArgs {
  uint32_t gpOffset = 0;
  uint32_t fpOffset = 0;
  uint64_t overflowArea = 0;
  uint64_t registerArea = 0;
};

class Watches;

class Core {
public:
  /// Executes `program`; with `watches`, their copy of it.
  Core(const Program &program, MachineOptions options,
       std::unique_ptr<Watches> watches = nullptr);
  ~Core();

  // Fast-path data ----------------------------------------------------------
  TlbEntry readTlb[kTlbSize];
  TlbEntry writeTlb[kTlbSize];
  uint64_t sliceEnd = 0;
  Frame *top = nullptr;
  uint32_t stackNext = 0;     ///< of the running thread
  uint64_t *regsEnd = nullptr;
  Frame *framesEnd = nullptr;
  uint64_t count = 0;         ///< instructions executed, when stopped
  uint64_t visibleAt = ~0ull; ///< the instruction with this count was chosen
  const std::unique_ptr<Watches> watches; ///< null if nothing is watched
  const Program &program;                 ///< as executed
  const Program &original;                ///< as given
  OpenState state;
  uint32_t current = kNoThread;
  bool multi = false;         ///< more than one thread lives
  bool isRunning = false;     ///< inside run(): frames are not packed

  // Ending a run: each sets `end` and lets the op return ------------------------
  void park(const Insn *pc, uint64_t n, const Pending &pending);
  void raise(FaultKind kind, const llvm::Twine &message, uint64_t address = 0);
  void raiseAt(const Insn *pc, uint64_t n, FaultKind kind,
               const llvm::Twine &message, uint64_t address = 0);
  void cutPath(const Insn *pc, uint64_t n, const llvm::Twine &reason);
  /// After resolve() said no: the instruction is where it happened.
  void failAt(const Insn *pc, uint64_t n);
  void stopAt(const Insn *pc, uint64_t n) {
    top->pc = pc;
    count = n;
  }

  // Memory (Memory.cpp): false = parked, faulted or cut ---------------------------
  /// Decodes an access of n bytes; raises the fault if there is none.
  bool resolve(uint64_t address, uint64_t n, bool write, Place &place);
  bool isPrivate(const Object *object) const;
  /// Access to it is no scheduling point and no race (RB_QUIET_SECTION).
  static bool isQuiet(const Object *object) {
    return object->kind == ObjectKind::Global && !object->shared;
  }
  /// True if the access must wait as a visible operation (now parked).
  bool mustPark(const Insn *pc, uint64_t n, uint32_t flags, const Place &place,
                uint64_t address, uint64_t size, bool write, bool atomic);
  bool loadSlow(const Insn *pc, uint64_t n, uint64_t address, unsigned size,
                uint32_t flags, void *to, bool atomic = false);
  bool storeSlow(const Insn *pc, uint64_t n, uint64_t address, unsigned size,
                 uint32_t flags, const void *from, bool atomic = false);
  bool readBytes(uint64_t address, void *to, uint64_t n);
  bool writeBytes(uint64_t address, const void *from, uint64_t n);
  bool fillBytes(uint64_t address, uint8_t byte, uint64_t n);
  bool copyBytes(uint64_t to, uint64_t from, uint64_t n);
  void readPlace(const Place &place, void *to, uint64_t n) const;
  void writePlace(Place &place, const void *from, uint64_t n);
  Object *own(Object *object);
  void forget(const Object *object);    ///< drops cached pieces of an object
  void forgetRange(uint64_t from, uint64_t n);
  void flushTlb();
  void flushWriteTlb();
  void fillRead(uint64_t address, const Place &place);
  void fillWrite(uint64_t address, Place &place);
  /// The memory `value` points to, if it is an object, is now shared, and all
  /// that can be reached from there.
  void share(uint64_t value);
  void shareReachable(const Object *object, uint64_t from, uint64_t to);
  void shareGlobals();
  bool touchesShared(uint64_t address, uint64_t size);
  uint64_t allocate(uint64_t size, uint8_t fill, AllocKind kind);
  bool deallocate(uint64_t address, AllocKind kind);
  uint64_t allocateStack(uint64_t size, uint32_t tag);
  void popStack(uint32_t mark);

  // Calls and frames (Calls.cpp) -----------------------------------------------------
  /// Pushes a frame; false = stack overflow raised.
  bool pushFrame(const Function &callee, const uint64_t *args, uint32_t nargs,
                 uint32_t flags, uint64_t preset);
  bool call(const Insn *pc, uint64_t *r, const CallSite &site,
            const Function &callee);
  /// Lays out the variadic arguments of a call for the new top frame.
  bool passVarArgs(const CallSite &site, const uint64_t *r);
  /// How the running thread goes on: after the instruction of the top frame,
  /// at it, or not at all for now.
  enum class After { Next, Resume, Stop };
  /// Returns from a frame whose caller is packed, or that ends the thread.
  /// True if the running thread is about to end and others could tell (some
  /// functions ask whether a thread has ended): that is a step of its own.
  bool mustParkAtEnd(uint64_t n) const;
  After returnBelow(const uint64_t *result, uint32_t n);
  /// All frames are left: runs the end-of-thread code of the runtime library
  /// if the program needs it, then ends the thread.
  After leaveThread(uint64_t result);
  After callModel(const Insn *pc, uint64_t n, uint64_t *r, const CallSite &site,
                  uint32_t callee);
  After callIndirect(const Insn *pc, uint64_t n, uint64_t *r);
  void deliverResult(Frame &caller, const uint64_t *result, uint32_t n);
  bool longJump(uint64_t buffer, uint64_t value);
  /// Frames of the running thread, the top one included.
  uint64_t depth() const;
  /// Calls `visit` as FrameWalk says.
  void walkFrames(llvm::function_ref<bool(CodePlace)> visit) const;
  /// Leaves frames until `wanted` are left.
  void popFrames(uint64_t wanted);

  // Exceptions (Unwind.cpp) -----------------------------------------------------------
  /// Table of the landing pad that a frame's call has (frames are counted from
  /// the outermost, 0), or 0.
  uint64_t padOfFrame(uint64_t frame) const;
  /// Unwinds to that landing pad.
  void land(uint64_t frame, uint64_t exception, uint64_t selector);

  // Threads (Threads.cpp) -----------------------------------------------------------
  void loadThread(uint32_t id);
  void unpackFrame(const FrameNode *node, uint64_t *base);
  void pack();
  void dropThread() { current = kNoThread; }
  uint32_t newThread();
  std::optional<uint32_t> spawn(uint64_t function, uint64_t argument);
  void finishThread(uint64_t result);
  void updateMulti();
  StepEnd run();
  StepEnd runFresh();          ///< starts threads made by this step
  ModelCall pendingCall(uint32_t thread);
  unsigned alternatives(uint32_t thread);
  /// Model::alternatives without side effects, whatever it runs into.
  unsigned ask(const Model &model, ModelCall &call);
  /// The thread must act on a request to cancel it instead of entering `model`.
  bool isCancelledAt(const Model &model, uint32_t thread) const {
    const ThreadScalars &s = state.thread(thread).s;
    return model.cancels && cancelThread && s.phase == 0 &&
           actsOnCancel(s.cancel);
  }
  /// The program's function of that name, or null.
  const Function *findDefined(llvm::StringRef name) const;
  CodePlace placeOf(const Insn *pc) const;
  CodePlace placeOfThread(uint32_t thread) const;

  // Outcome of the run
  StepEnd end = StepEnd::Parked;
  std::optional<Fault> fault;
  std::optional<Incomplete> incomplete;
  uint16_t choice = 0;

  MachineOptions options;
  Observer *observer = nullptr;
  std::vector<Approximation> approximations;
  std::vector<const Global *> constants;   ///< by address-space index
  std::vector<uint32_t> tlsIndex;          ///< heap index of each TLS variable
  const Function *threadEnd = nullptr;     ///< __rb_thread_end, if linked
  bool endIsVisible = false;               ///< see mustParkAtEnd()
  /// __rb_act_on_cancel, linked if the program calls pthread_cancel.
  const Function *cancelThread = nullptr;

  uint64_t *regs = nullptr;
  Frame *frames = nullptr;
  Frame *bottom = nullptr;
  Ref<FrameNode> below;
  FrameNode *loadedTop = nullptr;  ///< `current`'s packed top when unpacked
  Pending nextPending;
  std::vector<uint32_t> fresh;     ///< threads made by this step
  std::vector<uint16_t> usedRead, usedWrite;
};

} // namespace rbcheck
