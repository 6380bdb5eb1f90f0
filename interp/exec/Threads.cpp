//===- interp/exec/Threads.cpp - Loading, parking and ending threads ------===//
#include "interp/exec/EyesOf.h"
#include "interp/exec/Handlers.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Ops.h"
#include "interp/exec/Reserve.h"
#include "interp/exec/Watches.h"
#include "interp/exec/Sync.h"
#include "interp/state/Verify.h"
#include "interp/exec/ValueText.h"
#include "interp/program/CallForm.h"
#include "passes/LibraryFiles.h"

namespace rbcheck {

namespace {

constexpr size_t kRegisterSlots = 8u << 20;   // 64 MiB, touched as used
constexpr size_t kMaxFrames = 150'000;

} // namespace

Core::Core(const Program &given, MachineOptions options,
           std::unique_ptr<Watches> watched)
    : watches(std::move(watched)),
      program(watches ? watches->program()
              : areShadowed(options.inputs.get())
                  ? *options.inputs->program
                  : given),
      original(given), symbolic(nullptr), options(std::move(options)) {
  regs = static_cast<uint64_t *>(reserve(kRegisterSlots * sizeof(uint64_t)));
  frames = static_cast<Frame *>(reserve(kMaxFrames * sizeof(Frame)));
  regsEnd = regs + kRegisterSlots;
  framesEnd = frames + kMaxFrames;
  bottom = frames;
  std::copy(std::begin(kOps), std::end(kOps), ops);
  if (program.calls.functions != program.functions.data())
    ownCalls = directCalls(original, program);
  calls = ownCalls.empty() ? program.calls.all.data() : ownCalls.data();
  if (areShadowed(this->options.inputs.get()))
    symbolic = std::make_unique<Symbolic>(*this, *this->options.inputs);
  constants.resize(program.globalIndexEnd);
  for (const Global &global : program.globals)
    if (!global.isInState())
      for (uint32_t i = 0; i < indicesFor(global.size); ++i)
        constants[global.index + i] = &global;
  threadEnd = findDefined("__rb_thread_end");
  for (const Function &function : program.functions)
    if (function.kind == FunctionKind::Model) {
      const Model &model = allModels()[function.model];
      endIsVisible |= observesEnd(model.role.act);
      tellsTime |=
          findApproximation(model.note) == ApproximationKind::VirtualTime;
    }
  cancelThread = findDefined("__rb_act_on_cancel");
  redirects = findDefined("__rb_redirects") != nullptr;
  interruptEntry = findDefined("__rb_interrupt");
  endIsVisible |= hasInterrupts(); // a signal may come before it
  for (const Global &global : program.globals)
    if (global.name == "__rb_signals" && global.quiet)
      signalsAt = globalAddress(global.index);
  if (isWeak())
    weakFacts = factsOf(original, this->options.history);
  if (program.orders.hasWeak && this->options.memory == MemoryModel::Sc)
    approximations.push_back(
        {ApproximationKind::WeakMemory, "", "",
         {program.orders.weakFunction, program.orders.weakPc}});
  uint32_t next = 0;
  for (const Global &variable : program.tls) {
    tlsIndex.push_back(next);
    next += indicesFor(variable.size);
  }
}

const Program &Core::unwatchedProgram() const {
  return symbolic ? *options.inputs->program : original;
}

const Function *Core::findDefined(llvm::StringRef name) const {
  for (const Function &function : program.functions)
    if (function.kind == FunctionKind::Defined && function.name == name)
      return &function;
  return nullptr;
}

Core::~Core() {
  munmap(regs, kRegisterSlots * sizeof(uint64_t));
  munmap(frames, kMaxFrames * sizeof(Frame));
}

// Ending a run -------------------------------------------------------------------

Pending &Core::park(const Insn *pc, uint64_t n, PendingKind kind) {
  stopAt(pc, n);
  end = StepEnd::Parked;
  if (watches)
    watches->parked(n);
  Pending &pending = state.ownThread(current).pending;
  pending = {};
  pending.kind = kind;
  return pending;
}

void Core::pause(const Insn *pc, uint64_t n) {
  park(pc, n, PendingKind::Pause).isPlain = true;
}

CodePlace Core::placeOf(const Insn *pc) const {
  if (!top || !pc)
    return {};
  return {uint32_t(top->fn - program.functions.data()),
          uint32_t(pc - top->fn->code.data())};
}

CodePlace Core::placeOfUser() const {
  CodePlace found = placeOf(top->pc);
  walkFrames([&](CodePlace place) {
    const Function &function = program.functions[place.function];
    const uint32_t known =
        place.pc < function.locs.size() ? function.locs[place.pc] : 0;
    bool isLibrary = known; // until one of those it was inlined into is not
    for (uint32_t loc = known; loc; loc = program.locs[loc].inlinedAt)
      isLibrary &= isLibraryFile(program.files[program.locs[loc].file]);
    if (!isLibrary)
      found = place;
    return isLibrary;
  });
  return found;
}

CodePlace Core::placeOfThread(uint32_t thread) const {
  const FrameNode *frame = state.thread(thread).top;
  return frame ? CodePlace{frame->function, frame->pc} : CodePlace{};
}

void Core::raise(FaultKind kind, const llvm::Twine &message,
                 uint64_t address) {
  fault = Fault{kind, message.str(), current, placeOf(top ? top->pc : nullptr),
                address, false, {}};
  end = StepEnd::Fault;
}

void Core::raiseAt(const Insn *pc, uint64_t n, FaultKind kind,
                   const llvm::Twine &message, uint64_t address) {
  stopAt(pc, n);
  raise(kind, message, address);
}

void Core::cutPath(const Insn *pc, uint64_t n, const llvm::Twine &reason) {
  stopAt(pc, n);
  incomplete = Incomplete{reason.str(), current, placeOf(pc), {}, {}};
  end = StepEnd::Incomplete;
}

// Packing and unpacking ------------------------------------------------------------

void Core::unpackFrame(const FrameNode *node, uint64_t *base) {
  const Function &fn = program.functions[node->function];
  if (observer) // a report asks for values that nobody needs any more
    std::fill_n(base, fn.frameSlots, kLostValue);
  if (!fn.constants.empty())
    std::memcpy(base + fn.constBase, fn.constants.data(),
                fn.constants.size() * sizeof(uint64_t));
  uint32_t flags = node->flags;
  if (flags & kFreshFrame) {
    std::memcpy(base, node->slots(), node->count * sizeof(uint64_t));
    flags &= ~kFreshFrame;
  } else if (uint32_t at = fn.liveIndex[node->pc]; at != kNoLive) {
    const uint16_t *live = fn.livePool.data() + at + 1;
    for (uint32_t i = 0; i < node->count; ++i)
      base[live[i]] = node->slots()[i];
  }
  *top = {&fn,   fn.code.data() + node->pc, base,         node->stackMark,
          flags, node->varargs,             node->preset};
  if (symbolic)
    symbolic->unpackFrame(fn, base);
}

void Core::loadThread(uint32_t id) {
  const ThreadNode &thread = state.thread(id);
  if (current == id && loadedTop == thread.top && loadedTop)
    return;
  if (current != id)
    flushTlb();
  current = id;
  stackNext = thread.s.stackNext;
  bottom = top = frames;
  loadedTop = thread.top;
  below = Ref<FrameNode>(thread.top->parent);
  unpackFrame(thread.top, regs);
}

void Core::pack() {
  ThreadNode &thread = state.ownThread(current);
  if (hasSyncSteps())
    leaveFootprint();
  if (symbolic)
    symbolic->pack();
  Ref<FrameNode> node = std::move(below);
  for (Frame *frame = bottom; frame <= top; ++frame) {
    const Function &fn = *frame->fn;
    uint32_t pc = uint32_t(frame->pc - fn.code.data());
    const uint16_t *live = nullptr;
    uint32_t count = 0;
    if (uint32_t at = fn.liveIndex[pc]; at != kNoLive) {
      count = fn.livePool[at];
      live = fn.livePool.data() + at + 1;
    }
    void *memory =
        poolAllocate(sizeof(FrameNode) + count * sizeof(uint64_t));
    auto *packed = new (memory) FrameNode(state.epoch());
    packed->count = count;
    packed->function = uint32_t(&fn - program.functions.data());
    packed->pc = pc;
    packed->stackMark = frame->stackMark;
    packed->flags = frame->flags;
    packed->varargs = frame->varargs;
    packed->preset = frame->preset;
    for (uint32_t i = 0; i < count; ++i)
      packed->slots()[i] = frame->base[live[i]];
    packed->parentHash = node ? node->hash : 0;
    packed->parent = node.take();
    packed->computeHash();
    node = Ref<FrameNode>::adopt(packed);
  }
  // Only the top frame stays unpacked: what is below did not change now.
  below = Ref<FrameNode>(node->parent);
  bottom = top;
  release(thread.top);
  thread.top = node.take();
  loadedTop = thread.top;
}

Hash128 Core::fingerprint() {
  flushWriteTlb();
  uint64_t dropped = state.leavesDropped();
  Hash128 hash = state.fingerprint();
  if (state.leavesDropped() != dropped)
    flushTlb();
  return hash;
}

bool Core::mustPause(const Insn *pc, uint64_t n) {
  if (loops.isOver(n))
    return true;
  bool hasComeBack = false;
  if (loops.isAtAnchor(*top, pc, n)) {
    stopAt(pc, n);
    pack();
    hasComeBack = loops.hasComeBack(fingerprint());
  }
  askFrom = loops.askFrom();
  return hasComeBack;
}

// Life of a thread -------------------------------------------------------------------

uint32_t Core::newThread() {
  uint32_t id = state.addThread();
  ++state.ownScalars().live;
  for (const Global &variable : program.tls) {
    Object *object =
        state.createHeap(id, variable.size, 0, ObjectKind::Tls);
    if (object && !variable.image.empty())
      state.write(object, 0, variable.image.data(), variable.image.size());
  }
  return id;
}

static Ref<FrameNode> makeFreshFrame(Core &m, uint32_t function,
                                     llvm::ArrayRef<uint64_t> args) {
  uint32_t count =
      std::min<uint32_t>(m.program.functions[function].paramSlots,
                         uint32_t(args.size()));
  void *memory = poolAllocate(sizeof(FrameNode) + count * sizeof(uint64_t));
  auto *frame = new (memory) FrameNode(m.state.epoch());
  frame->count = count;
  frame->function = function;
  frame->flags = kFreshFrame;
  for (uint32_t i = 0; i < count; ++i)
    frame->slots()[i] = args[i];
  frame->computeHash();
  return Ref<FrameNode>::adopt(frame);
}

std::optional<uint32_t> Core::spawn(uint64_t function, uint64_t argument) {
  if (state.threadCount() >= kMaxThreads)
    return std::nullopt;
  uint32_t id = newThread();
  Ref<FrameNode> frame =
      makeFreshFrame(*this, functionOf(function), {argument});
  state.ownThread(id).top = frame.take();
  updateMulti();
  share(argument);
  startSignals(id);
  if (state.weak())
    state.ownWeak().addThread(current);
  fresh.push_back(id);
  if (witness)
    witness->threadStarted(id, function);
  return id;
}

void Core::finishThread(uint64_t result) {
  if (witness)
    witness->threadEnded(current);
  drain(current);
  if (endIsVisible) // it was a step of its own, like what synchronises
    segment.clear();
  share(result);
  popStack(0, &result, 1);
  ThreadNode &thread = state.ownThread(current);
  for (size_t i = 0; i < program.tls.size(); ++i)
    if (Object *object = state.find(
            makeAddress(RegionKind::Heap, current, tlsIndex[i]))) {
      forget(object);
      noteEnd(object);
      state.destroy(object);
    }
  if (executed)
    executed->sync.push_back({Act::EndThread, Family::Thread, current});
  if (symbolic)
    symbolic->endThread(current);
  thread.s.status = ThreadStatus::Finished;
  thread.s.result = result;
  thread.s.phase = 0;
  thread.s.wait[0] = thread.s.wait[1] = 0;
  thread.s.atomicDepth = 0;
  thread.s.cancel = 0;
  thread.pending = Pending();
  thread.held.clear();
  endSignals(current);
  if (hasSyncSteps())
    leaveFootprint();
  if (isWeak())
    state.ownWeak().endThread(current);
  release(thread.top);
  thread.top = nullptr;
  below = Ref<FrameNode>();
  loadedTop = nullptr;
  current = kNoThread;
  usesCaches = false;
  flushTlb();
  if (--state.ownScalars().live == 0) {
    state.ownScalars().exited = 1;
    end = StepEnd::Exited;
  }
  updateMulti();
}

bool Core::isMulti() const {
  if (state.scalars().live > 1 || hasOpenSignals())
    return true;
  if (state.threadCount() < 2)
    return false;
  return !options.locality ||
         ((options.showsLone || isWeak()) && !areAllJoined()) ||
         (hasSyncSteps() && hasFootprintOfEnded());
}

bool Core::areAllJoined() const {
  for (uint32_t id = 0; id < state.threadCount(); ++id)
    if (const ThreadScalars &s = state.thread(id).s;
        s.status == ThreadStatus::Finished && !s.joined)
      return false;
  return true;
}

bool Core::areLocalsQuiet() const {
  return usesCaches && !options.inputs && !isWeak() && !witness &&
         (!multi || (options.locality && !options.allVisible));
}

void Core::updateMulti() {
  bool now = isMulti();
  if (now == multi)
    return;
  multi = now;
  hasQuietLocals = areLocalsQuiet();
  for (uint32_t id = 0; !multi && isTso() && id < state.threadCount(); ++id)
    drain(id);
  flushTlb();
  if (multi && options.locality)
    shareGlobals();
}

// Running ---------------------------------------------------------------------------

StepEnd Core::run() {
  end = StepEnd::Parked;
  askFrom = loops.begin(count, options.slice,
                        state.thread(current).pending.kind ==
                            PendingKind::Pause);
  isRunning = true;
  usesCaches = !symbolic && !isTso();
  hasQuietLocals = areLocalsQuiet();
  do {
    const Insn *pc = top->pc;
    ops[unsigned(pc->op)](pc, top->base, this, count);
  } while (__builtin_expect(end == StepEnd::Fault, false) && goOnBehind());
  isRunning = usesCaches = hasQuietLocals = false;
#ifndef NDEBUG
  if (isCheckDue(checks, 0))
    requireNoFlaw(findCacheFlaw());
#endif
  if (__builtin_expect(raceAtEnd.has_value(), false))
    raiseAtEnd();
  // The chosen operation was executed: its count must not come again.
  ++count;
  visibleAt = ~0ull;
  if (current != kNoThread && end == StepEnd::Parked)
    pack();
  else if (current != kNoThread && hasSyncSteps())
    leaveFootprint(); // for findRaceAtEnd()
  return end;
}

StepEnd Core::runFresh() {
  while (!fresh.empty()) {
    uint32_t id = fresh.front();
    fresh.erase(fresh.begin());
    loadThread(id);
    segment.clear();
    if (StepEnd result = run(); result != StepEnd::Parked)
      return result;
  }
  if (isWeak())
    normaliseWeak();
  if (symbolic)
    symbolic->normalise();
  return StepEnd::Parked;
}

ModelCall Core::pendingCall(uint32_t id) {
  const ThreadNode &thread = state.thread(id);
  const Function &fn = program.functions[thread.top->function];
  return ModelCall(*this, id, fn.callSites[fn.code[thread.top->pc].c],
                   thread.pending);
}

unsigned Core::ways(uint32_t id) {
  const ThreadNode &thread = state.thread(id);
  switch (thread.pending.kind) {
  case PendingKind::None:
    return 0;
  case PendingKind::Access:
    if (isWeak() && multi)
      if (std::optional<unsigned> ways = countWeakWays(id))
        return *ways;
    return thread.pending.accesses[0].atomic && canFailSpuriously(id) ? 2 : 1;
  case PendingKind::Pause:
    return isWeak() && multi ? countWeakWays(id).value_or(1) : 1;
  case PendingKind::Decide:
    return unsigned(state.shadows()->decisionOf(id)->values.size());
  case PendingKind::Model:
    break;
  }
  ModelCall call = pendingCall(id);
  auto asked = [&] { return ask(modelOf(thread.pending), call); };
  return symbolic ? symbolic->ways(asked) : asked();
}

bool Core::isAbout(uint32_t thread, const Access &access) {
  const ThreadNode &node = state.thread(thread);
  // Once it is woken, a wait has done with the condition variable, which may be
  // destroyed, and its memory used again.
  if (phaseOf(thread) > kWaiting && access.address == node.s.wait[0] &&
      modelOf(node.pending).role.mutex >= 0)
    return false;
  return access.atomic || !node.pending.isGuarded || ways(thread) > 0;
}

unsigned Core::ask(const Model &model, ModelCall &call) {
  if (!model.alternatives || isCancelledAt(model, call.thread()) ||
      (state.thread(call.thread()).s.phase && waitsInPhases(model) &&
       isWaitSuspended(call.thread())))
    return 1;
  StepEnd before = end;
  unsigned ways;
  {
    EyesOf eyes(*this, call.thread());
    ways = model.alternatives(call);
  }
  if (end == before)
    return ways;
  // A call that faults is not blocked: executing it will tell.
  end = before;
  return 1;
}

} // namespace rbcheck
