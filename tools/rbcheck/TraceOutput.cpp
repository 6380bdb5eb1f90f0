//===- tools/rbcheck/TraceOutput.cpp - rbcheck --trace --------------------===//
#include "tools/rbcheck/TraceOutput.h"

#include "tools/load/Load.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

static bool complain(const std::string &file, std::error_code error) {
  llvm::errs() << "rbcheck: " << file
               << ": cannot write it: " << error.message() << "\n";
  return false;
}

static std::string hashOfFile(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return "";
  auto bytes = llvm::arrayRefFromStringRef((*buffer)->getBuffer());
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}

void addOrigin(TraceData &trace, const Options &options,
               const Result &result) {
  TraceOrigin &origin = trace.origin;
  origin.version = RBCHECK_VERSION;
  origin.program = options.program;
  llvm::SmallString<128> here;
  if (!llvm::sys::fs::current_path(here))
    origin.directory = here.str().str();
  origin.fileHash = hashOfFile(findBitcode(options.program));
  origin.flags = options.compile.flags;
  origin.buildFolder = options.compile.buildFolder;
  origin.links = options.supplies.files;
  for (const Stub &stub : options.supplies.stubs)
    origin.stubs.push_back(stub.name + "=" + stub.value);
  origin.options = result.search;
  if (result.bounds.any())
    origin.options += ", " + result.bounds.text();
  origin.seed = result.seed;
  origin.isOptimised = options.facts.isOptimised;
  for (const CheckInfo &check : allChecks())
    if (options.check.context.checks.has(check.name))
      origin.checks.push_back(check.name);
}

bool canWriteTrace(const std::string &file) {
  if (file == "-")
    return true;
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  return !error || complain(file, error);
}

std::string traceFileOf(const std::string &file, size_t number) {
  if (!number || file == "-")
    return file;
  llvm::StringRef ending = llvm::sys::path::extension(file);
  return (llvm::StringRef(file).drop_back(ending.size()) + "-" +
          llvm::Twine(number + 1) + ending)
      .str();
}

bool writeTraces(const std::string &file,
                 const std::vector<TraceData> &traces) {
  if (traces.empty() && file != "-")
    llvm::sys::fs::remove(file);
  for (size_t i = 0; i < traces.size(); ++i) {
    std::string name = traceFileOf(file, i);
    std::error_code error;
    llvm::raw_fd_ostream out(name, error);
    if (error)
      return complain(name, error);
    writeTrace(out, traces[i]);
    out.flush();
    if (out.has_error()) {
      error = out.error();
      out.clear_error();
      return complain(name, error);
    }
  }
  return true;
}

} // namespace rbcheck
