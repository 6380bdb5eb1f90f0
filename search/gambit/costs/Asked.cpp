//===- search/gambit/costs/Asked.cpp - What the user named first ----------===//
//
// method, var: 0 if both the thread that is left and the one that goes on are
// in a function of --function, or about to touch a variable of --var; 1 if one
// of them is; 2 if none (GAMBIT, section 4.3). Where the last thread cannot go
// on it counts as the one that is left.
//
//===----------------------------------------------------------------------===//
#include "search/gambit/Cost.h"

namespace rbcheck {
namespace {

/// `asks`: Preference::isInFunction or isAtVariable.
template <auto asks> class Asked : public Cost {
public:
  explicit Asked(const CostScene &scene) : preference_(scene.preference) {}

private:
  uint32_t of(const Execution &execution, const Deviation &point) override {
    if (!preference_)
      return 2;
    const SearchNode &node = execution.steps[point.step].before->node;
    auto isAsked = [&](uint16_t thread) {
      return (preference_->*asks)(node.state, thread);
    };
    return 2 - isAsked(node.lastThread) - isAsked(point.choice.thread);
  }
  const Preference *preference_;
};

const RegisterCost<Asked<&Preference::isInFunction>>
    kMethod("method", "switches between functions of --function first");
const RegisterCost<Asked<&Preference::isAtVariable>>
    kVar("var", "switches at variables of --var first");

} // namespace
} // namespace rbcheck
