//===- interp/exec/Machine.cpp - Runs one state of the program ------------===//
#include "interp/exec/Machine.h"

#include "interp/exec/Core.h"
#include "interp/exec/Symbolic.h"
#include "interp/exec/Watches.h"
#include "interp/state/Stray.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

MachineNames::MachineNames(std::unique_ptr<Core> core) { use(std::move(core)); }
MachineNames::~MachineNames() = default;

void MachineNames::use(std::unique_ptr<Core> core) {
  core_ = std::move(core);
  core_->names = this;
  state_ = &core_->state;
}

Machine::Machine(const Program &program, MachineOptions options)
    : MachineQuestions(std::make_unique<Core>(program, std::move(options))) {}

const Program &MachineNames::program() const { return core_->original; }
const MachineOptions &Machine::options() const { return core_->options; }
const Fault &Machine::fault() const { return *core_->fault; }
const Incomplete &Machine::incomplete() const { return *core_->incomplete; }
uint64_t Machine::instructions() const { return core_->count; }
uint64_t Machine::instructionsOfStep() const {
  return core_->count - core_->beganAt;
}
uint64_t Machine::outputs() const { return core_->outputs; }
uint64_t Machine::progressMarks() const { return core_->progressMarks; }
const std::vector<Approximation> &Machine::approximations() const {
  return core_->approximations;
}
void Machine::addApproximation(const Approximation &one) {
  addTo(core_->approximations, one);
}
void Machine::watch(std::vector<CodePlace> places) {
  const std::unique_ptr<Core> old = std::move(core_);
  auto watches = places.empty() ? nullptr
                                : std::make_unique<Watches>(old->unwatchedProgram(),
                                                            std::move(places));
  use(std::make_unique<Core>(old->original, old->options, std::move(watches)));
  core_->count = old->count;
  setObserver(old->observer);
}
llvm::ArrayRef<WatchEvent> Machine::watched() const {
  if (!core_->watches)
    return {};
  return core_->watches->events();
}
void Machine::setObserver(Observer *observer) {
  core_->observer = observer;
  core_->witness = observer && observer->seesSteps() ? observer : nullptr;
}

namespace {

/// Fills a fresh, zeroed object; pieces that are zero stay absent.
void writeImage(OpenState &state, Object *object,
                llvm::ArrayRef<uint8_t> image) {
  for (; !image.empty();
       image = image.drop_front(std::min<size_t>(kLeafBytes, image.size()))) {
    llvm::ArrayRef<uint8_t> piece = image.take_front(kLeafBytes);
    if (llvm::any_of(piece, [](uint8_t byte) { return byte != 0; }))
      state.write(object, object->size - image.size(), piece.data(),
                  piece.size());
  }
}

/// argv or envp: strings and the array of pointers to them, as globals behind
/// the program's own.
uint64_t makeStrings(OpenState &state, uint32_t &index,
                     const std::vector<std::string> &strings,
                     std::vector<uint64_t> *begins = nullptr) {
  std::vector<uint64_t> pointers;
  for (const std::string &text : strings) {
    Object *object = state.createGlobal(index, text.size() + 1, 0);
    state.write(object, 0, text.c_str(), text.size() + 1);
    pointers.push_back(object->base);
    index += indicesFor(text.size() + 1);
  }
  if (begins)
    *begins = pointers;
  pointers.push_back(0);
  uint64_t bytes = pointers.size() * sizeof(uint64_t);
  Object *array = state.createGlobal(index, bytes, 0);
  state.write(array, 0, pointers.data(), bytes);
  index += indicesFor(bytes);
  return array->base;
}

/// The runtime library's variable, if the program has it; without variables it
/// stays as it is.
void setEnvironment(Core &core, uint64_t envp) {
  if (core.options.environment.empty())
    return;
  for (const Global &global : core.program.globals)
    if (global.name == "environ" && global.isInState() &&
        global.size == sizeof(envp)) {
      Object *object = core.state.find(globalAddress(global.index));
      core.state.write(object, 0, &envp, sizeof(envp));
    }
}

} // namespace

