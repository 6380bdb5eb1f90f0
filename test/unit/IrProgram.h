//===- test/unit/IrProgram.h - A program from LLVM's text, for unit tests -===//
//
// What rbcheck does between reading a program and searching it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Model.h"
#include "interp/program/Decode.h"
#include "passes/Pipeline.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

namespace rbcheck {

/// Functions without definition are models. Layout, triple and exit() are
/// added.
inline Program programOf(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(
      "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-"
      "i128:128-f80:128-n8:16:32:64-S128\"\n"
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "declare void @_exit(i32)\n"
      "define void @exit(i32 %c) { call void @_exit(i32 %c) unreachable }\n" +
          text,
      diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str() << " at line "
                  << diagnostic.getLineNo();
    return {};
  }
  if (llvm::Error error = prepareForChecking(*module)) {
    ADD_FAILURE() << llvm::toString(std::move(error));
    return {};
  }
  auto program = decode(*module, findModel);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {};
  }
  return std::move(*program);
}

/// Number of the function of that name.
inline uint32_t functionNamed(const Program &program, const char *name) {
  for (uint32_t i = 0; i < program.functions.size(); ++i)
    if (program.functions[i].name == name)
      return i;
  ADD_FAILURE() << "no function " << name;
  return 0;
}

/// The first instruction of a function with one of these opcodes, from `pc` on.
inline CodePlace placeOf(const Program &program, const char *name, Op op,
                         uint32_t pc = 0) {
  uint32_t function = functionNamed(program, name);
  const std::vector<Insn> &code = program.functions[function].code;
  for (; pc < code.size(); ++pc)
    if (code[pc].op == op)
      return {function, pc};
  ADD_FAILURE() << "no " << opName(op) << " in " << name;
  return {};
}

} // namespace rbcheck
