//===- search/gambit/Cost.h - Which executions come first -----------------===//
//
// A cost looks at an execution that was made and at a deviation from it, and
// gives a number; lower comes first. It decides about the order alone, never
// whether an execution is made. One cost is one class that registers itself,
// also from a plug-in:
//
//   const RegisterCost<Pb> kPb("pb", "fewer preemptions first");
//
// Several are combined in one text:
//
//   mdpor+pb       the first one decides, then the next (also mdpor.pb, for
//   where
//                  + has a meaning: prss:of=gambit:cost=mdpor.pb)
//   3*pb:mdpor     the sum, with weights
//   mdpor+pb/rand  by turns: each order picks an execution, then the next one
//
// Tested by test/unit/GambitTest.cpp and test/gambit.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/gambit/Execution.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace rbcheck {

/// What costs may know besides the execution.
struct CostScene {
  uint64_t seed = 1;
  const Preference *preference = nullptr; ///< of --function and --var
};

/// What has to be recorded for a cost.
struct CostNeeds {
  bool operations = false; ///< what steps touch
  bool races = false;      ///< Deviation::wanted
  bool sleep = false;      ///< Deviation::isAsleep
};

class Cost {
public:
  virtual ~Cost() = default;
  /// An execution was made; of() is asked about it next.
  virtual void look(const Execution &) {}
  virtual uint32_t of(const Execution &execution, const Deviation &point) = 0;
};

struct CostInfo {
  std::string name;
  std::string help;
  CostNeeds needs;
  std::unique_ptr<Cost> (*make)(const CostScene &scene);
};

/// All of this build and of plug-ins, sorted by name.
llvm::ArrayRef<CostInfo> allCosts();
/// A name that is taken is kept for the first one; false is returned.
bool registerCost(CostInfo info);

template <typename T> class RegisterCost {
public:
  RegisterCost(const char *name, const char *help) {
    CostNeeds needs;
    if constexpr (requires { T::kNeeds; })
      needs = T::kNeeds;
    registerCost({name, help, needs, make});
  }

private:
  static std::unique_ptr<Cost> make(const CostScene &scene) {
    if constexpr (std::is_constructible_v<T, const CostScene &>)
      return std::make_unique<T>(scene);
    else
      return std::make_unique<T>();
  }
};

/// Costs put together.
class CostOrders {
public:
  static llvm::Expected<CostOrders> parse(llvm::StringRef text);
  /// Makes the costs. Before look() and of().
  void begin(const CostScene &scene);

  /// How many orders take turns.
  size_t count() const { return orders_.size(); }
  CostNeeds needs() const;
  void look(const Execution &execution);
  /// By this order; compares like the list of its sums.
  uint64_t of(size_t order, const Execution &execution, const Deviation &point);

private:
  struct Term {
    uint32_t weight = 1;
    const CostInfo *info = nullptr;
    std::unique_ptr<Cost> cost;
  };
  using Sum = std::vector<Term>;
  std::vector<std::vector<Sum>> orders_;
};

/// "" if it is a text that CostOrders::parse takes, else what is wrong.
std::string checkCosts(llvm::StringRef text);

} // namespace rbcheck
