//===- search/Plugin.h - Searches from a shared object --------------------===//
//
// A user's search is a shared object made from one file:
//
//   #include "search/Plugin.h"
//   class Zigzag final : public rbcheck::Search { ... };
//   RB_SEARCH_PLUGIN {
//     rbcheck::RegisterSearch<Zigzag>("zigzag", "what it does", {parameters});
//   }
//
// and is loaded with --load=zigzag.so. Costs of gambit are registered the same way
// (RegisterCost, search/gambit/Cost.h). It is compiled against the headers of
// the rbcheck that loads it, with the same LLVM; what it was compiled against
// is checked before any code of it runs, and a message says what does not fit.
// docs/adding-a-search.md goes through it; examples/search-plugin/ is complete.
// Tested by test/search/plugin.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Cost.h"
#include "search/run/Team.h"

#include "llvm/Config/llvm-config.h"

namespace rbcheck {

/// What a plug-in and rbcheck must agree on.
struct PluginInfo {
  /// Changes when a search has to be written differently.
  static constexpr uint32_t kInterface = 2;

  uint32_t interface = kInterface;
  uint32_t layout = layoutOfTypes();
  const char *llvm = LLVM_VERSION_STRING;
  void (*registerSearches)() = nullptr;

  /// Differs, most likely, if any type that crosses the border has changed.
  static constexpr uint32_t layoutOfTypes() {
    uint32_t layout = 0;
    for (size_t size :
         {sizeof(SearchContext), sizeof(SearchNode), sizeof(Step),
          sizeof(Choice), sizeof(State), sizeof(Statistics), sizeof(SearchInfo),
          sizeof(SearchParam), sizeof(SearchArgs), sizeof(TeamMember),
          sizeof(CostInfo), sizeof(Execution), sizeof(Deviation)})
      layout = layout * 1000003 + uint32_t(size);
    return layout;
  }
};

/// Loads a shared object and registers its searches; a message if it is not a
/// plug-in, was made for another rbcheck, or has a name that is taken.
llvm::Error loadSearchPlugin(const std::string &file);

} // namespace rbcheck

/// The one entry point of a plug-in; followed by the body of a function.
#define RB_SEARCH_PLUGIN                                                       \
  static void rbRegisterSearches();                                            \
  extern "C" __attribute__((visibility("default")))                            \
  const rbcheck::PluginInfo rbSearchPlugin = {                                 \
      rbcheck::PluginInfo::kInterface, rbcheck::PluginInfo::layoutOfTypes(),   \
      LLVM_VERSION_STRING, rbRegisterSearches};                                \
  static void rbRegisterSearches()
