//===- tools/rbcheck/Needs.cpp - What a program calls and nobody has ------===//
#include "tools/rbcheck/Needs.h"

#include "tools/process/ExitCode.h"

#include "interp/exec/Model.h"
#include "passes/EntryPoint.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace rbcheck {

namespace {

std::string placeOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (!location)
    return "an unknown place";
  return llvm::formatv("{0}:{1}:{2}", location->getFilename(),
                       location->getLine(), location->getColumn());
}

/// Follows references from the entry point on.
class Walk {
public:
  explicit Walk(const llvm::Module &module) {
    visit(module.getFunction(kEntryPointName), nullptr);
    for (size_t i = 0; i < seen_.size(); ++i) { // grows meanwhile
      const llvm::GlobalValue *value = seen_[i];
      if (auto *function = llvm::dyn_cast<llvm::Function>(value))
        for (const llvm::Instruction &instruction :
             llvm::instructions(*function))
          visitInstruction(instruction);
      else
        for (const llvm::Use &use : value->operands())
          visit(use.get(), nullptr);
    }
  }

  std::vector<Need> result() {
    std::vector<Need> needs;
    for (auto &[name, need] : needs_)
      needs.push_back(std::move(need));
    return needs;
  }

private:
  void visitInstruction(const llvm::Instruction &instruction) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
      return;
    for (const llvm::Use &use : instruction.operands())
      visit(use.get(), &instruction);
  }

  /// `by`: the instruction that refers to `value`, if one does.
  void visit(const llvm::Value *value, const llvm::Instruction *by) {
    if (auto *global = llvm::dyn_cast_or_null<llvm::GlobalValue>(value)) {
      seen_.insert(global);
      if (global->isDeclaration())
        need(*global, by);
      return;
    }
    if (auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(value))
      for (const llvm::Use &use : constant->operands())
        visit(use.get(), by);
  }

  void need(const llvm::GlobalValue &value, const llvm::Instruction *by) {
    llvm::StringRef name = value.getName();
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    // The address of a weak name that nobody defines is null, as it should be.
    if (name.starts_with("llvm.") || value.hasExternalWeakLinkage() ||
        (function && findModel(name)))
      return;
    Need &need = needs_[name.str()];
    need.name = name.str();
    need.isFunction = function != nullptr;
    auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(by);
    bool counts =
        function ? call && call->getCalledOperand() == function : by != nullptr;
    if (!counts)
      return;
    if (need.count++ == 0)
      need.firstPlace = placeOf(*by);
  }

  llvm::SetVector<const llvm::GlobalValue *> seen_;
  std::map<std::string, Need> needs_;
};

} // namespace

std::vector<Need> findNeeds(const llvm::Module &module) {
  return Walk(module).result();
}

int needsMode(const llvm::Module &module) {
  std::vector<Need> needs = findNeeds(module);
  for (const Need &need : needs) {
    llvm::outs() << need.name;
    if (std::string source = llvm::demangle(need.name); source != need.name)
      llvm::outs() << " (" << source << ")";
    llvm::outs() << ": " << (need.isFunction ? "" : "variable, ");
    if (need.count == 0)
      llvm::outs() << "only its address is used\n";
    else
      llvm::outs() << llvm::formatv("{0} {1}{2}, first at {3}\n", need.count,
                                    need.isFunction ? "call" : "use",
                                    need.count == 1 ? "" : "s",
                                    need.firstPlace);
  }
  return needs.empty() ? kExitNoError : kExitInconclusive;
}

} // namespace rbcheck
