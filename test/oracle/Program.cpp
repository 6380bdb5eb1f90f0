//===- test/oracle/Program.cpp - Facts about the program ------------------===//
#include "test/oracle/Program.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"

#include <cstring>

namespace oracle {

using namespace llvm;

unsigned scalarsOf(const Type &type) {
  if (type.isVoidTy())
    return 0;
  if (auto *structure = dyn_cast<StructType>(&type)) {
    unsigned sum = 0;
    for (Type *element : structure->elements())
      sum += scalarsOf(*element);
    return sum;
  }
  if (auto *array = dyn_cast<ArrayType>(&type))
    return array->getNumElements() * scalarsOf(*array->getElementType());
  bool isKnown = type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() ||
                 (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
  if (!isKnown)
    throw Unsupported{"a value that is no number of up to 64 bits"};
  return 1;
}

std::string placeOf(const Instruction &instruction) {
  const DILocation *location = instruction.getDebugLoc().get();
  if (!location || location->getLine() == 0 ||
      location->getFilename().starts_with("/usr/"))
    return "";
  return sys::path::filename(location->getFilename()).str() + ":" +
         std::to_string(location->getLine());
}

// Plain locals and operations
// ------------------------------------------------------

static bool isPlainLocal(const AllocaInst &local, const DataLayout &layout) {
  if (local.isArrayAllocation() ||
      !local.getAllocatedType()->isSingleValueType())
    return false;
  TypeSize size = layout.getTypeStoreSize(local.getAllocatedType());
  for (const User *user : local.users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (!load->isSimple() || load->getType() != local.getAllocatedType())
        return false;
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      const llvm::Value *what = store->getValueOperand();
      if (!store->isSimple() || what == &local ||
          what->getType() != local.getAllocatedType())
        return false;
    } else {
      return false;
    }
  }
  return !size.isScalable();
}

static bool isOperation(const Instruction &i, const FunctionInfo &info) {
  if (auto *load = dyn_cast<LoadInst>(&i))
    return !info.plainLocals.count(load->getPointerOperand());
  if (auto *store = dyn_cast<StoreInst>(&i))
    return !info.plainLocals.count(store->getPointerOperand());
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(i))
    return true;
  if (isa<ReturnInst>(
          i)) // the end of locals; the interpreter adds bottom frames
    return info.objectLocals != 0;
  if (i.isIntDivRem()) // may fail
    return true;
  auto *call = dyn_cast<CallBase>(&i);
  if (!call)
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
    return isa<MemIntrinsic>(intrinsic) ||
           intrinsic->getIntrinsicID() == Intrinsic::trap;
  const Function *callee = call->getCalledFunction();
  return !callee || callee->isDeclaration();
}

void Program::findLastUses(FunctionInfo &info) {
  for (const BasicBlock &block : *info.function) {
    for (const Instruction &i : block) {
      if (i.getType()->isVoidTy() || info.plainLocals.count(&i) ||
          i.user_empty())
        continue;
      uint32_t last = 0;
      bool isLocal = true;
      for (const User *user : i.users()) {
        auto *where = cast<Instruction>(user);
        isLocal &= where->getParent() == &block && !isa<PHINode>(where);
        if (!isLocal)
          break;
        uint32_t line = info.blocks[&block];
        for (const Instruction &other : block) {
          if (&other == where)
            break;
          ++line;
        }
        last = std::max(last, line);
      }
      if (isLocal)
        info.code[last].deadAfter.push_back(info.registers[&i]);
    }
  }
}

void Program::describe(const Function &function) {
  auto info = std::make_unique<FunctionInfo>();
  info->function = &function;
  info->number = uint32_t(byNumber_.size());
  for (const Argument &argument : function.args())
    info->registers[&argument] = info->registerCount++;
  for (const BasicBlock &block : function)
    for (const Instruction &i : block) {
      if (auto *local = dyn_cast<AllocaInst>(&i)) {
        if (isPlainLocal(*local, layout()))
          info->plainLocals[&i] = true;
        else
          ++info->objectLocals;
      }
      if (!i.getType()->isVoidTy())
        info->registers[&i] = info->registerCount++;
    }
  for (const BasicBlock &block : function) {
    info->blocks[&block] = uint32_t(info->code.size());
    for (const Instruction &i : block)
      info->code.push_back({&i, isOperation(i, *info), {}});
  }
  findLastUses(*info);
  functions_[&function] = std::move(info);
}

Program::Program(const Module &module) : module_(module) {
  uint32_t variables = 0, threadLocals = 0;
  for (const GlobalVariable &variable : module.globals())
    names_[&variable] = variable.isThreadLocal()
                            ? objectName(Region::ThreadLocal, 0, threadLocals++)
                            : objectName(Region::Global, 0, variables++);
  for (const Function &function : module) {
    names_[&function] =
        objectName(Region::Function, 0, uint32_t(byNumber_.size()));
    byNumber_.push_back(&function);
    if (!function.isDeclaration()) {
      describe(function);
      functions_[&function]->number = uint32_t(byNumber_.size() - 1);
    }
  }
}

const FunctionInfo *Program::find(const Function *function) const {
  auto at = functions_.find(function);
  return at == functions_.end() ? nullptr : at->second.get();
}

const Function *Program::functionAt(uint64_t address) const {
  uint32_t name = nameOf(address);
  if (regionOf(name) != Region::Function || offsetOf(address) != 0 ||
      numberOf(name) >= byNumber_.size())
    return nullptr;
  return byNumber_[numberOf(name)];
}

