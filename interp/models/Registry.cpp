//===- interp/models/Registry.cpp - The table of all models ---------------===//
//
// Rows register themselves before main() runs; the first lookup sorts them by
// name. Two rows of one name, or one whose approximation has no name, are a
// mistake and end the process.
//
//===----------------------------------------------------------------------===//
#include "interp/models/Model.h"

#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace rbcheck {

static std::vector<Model> &registered() {
  static std::vector<Model> rows;
  return rows;
}

/// The part of a path that is the same on every machine.
static const char *inRepository(const char *file) {
  const char *inside = std::strstr(file, "interp/models/");
  return inside ? inside : file;
}

RegisterModels::RegisterModels(std::initializer_list<Model> rows,
                               const char *file) {
  for (Model row : rows) {
    row.file = inRepository(file);
    registered().push_back(row);
  }
}

static std::vector<Model> sortedModels() {
  std::vector<Model> rows = registered();
  auto less = [](const Model &a, const Model &b) {
    return std::strcmp(a.name, b.name) < 0;
  };
  std::sort(rows.begin(), rows.end(), less);
  for (const Model &row : rows)
    if (row.fidelity != Fidelity::Exact && !findApproximation(row.note))
      llvm::report_fatal_error(llvm::Twine("model ") + row.name + ": '" +
                               row.note + "' is not in Approximations.def");
  for (size_t i = 1; i < rows.size(); ++i)
    if (std::strcmp(rows[i - 1].name, rows[i].name) == 0)
      llvm::report_fatal_error(llvm::Twine("two models are named ") +
                               rows[i].name);
  return rows;
}

llvm::ArrayRef<Model> allModels() {
  static const std::vector<Model> rows = sortedModels();
  return rows;
}

std::optional<uint32_t> findModel(llvm::StringRef name) {
  llvm::ArrayRef<Model> rows = allModels();
  auto found = std::lower_bound(
      rows.begin(), rows.end(), name,
      [](const Model &row, llvm::StringRef name) { return row.name < name; });
  if (found == rows.end() || found->name != name)
    return std::nullopt;
  return uint32_t(found - rows.begin());
}

} // namespace rbcheck
