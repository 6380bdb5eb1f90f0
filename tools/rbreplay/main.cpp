//===- tools/rbreplay/main.cpp - Replays a recorded error -----------------===//
//
// Reads the trace, loads the program as rbcheck did, executes the schedule,
// and compares what happens with what the file says. Then it reports, exports,
// or waits for commands.
//
//===----------------------------------------------------------------------===//
#include "search/files/Names.h"
#include "search/files/Write.h"
#include "tools/load/Supply.h"
#include "tools/process/Crash.h"
#include "tools/process/ExitCode.h"
#include "tools/rbreplay/NativeRun.h"
#include "tools/rbreplay/Options.h"
#include "tools/rbreplay/Session.h"
#include "tools/report/ErrorText.h"
#include "tools/report/TraceFile.h"

#include "interp/exec/Model.h"
#include "interp/exec/Symbolic.h"
#include "interp/program/Decode.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <iostream>
#include <unistd.h>

using namespace rbcheck;

static int reportError(llvm::Error error) {
  llvm::errs() << "rbreplay: " << llvm::toString(std::move(error)) << "\n";
  return kExitBadInput;
}

/// A file of the trace, as named from here or from where it was recorded.
static std::string findFile(const std::string &file,
                            const TraceOrigin &origin) {
  if (llvm::sys::fs::exists(file) || llvm::sys::path::is_absolute(file))
    return file;
  llvm::SmallString<128> there(origin.directory);
  llvm::sys::path::append(there, file);
  return llvm::sys::fs::exists(there) ? there.str().str() : file;
}

/// Loads as from where the trace was recorded: names in it, and what a compiler
/// is told, are relative to that folder.
class RecordedFolder {
public:
  explicit RecordedFolder(const TraceOrigin &origin) {
    if (!llvm::sys::fs::current_path(here_))
      llvm::sys::fs::set_current_path(origin.directory);
  }
  ~RecordedFolder() { llvm::sys::fs::set_current_path(here_); }
  RecordedFolder(const RecordedFolder &) = delete;
  RecordedFolder &operator=(const RecordedFolder &) = delete;

private:
  llvm::SmallString<128> here_;
};

/// The program as rbcheck loaded it, without rbcheck's own library.
static llvm::Expected<std::unique_ptr<llvm::Module>>
loadUserModule(const TraceFile &trace, const std::string &file,
               llvm::LLVMContext &context, const Installation &installation) {
  const TraceOrigin &origin = trace.origin;
  Supplies supplies;
  for (const std::string &link : origin.links)
    supplies.files.push_back(findFile(link, origin));
  for (const std::string &stub : origin.stubs) {
    auto [name, value] = llvm::StringRef(stub).split('=');
    supplies.stubs.push_back({name.str(), value.str()});
  }
  const CompileOptions how{origin.flags, origin.buildFolder};
  std::optional<RecordedFolder> there;
  if (!llvm::sys::fs::exists(file) &&
      llvm::sys::fs::exists(findFile(file, origin)))
    there.emplace(origin);
  auto module = loadModule(file, context, installation, how);
  if (!module)
    return module;
  setCrashStage(Stage::Checking, file);
  if (llvm::Error error = supply(**module, supplies, installation, how))
    return error;
  return module;
}

static llvm::Expected<Program> loadProgram(const TraceFile &trace,
                                           const std::string &file,
                                           const Installation &installation) {
  llvm::LLVMContext context;
  auto module = loadUserModule(trace, file, context, installation);
  if (!module)
    return module.takeError();
  if (llvm::Error error = prepareModule(
          **module, installation, /*hooks=*/true,
          trace.origin.inputs && trace.origin.inputs->unset != Unset::Fill))
    return error;
  llvm::Expected<Program> program = decode(**module, findModel);
  if (program)
    program->name = findFile(file, trace.origin);
  return program;
}