StepEnd Machine::start() {
  Core &core = *core_;
  const Program &program = core.program;
  if (core.watches)
    core.watches->clear();
  core.flushTlb();
  core.dropThread();
  core.loadedTop = nullptr;
  core.below = Ref<FrameNode>();
  core.fresh.clear();
  core.state.clear();
  core.multi = false;
  for (const Global &global : program.globals) {
    if (!global.isInState())
      continue;
    Object *object = core.state.createGlobal(global.index, global.size, 0);
    object->shared = !global.quiet;
    writeImage(core.state, object, global.image);
  }
  uint32_t index = program.globalIndexEnd;
  std::vector<std::string> arguments = core.options.arguments;
  const Inputs *inputs = core.options.inputs.get();
  if (inputs)
    arguments.resize(arguments.size() + inputs->arguments,
                     std::string(inputs->argumentBytes, 0));
  std::vector<uint64_t> strings;
  uint64_t argv = makeStrings(core.state, index, arguments, &strings);
  uint64_t envp = makeStrings(core.state, index, core.options.environment);
  setEnvironment(core, envp);

  core.current = core.newThread();
  if (core.options.memory != MemoryModel::Sc) {
    core.state.makeWeak(&core.weakFacts);
    core.state.ownWeak().addThread(std::nullopt);
  }
  if (inputs) {
    core.state.makeShadows();
    for (size_t i = core.options.arguments.size(); i < arguments.size(); ++i)
      core.placeInputs(strings[i], inputs->argumentBytes,
                       "argv[" + std::to_string(i) + "]");
  }
  core.stackNext = 0;
  core.top = nullptr;
  core.bottom = core.frames;
  const uint64_t args[3] = {arguments.size(), argv, envp};
  core.pushFrame(program.functions[program.entry], args, 3, 0, 0);
  core.visibleAt = ~0ull;
  core.survived = 0;
  core.segment.clear();
  StepEnd end = core.run();
  return end == StepEnd::Parked ? core.runFresh() : end;
}

void Machine::load(const State &state) {
  Core &core = *core_;
  if (core.state.isAt(state))
    return;
  core.flushTlb();
  core.dropThread();
  core.loadedTop = nullptr;
  core.fresh.clear();
  core.state.open(state);
  core.multi = core.isMulti();
}

State Machine::save() {
  fingerprint();
  return core_->state.freeze();
}

Hash128 Machine::fingerprint() { return core_->fingerprint(); }

void Machine::scramble() {
  Core &core = *core_;
  constexpr size_t kSome = 4096;
  uint64_t *end = core.regs + kSome;
  if (core.current != kNoThread)
    end = std::max(end, core.top->base + core.top->fn->frameSlots);
  std::fill(core.regs, end, 0xdeadbeefdeadbeef);
  core.flushTlb();
  core.dropThread();
  core.loadedTop = nullptr;
}

unsigned MachineQuestions::alternatives(uint32_t thread) {
  return core_->alternatives(thread);
}

bool MachineQuestions::isSpurious(Choice choice) {
  // Such alternatives come last: those that are left without them are not.
  MachineOptions &options = core_->options;
  if (!options.spurious || choice.value == 0)
    return false;
  options.spurious = false;
  unsigned ordinary = core_->alternatives(choice.thread); // with the flush
  options.spurious = true;
  return choice.value >= ordinary;
}

void MachineQuestions::choices(llvm::SmallVectorImpl<Choice> &out) {
  Core &core = *core_;
  out.clear();
  if (core.state.scalars().exited)
    return;
  const uint32_t count = core.state.threadCount();
  // A thread that has to decide goes on alone: nobody can tell when it does.
  if (core.symbolic && !core.state.shadows()->decisions.empty()) {
    const Decision &first = core.state.shadows()->decisions.front();
    for (unsigned i = 0; i < first.values.size(); ++i)
      out.push_back({uint16_t(first.thread), uint16_t(i)});
    return;
  }
  for (uint32_t id = 0; id < count; ++id) {
    const ThreadNode &thread = core.state.thread(id);
    if (thread.s.status == ThreadStatus::Finished)
      continue;
    const unsigned ways = core.alternatives(id);
    // A thread inside an atomic section excludes the others unless it blocks.
    if (thread.s.atomicDepth && ways)
      out.clear();
    for (unsigned i = 0; i < ways; ++i)
      out.push_back({uint16_t(id), uint16_t(i)});
    if (thread.s.atomicDepth && ways)
      return;
  }
}

