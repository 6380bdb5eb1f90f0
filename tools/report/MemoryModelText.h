//===- tools/report/MemoryModelText.h - Memory models by their names ------===//
//
// The words of --memory-model, of results and of trace files, and how a verdict
// names the model that it holds under. Tested by test/cli/memory-model.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "interp/exec/Machine.h"

#include <optional>

namespace rbcheck {

/// "sc", "c11" or "tso".
const char *memoryModelWord(MemoryModel model);
std::optional<MemoryModel> findMemoryModel(llvm::StringRef word);
/// "sequential consistency": what stands behind "under".
const char *memoryModelText(MemoryModel model);

} // namespace rbcheck
