//===- tools/rbcheck/TraceOutput.cpp - rbcheck --trace --------------------===//
#include "tools/rbcheck/TraceOutput.h"

#include "search/files/Read.h"
#include "tools/load/Load.h"
#include "tools/process/Crash.h"
#include "tools/rbcheck/Output.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

static std::string hashOfFile(const std::string &file) {
  // What came through a pipe cannot be read again.
  if (!llvm::sys::fs::is_regular_file(file))
    return "";
  auto buffer = readFile(file, readRules());
  if (!buffer)
    return llvm::consumeError(buffer.takeError()), "";
  auto bytes = llvm::arrayRefFromStringRef((*buffer)->getBuffer());
  return llvm::toHex(llvm::SHA256::hash(bytes), /*LowerCase=*/true);
}

void Origin::addTo(TraceData &trace, const Result &result) {
  const Options &options = options_;
  if (codeHash_.empty()) {
    fileHash_ = hashOfFile(findBitcode(options.program));
    codeHash_ = codeHash(program_);
  }
  TraceOrigin &origin = trace.origin;
  origin.version = RBCHECK_VERSION;
  origin.program = options.program;
  llvm::SmallString<128> here;
  if (!llvm::sys::fs::current_path(here))
    origin.directory = here.str().str();
  origin.fileHash = fileHash_;
  origin.codeHash = codeHash_;
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

bool writeTraceTo(const Options &options, const std::string &file,
                  const TraceData &trace) {
  // A name that was made out of FILE may be that of another file.
  if (file != options.traceFile)
    for (const NamedFile &other : namedFiles(options))
      if (isSameFile(file, other.name)) {
        llvm::errs() << "rbcheck: " << file << ": no trace is written there: "
                     << "it is " << other.role << "\n";
        return false;
      }
  return writeOutput(file, [&](llvm::raw_ostream &out) {
    writeTrace(out, trace);
    return llvm::Error::success();
  });
}

std::string traceFileOf(const std::string &file, size_t number) {
  if (!number || file == "-")
    return file;
  llvm::StringRef ending = llvm::sys::path::extension(file);
  return (llvm::StringRef(file).drop_back(ending.size()) + "-" +
          llvm::Twine(number + 1) + ending)
      .str();
}

bool writeTraces(const Options &options, const std::vector<TraceData> &traces) {
  const std::string &file = options.traceFile;
  if (traces.empty() && file != "-")
    llvm::sys::fs::remove(file);
  bool areWritten = true;
  for (size_t i = 0; i < traces.size(); ++i)
    areWritten &= writeTraceTo(options, traceFileOf(file, i), traces[i]);
  return areWritten;
}

} // namespace rbcheck