// Constants
// ------------------------------------------------------------------------

uint64_t Program::addressOfGlobal(const GlobalValue &global,
                                  uint32_t thread) const {
  if (auto *alias = dyn_cast<GlobalAlias>(&global))
    return evaluate(*alias->getAliasee(), thread)[0];
  if (global.isDeclaration() && global.hasExternalWeakLinkage())
    return 0;
  uint32_t name = names_.lookup(&global);
  if (regionOf(name) == Region::ThreadLocal)
    name |= thread << 24;
  return addressOf(name);
}

Value Program::evaluateExpression(const ConstantExpr &expression,
                                  uint32_t thread) const {
  auto operand = [&](unsigned i) {
    return evaluate(*expression.getOperand(i), thread)[0];
  };
  switch (expression.getOpcode()) {
  case Instruction::GetElementPtr: {
    APInt offset(64, 0);
    if (!cast<GEPOperator>(expression)
             .accumulateConstantOffset(layout(), offset))
      throw Unsupported{"a constant address that is not constant"};
    return {operand(0) + offset.getZExtValue()};
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
    return {operand(0)};
  case Instruction::Add:
    return {operand(0) + operand(1)};
  case Instruction::Sub:
    return {operand(0) - operand(1)};
  default:
    throw Unsupported{std::string("constant expression ") +
                      expression.getOpcodeName()};
  }
}

Value Program::evaluate(const Constant &constant, uint32_t thread) const {
  if (auto *number = dyn_cast<ConstantInt>(&constant)) {
    scalarsOf(*constant.getType());
    return {number->getZExtValue()};
  }
  if (auto *number = dyn_cast<ConstantFP>(&constant))
    return {number->getValueAPF().bitcastToAPInt().getZExtValue()};
  if (auto *global = dyn_cast<GlobalValue>(&constant))
    return {addressOfGlobal(*global, thread)};
  if (auto *expression = dyn_cast<ConstantExpr>(&constant))
    return evaluateExpression(*expression, thread);
  if (isa<ConstantAggregateZero, ConstantPointerNull, UndefValue>(constant))
    return Value(scalarsOf(*constant.getType()), 0);
  Value all;
  if (isa<ConstantAggregate, ConstantDataSequential>(constant)) {
    for (unsigned i = 0; Constant *element = constant.getAggregateElement(i);
         ++i) {
      Value part = evaluate(*element, thread);
      all.append(part.begin(), part.end());
    }
    return all;
  }
  throw Unsupported{"a constant of an unknown form"};
}

void Program::store(const Constant &constant, uint8_t *to,
                    uint32_t thread) const {
  Type *type = constant.getType();
  if (isa<ConstantAggregateZero, UndefValue>(constant)) {
    std::memset(to, 0, layout().getTypeAllocSize(type));
  } else if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *places = layout().getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      store(*constant.getAggregateElement(i), to + places->getElementOffset(i),
            thread);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t size = layout().getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      store(*constant.getAggregateElement(i), to + i * size, thread);
  } else {
    uint64_t bits = evaluate(constant, thread)[0];
    std::memcpy(to, &bits, layout().getTypeStoreSize(type));
  }
}

// The first state
// ------------------------------------------------------------------

static std::shared_ptr<Object> makeVariable(const Program &program,
                                            const GlobalVariable &variable,
                                            uint32_t thread) {
  auto object = std::make_shared<Object>();
  object->bytes.resize(
      program.layout().getTypeAllocSize(variable.getValueType()));
  object->isConstant = variable.isConstant();
  object->isOpaque = variable.isDeclaration();
  if (!object->isOpaque)
    program.store(*variable.getInitializer(), object->bytes.data(), thread);
  return object;
}

void Program::addThreadLocals(State &state, uint32_t thread) const {
  for (const GlobalVariable &variable : module_.globals())
    if (variable.isThreadLocal())
      state.objects[nameOf(addressOfGlobal(variable, thread))] =
          makeVariable(*this, variable, thread);
  auto number = std::make_shared<Object>();
  number->bytes.resize(4);
  state.objects[objectName(Region::ThreadLocal, thread, kErrnoNumber)] = number;
}

State Program::initialState() const {
  State state;
  for (const GlobalVariable &variable : module_.globals())
    if (!variable.isThreadLocal() && !variable.getName().starts_with("llvm."))
      state.objects[names_.lookup(&variable)] =
          makeVariable(*this, variable, 0);
  addThreadLocals(state, 0);
  state.threads.emplace_back();
  auto start = [&](const Function *function) {
    const FunctionInfo *info = function ? find(function) : nullptr;
    if (!info)
      throw Unsupported{"a program without main"};
    auto frame = std::make_shared<Frame>();
    frame->function = info;
    frame->isFreeStanding = true;
    frame->registers.resize(info->registerCount);
    if (function->arg_size())
      throw Unsupported{"a main that wants arguments"};
    state.threads[0].frames.push_back(frame);
  };
  start(module_.getFunction("main"));
  const GlobalVariable *constructors =
      module_.getGlobalVariable("llvm.global_ctors");
  if (constructors) // the last one to be pushed runs first
    for (unsigned i = constructors->getInitializer()->getNumOperands(); i--;)
      start(cast<Function>(
          cast<Constant>(constructors->getInitializer()->getOperand(i))
              ->getAggregateElement(1)));
  return state;
}

} // namespace oracle
