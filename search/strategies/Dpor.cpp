//===- search/strategies/Dpor.cpp - Every order that matters, once --------===//
//
// Executes the program again and again, each time with another order of
// operations that depend on each other, until there is none left; remembers no
// states (search/reduce/Dpor.h).
// Tested by test/reduce, test/generate.
//
//===----------------------------------------------------------------------===//
#include "search/Search.h"
#include "search/reduce/Dpor.h"

namespace rbcheck {
namespace {

Dpor::Sets setsOf(llvm::StringRef word) {
  return word == "source"       ? Dpor::Source
         : word == "persistent" ? Dpor::Persistent
                                : Dpor::Optimal;
}

class DporSearch final : public Search {
public:
  static constexpr Reduces kReduces = Reduces::Always;
  explicit DporSearch(const SearchArgs &args)
      : dpor_(setsOf(args.text("sets"))) {}

private:
  void run(SearchContext &ctx) override { dpor_.run(ctx); }

  Dpor dpor_;
};

const RegisterSearch<DporSearch> kDpor(
    "dpor",
    "each order of dependent operations once; remembers no states",
    {{"sets", SearchParam::Word, "optimal",
      "what is tried where two steps race", 0, 0,
      "optimal|source|persistent"}},
    false);

} // namespace
} // namespace rbcheck
