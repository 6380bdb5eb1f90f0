//===- interp/exec/ModelRegistry.cpp - The table of all models ------------===//
//
// Rows register themselves before main() runs, and tell the passes what marking
// has to know of them; the first lookup sorts them by name. Two rows of one
// name, or one whose approximation has no name, are a mistake and end the
// process.
//
//===----------------------------------------------------------------------===//
#include "interp/exec/Model.h"

#include "passes/LibraryCalls.h"

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

static MarkKind markOf(Act act) {
  switch (act) {
#define RB_ACT(name, verb, mark, flow, meaning)                                \
  case Act::name:                                                              \
    return MarkKind::mark;
#include "interp/roles/Acts.def"
#undef RB_ACT
  }
  llvm_unreachable("covered switch");
}

/// What it touches by its role it uses before it returns, in its own thread.
static uint32_t droppedBy(const Model &row) {
  uint32_t dropped = row.drops;
  for (const Touch &touch : row.role.touches)
    if (touch.argument >= 0)
      dropped |= 1u << touch.argument;
  return dropped;
}

/// What it accesses whenever it gets that far: not if it is null.
static uint32_t touchedBy(const Role &role) {
  uint32_t touched = 0;
  const bool hasObject =
      bytesOf(role.family) ||
      isOneOf(role.act, {Act::Free, Act::Delete, Act::DeleteArray});
  if (hasObject && role.object >= 0)
    touched |= 1u << role.object;
  for (const Touch &touch : role.touches)
    if (touch.argument >= 0)
      touched |= 1u << touch.argument;
  return touched;
}

RegisterModels::RegisterModels(std::initializer_list<Model> rows,
                               const char *file) {
  for (Model row : rows) {
    row.file = inRepository(file);
    registered().push_back(row);
    registerLibraryCall(row.name, {markOf(row.role.act),
                                   row.role.act == Act::Allocate,
                                   droppedBy(row), touchedBy(row.role),
                                   row.role.function, row.assumes,
                                   row.isOpen});
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
