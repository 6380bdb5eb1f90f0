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
// Pointer arithmetic. A pointer that was computed from one into object A must
// not be used to access object B, whatever its number is. Objects have room
// around them (kGuard), so this can only happen if the distance is large:
// never in Lea and the other forms with a small constant, and in the X forms
// only if base and result differ in their index. Then `extents` or, in the end,
// stepPointer() decides.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/AtomicAct.h"
#include "interp/exec/Audit.h"
#include "interp/exec/Caches.h"
#include "interp/exec/Frame.h"
#include "interp/exec/LoopWatch.h"
#include "interp/exec/Machine.h"
#include "interp/exec/Model.h"
#include "interp/exec/OpFunction.h"
#include "interp/state/Stray.h"
#include "interp/state/Value.h"

namespace rbcheck {

class Symbolic;
class Watches;

class Core {
public:
  /// Executes `program`; with `watches`, their copy of it.
  Core(const Program &program, MachineOptions options,
       std::unique_ptr<Watches> watches = nullptr);
  ~Core();

  // Fast-path data ----------------------------------------------------------
  Tlb readTlb, writeTlb;
  /// kOps: close by, each op finds its successor here.
  OpFunction ops[kOpForms * kOpCount];
  Extent extents[kExtents];   ///< large objects that arithmetic met
  bool hasExtents = false;    ///< one of them is set
  uint64_t askFrom = 0;       ///< backward jumps ask mustPause() from here on
  Frame *top = nullptr;
  uint32_t stackNext = 0;     ///< of the running thread
  uint64_t *regsEnd = nullptr;
  Frame *framesEnd = nullptr;
  const DirectCall *calls = nullptr; ///< of the program (CallForm.h)
  static constexpr size_t kIndirectCalls = 64;
  IndirectCall indirect[kIndirectCalls];
  IndirectCall &indirectAt(const Insn *pc) {
    return indirect[reinterpret_cast<uintptr_t>(pc) / sizeof(Insn) %
                    kIndirectCalls];
  }
  uint64_t count = 0;         ///< instructions executed, when stopped
  uint64_t beganAt = 0;       ///< the same before the step
  uint64_t outputs = 0;       ///< times that something was printed
  uint64_t progressMarks = 0; ///< passes of rb_progress()
  uint64_t visibleAt = ~0ull; ///< the instruction with this count was chosen
  const std::unique_ptr<Watches> watches; ///< null if nothing is watched
  const Program &program;                 ///< as executed
  const Program &original;                ///< as given
  /// Shadowed if it is executed so.
  const Program &unwatchedProgram() const;
  std::unique_ptr<Symbolic> symbolic; ///< null without symbolic inputs
  OpenState state;
  uint32_t current = kNoThread;
  bool multi = false;         ///< isMulti() of the state
  bool isRunning = false;     ///< inside run(): frames are not packed
  /// Library calls, bulk operations and atomics find memory by the caches, and
  /// leave it there: the running thread asks, bytes are what they are
  /// (Symbolic.h), and no buffered stores have to go first (Buffers.cpp).
  bool usesCaches = false;
  /// Nobody is told when locals come and go: while that is so, most are made again
  /// in the place of others (Fresh.h).
  bool hasQuietLocals = false;

  /// How the running thread goes on: after the instruction of the top frame,
  /// at it, or not at all for now.
  enum class After { Next, Resume, Stop };

  // Ending a run: each sets `end` and lets the op return ------------------------
  /// Before the instruction; the caller says in what is returned what is pending.
  /// In place: copies of what was just written wait until that is in memory.
  Pending &park(const Insn *pc, uint64_t n, PendingKind kind);
  /// The thread had its time slice.
  void pause(const Insn *pc, uint64_t n);
  void raise(FaultKind kind, const llvm::Twine &message, uint64_t address = 0);
  void raiseAt(const Insn *pc, uint64_t n, FaultKind kind,
               const llvm::Twine &message, uint64_t address = 0);
  void cutPath(const Insn *pc, uint64_t n, const llvm::Twine &reason);
  // Going on behind a fault (Survive.cpp) -------------------------------------
  /// After raise(): it is noted and no longer ends the run. False if it does.
  bool survive(bool isGuess);
  /// The run ended with a fault, but can go on behind the instruction.
  bool goOnBehind();
  /// After resolve() said no: the instruction is where it happened.
  void failAt(const Insn *pc, uint64_t n);
  void stopAt(const Insn *pc, uint64_t n) {
    top->pc = pc;
    count = n;
  }

