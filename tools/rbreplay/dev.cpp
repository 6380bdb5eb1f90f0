#include "tools/rbreplay/NativeRun.h"
#include "tools/rbcheck/Options.h"
#include "interp/models/Model.h"
#include "interp/program/Decode.h"
#include "llvm/Support/raw_ostream.h"
using namespace rbcheck;
// dev PROGRAM FOLDER RUNS|gdb
int main(int argc, char **argv) {
  llvm::ExitOnError ok("dev: ");
  llvm::LLVMContext context;
  Installation inst = Installation::find(argv[0]);
  const char *a[] = {"rbcheck", argv[1]};
  Options options = ok(parseOptions(2, a));
  auto module = ok(loadModule(argv[1], context, inst));
  ok(prepareModule(*module, inst));
  Program program = ok(decode(*module, findModel));
  Result result = ok(runSearch(program, options.check));
  if (result.violations.empty()) { llvm::errs() << "no violation\n"; return 9; }
  auto again = ok(loadModule(argv[1], context, inst));
  NativeFolder folder = ok(NativeFolder::make(argv[2]));
  MachineOptions m = options.check.machine; m.locality &= result.locality;
  ok(buildNative(std::move(again), inst, m, result.violations[0], {}, folder));
  if (std::string(argv[3]) == "gdb") return ok(debugNative(folder, m.arguments, {"-batch"}));
  int good = 0, runs = atoi(argv[3]);
  for (int i = 0; i < runs; ++i) good += ok(runNative(folder, m.arguments)) == 1;
  llvm::outs() << good << " of " << runs << "\n";
}
