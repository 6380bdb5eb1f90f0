//===- test/oracle/Interpreter.cpp - Instructions -------------------------===//
//
// Walks LLVM's own instructions; one case each, in the order of the manual.
//
//===----------------------------------------------------------------------===//
#include "test/oracle/Step.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace oracle {

using namespace llvm;

// Where the thread stands
// ----------------------------------------------------------

const Instruction &Step::instruction() const {
  const Frame &top = state.peekTop(thread);
  return *top.function->code[top.pc].instruction;
}

bool Step::isAtExit() {
  return self().isExiting && self().frames.size() == self().exitBase;
}

bool Step::isAtOperation() {
  if (isAtExit())
    return true;
  const Frame &top = state.peekTop(thread);
  return top.function->code[top.pc].isOperation ||
         (top.isFreeStanding && isa<ReturnInst>(instruction()));
}

void Step::execute() {
  if (isAtExit())
    return exitStep();
  executeInstruction(instruction());
}

void Step::runOn() {
  for (unsigned n = 0; !self().isFinished && !isAtOperation(); ++n) {
    if (n == 1'000'000)
      throw Unsupported{"a loop that never touches memory"};
    executeInstruction(instruction());
  }
}

void Step::advanceFrom(uint32_t line) {
  Frame &top = frame();
  for (uint32_t dead : top.function->code[line].deadAfter)
    top.registers[dead].clear();
}

void Step::advance() {
  advanceFrom(frame().pc);
  ++frame().pc;
}

void Step::jump(const BasicBlock &from, const BasicBlock &to) {
  // Phis are simultaneous: first all values, then all registers.
  std::vector<std::pair<const PHINode *, Value>> values;
  for (const PHINode &phi : to.phis())
    values.emplace_back(&phi, get(*phi.getIncomingValueForBlock(&from)));
  uint32_t line = frame().pc;
  for (auto &[phi, value] : values)
    set(*phi, std::move(value));
  advanceFrom(line);
  frame().pc = frame().function->blocks.lookup(&to) + uint32_t(values.size());
}

// Registers
// ------------------------------------------------------------------------

Value Step::get(const llvm::Value &value) {
  if (auto *constant = dyn_cast<Constant>(&value))
    return program.evaluate(*constant, thread);
  const Frame &top = state.peekTop(thread);
  auto at = top.function->registers.find(&value);
  if (at == top.function->registers.end())
    throw Unsupported{"an operand that is no register"};
  return top.registers[at->second];
}

void Step::set(const llvm::Value &to, Value value) {
  if (to.getType()->isVoidTy())
    return;
  Frame &top = frame();
  if (to.user_empty() && !isa<AllocaInst>(to))
    value.clear(); // nobody looks at it
  top.registers[top.function->registers.lookup(&to)] = std::move(value);
}

uint64_t Step::addressOfElement(const GetElementPtrInst &i) {
  uint64_t address = get(*i.getPointerOperand())[0];
  const DataLayout &layout = program.layout();
  for (auto at = gep_type_begin(i); at != gep_type_end(i); ++at) {
    uint64_t index = get(*at.getOperand())[0];
    if (StructType *structure = at.getStructTypeOrNull())
      address +=
          layout.getStructLayout(structure)->getElementOffset(unsigned(index));
    else
      address += uint64_t(extended(index, *at.getOperand()->getType())) *
                 at.getSequentialElementStride(layout).getFixedValue();
  }
  return address;
}

// Memory
// ---------------------------------------------------------------------------

