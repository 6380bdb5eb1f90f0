//===- interp/exec/ModelCall.cpp - What a model may do --------------------===//
#include "interp/exec/Model.h"

#include "interp/exec/Core.h"
#include "interp/exec/Symbolic.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rbcheck {

// Arguments and results ----------------------------------------------------------

double ModelCall::argDouble(size_t i) const {
  if (i < site_.args.size() && site_.args[i].kind == ArgKind::Float)
    return std::bit_cast<float>(uint32_t(arg(i)));
  return std::bit_cast<double>(arg(i));
}

long double ModelCall::argX87(size_t i) const {
  long double value = 0;
  if (!args_ && i < site_.args.size())
    std::memcpy(&value, slots_ + site_.args[i].slot, 10);
  return value;
}

llvm::StringRef ModelCall::name() const {
  return core_.program.functions[callee_].name;
}

bool ModelCall::hasWeakMemory() const { return core_.isWeak(); }

unsigned ModelCall::spuriousWays() const { return core_.options.spurious; }

bool ModelCall::hasPartialIo() const { return core_.options.partialIo; }

// Inputs ---------------------------------------------------------------------------

bool ModelCall::hasInputs() const {
  return core_.options.inputs && core_.options.inputs->answers;
}

bool ModelCall::hasExamples() const {
  return core_.symbolic && core_.symbolic->hasExample();
}

std::optional<ModelResult> ModelCall::retInput(unsigned bits) {
  if (!hasInputs())
    return std::nullopt;
  if (!areOpen(core_.options.inputs.get()))
    return ret(core_.takeInput(bits));
  core_.symbolic->returns(core_.symbolic->makeInput(bits, name()));
  return ret(0);
}

bool ModelCall::writeInputs(uint64_t address, uint64_t size,
                            llvm::StringRef name) {
  core_.noteTouch(address, size, true);
  return hasInputs() ? core_.placeInputs(address, size, name)
                     : core_.fillBytes(address, 0, size);
}

uint64_t ModelCall::openInputBytes() const {
  return hasInputs() ? core_.options.inputs->stdinBytes : 0;
}

bool ModelCall::reportsUnset() const {
  return core_.options.inputs && core_.options.inputs->unset == Unset::Report;
}

ModelResult ModelCall::retDouble(double value) {
  return ret(std::bit_cast<uint64_t>(value));
}
ModelResult ModelCall::retFloat(float value) {
  return ret(std::bit_cast<uint32_t>(value));
}
ModelResult ModelCall::retX87(long double value) {
  result_[1] = 0;
  std::memcpy(result_, &value, 10);
  resultSet_ = true;
  return ModelResult::Done;
}

ModelResult ModelCall::fault(FaultKind kind, const llvm::Twine &message,
                             uint64_t address) {
  core_.raise(kind, message, address);
  return ModelResult::Ended;
}

bool ModelCall::survives(FaultKind kind, const llvm::Twine &message,
                         uint64_t address) {
  core_.raise(kind, message, address);
  return core_.survive(false);
}

ModelResult ModelCall::unsupported(const llvm::Twine &what) {
  core_.cutPath(core_.top->pc, core_.count, "unsupported: " + what);
  return ModelResult::Ended;
}

void ModelCall::approximation(ApproximationKind kind, llvm::StringRef detail) {
  addTo(core_.approximations,
        {kind, name().str(), detail.str(), core_.placeOfUser()});
}

void ModelCall::approximationOf(ApproximationKind kind, llvm::StringRef who) {
  addTo(core_.approximations, {kind, who.str(), "", core_.placeOfUser()});
}

void ModelCall::usesTime() { core_.noteTime(); }

// Memory ---------------------------------------------------------------------------

