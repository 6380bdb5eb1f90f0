//===- search/Search.cpp - The list of searches, and their parameters -----===//
#include "search/Search.h"

#include "search/Check.h"
#include "search/reduce/Operations.h"
#include "search/run/Team.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace rbcheck {

namespace {

/// Filled before main() runs and by plug-ins; read-only afterwards.
std::vector<SearchInfo> &registry() {
  static std::vector<SearchInfo> searches;
  return searches;
}

template <typename... Args>
llvm::Error fail(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

const SearchInfo *findSearch(llvm::StringRef name) {
  for (const SearchInfo &info : registry())
    if (name == info.name)
      return &info;
  return nullptr;
}

/// 0.5 as "0.5", 1000 as "1000", 1e15 as "1e+15".
std::string shortNumber(double number) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", number);
  return text;
}

llvm::Error checkRange(const SearchInfo &search, const SearchParam &param,
                       llvm::StringRef value, double number) {
  if (number >= param.low && number <= param.high)
    return llvm::Error::success();
  return fail("search '{0}': {1}={2} is out of range {3}..{4}", search.name,
              param.name, value, shortNumber(param.low),
              shortNumber(param.high));
}

llvm::Error checkValue(const SearchInfo &search, const SearchParam &param,
                       llvm::StringRef value) {
  switch (param.kind) {
  case SearchParam::Number: {
    uint64_t number;
    if (value.getAsInteger(10, number))
      return fail("search '{0}': {1}={2} is not a number", search.name,
                  param.name, value);
    return checkRange(search, param, value, double(number));
  }
  case SearchParam::Real: {
    double number;
    if (value.getAsDouble(number) || !std::isfinite(number))
      return fail("search '{0}': {1}={2} is not a number", search.name,
                  param.name, value);
    return checkRange(search, param, value, number);
  }
  case SearchParam::Word: {
    llvm::SmallVector<llvm::StringRef, 8> words;
    llvm::StringRef(param.words).split(words, '|');
    if (llvm::is_contained(words, value))
      return llvm::Error::success();
    return fail("search '{0}': {1}={2} is not one of {3}", search.name,
                param.name, value, llvm::join(words, ", "));
  }
  case SearchParam::Form:
    if (std::string wrong = param.check(value); !wrong.empty())
      return fail("search '{0}': {1}={2} {3}", search.name, param.name, value,
                  wrong);
    return llvm::Error::success();
  case SearchParam::Nested: {
    llvm::Expected<SearchSpec> nested = SearchSpec::parse(unnest(value));
    if (!nested)
      return nested.takeError();
    if (nested->isTeam())
      return fail("search '{0}': {1}={2} is a team of searches itself",
                  search.name, param.name, value);
    return llvm::Error::success();
  }
  }
  llvm_unreachable("covered switch");
}

std::string namesOf(llvm::ArrayRef<SearchParam> params) {
  std::string names;
  for (const SearchParam &param : params)
    names += (names.empty() ? "" : ", ") + std::string(param.name);
  return names;
}

} // namespace

std::string SearchParam::values() const {
  switch (kind) {
  case Number:
  case Real:
    return shortNumber(low) + ".." + shortNumber(high);
  case Word:
  case Form:
    return words;
  case Nested:
    return "a search";
  }
  llvm_unreachable("covered switch");
}

llvm::ArrayRef<SearchInfo> allSearches() {
  llvm::sort(registry(), [](const SearchInfo &a, const SearchInfo &b) {
    return a.name < b.name;
  });
  return registry();
}

bool registerSearch(SearchInfo info) {
  if (findSearch(info.name))
    return false;
  registry().push_back(std::move(info));
  return true;
}

std::string unnest(llvm::StringRef value) {
  std::string text = value.str();
  std::replace(text.begin(), text.end(), '+', ',');
  return text;
}

bool SearchSpec::wantsGuide() const {
  return wantsGuide_ ||
         (isTeam() && llvm::any_of(plan({}).members, [](const auto &member) {
            return member.spec.wantsGuide();
          }));
}

MachineOptions SearchSpec::machineFor(MachineOptions options,
                                      bool reduces) const {
  if (seesAccesses_) {
    options.steps = Steps::Access;
    options.showsLone = true;
  }
  return reduces ? forReduction(std::move(options)) : options;
}

TeamPlan SearchSpec::plan(const TeamTask &task) const {
  return plan_(args_, task);
}

llvm::StringRef SearchArgs::text(llvm::StringRef name) const {
  for (const auto &[key, value] : values_)
    if (name == key)
      return value;
  RB_CHECK(false, "a search asked for a parameter it did not declare");
}

uint64_t SearchArgs::number(llvm::StringRef name) const {
  uint64_t number = 0;
  text(name).getAsInteger(10, number);
  return number;
}

double SearchArgs::real(llvm::StringRef name) const {
  double number = 0;
  text(name).getAsDouble(number);
  return number;
}

llvm::Expected<SearchSpec> SearchSpec::parse(llvm::StringRef text) {
  auto [name, rest] = text.split(':');
  const SearchInfo *search = findSearch(name);
  if (!search) {
    std::string names;
    for (const SearchInfo &info : allSearches())
      names += (names.empty() ? "" : ", ") + info.name;
    return fail("unknown search '{0}'; known are {1}", name, names);
  }
  SearchSpec spec;
  spec.text_ = text.rtrim(':').str();
  spec.make_ = search->make;
  spec.plan_ = search->plan;
  spec.usesSeed_ = search->usesSeed;
  spec.wantsGuide_ = search->wantsGuide;
  spec.reduces_ = search->reduces;
  spec.seesAccesses_ = search->seesAccesses;
  for (const SearchParam &param : search->params)
    spec.args_.values_.push_back({param.name, param.byDefault});
  llvm::SmallVector<llvm::StringRef, 8> settings;
  rest.split(settings, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef setting : settings) {
    auto [key, value] = setting.split('=');
    size_t i = 0;
    while (i < search->params.size() && key != search->params[i].name)
      ++i;
    if (i == search->params.size()) {
      if (search->params.empty())
        return fail("search '{0}' has no parameters, so not '{1}'", name, key);
      return fail("search '{0}' has no parameter '{1}'; it has {2}", name, key,
                  namesOf(search->params));
    }
    if (!setting.contains('='))
      return fail("search '{0}': parameter '{1}' needs a value ({1}=...)", name,
                  key);
    if (llvm::Error error = checkValue(*search, search->params[i], value))
      return std::move(error);
    if (search->params[i].kind == SearchParam::Nested)
      spec.wantsGuide_ |=
          llvm::cantFail(SearchSpec::parse(unnest(value))).wantsGuide();
    spec.args_.values_[i].second = value.str();
  }
  if (search->reducesWith)
    spec.reduces_ = search->reducesWith(spec.args_);
  return spec;
}

} // namespace rbcheck
