//===- tools/load/Supply.cpp - Definitions that a program lacks -----------===//
#include "tools/load/Supply.h"

#include "tools/load/Problem.h"
#include "tools/load/Symbols.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

bool isStrong(const llvm::GlobalValue &value) {
  return !value.isDeclaration() && !value.hasLocalLinkage() &&
         !value.isWeakForLinker() && !value.hasAppendingLinkage();
}

Error linkFile(llvm::Module &module, const std::string &file,
               const Installation &installation, const CompileOptions &how) {
  auto more = loadPart(file, module.getContext(), installation, how);
  if (!more)
    return more.takeError();
  for (const llvm::GlobalValue &value : (*more)->global_values())
    if (const llvm::GlobalValue *first = module.getNamedValue(value.getName()))
      if (isStrong(value) && isStrong(*first))
        return bad("{0}: '{1}' is defined in the program already", file,
                   value.getName());
  if ((*more)->getTargetTriple().empty())
    (*more)->setTargetTriple(module.getTargetTriple());
  if (llvm::Linker::linkModules(module, std::move(*more)))
    return bad("{0}: cannot be linked to the program: a definition has "
               "another type there",
               file);
  noteLibrary(module, file);
  return Error::success();
}

/// The constant `text` of that type; null if it has none.
llvm::Constant *readConstant(llvm::Type *type, StringRef text) {
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    bool isNegative = text.consume_front("-");
    llvm::APInt value;
    if (text.getAsInteger(0, value) ||
        value.getActiveBits() > integer->getBitWidth())
      return nullptr;
    value = value.zextOrTrunc(integer->getBitWidth());
    return llvm::ConstantInt::get(integer, isNegative ? -value : value);
  }
  double real;
  if (type->isFloatingPointTy())
    return text.getAsDouble(real) ? nullptr : llvm::ConstantFP::get(type, real);
  // Of pointers, structs and vectors zero only.
  return text == "0" ? llvm::Constant::getNullValue(type) : nullptr;
}

Error addStub(llvm::Module &module, const Stub &stub) {
  llvm::Function *function = module.getFunction(stub.name);
  if (!function) {
    llvm::errs() << "rbcheck: warning: --stub=" << stub.name << "="
                 << stub.value << ": the program does not use this function\n";
    return Error::success();
  }
  if (!function->isDeclaration())
    return bad("option '--stub': '{0}' is defined in the program", stub.name);
  if (function->isIntrinsic() || function->hasStructRetAttr())
    return bad("option '--stub': '{0}' cannot be a stub: its result is not a "
               "plain value",
               stub.name);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  // An attribute of the real function may promise what the stub does not keep.
  function->setAttributes({});
  function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  llvm::Type *type = function->getReturnType();
  if (type->isVoidTy()) {
    builder.CreateRetVoid();
    return Error::success();
  }
  llvm::Constant *value = readConstant(type, stub.value);
  if (!value)
    return bad("option '--stub': '{0}' is not a value that '{1}' can return",
               stub.value, stub.name);
  builder.CreateRet(value);
  return Error::success();
}

} // namespace

Error supply(llvm::Module &module, const Supplies &supplies,
             const Installation &installation, const CompileOptions &how) {
  for (const std::string &file : supplies.files)
    if (Error error = linkFile(module, file, installation, how))
      return error;
  for (const Stub &stub : supplies.stubs)
    if (Error error = addStub(module, stub))
      return error;
  return Error::success();
}

} // namespace rbcheck