bool ModelCall::read(uint64_t address, void *to, uint64_t size) {
  core_.noteTouch(address, size, false);
  return core_.readBytes(address, to, size);
}
bool ModelCall::readAhead(uint64_t address, void *to, uint64_t size) {
  return core_.readBytes(address, to, size, /*isAhead=*/true);
}
const uint8_t *ModelCall::readyAt(uint64_t address, uint64_t &available) const {
  const uint8_t *host = core_.cachedRead(address, 1);
  if (host)
    available = core_.readTlb.at(address).limit() - address % kLeafBytes;
  return host;
}
void ModelCall::noteRead(uint64_t address, uint64_t size) {
  core_.noteTouch(address, size, false);
}
bool ModelCall::write(uint64_t address, const void *from, uint64_t size) {
  core_.noteTouch(address, size, true);
  return core_.writeBytes(address, from, size);
}
bool ModelCall::fill(uint64_t address, uint8_t byte, uint64_t size) {
  core_.noteTouch(address, size, true);
  return core_.fillBytes(address, byte, size);
}
bool ModelCall::copy(uint64_t to, uint64_t from, uint64_t size) {
  core_.noteTouch(to, size, true);
  core_.noteTouch(from, size, false);
  return core_.copyBytes(to, from, size);
}

const uint8_t *ModelCall::bytesAt(uint64_t address, uint64_t size) {
  Core &core = core_;
  const Object *object = core.state.find(address);
  if (!object || !object->isSmall() || core.symbolic || core.isTso() ||
      core.isOfAnother(object))
    return nullptr;
  const uint64_t offset = address - object->base;
  if (offset > object->size || object->size - offset < size)
    return nullptr;
  core.noteTouch(address, size, false);
  return object->inlineBytes() + offset;
}

static bool placeQuietly(Core &core, uint64_t address, Place &place) {
  StepEnd before = core.end;
  if (core.resolve(address, 1, false, place))
    return true;
  core.end = before;
  core.fault.reset();
  return false;
}

bool ModelCall::isShared(uint64_t address) const {
  return core_.touchesShared(address, 1);
}

uint64_t ModelCall::readable(uint64_t address) const {
  Place place;
  if (!placeQuietly(core_, address, place))
    return 0;
  return place.size - place.offset;
}

bool ModelCall::readString(uint64_t address, std::string &text,
                           uint64_t limit) {
  text.clear();
  while (text.size() < limit) {
    uint64_t at = address + text.size();
    uint64_t available = std::min<uint64_t>(readable(at), 256);
    available = std::min(available, limit - text.size());
    // Nothing left: read one byte for its fault.
    char buffer[256];
    if (!readAhead(at, buffer, std::max<uint64_t>(available, 1)))
      return false;
    size_t length = strnlen(buffer, available);
    noteRead(at, std::min<uint64_t>(length + 1, available));
    text.append(buffer, length);
    if (length < available)
      return true;
  }
  return true;
}

// Heap -------------------------------------------------------------------------------

uint64_t ModelCall::allocate(uint64_t size, uint8_t fill, AllocKind kind) {
  return core_.allocate(size, fill, kind);
}
bool ModelCall::deallocate(uint64_t address, AllocKind kind) {
  if (core_.audit.isOn())
    if (std::optional<uint64_t> size = heapSize(address))
      core_.noteTouch(address, *size, true);
  return core_.deallocate(address, kind);
}
std::optional<uint64_t> ModelCall::heapSize(uint64_t address) const {
  const Object *object = core_.state.find(address);
  if (!object || object->kind != ObjectKind::Heap || object->base != address)
    return std::nullopt;
  return object->size;
}

/// Where errno of `thread` is; 0 if the program does not refer to it.
static uint64_t errnoAddress(const Core &core, uint32_t thread) {
  const std::vector<Global> &variables = core.program.tls;
  for (size_t i = 0; i < variables.size(); ++i)
    if (variables[i].name == "__rb_errno")
      return makeAddress(RegionKind::Heap, thread, core.tlsIndex[i]);
  return 0;
}

void ModelCall::setErrno(int value) {
  if (uint64_t address = errnoAddress(core_, thread_))
    write(address, &value, sizeof(value));
}

