//===- interp/program/DecodeContext.cpp - What decoders share -------------===//
#include "interp/program/DecodeContext.h"

#include "interp/state/Address.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace rbcheck {

/// The name in the source. Functions that clang makes for OpenMP's tasks have
/// one for the linker alone.
static StringRef nameOf(const DISubprogram &function) {
  StringRef other = function.getLinkageName();
  return other.starts_with(".omp_") ? other : function.getName();
}

/// What clang makes of OpenMP's regions, in words; other names as they are.
static std::string readable(StringRef name) {
  if (name.starts_with(".omp_")) // no name of a function in front
    return "OpenMP task";
  auto [of, region] = name.split(".omp_outlined");
  if (of.size() == name.size())
    return name.str();
  return (region.contains("reduction") ? "reduction in "
                                       : "parallel region in ") +
         StringRef(demangle(of)).split('(').first.str();
}

DecodeContext::DecodeContext(const Module &module, ModelLookup models)
    : module(module), dataLayout(module.getDataLayout()),
      types(dataLayout, program.layouts),
      constants(dataLayout, types, addresses, program), models_(models),
      names_(program) {
  program.name = module.getModuleIdentifier();
  program.files.push_back("");
  program.strings.push_back("");
  program.locs.push_back({});
  program.dataTypes.push_back({});
  strings_[""] = 0;
  files_[""] = 0;
  locs_[{0, 0, 0, 0}] = 0;
}

//===--- Functions --------------------------------------------------------===//

void DecodeContext::numberFunctions() {
  for (const llvm::Function &function : module) {
    if (function.isIntrinsic())
      continue;
    Function entry;
    entry.name = function.getName().str();
    entry.variadic = function.isVarArg();
    entry.isLocal = function.hasLocalLinkage();
    entry.params = uint16_t(function.arg_size());
    entry.type = typeNumber(*function.getFunctionType());
    auto model = function.isDeclaration() ? models_(function.getName())
                                          : std::optional<uint32_t>();
    if (!function.isDeclaration())
      entry.kind = FunctionKind::Defined;
    else if (model)
      entry.kind = FunctionKind::Model, entry.model = *model;
    if (const DISubprogram *source = function.getSubprogram())
      entry.declared =
          sourceLoc(source->getFile(), source->getLine(), nameOf(*source));
    uint32_t number = uint32_t(program.functions.size());
    functionNumbers_[&function] = number;
    functionsByName_[entry.name] = number;
    bool isAbsent = function.hasExternalWeakLinkage() &&
                    entry.kind == FunctionKind::Unknown;
    addresses.globals[&function] = isAbsent ? 0 : functionAddress(number);
    program.functions.push_back(std::move(entry));
    uint32_t block = 0;
    for (const BasicBlock &basicBlock : function)
      addresses.blocks[&basicBlock] = blockAddress(number, block++);
  }
}

uint32_t DecodeContext::typeNumber(const FunctionType &type) {
  if (type.isVarArg() && type.getNumParams() == 0) // no prototype
    return 0;
  uint32_t next = uint32_t(typeNumbers_.size()) + 1;
  return typeNumbers_.try_emplace(&type, next).first->second;
}

uint32_t DecodeContext::functionNumber(const llvm::Function &function) const {
  return functionNumbers_.lookup(&function);
}

std::optional<uint32_t> DecodeContext::findFunction(StringRef name) {
  auto found = functionsByName_.find(name);
  if (found != functionsByName_.end()) {
    if (program.functions[found->second].kind == FunctionKind::Unknown)
      return std::nullopt;
    return found->second;
  }
  auto model = models_(name);
  if (!model)
    return std::nullopt;
  Function entry;
  entry.name = name.str();
  entry.kind = FunctionKind::Model;
  entry.model = *model;
  uint32_t number = uint32_t(program.functions.size());
  functionsByName_[name] = number;
  program.functions.push_back(std::move(entry));
  return number;
}

//===--- Texts and places -------------------------------------------------===//

uint32_t DecodeContext::string(StringRef text) {
  auto [entry, isNew] =
      strings_.try_emplace(text, uint32_t(program.strings.size()));
  if (isNew)
    program.strings.push_back(text.str());
  return entry->second;
}

uint32_t DecodeContext::file(const DIFile *file) {
  if (!file)
    return 0;
  auto [known, isNewFile] = fileNumbers_.try_emplace(file, 0);
  if (!isNewFile)
    return known->second;
  SmallString<128> path(file->getFilename());
  if (!path.empty() && !sys::path::is_absolute(path)) {
    SmallString<128> whole(file->getDirectory());
    sys::path::append(whole, path);
    path = whole;
  }
  // GCC's directories lead up and down; where that means the same, shorten it.
  SmallString<128> shorter = path;
  sys::path::remove_dots(shorter, /*remove_dot_dot=*/true);
  sys::path::remove_dots(path);
  if (sys::fs::exists(shorter))
    path = shorter;
  auto [entry, isNew] =
      files_.try_emplace(path, uint32_t(program.files.size()));
  if (isNew)
    program.files.push_back(std::string(path));
  known->second = entry->second;
  return entry->second;
}

SourceLoc DecodeContext::sourceLoc(const DIFile *where, unsigned line,
                                   StringRef function) {
  SourceLoc loc;
  loc.file = file(where);
  loc.line = line;
  loc.function = string(readable(function));
  return loc;
}

uint32_t DecodeContext::loc(const SourceLoc &loc) {
  auto [entry, isNew] = locs_.try_emplace(
      {loc.file, loc.line, loc.column, loc.function, loc.linkage, loc.inlinedAt},
      uint32_t(program.locs.size()));
  if (isNew)
    program.locs.push_back(loc);
  return entry->second;
}

uint32_t DecodeContext::loc(const DebugLoc &debugLoc,
                            const llvm::Function &within) {
  const DILocation *location = debugLoc.get();
  if (!location) {
    SourceLoc unknown;
    unknown.function = string(within.getName());
    return loc(unknown);
  }
  const DISubprogram *source = location->getScope()->getSubprogram();
  SourceLoc result = sourceLoc(location->getFile(), location->getLine(),
                               source ? nameOf(*source) : within.getName());
  result.column = location->getColumn();
  result.linkage = string(source && !source->getLinkageName().empty()
                              ? source->getLinkageName()
                          : source ? source->getName()
                                   : within.getName());
  if (const DILocation *outer = location->getInlinedAt())
    result.inlinedAt = loc(DebugLoc(outer), within);
  return loc(result);
}

uint32_t DecodeContext::loc(const DILocalVariable &variable) {
  const DISubprogram *source = variable.getScope()->getSubprogram();
  return loc(sourceLoc(variable.getFile(), variable.getLine(),
                       source ? nameOf(*source) : ""));
}

//===--- Names of variables -----------------------------------------------===//

uint32_t DecodeContext::dataType(const DIType *type) {
  return names_.type(type, [&](StringRef text) { return string(text); });
}

VariableNote DecodeContext::localNote(const Value &memory) {
  return names_.local(memory, [&](StringRef text) { return string(text); });
}

VariableNote DecodeContext::heapNote(const CallBase &call) {
  return names_.allocated(call, [&](StringRef text) { return string(text); });
}

} // namespace rbcheck
