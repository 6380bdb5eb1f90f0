//===- tools/report/MemoryModelText.cpp - Memory models by their names ----===//
#include "tools/report/MemoryModelText.h"

#include "llvm/Support/ErrorHandling.h"

namespace rbcheck {

const char *memoryModelWord(MemoryModel model) {
  switch (model) {
  case MemoryModel::Sc:
    return "sc";
  case MemoryModel::C11:
    return "c11";
  case MemoryModel::Tso:
    return "tso";
  }
  llvm_unreachable("covered switch");
}

std::optional<MemoryModel> findMemoryModel(llvm::StringRef word) {
  for (MemoryModel model :
       {MemoryModel::Sc, MemoryModel::C11, MemoryModel::Tso})
    if (word == memoryModelWord(model))
      return model;
  return std::nullopt;
}

const char *memoryModelText(MemoryModel model) {
  switch (model) {
  case MemoryModel::Sc:
    return "sequential consistency";
  case MemoryModel::C11:
    return "C11 (RC11 without load buffering)";
  case MemoryModel::Tso:
    return "TSO (x86)";
  }
  llvm_unreachable("covered switch");
}

} // namespace rbcheck