  // Memory (Memory.cpp): false = parked, faulted or cut ---------------------------
  /// Decodes an access of n bytes; raises the fault if there is none.
  bool resolve(uint64_t address, uint64_t n, bool write, Place &place);
  /// The fault of an access through a stray pointer (Stray.h).
  void raiseStray(const char *verb, uint64_t address, uint64_t n);
  void raiseDeadLocal(const char *verb, uint64_t address, bool isInFrame);
  /// The global that is no part of the state and holds `address`, or null.
  const Global *constantAt(uint64_t address) const;
  /// Where the leaf of a constant that begins at `start` lies on the host; all
  /// leaves of a constant without an image are the same zeros.
  static const uint8_t *leafOf(const Global &constant, uint64_t start);
  /// The live object or constant that holds `address`, or the one whose end it
  /// is, if any.
  std::optional<Extent> extentAt(uint64_t address) const;
  /// from + delta as a pointer of the program (Stray.h).
  uint64_t stepPointer(uint64_t from, uint64_t delta, bool inBounds = true);
  bool isPrivate(const Object *object) const {
    return !multi || (object->kind != ObjectKind::Global && !object->shared &&
                      options.locality);
  }
  /// It was believed to be private to another thread (StepEnd::NotLocal).
  bool isOfAnother(const Object *object) const {
    return multi && isPrivate(object) && object->owner() != current;
  }
  /// Access to it is no scheduling point and no race (RB_QUIET_SECTION).
  static bool isQuiet(const Object *object) {
    return object->kind == ObjectKind::Global && !object->shared;
  }
  /// True if the access must wait as a visible operation (now parked).
  bool mustPark(const Insn *pc, uint64_t n, uint32_t flags, const Place &place,
                uint64_t address, uint64_t size, bool write, bool atomic);
  bool loadSlow(const Insn *pc, uint64_t n, uint64_t address, unsigned size,
                uint32_t flags, void *to, bool atomic = false);
  /// The same in parts: where to load from, and that it was done.
  bool resolveLoad(const Insn *pc, uint64_t n, uint64_t address, unsigned size,
                   uint32_t flags, Place &place, bool atomic);
  void noteLoad(uint64_t address, const Place &place);
  bool storeSlow(const Insn *pc, uint64_t n, uint64_t address, unsigned size,
                 uint32_t flags, const void *from, bool atomic = false);
  /// `isAhead`: of bytes that nobody wrote nothing is made known thereby.
  bool readBytes(uint64_t address, void *to, uint64_t n, bool isAhead = false);
  bool writeBytes(uint64_t address, const void *from, uint64_t n);
  bool fillBytes(uint64_t address, uint8_t byte, uint64_t n);
  bool copyBytes(uint64_t to, uint64_t from, uint64_t n);
  void readPlace(const Place &place, void *to, uint64_t n) const;
  /// The same as a number.
  Wide valueAt(const Place &place, unsigned size) const;
  void writePlace(Place &place, const void *from, uint64_t n);
  Object *own(Object *object);
  void forget(const Object *object);    ///< drops cached pieces of an object
  void forgetPiece(uint64_t address) {
    for (Tlb *tlb : {&readTlb, &writeTlb})
      if (TlbEntry &entry = tlb->at(address); entry.begin() == pieceOf(address))
        entry.clear();
  }
  void forgetRange(uint64_t from, uint64_t n);
  void flushTlb();
  void forgetExtents();
  /// What is wrong with the caches, or "" (VerifyCaches.cpp).
  std::string findCacheFlaw() const;
  void flushWriteTlb();
  void fillRead(uint64_t address, const Place &place);
  void fillWrite(uint64_t address, Place &place);
  /// The running thread made it just now: its first access is a hit (Fresh.h).
  void fillFresh(Object *object);
  /// Where `n` bytes lie on the host, if a cache has all of them.
  const uint8_t *cachedRead(uint64_t address, uint64_t n) const {
    return usesCaches ? cachedIn(readTlb, address, n) : nullptr;
  }
  uint8_t *cachedWrite(uint64_t address, uint64_t n) const {
    return usesCaches ? cachedIn(writeTlb, address, n) : nullptr;
  }
  /// The object at `address`, if it is a small one that a cache has: its bytes
  /// stand behind it. (The first piece of a large one has no shorter limit.)
  Object *cachedObject(uint64_t address) const {
    const TlbEntry &entry = writeTlb.at(address);
    return entry.isAbout(pieceOf(address)) && entry.limit() < kLeafBytes &&
                   (address & (kSpan - 1)) < kLeafBytes
               ? reinterpret_cast<Object *>(entry.data()) - 1
               : nullptr;
  }
  /// As OpenState::find.
  Object *find(uint64_t address) const {
    Object *object = cachedObject(address);
    return object ? object : state.find(address);
  }
  /// Copies as by memmove what the caches have; false = they do not have all.
  bool copyCached(uint64_t to, uint64_t from, uint64_t n);
  bool fillCached(uint64_t address, uint8_t byte, uint64_t n);
  /// The program's own memory takes more than it may.
  bool exceedsMemory() const {
    return options.memoryLimit && poolBytes() > options.memoryLimit;
  }
  /// The memory `value` points to, if it is an object, is now shared, and all
  /// that can be reached from there.
  void share(uint64_t value);
  /// What was there is gone, or written over (Symbolic.h).
  void dropShadows(uint64_t from, uint64_t n) {
    if (__builtin_expect(symbolic != nullptr, false))
      dropShadowsThere(from, n);
  }
  /// Bytes become inputs of the running thread (Inputs.h). False = a fault.
  bool placeInputs(uint64_t address, uint64_t size, llvm::StringRef name);
  /// The next input of the running thread, where they are given.
  uint64_t takeInput(unsigned bits);
  void dropShadowsThere(uint64_t from, uint64_t n);
  void shareReachable(const Object *object, uint64_t from, uint64_t to);
  void shareGlobals();
  bool touchesShared(uint64_t address, uint64_t size);

