//===- tools/rbcheck/Version.cpp - What was compiled in -------------------===//
#include "tools/rbcheck/Version.h"

#include "tools/rbcheck/MpiSession.h"

#include "search/Search.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace rbcheck {

namespace {

#ifdef NDEBUG
constexpr const char *kAssertions = "off";
#else
constexpr const char *kAssertions = "on";
#endif

#if __has_feature(address_sanitizer)
constexpr const char *kSanitizers = "ASan and UBSan";
#else
constexpr const char *kSanitizers = "none";
#endif

/// The folder of the runtime library, and whether it is there.
std::string filesOf(const Installation &installation) {
  std::string folder = llvm::sys::path::parent_path(installation.runtime).str();
  for (const std::string &file :
       {installation.runtime, installation.runtimeCxx})
    if (!llvm::sys::fs::exists(file))
      return folder + " (" + llvm::sys::path::filename(file).str() +
             " is missing)";
  return folder;
}

} // namespace

std::string versionText(const Installation &installation) {
  std::string text =
      "rbcheck " RBCHECK_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  auto add = [&](const char *what, const std::string &is) {
    text += llvm::formatv("{0}: {1}\n", what, is);
  };
  add("MPI", hasMpi(installation) ? "yes" : "no");
  if (*kCommit)
    add("commit", kCommit);
  add("build", RBCHECK_BUILD_TYPE);
  add("assertions", kAssertions);
  add("sanitizers", kSanitizers);
  add("libraries", RBCHECK_LIBRARIES);
  add("searches", llvm::formatv("{0}, more with --load", allSearches().size()));
  add("files", filesOf(installation));
  return text;
}

} // namespace rbcheck