int ModelCall::getErrno() {
  int value = 0;
  if (uint64_t address = errnoAddress(core_, thread_))
    read(address, &value, sizeof(value));
  return value;
}

// Threads ----------------------------------------------------------------------------

const ThreadScalars &ModelCall::scalars(uint32_t thread) const {
  return core_.state.thread(thread).s;
}
ThreadScalars &ModelCall::ownScalars(uint32_t thread) {
  return core_.state.ownThread(thread).s;
}
uint32_t ModelCall::threadCount() const { return core_.state.threadCount(); }
uint32_t ModelCall::liveThreads() const { return core_.state.scalars().live; }

std::optional<uint32_t> ModelCall::spawn(uint64_t function,
                                         uint64_t argument) {
  if (!isCanonical(function) || regionOf(function) != RegionKind::Code ||
      functionOf(function) >= core_.program.functions.size() ||
      core_.program.functions[functionOf(function)].kind !=
          FunctionKind::Defined)
    return std::nullopt;
  return core_.spawn(function, argument);
}

ModelResult ModelCall::finishThread(uint64_t result) {
  return core_.leaveThread(result) == Core::After::Resume
             ? ModelResult::Jumped
             : ModelResult::Ended;
}

bool ModelCall::isCancelled() const {
  return core_.cancelThread && actsOnCancel(scalars(thread_).cancel);
}

ModelResult ModelCall::actOnCancel() {
  return core_.pushFrame(*core_.cancelThread, nullptr, 0, 0, 0)
             ? ModelResult::Jumped
             : ModelResult::Ended;
}

uint64_t ModelCall::runtimeFunction(llvm::StringRef name) const {
  const Function *function = core_.findDefined(name);
  if (!function)
    return 0;
  return functionAddress(
      uint32_t(function - core_.program.functions.data()));
}

ModelResult ModelCall::exitProcess(int status) {
  core_.state.ownScalars().exited = 1;
  core_.state.ownScalars().exitStatus = uint32_t(status) & 0xff;
  core_.end = StepEnd::Exited;
  return ModelResult::Ended;
}

ModelResult ModelCall::abandonPath() {
  // What the thread touched on the way here is of interest: others have a state
  // in which to look at it.
  if (core_.hasSyncSteps() && core_.multi && !core_.segment.empty() &&
      core_.count != core_.visibleAt)
    return ModelResult::Again;
  core_.end = StepEnd::Abandoned;
  return ModelResult::Ended;
}

ModelResult ModelCall::callBack(uint64_t function,
                                llvm::ArrayRef<uint64_t> args) {
  if (!isCanonical(function) || regionOf(function) != RegionKind::Code ||
      functionOf(function) >= core_.program.functions.size())
    return fault(FaultKind::InvalidCall,
                 "call through a pointer that is no function", function);
  const Function &callee = core_.program.functions[functionOf(function)];
  if (callee.kind != FunctionKind::Defined)
    return unsupported("library function " + callee.name + " as a callback");
  if (!core_.pushFrame(callee, args.data(), uint32_t(args.size()),
                       resultSet_ ? kPresetResult : 0, result_[0]))
    return ModelResult::Ended;
  return ModelResult::Jumped;
}

std::optional<uint64_t> ModelCall::functionNamed(llvm::StringRef name) const {
  const std::vector<Function> &functions = core_.program.functions;
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name && functions[i].kind == FunctionKind::Defined)
      return functionAddress(uint32_t(i));
  return std::nullopt;
}

InputBytes *ModelCall::input() const { return core_.options.input.get(); }

void ModelCall::output(int fd, llvm::StringRef text) {
  constexpr uint64_t kInstructionsOfOutput =
      200; // measured, formatting included
  core_.spend(kInstructionsOfOutput + text.size());
  ++core_.outputs;
  if (core_.observer)
    core_.observer->output(fd, text);
}

} // namespace rbcheck
