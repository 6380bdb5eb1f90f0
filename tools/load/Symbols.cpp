//===- tools/load/Symbols.cpp - What dlsym and dlopen find ----------------===//
#include "tools/load/Symbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

using llvm::Constant;

constexpr llvm::StringLiteral kLibraries = "rbcheck.libraries";

/// A constant string of its own.
Constant *makeText(llvm::Module &module, llvm::StringRef text) {
  Constant *bytes =
      llvm::ConstantDataArray::getString(module.getContext(), text);
  auto *variable = new llvm::GlobalVariable(
      module, bytes->getType(), /*isConstant=*/true,
      llvm::GlobalValue::PrivateLinkage, bytes, "rbcheck.name");
  return variable;
}

void define(llvm::Module &module, llvm::StringRef name, llvm::Type *type,
            llvm::ArrayRef<Constant *> elements) {
  auto *array = llvm::ArrayType::get(type, elements.size());
  new llvm::GlobalVariable(module, array, /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage,
                           llvm::ConstantArray::get(array, elements), name);
}

/// Others can name it, and it has an address.
bool isVisible(const llvm::GlobalValue &value) {
  if (value.hasLocalLinkage() || value.getName().starts_with("llvm.") ||
      value.isThreadLocal() || value.hasAppendingLinkage())
    return false;
  auto *function = llvm::dyn_cast<llvm::Function>(&value);
  return !function || !function->isIntrinsic();
}

} // namespace

void noteLibrary(llvm::Module &module, llvm::StringRef file) {
  llvm::StringRef name = llvm::sys::path::filename(file).split('.').first;
  llvm::LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata(kLibraries)
      ->addOperand(
          llvm::MDNode::get(context, llvm::MDString::get(context, name)));
}

void defineSymbols(llvm::Module &module) {
  static constexpr const char *kUsers[] = {"dlsym", "dlvsym", "dladdr",
                                           "dlopen", "dlmopen"};
  if (llvm::none_of(kUsers, [&](const char *name) {
        const llvm::Function *function = module.getFunction(name);
        return function && function->isDeclaration();
      }))
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *none = llvm::ConstantPointerNull::get(pointer);
  auto *pair = llvm::StructType::get(pointer, pointer);
  std::vector<llvm::GlobalValue *> values;
  for (llvm::GlobalValue &value : module.global_values())
    if (isVisible(value))
      values.push_back(&value);
  std::vector<Constant *> symbols, libraries;
  for (llvm::GlobalValue *value : values)
    symbols.push_back(llvm::ConstantStruct::get(
        pair, {makeText(module, value->getName()), value}));
  symbols.push_back(llvm::ConstantStruct::get(pair, {none, none}));
  if (llvm::NamedMDNode *notes = module.getNamedMetadata(kLibraries))
    for (llvm::MDNode *note : notes->operands())
      libraries.push_back(makeText(
          module,
          llvm::cast<llvm::MDString>(note->getOperand(0))->getString()));
  libraries.push_back(none);
  define(module, "__rb_symbols", pair, symbols);
  define(module, "__rb_libraries", pointer, libraries);
}

} // namespace rbcheck
