//===- passes/EntryPoint.cpp - Everything from process start to exit ------===//
//
// Constructors get the arguments of main, as glibc gives them.
// Tested by test/passes/entry-*.
//
//===----------------------------------------------------------------------===//
#include "passes/EntryPoint.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rbcheck {
namespace {

struct Structor {
  uint64_t priority;
  Function *function;
};

Error fail(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// The functions of the list \p name, lowest priority first, stable.
SmallVector<Structor, 4> getStructors(const Module &module, StringRef name) {
  SmallVector<Structor, 4> result;
  const GlobalVariable *list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer())
    return result;
  auto *entries = dyn_cast<ConstantArray>(list->getInitializer());
  if (!entries)
    return result; // an empty list is a zero initialiser
  for (const Use &use : entries->operands()) {
    auto *entry = dyn_cast<ConstantStruct>(use);
    if (!entry || entry->getNumOperands() < 2)
      continue;
    auto *priority = dyn_cast<ConstantInt>(entry->getOperand(0));
    auto *function =
        dyn_cast<Function>(entry->getOperand(1)->stripPointerCastsAndAliases());
    if (!priority || !function)
      continue;
    Structor structor{priority->getZExtValue(), function};
    auto isBefore = [](const Structor &a, const Structor &b) {
      return a.priority < b.priority;
    };
    result.insert(upper_bound(result, structor, isBefore), structor);
  }
  return result;
}

/// Why \p function cannot be called with (argc, argv, envp), or nothing.
std::optional<std::string> findMisfit(const Function &function) {
  std::string who = "'" + function.getName().str() + "'";
  if (function.arg_size() > 3)
    return who + " takes more than (argc, argv, envp)";
  for (const Argument &argument : function.args()) {
    Type *type = argument.getType();
    if (argument.getArgNo() == 0 ? !type->isIntegerTy() : !type->isPointerTy())
      return who + " has a parameter that is not argc, argv or envp";
  }
  Type *result = function.getReturnType();
  if (!result->isVoidTy() && !result->isIntegerTy())
    return who + " returns neither an integer nor void";
  return std::nullopt;
}

/// Calls \p function with as many of the arguments of \p start as it takes.
CallInst *callWithArguments(IRBuilder<> &builder, Function &start,
                            Function &function) {
  SmallVector<Value *, 3> arguments;
  for (Argument &argument : function.args()) {
    Value *value = start.getArg(argument.getArgNo());
    if (argument.getType()->isIntegerTy())
      value = builder.CreateSExtOrTrunc(value, argument.getType());
    arguments.push_back(value);
  }
  CallInst *call = builder.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  return call;
}

Function *createStart(Module &module) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type =
      FunctionType::get(Type::getVoidTy(context),
                        {Type::getInt32Ty(context), pointer, pointer}, false);
  Function *start = Function::Create(type, GlobalValue::ExternalLinkage,
                                     kEntryPointName, module);
  start->getArg(0)->setName("argc");
  start->getArg(1)->setName("argv");
  start->getArg(2)->setName("envp");
  return start;
}

void fillStart(Function &start, Function &main, ArrayRef<Structor> constructors,
               ArrayRef<Structor> destructors) {
  Module &module = *start.getParent();
  IRBuilder<> builder(BasicBlock::Create(start.getContext(), "entry", &start));
  Type *i32 = builder.getInt32Ty();
  for (const Structor &destructor : destructors)
    builder.CreateCall(
        module.getOrInsertFunction("atexit", i32, builder.getPtrTy()),
        {destructor.function});
  for (const Structor &constructor : constructors)
    callWithArguments(builder, start, *constructor.function);

  Value *status = callWithArguments(builder, start, main);
  if (status->getType()->isVoidTy())
    status = builder.getInt32(0);
  status = builder.CreateSExtOrTrunc(status, i32);
  CallInst *exit = builder.CreateCall(
      module.getOrInsertFunction("exit", builder.getVoidTy(), i32), {status});
  exit->setDoesNotReturn();
  builder.CreateUnreachable();
}

} // namespace

Error buildEntryPoint(Module &module) {
  if (Function *start = module.getFunction(kEntryPointName);
      start && !start->isDeclaration())
    return Error::success();
  if (module.getNamedValue(kEntryPointName))
    return fail("the name '" + kEntryPointName + "' is reserved for rbcheck");
  Function *main = module.getFunction("main");
  if (!main || main->isDeclaration())
    return fail("the program has no definition of 'main'");
  if (std::optional<std::string> misfit = findMisfit(*main))
    return fail(*misfit);

  auto constructors = getStructors(module, "llvm.global_ctors");
  auto destructors = getStructors(module, "llvm.global_dtors");
  for (const Structor &constructor : constructors)
    if (std::optional<std::string> misfit = findMisfit(*constructor.function))
      return fail("constructor " + *misfit);

  fillStart(*createStart(module), *main, constructors, destructors);
  for (StringRef list : {"llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *global = module.getNamedGlobal(list))
      if (global->use_empty())
        global->eraseFromParent();
  return Error::success();
}

PreservedAnalyses EntryPointPass::run(Module &module, ModuleAnalysisManager &) {
  if (Error error = buildEntryPoint(module))
    module.getContext().emitError(toString(std::move(error)));
  return PreservedAnalyses::none();
}

} // namespace rbcheck