Value Step::load(uint64_t address, Type &type, bool isAtomic) {
  const DataLayout &layout = program.layout();
  Value all;
  auto append = [&](uint64_t at, Type &element) {
    Value part = load(at, element, isAtomic);
    all.append(part.begin(), part.end());
  };
  if (auto *structure = dyn_cast<StructType>(&type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      append(address + layout.getStructLayout(structure)->getElementOffset(i),
             *structure->getElementType(i));
    return all;
  }
  if (auto *array = dyn_cast<ArrayType>(&type)) {
    uint64_t size = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      append(address + i * size, *array->getElementType());
    return all;
  }
  scalarsOf(type);
  uint64_t bits =
      read(address, unsigned(layout.getTypeStoreSize(&type)), isAtomic);
  return {truncated(bits, type)};
}

void Step::store(uint64_t address, Type &type, ArrayRef<uint64_t> value,
                 bool isAtomic) {
  const DataLayout &layout = program.layout();
  if (auto *structure = dyn_cast<StructType>(&type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      Type &element = *structure->getElementType(i);
      unsigned count = scalarsOf(element);
      store(address + layout.getStructLayout(structure)->getElementOffset(i),
            element, value.take_front(count), isAtomic);
      value = value.drop_front(count);
    }
    return;
  }
  if (type.isArrayTy())
    throw Unsupported{"a store of a whole array"};
  scalarsOf(type);
  write(address, value[0], unsigned(layout.getTypeStoreSize(&type)), isAtomic);
}

void Step::allocate(const AllocaInst &i) {
  if (frame().function->plainLocals.count(&i)) { // lives in a register
    Value fresh(scalarsOf(*i.getAllocatedType()),
                truncated(0xa5a5a5a5a5a5a5a5, *i.getAllocatedType()));
    return set(i, fresh);
  }
  uint64_t count = get(*i.getArraySize())[0];
  uint64_t size = program.layout().getTypeAllocSize(i.getAllocatedType());
  if (count > 1 << 20)
    throw Unsupported{"a very large local array"};
  uint32_t name = state.freshLocal(thread);
  auto object = std::make_shared<Object>();
  object->bytes.assign(size * count, kFresh);
  state.objects[name] = object;
  frame().locals.push_back(name);
  set(i, {addressOf(name)});
}

static uint64_t combine(AtomicRMWInst::BinOp operation, uint64_t old,
                        uint64_t with, const Type &type) {
  int64_t a = extended(old, type), b = extended(with, type);
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return with;
  case AtomicRMWInst::Add:
    return old + with;
  case AtomicRMWInst::Sub:
    return old - with;
  case AtomicRMWInst::And:
    return old & with;
  case AtomicRMWInst::Nand:
    return ~(old & with);
  case AtomicRMWInst::Or:
    return old | with;
  case AtomicRMWInst::Xor:
    return old ^ with;
  case AtomicRMWInst::Max:
    return a > b ? old : with;
  case AtomicRMWInst::Min:
    return a < b ? old : with;
  case AtomicRMWInst::UMax:
    return std::max(old, with);
  case AtomicRMWInst::UMin:
    return std::min(old, with);
  default:
    throw Unsupported{"an atomic update of an unknown kind"};
  }
}

void Step::executeAtomic(const Instruction &i) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&i)) {
    Type &type = *update->getType();
    uint64_t address = get(*update->getPointerOperand())[0];
    uint64_t old = load(address, type, true)[0];
    uint64_t with = get(*update->getValOperand())[0];
    store(address, type,
          {truncated(combine(update->getOperation(), old, with, type), type)},
          true);
    set(i, {old});
    return;
  }
  auto &exchange = cast<AtomicCmpXchgInst>(i);
  Type &type = *exchange.getCompareOperand()->getType();
  uint64_t address = get(*exchange.getPointerOperand())[0];
  uint64_t old = load(address, type, true)[0];
  bool isEqual = old == get(*exchange.getCompareOperand())[0];
  if (isEqual && exchange.isWeak() && options.spurious)
    isEqual = choose(2, true) == 0;
  if (isEqual)
    store(address, type, get(*exchange.getNewValOperand()), true);
  set(i, {old, uint64_t(isEqual)});
}

// Calls
// ----------------------------------------------------------------------------

void Step::pushFrame(const Function &function, ArrayRef<Value> arguments,
                     bool isFreeStanding) {
  const FunctionInfo *info = program.find(&function);
  if (!info)
    throw Unsupported{"a library function as callback: " +
                      function.getName().str()};
  if (function.isVarArg() || arguments.size() != function.arg_size())
    throw Unsupported{"a call with other arguments than the function has"};
  auto frame = std::make_shared<Frame>();
  frame->function = info;
  frame->isFreeStanding = isFreeStanding;
  frame->registers.resize(info->registerCount);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (function.getArg(i)->hasByValAttr())
      throw Unsupported{"an argument that is a copy of a structure"};
    frame->registers[i] = arguments[i];
  }
  if (self().frames.size() > 200)
    throw Unsupported{"deep recursion"};
  self().frames.push_back(frame);
}

