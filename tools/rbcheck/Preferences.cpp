//===- tools/rbcheck/Preferences.cpp - Names of --function and --var ------===//
#include "tools/rbcheck/Preferences.h"

#include "search/triage/Sites.h"

#include "interp/state/Address.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FormatVariadic.h"

namespace rbcheck {

namespace {

/// The name nearest to `wanted`, as "; did you mean 'x'?", or "".
class Nearest {
public:
  explicit Nearest(llvm::StringRef wanted) : wanted_(wanted) {}
  void offer(const std::string &name) {
    unsigned distance = wanted_.edit_distance(name, true, least_);
    if (distance < least_) {
      least_ = distance;
      name_ = name;
    }
  }
  std::string text() const {
    return name_.empty() ? "" : "; did you mean '" + name_ + "'?";
  }

private:
  llvm::StringRef wanted_;
  unsigned least_ = 4;
  std::string name_;
};

} // namespace

llvm::Expected<Preference> findPreference(const Program &program,
                                          const Options &options) {
  Preference preference;
  if (!options.functions.empty())
    preference.functions.resize(program.functions.size());
  for (const std::string &wanted : options.functions) {
    bool isFound = false;
    Nearest nearest(wanted);
    for (size_t i = 0; i < program.functions.size(); ++i) {
      if (program.functions[i].kind != FunctionKind::Defined)
        continue;
      std::string name = llvm::demangle(program.functions[i].name);
      nearest.offer(functionBaseName(name));
      if (isFunctionNamed(name, wanted))
        isFound = preference.functions[i] = true;
    }
    if (!isFound)
      return llvm::createStringError(
          llvm::formatv("option '--function': no function '{0}' in the "
                        "program{1}",
                        wanted, nearest.text()));
  }
  for (const std::string &wanted : options.variables) {
    bool isFound = false;
    Nearest nearest(wanted);
    for (const Global &global : program.globals) {
      if (global.constant)
        continue;
      nearest.offer(global.name);
      if (global.name != wanted)
        continue;
      isFound = true;
      uint64_t from = globalAddress(global.index);
      preference.variables.push_back({from, from + global.size});
    }
    if (!isFound)
      return llvm::createStringError(llvm::formatv(
          "option '--var': no global variable '{0}' in the program{1}", wanted,
          nearest.text()));
  }
  return preference;
}

} // namespace rbcheck
