//===- search/Property.cpp - The list of properties -----------------------===//
#include "search/Property.h"

#include "search/Check.h"
#include "search/PathWatch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace rbcheck {

namespace {

struct Registry {
  std::vector<std::unique_ptr<Property>> own;
  std::vector<const Property *> sorted;
};

/// Filled before main() runs and by plug-ins; read-only afterwards.
Registry &registry() {
  static Registry all;
  return all;
}

} // namespace

Property::~Property() = default;

std::unique_ptr<PathWatch> Property::watch() const { return nullptr; }

void registerProperty(std::unique_ptr<Property> property,
                      const CheckInfo &check, bool seesStates) {
  Registry &all = registry();
  property->seesStates_ = seesStates;
  RB_CHECK(!findProperty(property->word()), "two properties of one word");
  if (check.name) {
    property->check_ = check.name;
    registerCheck(check);
  }
  all.sorted.push_back(property.get());
  all.own.push_back(std::move(property));
  llvm::sort(all.sorted, [](const Property *a, const Property *b) {
    return llvm::StringRef(a->word()) < b->word();
  });
}

llvm::ArrayRef<const Property *> allProperties() { return registry().sorted; }

const Property *findProperty(llvm::StringRef word) {
  for (const Property *property : registry().sorted)
    if (word == property->word())
      return property;
  return nullptr;
}

std::vector<const Property *> propertiesOf(const CheckSet &checks) {
  std::vector<const Property *> on;
  for (const Property *property : allProperties())
    if (!property->check().empty() && checks.has(property->check()))
      on.push_back(property);
  return on;
}

static const Property &named(const char *word) {
  const Property *property = findProperty(word);
  RB_CHECK(property, "a property is not there");
  return *property;
}

const Property &stepFaults() {
  static const Property &step = named("step");
  return step;
}
const Property &dataRaces() {
  static const Property &race = named("race");
  return race;
}
const Property &stuckThreads() {
  static const Property &stuck = named("stuck");
  return stuck;
}
const Property &heldLocks() {
  static const Property &held = named("held");
  return held;
}
const Property &leaks() {
  static const Property &leak = named("leak");
  return leak;
}
const Property &reachedPlaces() {
  static const Property &reached = named("reached");
  return reached;
}

} // namespace rbcheck
