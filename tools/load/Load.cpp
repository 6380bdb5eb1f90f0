//===- tools/load/Load.cpp - From a file name to a prepared module --------===//
#include "tools/load/Load.h"

#include "search/files/Read.h"
#include "tools/load/Library.h"
#include "tools/load/ModuleFacts.h"
#include "tools/load/Problem.h"
#include "tools/load/Symbols.h"
#include "tools/load/SystemCalls.h"
#include "tools/load/TestHooks.h"
#include "tools/load/TestLibrary.h"
#include "tools/process/Crash.h"

#include "passes/Pipeline.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace rbcheck {

namespace {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using ModulePtr = std::unique_ptr<llvm::Module>;

/// One line, without the full stop that some of LLVM's messages have.
std::string oneLine(std::string text) {
  for (char &c : text)
    if (c == '\n')
      c = ' ';
  return StringRef(text).trim(" .").str();
}

/// Keeps LLVM's own messages for ours, instead of printing and exiting.
class Diagnostics final : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && first.empty()) {
      llvm::raw_string_ostream out(first);
      llvm::DiagnosticPrinterRawOStream printer(out);
      info.print(printer);
    }
    return true;
  }

  std::string first;
};

/// From now on messages go to the result, which the context owns.
Diagnostics &listen(llvm::LLVMContext &context) {
  auto handler = std::make_unique<Diagnostics>();
  Diagnostics &diagnostics = *handler;
  context.setDiagnosticHandler(std::move(handler));
  return diagnostics;
}

Expected<ModulePtr> readBitcode(llvm::MemoryBufferRef buffer,
                                llvm::LLVMContext &context) {
  StringRef file = buffer.getBufferIdentifier();
  // A ThinLTO link leaves each module with a part of the program only.
  if (auto info = llvm::getBitcodeLTOInfo(buffer); !info)
    llvm::consumeError(info.takeError()); // said by the parser below
  else if (info->IsThinLTO)
    return bad("{0}: bitcode of a ThinLTO build, which may lack parts of the "
               "program; build with -flto=full, or without LTO under rbbuild",
               file);
  Expected<ModulePtr> module = llvm::parseBitcodeFile(buffer, context);
  if (module)
    return module;
  std::string why = oneLine(llvm::toString(module.takeError()));
  if (StringRef(why).contains("Producer:"))
    return bad("{0}: not readable by LLVM 19: {1}; build it with clang-19",
               file, why);
  return bad("{0}: corrupt or truncated bitcode: {1}", file, why);
}

Expected<ModulePtr> readText(llvm::MemoryBufferRef buffer,
                             llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  if (ModulePtr module = llvm::parseAssembly(buffer, diagnostic, context))
    return module;
  return bad("{0}:{1}:{2}: not LLVM 19 IR: {3}", buffer.getBufferIdentifier(),
             diagnostic.getLineNo(), diagnostic.getColumnNo() + 1,
             oneLine(diagnostic.getMessage().str()));
}

bool isBitcode(StringRef bytes) {
  return bytes.starts_with("BC\xC0\xDE") ||
         bytes.starts_with("\xDE\xC0\x17\x0B");
}

bool isNative(StringRef bytes) {
  return bytes.starts_with("\x7f"
                           "ELF");
}

/// What else a user may have given by mistake.
const char *otherKind(StringRef bytes) {
  if (isNative(bytes))
    return "a native object or executable without bitcode beside it; build it "
           "under rbbuild (`rbbuild make`) or with rbcc to get it";
  if (bytes.starts_with("!<arch>"))
    return "an archive; give the bitcode of the whole program";
  if (bytes.empty())
    return "an empty file";
  return nullptr;
}

