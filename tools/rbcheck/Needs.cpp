//===- tools/rbcheck/Needs.cpp - What a program calls and nobody has ------===//
#include "tools/rbcheck/Needs.h"

#include "tools/process/ExitCode.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "passes/LibraryFiles.h"
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

constexpr char kUnknown[] = "an unknown place";

bool isOfLibrary(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  return location && isLibraryFile(location->getFilename());
}

/// A place of the program, or where what is a library's was inlined into it;
/// none if that is a library, too.
std::optional<std::string> placeOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (!location)
    return kUnknown;
  while (location && isLibraryFile(location->getFilename()))
    location = location->getInlinedAt();
  if (!location)
    return std::nullopt;
  return llvm::formatv("{0}:{1}:{2}", location->getFilename(),
                       location->getLine(), location->getColumn())
      .str();
}

/// Follows references from the entry point on.
class Walk {
public:
  explicit Walk(const llvm::Module &module) {
    visit(module.getFunction(kEntryPointName), nullptr, kUnknown);
    for (size_t i = 0; i < seen_.size(); ++i) { // grows meanwhile
      const llvm::GlobalValue *value = seen_[i];
      const std::string by = reachedBy_[i];
      if (auto *function = llvm::dyn_cast<llvm::Function>(value))
        for (const llvm::Instruction &instruction :
             llvm::instructions(*function))
          visitInstruction(instruction, by);
      else
        for (const llvm::Use &use : value->operands())
          visit(use.get(), nullptr, by);
    }
  }

  std::vector<Need> result() {
    std::vector<Need> needs;
    for (auto &[name, need] : needs_)
      needs.push_back(std::move(need));
    return needs;
  }

private:
  void visitInstruction(const llvm::Instruction &instruction,
                        const std::string &by) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
      return;
    std::string place = placeOf(instruction).value_or(by);
    for (const llvm::Use &use : instruction.operands())
      visit(use.get(), &instruction, place);
  }

  /// `user`: the instruction that refers to `value`, if one does; `place`:
  /// where in the program it stands, or how the program comes there.
  void visit(const llvm::Value *value, const llvm::Instruction *user,
             const std::string &place) {
    if (auto *global = llvm::dyn_cast_or_null<llvm::GlobalValue>(value)) {
      if (seen_.insert(global))
        reachedBy_.push_back(place);
      if (global->isDeclaration())
        need(*global, user, place);
      return;
    }
    if (auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(value))
      for (const llvm::Use &use : constant->operands())
        visit(use.get(), user, place);
  }

  void need(const llvm::GlobalValue &value, const llvm::Instruction *user,
            const std::string &place) {
    llvm::StringRef name = value.getName();
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    // The address of a weak name that nobody defines is null, as it should be.
    if (name.starts_with("llvm.") || value.hasExternalWeakLinkage() ||
        (function && (findModel(name) || isInstruction(name))))
      return;
    Need &need = needs_[name.str()];
    need.name = name.str();
    need.isFunction = function != nullptr;
    auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(user);
    bool counts = function ? call && call->getCalledOperand() == function
                           : user != nullptr;
    if (!counts)
      return;
    if (isOfLibrary(*user)) {
      need.isUsedByLibrary = true;
      if (need.libraryPlace.empty() && place != kUnknown)
        need.libraryPlace = place;
    } else if (need.count++ == 0) {
      need.firstPlace = place;
    }
  }

  llvm::SetVector<const llvm::GlobalValue *> seen_;
  std::vector<std::string> reachedBy_; ///< of each of them: a place
  std::map<std::string, Need> needs_;
};

/// How it is used, for people.
std::string useOf(const Need &need) {
  if (need.count)
    return llvm::formatv("{0} {1}{2}, first at {3}", need.count,
                         need.isFunction ? "call" : "use",
                         need.count == 1 ? "" : "s", need.firstPlace);
  if (need.isUsedByLibrary)
    return "used by library code" +
           (need.libraryPlace.empty()
                ? std::string()
                : " that is called at " + need.libraryPlace);
  return "only its address is used";
}

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
    llvm::outs() << ": " << (need.isFunction ? "" : "variable, ") << useOf(need)
                 << "\n";
  }
  return needs.empty() ? kExitNoError : kExitInconclusive;
}

} // namespace rbcheck
