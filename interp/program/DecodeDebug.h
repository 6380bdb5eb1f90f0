//===- interp/program/DecodeDebug.h - Questions to the debug info ---------===//
//
// What a value or a piece of memory is called in the source and which type it
// has there, as far as the debug info and the code around it tell.
// Tested by test/trace/names.c, test/trace/names-cxx.cpp, test/report/values.c.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

#include <string>

namespace rbcheck {

/// Without typedefs and qualifiers.
const llvm::DIType *stripType(const llvm::DIType *type);
bool isPointerType(const llvm::DIType &type);
/// What a pointer type leads to, or null.
const llvm::DIType *pointeeType(const llvm::DIType *type);

/// The variable that lives in, or has, `value`; or null.
const llvm::DILocalVariable *variableOf(const llvm::Value &value);
/// The innermost part of `type` at a byte offset that is a whole field; adds to
/// `path`, if there is one, how the source writes it.
const llvm::DIType *partAt(const llvm::DIType *type, uint64_t offset,
                           std::string *path);
/// The type of the memory at `address`, or null.
const llvm::DIType *memoryType(const llvm::Value &address, unsigned depth);

/// What the source calls a value: a variable, `p->count`, `a[i]`; "" = unknown.
std::string sourceName(const llvm::Value &value, unsigned depth = 0);
/// Its type there, or null.
const llvm::DIType *sourceType(const llvm::Value &value);

} // namespace rbcheck
