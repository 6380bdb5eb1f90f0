//===- interp/program/Decode.cpp - From LLVM IR to a Program --------------===//
//
// The driver: numbers functions and globals, writes the images of the globals,
// decodes every body, and computes what is live where.
//
//===----------------------------------------------------------------------===//
#include "interp/program/Decode.h"

#include "interp/program/CallForm.h"
#include "interp/program/DecodeFunction.h"
#include "interp/program/DecodeOrders.h"
#include "interp/program/Liveness.h"
#include "interp/state/Address.h"
#include "passes/EntryPoint.h"
#include "runtime/include/rbcheck_abi.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace rbcheck {
namespace {

constexpr uint32_t kMaxGlobalIndex = 1u << 29;

/// Describes a global, all but its place and its image.
Global describe(DecodeContext &context, const GlobalVariable &variable) {
  Global global;
  global.name = demangle(variable.getName());
  Type *type = variable.getValueType();
  if (type->isSized())
    global.size = context.dataLayout.getTypeAllocSize(type);
  if (variable.isDeclaration() && global.size == 0)
    global.size = 8;
  global.align =
      uint32_t(context.dataLayout.getPreferredAlign(&variable).value());
  global.constant = variable.isConstant() && !variable.isDeclaration();
  global.threadLocal = variable.isThreadLocal();
  global.isLocal = variable.hasLocalLinkage();
  global.external = variable.isDeclaration();
  global.quiet = variable.getSection() == RB_QUIET_SECTION;
  SmallVector<DIGlobalVariableExpression *, 1> sources;
  variable.getDebugInfo(sources);
  if (!sources.empty()) {
    const DIGlobalVariable *source = sources.front()->getVariable();
    if (!source->getName().empty())
      global.name = source->getName().str();
    global.declared =
        context.sourceLoc(source->getFile(), source->getLine(), "");
    global.type = context.dataType(source->getType());
  }
  return global;
}

/// Gives every variable its place in the address space.
Error placeGlobals(DecodeContext &context) {
  uint64_t next = kFirstGlobalIndex;
  for (const GlobalVariable &variable : context.module.globals()) {
    if (variable.getName().starts_with("llvm."))
      continue;
    if (variable.hasExternalWeakLinkage()) {
      context.addresses.globals[&variable] = 0;
      continue;
    }
    Global global = describe(context, variable);
    if (variable.isThreadLocal()) {
      global.index = uint32_t(context.program.tls.size());
      context.addresses.tls[&variable] = global.index;
      context.program.tls.push_back(std::move(global));
      continue;
    }
    uint64_t end = next + ((global.size + kGuard) >> kOffsetBits) + 1;
    if (end > kMaxGlobalIndex)
      return createStringError("global variable %s is too large",
                               global.name.c_str());
    global.index = uint32_t(next);
    context.addresses.globals[&variable] = globalAddress(global.index);
    context.program.globals.push_back(std::move(global));
    next = end;
  }
  context.program.globalIndexEnd = uint32_t(next);
  return Error::success();
}

/// Calls `with` for each variable that has a place.
void forEachGlobal(
    DecodeContext &context,
    function_ref<void(const GlobalVariable &, Global &)> with) {
  size_t ordinary = 0, threadLocal = 0;
  for (const GlobalVariable &variable : context.module.globals()) {
    if (variable.getName().starts_with("llvm.") ||
        variable.hasExternalWeakLinkage())
      continue;
    with(variable, variable.isThreadLocal()
                       ? context.program.tls[threadLocal++]
                       : context.program.globals[ordinary++]);
  }
}

/// Writes the initial values; every address is known by now.
Error fillImages(DecodeContext &context) {
  const Global *bad = nullptr;
  forEachGlobal(context, [&](const GlobalVariable &variable, Global &global) {
    if (!variable.hasInitializer() ||
        variable.getInitializer()->isNullValue() ||
        isa<UndefValue>(variable.getInitializer()))
      return;
    global.image.resize(global.size);
    if (!bad &&
        !context.constants.toBytes(*variable.getInitializer(), global.image))
      bad = &global;
  });
  if (bad)
    return createStringError(
        "initialiser of global variable %s is not supported",
        bad->name.c_str());
  return Error::success();
}

/// Which memory orders are asked for, and where.
void noteOrders(DecodeContext &context, const llvm::Function &entry) {
  OrdersFound found = findOrders(context.module, entry);
  context.program.orders = found.orders;
  context.firstWeak = found.firstWeak;
  forEachGlobal(context, [&](const GlobalVariable &variable, Global &global) {
    global.mixedOrders = found.isMixed(variable);
    global.plainAccess = found.isPlain(variable);
  });
}

} // namespace

Expected<Program> decode(const Module &module, ModelLookup models) {
  DecodeContext context(module, models);
  context.program.hasDebugInfo = !module.debug_compile_units().empty();
  const llvm::Function *entry = module.getFunction(kEntryPointName);
  if (!entry || entry->isDeclaration())
    return createStringError("the module has no entry point " +
                             kEntryPointName.str());
  context.numberFunctions();
  context.program.entry = context.functionNumber(*entry);
  if (Error error = placeGlobals(context))
    return error;
  if (Error error = fillImages(context))
    return error;
  noteOrders(context, *entry);
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      FunctionDecoder(context, function, context.functionNumber(function))
          .run();
  for (Function &function : context.program.functions)
    computeLiveness(context.program, function);
  prepareCalls(context.program);
  return std::move(context.program);
}

} // namespace rbcheck
