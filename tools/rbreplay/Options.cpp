//===- tools/rbreplay/Options.cpp - The command line of rbreplay ----------===//
#include "tools/rbreplay/Options.h"

#include "search/files/Names.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

template <typename... Args>
llvm::Error usage(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

std::string formatNames() {
  std::string names;
  for (const TraceFormat &format : traceFormats())
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  return names;
}

llvm::Error unknownOption(StringRef name) {
  StringRef nearest;
  unsigned least = 3;
  for (StringRef known : {"--export", "--output", "--step", "--native", "--gdb",
                          "--keep", "--native-link", "--help", "--version"})
    if (unsigned distance = name.edit_distance(known, true, least);
        distance < least) {
      least = distance;
      nearest = known;
    }
  if (nearest.empty())
    return usage("unknown option '{0}'; see rbreplay --help", name);
  return usage("unknown option '{0}'; did you mean '{1}'?", name, nearest);
}

llvm::Error readOption(ReplayOptions &options, StringRef name,
                       StringRef value) {
  if (name == "--export") {
    for (const TraceFormat &format : traceFormats())
      if (value == format.name)
        options.format = &format;
    if (!options.format)
      return usage("option '--export': '{0}' is not one of {1}", value,
                   formatNames());
  } else if (name == "--output") {
    if (value.empty())
      return usage("option '--output' needs a file name");
    options.output = outputName(value);
  } else if (name == "--step") {
    options.step = true;
  } else if (name == "--native") {
    options.native = true;
  } else if (name == "--gdb") {
    options.gdb = true;
  } else if (name == "--keep") {
    if (value.empty())
      return usage("option '--keep' needs a folder");
    options.keep = value.str();
  } else if (name == "--native-link") {
    options.nativeLink.push_back(value.str());
  } else if (name == "--help" || name == "-h") {
    options.help = true;
  } else if (name == "--version") {
    options.version = true;
  } else {
    return unknownOption(name);
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<ReplayOptions> parseReplayOptions(int argc,
                                                 const char *const *argv) {
  ReplayOptions options;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "--") {
      options.gdbOptions.assign(argv + i + 1, argv + argc);
      break;
    }
    if (word.starts_with("-") && word != "-") {
      auto [name, value] = word.split('=');
      bool takesValue = name == "--export" || name == "--output" ||
                        name == "--keep" || name == "--native-link";
      if (takesValue && !word.contains('=')) {
        if (i + 1 >= argc)
          return usage("option '{0}' needs a value", name);
        value = argv[++i];
      }
      if (llvm::Error error = readOption(options, name, value))
        return std::move(error);
      if (!takesValue && word.contains('='))
        return usage("option '{0}' takes no value", name);
    } else if (options.trace.empty()) {
      options.trace = word.str();
    } else if (options.program.empty()) {
      options.program = word.str();
    } else {
      return usage("too many file names: '{0}'", word);
    }
  }
  if (options.trace.empty() && !options.help && !options.version)
    return usage("no trace file given; see rbreplay --help");
  if (options.step && options.format)
    return usage("option '--step' cannot be combined with --export");
  bool isNative = options.native || options.gdb;
  if (isNative && (options.step || options.format))
    return usage("option '--{0}' cannot be combined with --{1}",
                 options.gdb ? "gdb" : "native",
                 options.step ? "step" : "export");
  if (!isNative && (!options.keep.empty() || !options.nativeLink.empty()))
    return usage("option '--{0}' needs --native or --gdb",
                 options.keep.empty() ? "native-link" : "keep");
  if (!options.gdb && !options.gdbOptions.empty())
    return usage("options behind '--' are for --gdb");
  if (options.output != "-" && !options.format)
    return usage("option '--output' needs --export");
  return options;
}

std::string replayHelp() {
  std::string text =
      "Usage: rbreplay [options] TRACE [PROGRAM] [-- options of gdb]\n"
      "\n"
      "Replays an error that rbcheck --trace=TRACE recorded. On a terminal it "
      "then\nwaits for commands (help lists them); otherwise it prints the "
      "report.\n"
      "PROGRAM is needed only if the program was moved.\n"
      "\n"
      "  --step           read commands from standard input\n"
      "  --export=FORMAT  write the trace in another form:\n";
  for (const TraceFormat &format : traceFormats())
    text += llvm::formatv("                     {0,-8} {1}\n", format.name,
                          format.help);
  return text +
         "  --output=FILE    where to, instead of standard output\n"
         "  --native         build the program natively, lead it along the "
         "trace and stop at\n"
         "                   the error\n"
         "  --gdb            the same in gdb, which shows all stacks there; "
         "what stands\n"
         "                   behind -- is for gdb\n"
         "  --native-link=ARGUMENT\n"
         "                   for the native linker, e.g. -lz\n"
         "  --keep=FOLDER    keep the native program and its schedule there\n"
         "  --help           this text\n"
         "  --version        version of rbreplay\n"
         "\n"
         "Exit code: 1 the error was replayed, 0 it was exported, 3 bad input "
         "or usage,\n4 bug in rbcheck, 5 the native program left the trace. "
         "With --gdb that of gdb.\n";
}

} // namespace rbcheck
