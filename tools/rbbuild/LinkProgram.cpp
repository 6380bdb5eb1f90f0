//===- tools/rbbuild/LinkProgram.cpp - One module of a whole program ------===//
#include "tools/rbbuild/LinkProgram.h"

#include "search/files/Write.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::GlobalValue;
using llvm::StringRef;
using ModulePtr = std::unique_ptr<llvm::Module>;

/// Keeps the linker's first error for our message.
class LinkMessages final : public llvm::DiagnosticHandler {
public:
  explicit LinkMessages(std::string &first) : first_(first) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && first_.empty()) {
      llvm::raw_string_ostream out(first_);
      llvm::DiagnosticPrinterRawOStream printer(out);
      info.print(printer);
    }
    return true;
  }

private:
  std::string &first_;
};

Expected<ModulePtr> linkRecords(llvm::LLVMContext &context,
                                llvm::ArrayRef<Bitcode> records,
                                const std::string &why) {
  auto whole = std::make_unique<llvm::Module>("program", context);
  for (const Bitcode &record : records) {
    Expected<ModulePtr> module =
        llvm::parseBitcodeFile({record, "bitcode"}, context);
    if (!module)
      return module.takeError();
    if (whole->getTargetTriple().empty()) {
      whole->setTargetTriple((*module)->getTargetTriple());
      whole->setDataLayout((*module)->getDataLayout());
    }
    if (llvm::Linker::linkModules(*whole, std::move(*module)))
      return llvm::createStringError(why);
  }
  return whole;
}

std::vector<GlobalValue *> definitionsOf(llvm::Module &module) {
  std::vector<GlobalValue *> values;
  for (GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage() &&
        !value.hasAppendingLinkage() && !value.getName().starts_with("llvm."))
      values.push_back(&value);
  return values;
}

/// Makes what the library keeps to itself local. Inline functions and the like
/// may be missing in its symbols only because they were inlined everywhere.
void hideUnexported(llvm::Module &module, const llvm::StringSet<> &exported) {
  for (GlobalValue *value : definitionsOf(module)) {
    if (exported.contains(value->getName()) ||
        (value->isWeakForLinker() && value->hasDefaultVisibility()))
      continue;
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(value))
      object->setComdat(nullptr);
    value->setVisibility(GlobalValue::DefaultVisibility);
    value->setLinkage(GlobalValue::InternalLinkage);
  }
}

/// Leaves a declaration of `value`, whose definition another file has.
void dropDefinition(GlobalValue &value) {
  llvm::Module &module = *value.getParent();
  if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
    function->deleteBody();
    function->setComdat(nullptr);
    return;
  }
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    variable->setInitializer(nullptr);
    variable->setComdat(nullptr);
    variable->setLinkage(GlobalValue::ExternalLinkage);
    return;
  }
  GlobalValue *declaration;
  if (auto *type = llvm::dyn_cast<llvm::FunctionType>(value.getValueType()))
    declaration =
        llvm::Function::Create(type, GlobalValue::ExternalLinkage, "", module);
  else
    declaration = new llvm::GlobalVariable(
        module, value.getValueType(), false, GlobalValue::ExternalLinkage,
        nullptr, "", nullptr, value.getThreadLocalMode());
  declaration->takeName(&value);
  value.replaceAllUsesWith(declaration);
  value.eraseFromParent();
}

void dropInterposed(llvm::Module &library, const llvm::Module &before) {
  for (GlobalValue *value : definitionsOf(library))
    if (const GlobalValue *first = before.getNamedValue(value->getName()))
      if (!first->isDeclaration() && !first->hasLocalLinkage())
        dropDefinition(*value);
}

/// Puts all constructors and destructors of `module` behind those of the files
/// that are initialised earlier: priorities of one file are 16 bits.
void shiftPriorities(llvm::Module &module, size_t earlierFiles) {
  for (StringRef name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    llvm::GlobalVariable *list = module.getNamedGlobal(name);
    auto *entries =
        list && list->hasInitializer()
            ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer())
            : nullptr;
    if (!entries)
      continue;
    std::vector<llvm::Constant *> shifted;
    for (const llvm::Use &use : entries->operands()) {
      auto *entry = llvm::cast<llvm::ConstantStruct>(use);
      auto *priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0));
      shifted.push_back(llvm::ConstantStruct::get(
          entry->getType(),
          {llvm::ConstantInt::get(priority->getIntegerType(),
                                  (earlierFiles << 16) +
                                      priority->getZExtValue()),
           entry->getOperand(1), entry->getOperand(2)}));
    }
    list->setInitializer(llvm::ConstantArray::get(entries->getType(), shifted));
  }
}

} // namespace

Expected<ModulePtr> linkProgram(llvm::LLVMContext &context,
                                llvm::ArrayRef<Bitcode> records,
                                llvm::ArrayRef<SharedLibrary> libraries) {
  std::string why;
  context.setDiagnosticHandler(std::make_unique<LinkMessages>(why));
  Expected<ModulePtr> program = linkRecords(context, records, why);
  if (!program)
    return program;
  size_t earlierFiles = libraries.size();
  shiftPriorities(**program, earlierFiles);
  for (const SharedLibrary &library : libraries) {
    Expected<ModulePtr> module = linkRecords(context, library.records, why);
    if (!module)
      return module;
    hideUnexported(**module, library.exported);
    dropInterposed(**module, **program);
    shiftPriorities(**module, --earlierFiles);
    if (llvm::Linker::linkModules(**program, std::move(*module)))
      return llvm::createStringError(why);
  }
  return program;
}

Error writeProgram(const llvm::Module &module, StringRef file) {
  return writeFile(file.str(), [&](llvm::raw_ostream &out) {
    llvm::WriteBitcodeToFile(module, out);
    return Error::success();
  });
}

} // namespace rbcheck