void Step::executeCall(const CallBase &call) {
  uint64_t target = get(*call.getCalledOperand())[0];
  const Function *function = program.functionAt(target);
  if (call.isInlineAsm())
    throw Unsupported{"inline assembly"};
  if (!function)
    throw Failure{target < 4096 ? "null-dereference" : "invalid-call"};
  std::vector<Value> arguments;
  for (const Use &argument : call.args()) {
    if (call.paramHasAttr(call.getArgOperandNo(&argument), Attribute::ByVal))
      throw Unsupported{"an argument that is a copy of a structure"};
    arguments.push_back(get(*argument));
  }
  if (program.find(function)) {
    advanceFrom(frame().pc);
    return pushFrame(*function, arguments, false);
  }
  SmallVector<uint64_t, 6> words;
  for (const Value &argument : arguments)
    words.push_back(argument[0]);
  callLibrary(*this, function->getName(), words);
}

void Step::finishCall(std::optional<uint64_t> result) {
  if (isAtExit())
    return;
  const auto &call = cast<CallBase>(instruction());
  if (result && !call.getType()->isVoidTy())
    set(call, {truncated(*result, *call.getType())});
  frame().stage = 0;
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    jump(*invoke->getParent(), *invoke->getNormalDest());
  else
    advance();
}

void Step::executeReturn(const ReturnInst &i) {
  Value result;
  if (i.getReturnValue())
    result = get(*i.getReturnValue());
  bool isFreeStanding = frame().isFreeStanding;
  std::vector<uint32_t> locals = frame().locals;
  for (uint32_t local : locals)
    recordEnd(local), state.remove(local);
  self().frames.pop_back();
  if (isFreeStanding && self().frames.empty() && !self().isExiting) {
    uint64_t value = result.empty() ? 0 : result[0];
    return thread == 0 ? beginExit(int(value)) : finishThread(value);
  }
  if (isFreeStanding)
    return; // what is below goes on where it is
  const auto &call = cast<CallBase>(instruction());
  set(call, result);
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    jump(*invoke->getParent(), *invoke->getNormalDest());
  else
    ++frame().pc; // what died here was dropped when the call was made
}

void Step::beginExit(int status) {
  self().isExiting = true;
  self().exitBase = uint32_t(self().frames.size());
  self().exitStatus = status;
}

void Step::exitStep() {
  synchronises = true;
  if (state.atExit.empty())
    throw Exited{self().exitStatus};
  auto [function, argument] = state.atExit.back();
  state.atExit.pop_back();
  const Function *handler = program.functionAt(function);
  if (!handler)
    throw Unsupported{"atexit without a function"};
  if (handler->isDeclaration())
    callLibrary(*this, handler->getName(), {argument});
  else
    pushFrame(*handler,
              handler->arg_size() ? ArrayRef<Value>({Value{argument}})
                                  : ArrayRef<Value>(),
              true);
}

void Step::intrinsic(const CallBase &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memmove: {
    std::string bytes = readBytes(get(*call.getArgOperand(1))[0],
                                  get(*call.getArgOperand(2))[0]);
    writeBytes(get(*call.getArgOperand(0))[0], bytes);
    break;
  }
  case Intrinsic::memset:
    writeBytes(get(*call.getArgOperand(0))[0],
               std::string(get(*call.getArgOperand(2))[0],
                           char(get(*call.getArgOperand(1))[0])));
    break;
  case Intrinsic::threadlocal_address:
    set(call, get(*call.getArgOperand(0)));
    break;
  case Intrinsic::trap:
    throw Failure{"abort"};
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore: // such locals live until the function returns
    if (!call.getType()->isVoidTy())
      set(call, {0});
    break;
  case Intrinsic::expect:
    set(call, get(*call.getArgOperand(0)));
    break;
  default:
    throw Unsupported{call.getCalledFunction()->getName().str()};
  }
  advance();
}

// The switch
// -----------------------------------------------------------------------