Expected<ModulePtr> readIr(const std::string &file, StringRef name,
                           llvm::LLVMContext &context) {
  auto buffer = readFile(file, readRules());
  if (!buffer)
    return buffer.takeError();
  QuietErrors quiet;
  llvm::MemoryBufferRef bytes((*buffer)->getBuffer(), name);
  if (isBitcode(bytes.getBuffer()))
    return readBitcode(bytes, context);
  if (const char *kind = otherKind(bytes.getBuffer()))
    return bad("{0}: {1}", name, kind);
  if (name.ends_with(".bc") || bytes.getBuffer().contains('\0'))
    return bad("{0}: not LLVM bitcode", name);
  return readText(bytes, context);
}

Expected<ModulePtr> compileAndRead(StringRef file, llvm::LLVMContext &context,
                                   const Installation &installation,
                                   const CompileOptions &how) {
  Expected<TemporaryFile> compiled =
      compile(file, how, installation.include, interruptFlag());
  if (!compiled)
    return compiled.takeError();
  return readIr(compiled->path().str(), file, context);
}

/// Compiles a source, with OpenMP if it or its headers have its pragmas and
/// nobody minds.
Expected<ModulePtr> compileSource(StringRef file, llvm::LLVMContext &context,
                                  const Installation &installation,
                                  const CompileOptions &how) {
  CompileOptions withOpenMp = how;
  withOpenMp.flags.insert(withOpenMp.flags.begin(), "-fopenmp");
  if (hasOpenMpPragma(file))
    return compileAndRead(file, context, installation, withOpenMp);
  Expected<ModulePtr> module =
      compileAndRead(file, context, installation, how);
  // Only what was compiled tells of the headers' pragmas.
  if (module && !factsOf(**module).ignoredOpenMp.empty())
    return compileAndRead(file, context, installation, withOpenMp);
  return module;
}

} // namespace

Installation Installation::find(const char *argv0) {
  std::string self = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&Installation::find));
  StringRef root =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(self));
  return {(root + "/lib/rbcheck/runtime.a").str(),
          (root + "/lib/rbcheck/runtime-cxx.a").str(),
          (root + "/lib/rbcheck/include").str(),
          (root + "/lib/rbcheck/rbcheck-mpi.so").str()};
}

std::string findBitcode(StringRef file) {
  StringRef folder = llvm::sys::path::parent_path(file);
  StringRef name = llvm::sys::path::filename(file);
  // Of a pipe nothing may be taken, and a device never ends.
  if (!llvm::sys::fs::is_regular_file(file))
    return file.str();
  auto buffer = llvm::MemoryBuffer::getFileSlice(file, 8, 0);
  if (!buffer)
    return file.str();
  StringRef bytes = (*buffer)->getBuffer();
  std::string beside = file.str() + ".bc";
  // libtool puts the program into .libs and a script in its place.
  if (bytes.starts_with("#!"))
    beside =
        (folder + (folder.empty() ? "" : "/") + ".libs/" + name + ".bc").str();
  else if (!isNative(bytes))
    return file.str();
  return llvm::sys::fs::exists(beside) ? beside : file.str();
}

Expected<ModulePtr> loadPart(StringRef file, llvm::LLVMContext &context,
                             const Installation &installation,
                             const CompileOptions &how) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(file, status))
    return bad("{0}: cannot read it: {1}", file, error.message());
  if (llvm::sys::fs::is_directory(status))
    return bad("{0}: is a directory; give a .bc, .ll, .c, .cc or .cpp file",
               file);
  setCrashStage(Stage::Reading, file);
  Diagnostics &diagnostics = listen(context);

  Expected<ModulePtr> module = bad("");
  llvm::consumeError(module.takeError());
  if (isSourceFile(file)) {
    module = compileSource(file, context, installation, how);
  } else {
    module = readIr(file.str(), file, context);
  }
  if (!module)
    return module;
  std::string &why = diagnostics.first;
  if (!why.empty())
    return bad("{0}: {1}", file, oneLine(why));
  llvm::raw_string_ostream out(why);
  bool hasBrokenDebugInfo = false;
  if (llvm::verifyModule(**module, &out, &hasBrokenDebugInfo))
    return bad("{0}: the module is broken: {1}", file,
               oneLine(StringRef(why).split('\n').first.str()));
  return module;
}