bool MachineQuestions::wouldExchange(uint32_t thread) {
  return core_->wouldExchange(thread);
}

bool MachineQuestions::wouldStoreAnother(uint32_t thread) {
  return core_->wouldStoreAnother(thread);
}

/// A step that may be something else than the pending operation of its thread,
/// and how it ends if that is all.
static std::optional<StepEnd> beginAside(Core &core, Choice choice) {
  const Core::Meaning meaning = core.meaningOf(choice);
  if (!meaning.ofOperation && !meaning.interruption) {
    core.flushFirst(choice.thread);
    return StepEnd::Parked;
  }
  core.choice = meaning.ofOperation.value_or(0);
  core.visibleAt = core.count;
  if (meaning.interruption) {
    core.visibleAt = ~0ull; // the pending operation stays pending
    if (!core.interrupt(*meaning.interruption))
      return core.end;
  }
  return std::nullopt;
}

StepEnd Machine::step(Choice choice) {
  Core &core = *core_;
  if (core.watches)
    core.watches->clear();
  core.beganAt = core.count;
  core.loadThread(choice.thread);
  // A path that ends in this step leaves registers behind that no state has.
  core.state.touch();
  if (__builtin_expect(core.isOfOperation(choice.thread), true)) {
    core.choice = choice.value;
    core.visibleAt = core.count;
  } else if (std::optional<StepEnd> end = beginAside(core, choice)) {
    return *end;
  }
  core.survived = 0;
  if (core.symbolic)
    core.symbolic->beginStep();
  if (core.hasSyncSteps())
    core.beginSegment(choice.thread);
  StepEnd end = core.run();
  return end == StepEnd::Parked ? core.runFresh() : end;
}

StepEnd Machine::step(Choice choice, Effects &executed) {
  executed = effects(choice.thread);
  return stepNoting(choice, executed);
}

StepEnd Machine::stepNoting(Choice choice, Effects &more) {
  core_->executed = &more;
  StepEnd end = step(choice);
  core_->executed = nullptr;
  if (end == StepEnd::Fault && fault().address)
    more.writes(isStray(fault().address) ? plainOf(fault().address)
                                         : fault().address,
                1);
  return end;
}

llvm::ArrayRef<TermRef> Machine::path() const {
  return core_->state.shadows()->path;
}

Hash128 Machine::fingerprintWithoutPath() {
  Shadows pathOnly;
  pathOnly.path = core_->state.shadows()->path;
  constexpr unsigned kRest = 128 - kNeighbourhoodBits;
  return (fingerprint() - pathOnly.hash()) & ((Hash128(1) << kRest) - 1);
}

bool Machine::followsFromPath(llvm::ArrayRef<TermRef> conditions) {
  return core_->symbolic->followsFromPath(conditions);
}

std::optional<std::vector<InputValue>> Machine::findInputs() {
  return areOpen(core_->options.inputs.get()) ? core_->symbolic->findInputs() : std::nullopt;
}

CodePlace MachineNames::place(uint32_t thread) const {
  return core_->placeOfThread(thread);
}

void MachineNames::stack(uint32_t thread,
                         llvm::SmallVectorImpl<CodePlace> &out) const {
  out.clear();
  walkStack(thread, [&](CodePlace place) {
    out.push_back(place);
    return true;
  });
}

void MachineNames::walkStack(uint32_t thread,
                             llvm::function_ref<bool(CodePlace)> visit) const {
  Core &core = *core_;
  // While a thread runs, and after a fault, its frames are not packed.
  if (core.current == thread &&
      (core.isRunning || core.end != StepEnd::Parked)) {
    core.walkFrames(visit);
    return;
  }
  const FrameNode *node = core.state.thread(thread).top;
  while (node && visit({node->function, node->pc}))
    node = node->parent;
}

} // namespace rbcheck