void Step::executeInstruction(const Instruction &i) {
  switch (i.getOpcode()) {
  case Instruction::Load: {
    auto &from = cast<LoadInst>(i);
    if (frame().function->plainLocals.count(from.getPointerOperand()))
      set(i, get(*from.getPointerOperand()));
    else
      set(i, load(get(*from.getPointerOperand())[0], *i.getType(),
                  from.isAtomic()));
    return advance();
  }
  case Instruction::Store: {
    auto &to = cast<StoreInst>(i);
    Value value = get(*to.getValueOperand());
    if (frame().function->plainLocals.count(to.getPointerOperand()))
      set(*to.getPointerOperand(), value);
    else
      store(get(*to.getPointerOperand())[0], *to.getValueOperand()->getType(),
            value, to.isAtomic());
    return advance();
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    executeAtomic(i);
    return advance();
  case Instruction::Ret:
    return executeReturn(cast<ReturnInst>(i));
  case Instruction::Call:
  case Instruction::Invoke:
    if (isa<IntrinsicInst>(i))
      return intrinsic(cast<CallBase>(i));
    return executeCall(cast<CallBase>(i));
  default:
    return executeRegisters(i);
  }
}

void Step::executeRegisters(const Instruction &i) {
  switch (i.getOpcode()) {
  case Instruction::Alloca:
    allocate(cast<AllocaInst>(i));
    return advance();
  case Instruction::Br: {
    auto &branch = cast<BranchInst>(i);
    bool isFirst =
        branch.isUnconditional() || get(*branch.getCondition())[0] & 1;
    return jump(*i.getParent(), *branch.getSuccessor(isFirst ? 0 : 1));
  }
  case Instruction::Switch: {
    auto &table = cast<SwitchInst>(i);
    uint64_t value = get(*table.getCondition())[0];
    for (auto &entry : table.cases())
      if (entry.getCaseValue()->getZExtValue() == value)
        return jump(*i.getParent(), *entry.getCaseSuccessor());
    return jump(*i.getParent(), *table.getDefaultDest());
  }
  case Instruction::Unreachable:
    throw Failure{"unreachable"};
  case Instruction::GetElementPtr:
    set(i, {addressOfElement(cast<GetElementPtrInst>(i))});
    return advance();
  case Instruction::Select:
    set(i, get(*i.getOperand(get(*i.getOperand(0))[0] & 1 ? 1 : 2)));
    return advance();
  case Instruction::ICmp:
  case Instruction::FCmp:
    set(i, {computeCompare(cast<CmpInst>(i), get(*i.getOperand(0))[0],
                           get(*i.getOperand(1))[0])});
    return advance();
  case Instruction::Freeze:
    set(i, get(*i.getOperand(0)));
    return advance();
  case Instruction::Fence: // everything is sequentially consistent here
    return advance();
  case Instruction::ExtractValue: {
    auto &extract = cast<ExtractValueInst>(i);
    if (extract.getNumIndices() != 1)
      throw Unsupported{"a nested structure in a register"};
    Value all = get(*extract.getAggregateOperand());
    unsigned at = 0;
    for (unsigned n = 0; n < extract.getIndices()[0]; ++n)
      at += scalarsOf(*GetElementPtrInst::getTypeAtIndex(
          extract.getAggregateOperand()->getType(), uint64_t(n)));
    set(i, Value(all.begin() + at, all.begin() + at + scalarsOf(*i.getType())));
    return advance();
  }
  case Instruction::InsertValue: {
    auto &insert = cast<InsertValueInst>(i);
    if (insert.getNumIndices() != 1)
      throw Unsupported{"a nested structure in a register"};
    Value all = get(*insert.getAggregateOperand());
    Value part = get(*insert.getInsertedValueOperand());
    unsigned at = 0;
    for (unsigned n = 0; n < insert.getIndices()[0]; ++n)
      at += scalarsOf(
          *GetElementPtrInst::getTypeAtIndex(i.getType(), uint64_t(n)));
    std::copy(part.begin(), part.end(), all.begin() + at);
    set(i, all);
    return advance();
  }
  case Instruction::FNeg:
    set(i, {get(*i.getOperand(0))[0] ^
            (i.getType()->isFloatTy() ? 0x80000000 : 1ull << 63)});
    return advance();
  default:
    if (auto *binary = dyn_cast<BinaryOperator>(&i))
      set(i, {computeBinary(*binary, get(*i.getOperand(0))[0],
                            get(*i.getOperand(1))[0])});
    else if (auto *cast = dyn_cast<CastInst>(&i))
      set(i, {computeCast(*cast, get(*i.getOperand(0))[0])});
    else
      throw Unsupported{std::string("instruction ") + i.getOpcodeName()};
    return advance();
  }
}

} // namespace oracle