  // Steps from synchronisation to synchronisation (Segments.cpp) -------------------
  bool hasSyncSteps() const { return options.steps == Steps::Sync; }
  /// The running thread is about to make plain accesses to memory that others
  /// can reach. True if it goes on and they are in its footprint, or known as
  /// weak memory knows them, unless `end` says that they race; false if it must
  /// be parked.
  bool goesOnWith(const Insn *pc, uint64_t n, llvm::ArrayRef<Access> accesses);
  /// A step of the thread begins: with its pending operation it synchronises,
  /// or goes on from a pause.
  void beginSegment(uint32_t thread);
  /// What the running thread touched is now in the state.
  void leaveFootprint();
  /// Another thread knows that this one has ended.
  void forgetFootprint(uint32_t thread);
  /// A thread has ended, nobody waited for it, and what it did last is not
  /// ordered with what others do.
  bool hasFootprintOfEnded() const;
  /// A conflict between what two threads touched, or one touched and the other
  /// is about to.
  std::optional<Fault> raceOfFootprints(uint32_t thread, uint32_t other);
  /// The same of `thread` and any other, as Machine::findRace.
  std::optional<Fault> findFootprintRace(uint32_t thread,
                                         std::optional<uint32_t> with);
  /// The fault of two accesses that nothing orders.
  Fault unordered(uint32_t thread, CodePlace place, const Access &mine,
                  uint32_t other, CodePlace otherPlace, const Access &access);
  /// True after raising a data race: an access in an atomic section and what
  /// another thread touched.
  bool racesWithFootprint(const Insn *pc, uint64_t n, uint32_t other,
                          const Access &mine);

