//===- search/policy/Policies.h - What every search can be combined with --===//
//
// Policies act where a node is expanded, so they compose with every search:
// bounds decide which choices are offered at all (`--bound=preemptions:2`), the
// order in which order they are offered (`--order=random`).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "search/policy/Bounds.h"
#include "search/policy/Order.h"

namespace rbcheck {

struct Policies {
  Order order;
  Bounds bounds;
};

} // namespace rbcheck
