//===- tools/rbbuild/Records.h - Bitcode that travels in native files -----===//
//
// Every object that the driver makes carries its bitcode in a section of its
// own, which no program loads. Archives keep it, and linkers put the sections
// of all objects they use one behind the other, in link order. So a linked file
// tells by itself which sources it is made of, and an object that was not built
// again still has its bitcode.
//
// A section is a row of records: eight bytes that name the format, the length
// as eight bytes (little endian), the bitcode; zeros between records are
// skipped. Tested by test/build.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace rbcheck {

/// The bitcode of one source.
using Bitcode = std::string;

/// Adds `records` to the object or shared library `file`, in place.
llvm::Error attachRecords(llvm::StringRef file,
                          llvm::ArrayRef<Bitcode> records);

/// All records of an object or linked file, in link order.
llvm::Expected<std::vector<Bitcode>>
readRecords(const llvm::object::ObjectFile &file);

} // namespace rbcheck
