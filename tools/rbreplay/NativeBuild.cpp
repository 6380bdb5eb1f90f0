//===- tools/rbreplay/NativeBuild.cpp - A native program for one trace ----===//
#include "tools/rbreplay/NativeBuild.h"

#include "search/files/Write.h"
#include "tools/load/Compile.h"
#include "tools/rbreplay/NativeSchedule.h"

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "interp/program/LibraryFiles.h"
#include "passes/Instrument.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace rbcheck {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

Expected<NativeFolder> NativeFolder::make(const std::string &folder) {
  llvm::SmallString<128> path(folder);
  std::error_code error =
      folder.empty() ? llvm::sys::fs::createUniqueDirectory("rbreplay", path)
                     : llvm::sys::fs::create_directories(folder);
  if (error)
    return llvm::createStringError("cannot make the folder " + path.str() +
                                   ": " + error.message());
  return NativeFolder(path.str().str(), folder.empty());
}

NativeFolder::~NativeFolder() {
  if (isOurs_)
    llvm::sys::fs::remove_directories(path_);
}

namespace {

bool isCxx(const llvm::Module &module) {
  return llvm::any_of(module.global_values(), [](const auto &value) {
    StringRef name = value.getName();
    return value.isDeclaration() && (name.starts_with("_Z") ||
                                     name.starts_with("__cxa_") ||
                                     name == "__gxx_personality_v0");
  });
}

/// A shared library keeps to its own copies of what headers define: through
/// ours it would come by points that no schedule has.
void hideLibraryFunctions(llvm::Module &module) {
  for (llvm::Function &function : module) {
    const llvm::DISubprogram *place = function.getSubprogram();
    if (function.isDeclaration() || !function.isWeakForLinker() || !place ||
        !isLibraryFile(place->getFilename()))
      continue;
    function.setVisibility(llvm::GlobalValue::HiddenVisibility);
    function.setDSOLocal(true);
  }
}

Error link(const NativeFolder &folder, const Installation &installation,
           bool isCxx, const std::vector<std::string> &more) {
  Expected<std::string> clang = findClang();
  if (!clang)
    return clang.takeError();
  std::string libraries =
      llvm::sys::path::parent_path(installation.runtime).str();
  std::string core = libraries + "/librbcheck-native.a",
              libc = libraries + "/librbcheck-native-libc.a";
  std::string input = folder.bitcode(), output = folder.executable();
  llvm::SmallVector<StringRef, 24> arguments = {
      *clang,   isCxx ? "--driver-mode=g++" : "--driver-mode=gcc",
      "-O0",    "-g",
      "-w",     "-pthread",
      "-rdynamic",
      input,    "-Wl,--whole-archive",
      core,     "-Wl,--no-whole-archive",
      libc};
  arguments.append(more.begin(), more.end());
  arguments.append({"-lm", "-ldl", "-o", output});
  std::string why;
  int status = llvm::sys::ExecuteAndWait(*clang, arguments, std::nullopt, {}, 0,
                                         0, &why);
  if (status == 0)
    return Error::success();
  if (!why.empty())
    return llvm::createStringError("cannot run clang-19: " + why);
  return llvm::createStringError(
      "the program cannot be built natively; libraries that it needs are "
      "given with --native-link=-lNAME");
}

} // namespace

Error buildNative(std::unique_ptr<llvm::Module> module, const NativeJob &job,
                  const Installation &installation,
                  const NativeFolder &folder) {
  instrument(*module);
  hideLibraryFunctions(*module);
  bool needsCxx = isCxx(*module);
  if (Error error = writeFile(folder.bitcode(), [&](llvm::raw_ostream &out) {
        llvm::WriteBitcodeToFile(*module, out);
        return Error::success();
      }))
    return error;
  if (Error error = prepareModule(*module, installation))
    return error;
  Expected<Program> withPoints = decode(*module, findModel);
  if (!withPoints)
    return withPoints.takeError();
  Expected<NativeSchedule> schedule =
      recordNative(job.program, *withPoints, job.violation);
  if (!schedule)
    return schedule.takeError();
  if (Error error = writeFile(folder.schedule(), schedule->toText()))
    return error;
  InputBytes *input = job.violation.machine.input.get();
  if (Error error =
          writeFile(folder.input(), input ? input->bytes().bytes : ""))
    return error;
  return link(folder, installation, needsCxx, job.link);
}

} // namespace rbcheck
