#include "search/Plugin.h"

class Late final : public rbcheck::Cost {
  uint32_t of(const rbcheck::Execution &execution,
              const rbcheck::Deviation &point) override {
    return uint32_t(execution.steps.size()) - point.step;
  }
};

RB_SEARCH_PLUGIN { rbcheck::RegisterCost<Late>("late", "late steps first"); }
