//===- bench/distance.cpp - Time of distances over a large program --------===//
//
// Usage: distance FILE.bc: prints the instructions of the program, the time to
// make the tables of the program, and that for a target.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "passes/Pipeline.h"
#include "search/guide/Distance.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>
#include <cstdio>

using namespace rbcheck;

int main(int argc, char **argv) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = argc == 2 ? llvm::parseIRFile(argv[1], diagnostic, context)
                          : nullptr;
  if (!module)
    return std::fprintf(stderr, "usage: distance FILE.bc\n"), 3;
  llvm::cantFail(prepareForChecking(*module));
  Program program = llvm::cantFail(decode(*module, findModel));
  auto seconds = [](auto &&what) {
    auto begin = std::chrono::steady_clock::now();
    what();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  };
  std::optional<Distances> distances;
  double tables = seconds([&] {
    distances.emplace(program, DistanceKind::Stack, DistanceCost::Instructions);
  });
  // The last instruction of the last function that has some.
  CodePlace place;
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    if (!program.functions[i].code.empty())
      place = {i, uint32_t(program.functions[i].code.size() - 1)};
  CodePlace start{program.entry, 0};
  double target = seconds(
      [&] { distances->ofStack({start}, distances->target({place})); });
  std::printf("%u instructions: program %.1f ms, target %.1f ms\n",
              distances->flow().size(), tables * 1e3, target * 1e3);
}
