//===- tools/load/SystemCalls.cpp - syscall() by the functions' names -----===//
//
// Programs that must not call a function of the C library, or run where it does
// not have one, call syscall(SYS_open, ...). For files, memory and random
// numbers that is the same as the function. Tested by test/libc/syscall.c.
//
//===----------------------------------------------------------------------===//
#include "tools/load/SystemCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <sys/syscall.h>

using namespace llvm;

namespace rbcheck {

namespace {

/// Of types: i int, l long, p pointer; first what it returns. With a dot the
/// rest are optional.
struct SystemCall {
  long number;
  const char *name;
  const char *types;
};

constexpr SystemCall kCalls[] = {
    {SYS_read, "read", "lipl"},       {SYS_write, "write", "lipl"},
    {SYS_lseek, "lseek", "lili"},     {SYS_access, "access", "ipi"},
    {SYS_unlink, "unlink", "ip"},     {SYS_getpid, "getpid", "i"},
    {SYS_open, "open", "ipi.i"},      {SYS_openat, "openat", "iipi.i"},
    {SYS_munmap, "munmap", "ipl"},    {SYS_mmap, "mmap", "ppliiil"},
    {SYS_madvise, "madvise", "ipli"}, {SYS_getrandom, "getrandom", "lpli"},
};

Type *typeOf(char word, LLVMContext &context) {
  return word == 'p'   ? (Type *)PointerType::get(context, 0)
         : word == 'i' ? Type::getInt32Ty(context)
                       : Type::getInt64Ty(context);
}

Value *as(Type *type, Value *value, IRBuilder<> &builder) {
  if (value->getType() == type)
    return value;
  if (type->isPointerTy() && value->getType()->isIntegerTy())
    return builder.CreateIntToPtr(
        builder.CreateSExt(value, builder.getInt64Ty()), type);
  if (value->getType()->isPointerTy())
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  return builder.CreateSExtOrTrunc(value, type);
}

/// Unless the arguments are not those of the function, or the program has a
/// function of its own with that name.
void replace(CallInst &call, const SystemCall &known) {
  LLVMContext &context = call.getContext();
  auto [fixed, optional] = StringRef(known.types).drop_front().split('.');
  const size_t given = call.arg_size() - 1;
  const Function *own = call.getModule()->getFunction(known.name);
  if (given < fixed.size() || (own && !own->isDeclaration()))
    return;
  SmallVector<Type *, 6> types;
  for (char word : fixed)
    types.push_back(typeOf(word, context));
  auto *type = FunctionType::get(typeOf(known.types[0], context), types,
                                 !optional.empty());
  IRBuilder<> builder(&call);
  SmallVector<Value *, 6> args;
  for (char word : (fixed + optional).str())
    if (args.size() < given)
      args.push_back(as(typeOf(word, context),
                        call.getArgOperand(1 + args.size()), builder));
  FunctionCallee callee =
      call.getModule()->getOrInsertFunction(known.name, type);
  Value *result = builder.CreateCall(type, callee.getCallee(), args);
  call.replaceAllUsesWith(as(call.getType(), result, builder));
  call.eraseFromParent();
}

} // namespace

void nameSystemCalls(Module &module) {
  Function *function = module.getFunction("syscall");
  if (!function || !function->isDeclaration())
    return;
  for (User *user : make_early_inc_range(function->users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledOperand() != function || call->arg_empty() ||
        !call->getType()->isIntegerTy(64))
      continue;
    auto *number = dyn_cast<ConstantInt>(call->getArgOperand(0));
    const auto *known = find_if(kCalls, [&](const SystemCall &each) {
      return number && number->getSExtValue() == each.number;
    });
    if (known != std::end(kCalls))
      replace(*call, *known);
  }
}

} // namespace rbcheck