  // Store buffers (Buffers.cpp) -----------------------------------------------------------
  bool isTso() const { return options.memory == MemoryModel::Tso; }
  /// Stores of the running thread to that place wait in its buffer.
  bool isBuffered(const Place &place, uint32_t flags) const {
    return isTso() && multi && place.object && !isPrivate(place.object) &&
           !isQuiet(place.object) && flags & kMarked && !isInSection();
  }
  /// The thread's own store to the byte is in its buffer.
  bool isOnItsWay(uint32_t thread, uint64_t address) const;
  bool hasBuffered(uint32_t thread) const {
    return isTso() && !state.weak()->buffer(thread).empty();
  }
  void bufferStore(const Insn *pc, uint64_t address, const void *from,
                   uint64_t n);
  /// What the thread reads there, if memory holds `bytes`.
  void overlay(uint32_t thread, uint64_t address, void *bytes,
               uint64_t n) const;
  /// The oldest store of the thread, or all of them, go to memory.
  void flushFirst(uint32_t thread);
  void drain(uint32_t thread);
  /// The alternative of a thread that has stores in its buffer with which the
  /// oldest one goes to memory.
  unsigned flushChoice(uint32_t thread);

  // Signals (Handlers.cpp) ------------------------------------------------------------
  /// Signals interrupt threads of this program.
  bool hasInterrupts() const { return interruptEntry; }
  /// Those that can come to the thread now, one bit each.
  uint64_t openSignals(uint32_t thread) const;
  /// Some can come to a thread.
  bool hasOpenSignals() const;
  /// The alternatives of a parked thread with which a signal comes.
  unsigned interrupts(uint32_t thread) {
    return hasInterrupts() ? unsigned(interruptions(thread).size()) : 0;
  }
  llvm::SmallVector<Interruption, 4> interruptions(uint32_t thread);
  /// The alternative of a thread, as its pending operation counts it, and the
  /// interruption if it is one; neither if a store goes to memory.
  struct Meaning {
    std::optional<uint16_t> ofOperation;
    std::optional<Interruption> interruption;
  };
  Meaning meaningOf(Choice choice);
  /// Whatever the thread chooses is of its pending operation.
  bool isOfOperation(uint32_t thread) const {
    return !hasInterrupts() && !hasBuffered(thread);
  }
  /// The signal comes to the loaded thread. False = stack overflow raised.
  bool interrupt(const Interruption &with);
  /// The running thread leaves a frame of a handler, by returning or not.
  void leftHandler(uint32_t flags, bool isCounted, bool isReturning);
  /// The same, and how it goes on: `endsCall` is what __rb_interrupt said.
  After returnFromHandler(bool endsCall);
  /// The running thread is in a handler that interrupted a wait, which goes on
  /// behind it: the thread's phase is that of the wait.
  bool isWaitSuspended(uint32_t thread) const;
  /// How far the thread is in its pending call.
  uint8_t phaseOf(uint32_t thread) const {
    const uint8_t phase = state.thread(thread).s.phase;
    return phase && isWaitSuspended(thread) ? 0 : phase;
  }
  /// True after raising a fault or cutting the path: a handler must not, or
  /// cannot, call that.
  bool refusesInHandler(const Insn *pc, uint64_t n, const Model &model);
  /// A new thread inherits the mask, and nothing is pending for it.
  void startSignals(uint32_t thread);
  void endSignals(uint32_t thread);
  /// Of the thread: which signals it blocks.
  std::optional<uint64_t> signalMask(uint32_t thread) const;
  void setSignalMask(uint32_t thread, uint64_t mask);

