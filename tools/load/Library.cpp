//===- tools/load/Library.cpp - rbcheck's own libraries -------------------===//
//
// A file is linked once, when all who need something of it are there: static
// variables of its functions would be there twice otherwise. So the files that are
// needed are found first, and linked in the order in which they need each other;
// those that need each other in a circle become one file.
//
//===----------------------------------------------------------------------===//
#include "tools/load/Library.h"

#include "tools/load/Problem.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using ModulePtr = std::unique_ptr<llvm::Module>;

Expected<std::unique_ptr<llvm::MemoryBuffer>> readLibrary(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return bad("{0}: cannot read rbcheck's own library: {1}; is rbcheck "
               "installed completely?",
               file, buffer.getError().message());
  return std::move(*buffer);
}

/// One file of the archive.
struct Part {
  llvm::MemoryBufferRef bytes;
  ModulePtr module = nullptr;        ///< read when it is needed
  llvm::SmallVector<unsigned, 8> needs = {}; ///< numbers of other parts
  unsigned met = 0, low = 0;         ///< Tarjan's; 0: not met
  bool isOpen = false;               ///< its circle is not known yet
};

class Linking {
public:
  Linking(llvm::Module &module, StringRef file)
      : module_(module), file_(file), linker_(module) {}

  Error run(const llvm::object::Archive &archive) {
    if (Error error = index(archive))
      return error;
    for (unsigned part : needsOf(module_))
      if (Error error = visit(part))
        return error;
    // Circles were found from the inside out.
    for (auto &circle : llvm::reverse(circles_))
      if (Error error = link(circle))
        return error;
    return Error::success();
  }

private:
  Error index(const llvm::object::Archive &archive) {
    llvm::DenseMap<uint64_t, unsigned> numbers; // by place in the archive
    for (const llvm::object::Archive::Symbol &symbol : archive.symbols()) {
      Expected<llvm::object::Archive::Child> child = symbol.getMember();
      if (!child)
        return child.takeError();
      auto [entry, isNew] =
          numbers.try_emplace(child->getChildOffset(), unsigned(parts_.size()));
      if (isNew) {
        Expected<llvm::MemoryBufferRef> bytes = child->getMemoryBufferRef();
        if (!bytes)
          return bytes.takeError();
        parts_.push_back({*bytes});
      }
      partOf_.try_emplace(symbol.getName(), entry->second);
    }
    return Error::success();
  }

  llvm::SmallVector<unsigned, 8> needsOf(const llvm::Module &module) const {
    llvm::SmallVector<unsigned, 8> needs;
    for (const llvm::GlobalValue &value : module.global_values())
      if (value.isDeclaration())
        if (auto found = partOf_.find(value.getName()); found != partOf_.end())
          needs.push_back(found->second);
    return needs;
  }

  /// Tarjan: finds the circles, each after those that it needs.
  Error visit(unsigned number) {
    if (parts_[number].met)
      return Error::success();
    Part &part = parts_[number];
    // Lazy: of the functions of a file a program needs a few.
    Expected<ModulePtr> module = llvm::getLazyBitcodeModule(
        part.bytes, module_.getContext(), /*ShouldLazyLoadMetadata=*/true);
    if (!module)
      return module.takeError();
    part.module = std::move(*module);
    part.module->setTargetTriple(module_.getTargetTriple());
    part.module->setDataLayout(module_.getDataLayout());
    part.needs = needsOf(*part.module);
    part.met = part.low = ++met_;
    part.isOpen = true;
    open_.push_back(number);
    for (unsigned other : part.needs) {
      const bool wasMet = parts_[other].met;
      if (Error error = visit(other))
        return error;
      if (!wasMet)
        part.low = std::min(part.low, parts_[other].low);
      else if (parts_[other].isOpen)
        part.low = std::min(part.low, parts_[other].met);
    }
    if (part.low != part.met)
      return Error::success();
    std::vector<unsigned> circle;
    do {
      circle.push_back(open_.pop_back_val());
      parts_[circle.back()].isOpen = false;
    } while (circle.back() != number);
    circles_.push_back(std::move(circle));
    return Error::success();
  }

  bool isNeeded(const llvm::Module &part) const {
    return llvm::any_of(part.global_values(), [&](const auto &value) {
      if (value.isDeclaration() || value.hasLocalLinkage())
        return false;
      const llvm::GlobalValue *known = module_.getNamedValue(value.getName());
      return known && known->isDeclaration();
    });
  }

  Error link(const std::vector<unsigned> &circle) {
    if (llvm::none_of(circle, [&](unsigned number) {
          return isNeeded(*parts_[number].module);
        }))
      return Error::success();
    ModulePtr whole = std::move(parts_[circle.front()].module);
    if (circle.size() > 1)
      if (Error error = whole->materializeAll())
        return error;
    for (unsigned number : llvm::drop_begin(circle))
      if (llvm::Linker::linkModules(*whole, std::move(parts_[number].module)))
        return bad("{0}: its files do not fit each other", file_);
    if (linker_.linkInModule(std::move(whole), llvm::Linker::LinkOnlyNeeded))
      return bad("{0}: does not fit rbcheck's library: a function has another "
                 "type there",
                 module_.getModuleIdentifier());
    return Error::success();
  }

  llvm::Module &module_;
  StringRef file_;
  llvm::Linker linker_; ///< one for all: it looks through the whole module first
  std::vector<Part> parts_;
  llvm::StringMap<unsigned> partOf_; ///< by the names that are defined there
  llvm::SmallVector<unsigned, 16> open_;
  std::vector<std::vector<unsigned>> circles_;
  unsigned met_ = 0;
};

} // namespace

Error linkLibrary(llvm::Module &module, const std::string &file) {
  auto buffer = readLibrary(file);
  if (!buffer)
    return buffer.takeError();
  auto archive = llvm::object::Archive::create(**buffer);
  if (!archive)
    return archive.takeError();
  return Linking(module, file).run(**archive);
}

Error eachPartOf(const std::string &file, llvm::LLVMContext &context,
                 llvm::function_ref<void(llvm::Module &)> visit) {
  auto buffer = readLibrary(file);
  if (!buffer)
    return buffer.takeError();
  auto archive = llvm::object::Archive::create(**buffer);
  if (!archive)
    return archive.takeError();
  Error error = Error::success();
  for (const llvm::object::Archive::Child &child : (*archive)->children(error)) {
    auto bytes = child.getMemoryBufferRef();
    if (!bytes)
      return bytes.takeError();
    auto module = llvm::parseBitcodeFile(*bytes, context);
    if (!module)
      return module.takeError();
    visit(**module);
  }
  return error;
}

} // namespace rbcheck