/// Builds the program natively and runs it along the trace.
static llvm::Expected<int> replayNatively(const TraceFile &file,
                                          const Program &program,
                                          const TraceData &trace,
                                          const ReplayOptions &options,
                                          const Installation &installation) {
  llvm::LLVMContext context;
  auto module = loadUserModule(file, program.name, context, installation);
  if (!module)
    return module.takeError();
  auto folder = NativeFolder::make(options.keep);
  if (!folder)
    return folder.takeError();
  Violation violation{trace.fault,           trace.foundBy,  trace.location,
                      trace.related,         trace.schedule, trace.cycle,
                      file.violation.machine};
  NativeJob job{program, violation, options.nativeLink};
  if (llvm::Error error =
          buildNative(std::move(*module), job, installation, *folder))
    return error;
  const MachineOptions &machine = violation.machine;
  if (options.gdb)
    return debugNative(*folder, nativeArguments(machine), machine.environment,
                       options.gdbOptions);
  return runNative(*folder, nativeArguments(machine), machine.environment);
}

static int exportTrace(const TraceData &trace, const Program &program,
                       const ReplayOptions &options) {
  llvm::Error error = writeFile(options.output, [&](llvm::raw_ostream &out) {
    return options.format->write(out, trace, program);
  });
  return error ? reportError(std::move(error)) : kExitNoError;
}

/// Nothing that is read may be written over; and better now than at the end.
static llvm::Error checkOutput(const ReplayOptions &options,
                               const TraceFile &trace,
                               const std::string &program) {
  std::vector<NamedFile> files = {
      {"the trace", options.trace, false},
      {"the program", findFile(program, trace.origin), false}};
  if (options.format)
    files.push_back({"--output", options.output, true});
  if (!options.keep.empty())
    for (const std::string &file : NativeFolder::filesIn(options.keep))
      files.push_back({"--keep", file, true});
  for (const std::string &link : trace.origin.links)
    files.push_back(
        {"a file of the program", findFile(link, trace.origin), false});
  llvm::Error error = checkDistinct(files);
  if (!error && options.format)
    return checkWritable(options.output);
  return error;
}

static int replay(const ReplayOptions &options, const char *argv0) {
  setCrashStage(Stage::Reading, options.trace);
  llvm::Expected<TraceFile> file = readTraceFile(options.trace, readRules());
  if (!file)
    return reportError(file.takeError());
  Installation installation = Installation::find(argv0);
  const std::string &name =
      options.program.empty() ? file->origin.program : options.program;
  if (llvm::Error error =
          checkOutput(options, *file, findFile(name, file->origin)))
    return reportError(std::move(error));
  llvm::Expected<Program> program = loadProgram(*file, name, installation);
  if (!program)
    return reportError(program.takeError());
  shadowProgram(file->violation.machine.inputs, *program);
  llvm::Expected<TraceData> trace = replayFile(*file, *program);
  if (!trace)
    return reportError(trace.takeError());
  if (options.native || options.gdb) {
    auto code = replayNatively(*file, *program, *trace, options, installation);
    return code ? *code : reportError(code.takeError());
  }
  if (options.format)
    return exportTrace(*trace, *program, options);
  bool isTerminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  if (!options.step && !isTerminal) {
    writeErrorText(llvm::outs(), *trace, Paint(false));
    return kExitError;
  }
  Debugger debugger(*program, file->violation.machine, *trace);
  runSession(debugger, std::cin, llvm::outs(), isTerminal);
  return kExitError;
}

int main(int argc, char **argv) {
  installCrashHandlers("rbreplay");
  int code = kExitNoError;
  llvm::Expected<ReplayOptions> options = parseReplayOptions(argc, argv);
  if (!options)
    code = reportError(options.takeError());
  else if (options->help)
    llvm::outs() << replayHelp();
  else if (options->version)
    llvm::outs() << "rbreplay " RBCHECK_VERSION "\n";
  else
    code = replay(*options, argv[0]);
  llvm::Error error = flushStandardOutput();
  return error ? reportError(std::move(error)) : code;
}