  // Weak memory (Weak.cpp) -------------------------------------------------------------
  bool isWeak() const { return options.memory == MemoryModel::C11; }
  /// Atomic accesses with these flags have a history there.
  bool isWeakAt(const Place &place, uint32_t flags) const {
    return isWeak() && multi && place.object && !isPrivate(place.object) &&
           !isQuiet(place.object) && flags & kMarked;
  }
  /// What an atomic access does to the order of all seq_cst operations.
  OrderTouch orderTouch(const Insn &insn) const;
  /// What a thread that is parked at an atomic instruction is about to do.
  std::optional<AtomicAct> atomicOfParked(uint32_t thread);
  /// The ways to go on with it, the ordinary one first, those without a reason
  /// last.
  void weakWays(uint32_t thread, const AtomicAct &act,
                llvm::SmallVectorImpl<AtomicWay> &out);
  /// The same of a parked thread, if it is at an atomic instruction.
  std::optional<unsigned> countWeakWays(uint32_t thread);
  /// Executes it in the running thread. False = faulted or cut.
  bool executeWeakly(const Insn *pc, uint64_t n, const AtomicAct &act,
                     Place &place, AtomicResult &result);
  /// True if the fence is executed; false = parked.
  bool fenceWeakly(const Insn *pc, uint64_t n);
  /// True after raising a data race with an access that the running thread does
  /// not know of. It is known to have made this one from now on.
  bool racesWithRecord(const Insn *pc, uint64_t n, const Access &access);
  /// The same of all accesses of a library call, or plain ones in a section.
  bool racesWithRecords(const Insn *pc, uint64_t n,
                        llvm::ArrayRef<Access> accesses);
  llvm::SmallVector<Record, 2> findRecordRaces(const Record &mine) const;
  Fault raceWith(const Record &other, const Access &mine, CodePlace place);
  /// True after raising a data race of what a library call is about to touch.
  bool racesInCall(const Insn *pc, uint64_t n, const Role &role,
                   llvm::ArrayRef<Access> accesses);
  /// The running thread writes all of an object.
  Record recordOf(const Object *object) const;
  /// An object that was the running thread's own is reached by others now.
  void recordSharing(const Object *object);
  /// The life of an object ends, or with it that of what is known of it.
  void endWeakly(const Object *object);
  /// The step ends with the race that endWeakly() found, unless it has failed.
  void raiseAtEnd();
  void learn(const CallFlows &flows, const Role &role);
  /// What makes no difference is left out.
  void normaliseWeak();
  /// Atomic accesses there may be both seq_cst and weaker.
  bool isMixedAt(uint64_t address) const;
  /// Nobody accesses the bytes other than atomically.
  bool isAtomicOnly(uint64_t address) const;
  static WeakFacts factsOf(const Program &program, uint32_t history);

  /// The running thread is in an atomic section and not parked there.
  bool isInSection() const {
    return state.thread(current).s.atomicDepth != 0 && !options.allVisible;
  }
  /// True after raising a data race: another thread is about to make an access
  /// that nothing orders with these of an atomic section. Two sections do not
  /// race, and atomics do not race with a section.
  bool racesInSection(const Insn *pc, uint64_t n,
                      llvm::ArrayRef<Access> ranges);
  uint64_t allocate(uint64_t size, uint8_t fill, AllocKind kind);
  bool deallocate(uint64_t address, AllocKind kind);
  uint64_t allocateStack(uint64_t size, uint32_t tag);
  /// The same of a local that was there a moment ago; 0 if there was none
  /// (Fresh.h).
  uint64_t allocateAgain(uint64_t size, uint32_t tag);

  // Local variables and pointers to them (Lifetime.cpp) -----------------------------
  /// A pointer into the local at `value` was stored to `word`.
  void noteHolder(uint64_t word, uint64_t value);
  /// Notes all such pointers among `n` bytes that were stored to `address`.
  void noteHolders(uint64_t address, const void *bytes, uint64_t n);
  /// Memory at `word` may live longer than the local at `local`.
  bool outlives(uint64_t word, uint64_t local) const;
  uint32_t sortHolders(Object *local);
  bool readWord(uint64_t word, uint64_t &value) const;
  /// Ends stack objects from position `mark` on. Pointers to them become stray,
  /// also those among `values`, which leave the frame.
  void popStack(uint32_t mark, uint64_t *values = nullptr, uint32_t count = 0);
  /// Ends the youngest of them, as far as nobody can have a pointer to them
  /// (Fresh.h).
  void popQuiet(uint32_t mark);
  /// The same while the frame goes on.
  void restoreStack(const Insn *pc, uint32_t mark);
  /// An address for a local whose life has not begun.
  uint64_t reserveStack(uint64_t size, uint32_t tag);
  void startScope(const Insn *pc, uint64_t address, uint64_t size);
  void endScope(const Insn *pc, uint64_t address);

