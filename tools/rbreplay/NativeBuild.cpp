//===- tools/rbreplay/NativeBuild.cpp - A native program for one trace ----===//
#include "tools/rbreplay/NativeBuild.h"

#include "search/files/Write.h"
#include "tools/load/Compile.h"
#include "tools/rbreplay/NativeSchedule.h"

#include "interp/exec/Inputs.h"
#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "passes/LibraryFiles.h"
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

std::vector<std::string> NativeFolder::filesIn(const std::string &folder) {
  NativeFolder there(folder, false);
  return {there.executable(), there.schedule(), there.input(), there.bitcode()};
}

NativeFolder::~NativeFolder() {
  if (isOurs_)
    llvm::sys::fs::remove_directories(path_);
}

namespace {

bool isCxx(const llvm::Module &module) {
  return llvm::any_of(module.global_values(), [](const auto &value) {
    StringRef name = value.getName();
    return value.isDeclaration() &&
           (name.starts_with("_Z") || name.starts_with("__cxa_") ||
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
  llvm::SmallVector<StringRef, 24> arguments = {*clang,
                                                isCxx ? "--driver-mode=g++"
                                                      : "--driver-mode=gcc",
                                                "-O0",
                                                "-g",
                                                "-w",
                                                "-pthread",
                                                "-rdynamic",
                                                input,
                                                "-Wl,--whole-archive",
                                                core,
                                                "-Wl,--no-whole-archive",
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

/// The bytes of an object that inputs make, `NAME[INDEX]` or, where it is read
/// piece by piece, `NAME+FROM[INDEX]`.
std::string bytesOf(const Inputs &inputs, StringRef name, uint64_t size) {
  std::string bytes(size, 0);
  for (const InputValue &input : inputs.given) {
    StringRef rest = input.name;
    uint64_t from = 0, index = 0;
    if (!rest.consume_front(name) ||
        (rest.consume_front("+") && rest.consumeInteger(10, from)) ||
        !rest.consume_front("[") || rest.consumeInteger(10, index) ||
        rest != "]" || from + index >= size)
      continue;
    bytes[from + index] = char(input.value);
  }
  return bytes;
}

} // namespace

std::vector<std::string> nativeArguments(const MachineOptions &machine) {
  std::vector<std::string> all = machine.arguments;
  if (const Inputs *inputs = machine.inputs.get())
    for (uint32_t i = 0; i < inputs->arguments; ++i) {
      std::string bytes =
          bytesOf(*inputs, "argv[" + std::to_string(all.size()) + "]",
                  inputs->argumentBytes);
      all.push_back(bytes.c_str()); // up to its end
    }
  return all;
}

std::string nativeInput(const MachineOptions &machine) {
  if (machine.inputs && machine.inputs->stdinBytes)
    return bytesOf(*machine.inputs, "stdin", machine.inputs->stdinBytes);
  return machine.input ? machine.input->bytes().bytes : "";
}

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
  if (Error error =
          writeFile(folder.input(), nativeInput(job.violation.machine)))
    return error;
  return link(folder, installation, needsCxx, job.link);
}

} // namespace rbcheck
