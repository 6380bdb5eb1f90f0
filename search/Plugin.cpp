//===- search/Plugin.cpp - Searches from a shared object ------------------===//
#include "search/Plugin.h"

#include "llvm/Support/FormatVariadic.h"

#include <dlfcn.h>

namespace rbcheck {

namespace {

template <typename... Args>
llvm::Error fail(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

} // namespace

llvm::Error loadSearchPlugin(const std::string &file) {
  // A name without a slash would be looked for in the system's folders.
  std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail("cannot load '{0}': {1}", file, dlerror());
  auto *info =
      static_cast<const PluginInfo *>(dlsym(library, "rbSearchPlugin"));
  if (!info)
    return fail("'{0}' is not a plug-in of rbcheck: it has no "
                "RB_SEARCH_PLUGIN (see docs/adding-a-search.md)",
                file);
  const PluginInfo ours;
  if (info->interface != ours.interface)
    return fail("plug-in '{0}' has version {1} of the search interface, this "
                "rbcheck has {2}: compile it again",
                file, info->interface, ours.interface);
  if (llvm::StringRef(info->llvm) != ours.llvm)
    return fail("plug-in '{0}' was compiled with LLVM {1}, this rbcheck with "
                "{2}: compile it again",
                file, info->llvm, ours.llvm);
  if (info->layout != ours.layout)
    return fail("plug-in '{0}' was compiled against the headers of another "
                "rbcheck: compile it again",
                file);
  auto count = [] { return allSearches().size() + allCosts().size(); };
  const size_t before = count();
  info->registerSearches();
  if (count() == before)
    return fail("plug-in '{0}' adds nothing: the names it registers are taken",
                file);
  return llvm::Error::success();
}

} // namespace rbcheck