Expected<ModulePtr> loadModule(StringRef program, llvm::LLVMContext &context,
                               const Installation &installation,
                               const CompileOptions &how) {
  std::string file = findBitcode(program);
  Expected<ModulePtr> module = loadPart(file, context, installation, how);
  if (!module)
    return module;
  if (Error error = supplyFramework(**module, interruptFlag()))
    return bad("{0}: {1}", file, llvm::toString(std::move(error)));
  std::string warning;
  if (Error error = checkModule(**module, &warning))
    return bad("{0}: {1}", file, oneLine(llvm::toString(std::move(error))));
  if (!warning.empty())
    llvm::errs() << "rbcheck: warning: " << file << ": " << oneLine(warning)
                 << "\n";
  return module;
}

/// The entry point will call these, so they have to be linked, too.
static void declareEntryPointNeeds(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  module.getOrInsertFunction("exit", llvm::Type::getVoidTy(context), i32);
  if (module.getNamedGlobal("llvm.global_dtors"))
    module.getOrInsertFunction("atexit", i32,
                               llvm::PointerType::get(context, 0));
}

/// True if the program uses something that only C++ programs do.
static bool needsCxxLibrary(const llvm::Module &module) {
  return llvm::any_of(module.global_values(), [](const auto &value) {
    StringRef name = value.getName();
    return value.isDeclaration() &&
           (name.starts_with("_Z") || name.starts_with("__cxa_") ||
            name.starts_with("_Unwind_") || name == "__gxx_personality_v0" ||
            name == "__gcc_personality_v0"); // C with -fexceptions
  });
}

/// Functions of the C++ library that the machine calls: at the end of a
/// clean-up, when a thread ends early, and when memory runs out in operator new.
static void declareMachineNeeds(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *none = llvm::Type::getVoidTy(context);
  module.getOrInsertFunction("_Unwind_Resume", none,
                             llvm::PointerType::get(context, 0));
  for (const char *name : {"pthread_exit", "pthread_cancel", "thrd_exit"})
    if (module.getFunction(name))
      module.getOrInsertFunction("__rb_force_unwind", none);
  for (const char *name :
       {"_Znwm", "_Znam", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"})
    if (module.getFunction(name))
      module.getOrInsertFunction("_ZSt17__throw_bad_allocv", none);
}

/// The streams of wide characters are set up first of all, but only in programs
/// that refer to one: few do, and they bring much code with them.
static void setUpWideStreams(llvm::Module &module) {
  constexpr int kFirst = 0;
  auto isUsed = [&](const char *name) { return module.getNamedValue(name); };
  if (!isUsed("_ZSt5wcout") && !isUsed("_ZSt4wcin") && !isUsed("_ZSt5wcerr") &&
      !isUsed("_ZSt5wclog"))
    return;
  llvm::FunctionCallee setUp = module.getOrInsertFunction(
      "__rb_wide_streams", llvm::Type::getVoidTy(module.getContext()));
  llvm::appendToGlobalCtors(
      module, llvm::cast<llvm::Function>(setUp.getCallee()), kFirst);
}

Error prepareModule(llvm::Module &module, const Installation &installation,
                    bool hooks, bool keepsUnset) {
  declareEntryPointNeeds(module);
  nameSystemCalls(module);
  defineSymbols(module);
  const bool hasHooks = hooks && hookTests(module);
  // C++ first: it stands on the C library.
  if (hasHooks || needsCxxLibrary(module)) {
    declareMachineNeeds(module);
    setUpWideStreams(module);
    if (Error error = linkLibrary(module, installation.runtimeCxx))
      return error;
  }
  if (Error error = linkLibrary(module, installation.runtime))
    return error;
  if (hasHooks)
    hookStatus(module);
  return prepareForChecking(module, keepsUnset);
}

} // namespace rbcheck