  // Calls and frames (Calls.cpp) -----------------------------------------------------
  /// Pushes a frame; false = stack overflow raised.
  bool pushFrame(const Function &callee, const uint64_t *args, uint32_t nargs,
                 uint32_t flags, uint64_t preset);
  /// False, and a fault, if `callee` has more parameters than `passed`.
  bool checkArgumentCount(const Function &callee, uint32_t passed);
  bool call(const Insn *pc, uint64_t *r, const CallSite &site,
            const Function &callee);
  /// Lays out the variadic arguments of a call for the new top frame.
  bool passVarArgs(const CallSite &site, const uint64_t *r);
  /// Returns from a frame whose caller is packed, or that ends the thread.
  /// True if the running thread is about to end and others could tell (some
  /// functions ask whether a thread has ended): that is a step of its own.
  bool mustParkAtEnd(uint64_t n) const;
  After returnBelow(const uint64_t *result, uint32_t n);
  /// All frames are left: runs the end-of-thread code of the runtime library
  /// if the program needs it, then ends the thread.
  After leaveThread(uint64_t result);
  /// The thread that holds the lock at `address` for itself, if one does.
  std::optional<uint32_t> ownerOf(Family family, uint64_t address) const;
  /// After a call that takes or gives back a lock.
  void noteHeld(const Role &role, const ModelCall &call, uint32_t thread);
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
  /// Fingerprint of the open state; frames must be packed.
  Hash128 fingerprint();
  /// The running thread, at a backward jump, had its time slice, or is back in
  /// a state that it was in before in this step.
  bool mustPause(const Insn *pc, uint64_t n);
  /// The instruction that runs takes as long as `instructions` others.
  void spend(uint64_t instructions) {
    loops.spend(instructions);
    askFrom = std::min(askFrom, loops.askFrom());
  }
  void dropThread() { current = kNoThread; }
  uint32_t newThread();
  std::optional<uint32_t> spawn(uint64_t function, uint64_t argument);
  void finishThread(uint64_t result);
  /// More than one thread lives; without local objects: was ever made.
  bool isMulti() const;
  bool areAllJoined() const; ///< all threads that have ended
  void updateMulti();
  bool areLocalsQuiet() const; ///< what hasQuietLocals is
  StepEnd run();
  StepEnd runFresh();          ///< starts threads made by this step
  ModelCall pendingCall(uint32_t thread);
  const Model &modelOf(const Pending &pending) const {
    return models[program.functions[pending.callee].model];
  }
  /// How many ways a thread's pending operation can go on; 0 = blocked.
  unsigned ways(uint32_t thread);
  /// All that the thread can do: these, letting go of a store, and being
  /// interrupted. In this order, but ways without a reason come last.
  unsigned alternatives(uint32_t thread) {
    return ways(thread) + hasBuffered(thread) + interrupts(thread);
  }
  /// True if an access of a parked thread is about to come: those behind a
  /// call that blocks are not.
  bool isAbout(uint32_t thread, const Access &access);
  /// An access of a parked thread as it will be: a compare-exchange that fails
  /// only reads.
  Access asExecuted(uint32_t thread, Access access);
  /// The thread is parked at a compare-exchange, which finds what it expects.
  bool wouldExchange(uint32_t thread);
  bool wouldStoreAnother(uint32_t thread);
  /// The same of a weak one, which may fail all the same.
  bool canFailSpuriously(uint32_t thread);
  /// Model::alternatives without side effects, whatever it runs into.
  unsigned ask(const Model &model, ModelCall &call);
  /// The thread must act on a request to cancel it instead of entering `model`.
  bool isCancelledAt(const Model &model, uint32_t thread) const {
    const ThreadScalars &s = state.thread(thread).s;
    return model.cancels && cancelThread && actsOnCancel(s.cancel) &&
           phaseOf(thread) == 0;
  }
  /// The program's function of that name, or null.
  const Function *findDefined(llvm::StringRef name) const;
  CodePlace placeOf(const Insn *pc) const;
  /// Where the running thread left the user's code, if it is in a library.
  CodePlace placeOfUser() const;
  CodePlace placeOfThread(uint32_t thread) const;

  // Outcome of the run
  StepEnd end = StepEnd::Parked;
  std::optional<Fault> fault;
  uint32_t survived = 0; ///< faults that the step went on behind
  std::optional<Incomplete> incomplete;
  uint16_t choice = 0;

  MachineOptions options;
  LoopWatch loops;
  Audit audit;
  Effects *executed = nullptr; ///< of the running step, if somebody asked
  /// The running step asks for the time, or moves it on.
  void noteTime() {
    if (executed && tellsTime)
      executed->sync.push_back({Act::Time, Family::None, 0});
  }
  /// The life of an object ends: for others that can reach it, a write.
  void noteEnd(const Object *object) {
    dropShadows(object->base, object->size);
    if (executed && multi && (object->shared || options.allVisible))
      executed->releases(object->base, object->size);
    if (isWeak())
      return endWeakly(object);
    if (isTso())
      state.ownWeak().dropStores(object->base, object->base + object->size);
    if (hasSyncSteps() && multi && (object->shared || !options.locality))
      segment.add(object->base, object->size, TouchMode::End, placeNumber());
  }
  /// Of the running instruction or call, for footprints.
  uint64_t placeNumber(const Insn *pc = nullptr) const {
    const CodePlace place = placeOf(pc ? pc : top ? top->pc : nullptr);
    return uint64_t(place.function) << 32 | place.pc;
  }
  static CodePlace placeOfNumber(uint64_t number) {
    return {uint32_t(number >> 32), uint32_t(number)};
  }
  /// For the audit: the running operation touched these bytes.
  void noteTouch(uint64_t address, uint64_t size, bool write) {
    if (__builtin_expect(audit.isOn(), false) && touchesShared(address, size))
      audit.touched(address, size, write);
  }
  Observer *observer = nullptr;
  Observer *witness = nullptr; ///< the same if it wants to see steps
  MachineNames *names = nullptr; ///< of the machine around it
  std::vector<Approximation> approximations;
  std::vector<const Global *> constants;   ///< by address-space index
  std::vector<uint32_t> tlsIndex;          ///< heap index of each TLS variable
  const Function *threadEnd = nullptr;     ///< __rb_thread_end, if linked
  bool tellsTime = false;                  ///< the program can ask what time it is
  bool endIsVisible = false;               ///< see mustParkAtEnd()
  /// __rb_act_on_cancel, linked if the program calls pthread_cancel.
  const Function *cancelThread = nullptr;
  /// The program can make the standard streams something else (dup2).
  bool redirects = false;
  /// __rb_interrupt, linked if the program can send signals.
  const Function *interruptEntry = nullptr;
  uint64_t signalsAt = 0;          ///< __rb_signals, or 0

  const Model *const models = allModels().data();
  std::vector<DirectCall> ownCalls; ///< of a copy
  uint64_t *regs = nullptr;
  Frame *frames = nullptr;
  Frame *bottom = nullptr;
  Ref<FrameNode> below;
  FrameNode *loadedTop = nullptr;  ///< `current`'s packed top when unpacked
  FootprintLog segment;            ///< of the running thread, with sync steps
  WeakFacts weakFacts;
  std::optional<Fault> raceAtEnd;  ///< of a life that ended in this step
  std::vector<uint32_t> fresh;     ///< threads made by this step
  UsedEntries usedRead, usedWrite;
  uint64_t checks = 0;             ///< see isCheckDue(); debug builds only
};

} // namespace rbcheck
